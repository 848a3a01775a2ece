// npm start: installs missing packages, builds the pages if they changed, and becomes the server.
// npm run dev: the same, and restarts pages and server whenever a file changes.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { checkNode, ensureInstalled, pinnedNode, root } from './install.mjs'
import { ensurePages } from './pages.mjs'
import { become } from './run.mjs'

/** Rebuilds the pages of one app while the server runs; ends with it. */
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
// Compile cache: the next start reads the compiled modules instead of the sources.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'compiled')
// The young generation, in megabytes: with 32 an order takes the same CPU, and a server at rest keeps up to 33 MB more; what the start
// makes of it is given back (startMemory.ts).
process.env.NODE_OPTIONS ??= '--max-semi-space-size=16'
if (mode === '--dev') {
  for (const app of ['web', 'staff']) watchPages(app)
  const server = spawn(pinnedNode(), ['--watch', main, ...rest], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal))
  server.on('exit', (code) => process.exit(code ?? 0))
} else become(main, mode === undefined ? [] : [mode, ...rest])
