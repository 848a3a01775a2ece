import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'

/** Folders whose files decide what the product does and what its tests attempt. */
const folders = ['apps/server/src', 'apps/server/migrations', 'packages/core/src']

/**
 * Id of the sources of a repository: the first 16 hex digits of SHA-256 over path and content of every file of the server,
 * its migrations and its rules, tests included. A source that was changed after a test run has another id.
 */
export const buildIdOf = async (root: string): Promise<string> => {
  const hash = createHash('sha256')
  for (const folder of folders) {
    const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true })
    const paths = entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .toSorted()
    for (const path of paths)
      hash
        .update(path.slice(root.length).split(sep).join('/'))
        .update('\0')
        .update(await readFile(path))
        .update('\0')
  }
  return hash.digest('hex').slice(0, 16)
}
