// Builds the pages if their sources changed since the last build.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { giveUp, pinnedNode, root } from './install.mjs'

const apps = ['web', 'staff']
const sources = ['packages/core/src', 'packages/client/src', 'packages/ui/src']
const skipped = new Set(['dist', 'node_modules', 'e2e'])

const filesBelow = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : filesBelow(path)
    return /\.test\.tsx?$/.test(entry.name) ? [] : [path]
  })

const fingerprint = (app) => {
  const hash = createHash('sha256')
  const folders = [...sources, `apps/${app}`].map((folder) => join(root, folder))
  const files = [join(root, 'package-lock.json'), ...folders.flatMap(filesBelow)]
  for (const file of files.sort()) hash.update(relative(root, file)).update('\0').update(readFileSync(file))
  return hash.digest('hex')
}

/** Builds the customer pages and the staff console where they are missing or outdated. */
export const ensurePages = () => {
  for (const app of apps) {
    const folder = join(root, 'apps', app)
    if (!existsSync(join(folder, 'vite.config.ts'))) continue
    const marker = join(folder, 'dist', '.built')
    const print = fingerprint(app)
    if (existsSync(marker) && readFileSync(marker, 'utf8') === print) continue
    console.log(`Building the ${app === 'web' ? 'pages' : 'staff console'} …`)
    const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
    const result = spawnSync(pinnedNode(), [vite, 'build', '--logLevel', 'warn'], {
      cwd: folder,
      stdio: 'inherit',
    })
    if (result.status !== 0) giveUp('The pages could not be built; see the output above.')
    mkdirSync(join(folder, 'dist'), { recursive: true })
    writeFileSync(marker, print)
  }
}

if (import.meta.main) ensurePages()
