// npm start: installs what is missing, builds the pages when they changed, and becomes the server.
import { join } from 'node:path'
import { checkNode, ensureInstalled, root } from './install.mjs'
import { ensurePages } from './pages.mjs'
import { become } from './run.mjs'

checkNode()
process.chdir(root)
ensureInstalled({ tests: false })
ensurePages()
become(join(root, 'apps', 'server', 'src', 'main.ts'), process.argv.slice(2))
