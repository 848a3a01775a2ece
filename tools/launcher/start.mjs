// npm start: installs what is missing, builds the pages when they changed, and becomes the server.
// npm run dev: the same, but the pages and the server start anew whenever a file changes.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { checkNode, ensureInstalled, pinnedNode, root } from './install.mjs'
import { ensurePages } from './pages.mjs'
import { become } from './run.mjs'

/** Keeps building the pages of one app beside the server; ends with it. */
const watchPages = (app) => {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const folder = join(root, 'apps', app)
  const child = spawn(pinnedNode(), [vite, 'build', '--watch', '--logLevel', 'warn'], {
    cwd: folder,
    stdio: 'inherit',
  })
  process.on('exit', () => child.kill())
}

const main = join(root, 'apps', 'server', 'src', 'main.ts')
const [mode, ...rest] = process.argv.slice(2)
checkNode()
process.chdir(root)
ensureInstalled({ tests: false })
ensurePages()
// Compiled once and kept: the next start reads the result instead of the sources.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'compiled')
// Young memory grows while the modules load and is not given back; less of it serves a house at rest as well.
process.env.NODE_OPTIONS ??= '--max-semi-space-size=8'
if (mode === '--dev') {
  for (const app of ['web', 'staff']) watchPages(app)
  const server = spawn(pinnedNode(), ['--watch', main, ...rest], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal))
  server.on('exit', (code) => process.exit(code ?? 0))
} else become(main, mode === undefined ? [] : [mode, ...rest])
