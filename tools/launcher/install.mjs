// Installs missing packages. Plain JavaScript without dependencies: it runs before anything is installed, on any Node
// 20 or newer.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '..', '..')
const modules = join(root, 'node_modules')
/** The EVM chain of the tests has a separate lock file because its binaries exist for some platforms only. */
const chain = join(root, 'packages', 'testkit', 'evm')
const marker = join(modules, '.glasshouse.json')

const lockHash = () => {
  const hash = createHash('sha256')
  for (const folder of [root, chain]) hash.update(readFileSync(join(folder, 'package-lock.json')))
  return hash.digest('hex')
}

const installed = () => {
  try {
    return JSON.parse(readFileSync(marker, 'utf8'))
  } catch {
    return { lock: '', tests: false }
  }
}

/** Exits with a readable sentence instead of a stack trace. */
export const giveUp = (sentence) => {
  console.error(`\n${sentence}`)
  process.exit(1)
}

export const npm = (args, folder) => {
  const cli = process.env.npm_execpath
  const [program, first] = cli && /\.c?js$/.test(cli) ? [process.execPath, [cli]] : ['npm', []]
  return spawnSync(program, [...first, ...args], {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32' && program === 'npm',
  })
}

/** Installs the locked packages if they are missing; `tests` includes the test tools. */
export const ensureInstalled = ({ tests }) => {
  const lock = lockHash()
  const now = installed()
  if (now.lock === lock && (now.tests || !tests)) return
  console.log(
    tests ? 'Installing the locked packages and the test tools …' : 'Installing the locked packages …',
  )
  rmSync(marker, { force: true })
  for (const folder of tests ? [root, chain] : [root]) {
    const result = npm(['ci', ...(tests ? [] : ['--omit=dev']), '--loglevel=error'], folder)
    if (result.error) giveUp(`npm could not be started: ${result.error.message}`)
    if (result.status !== 0) giveUp('The packages could not be installed; see the npm output above.')
  }
  writeFileSync(marker, JSON.stringify({ lock, tests }))
}

/** Path of the pinned Node runtime among the installed packages. */
export const pinnedNode = () => {
  const candidates = readdirSync(modules)
    .filter((entry) => /^node-(bin-)?(linux|darwin|win)/.test(entry))
    .flatMap((entry) => [join(modules, entry, 'bin', 'node'), join(modules, entry, 'bin', 'node.exe')])
  const found = candidates.find((path) => existsSync(path))
  if (!found && Number.parseInt(process.versions.node, 10) >= 24) return process.execPath
  if (!found)
    giveUp(`There is no pinned Node for ${process.platform}-${process.arch}; install Node 24 or newer.`)
  return found
}

/** Rejects a Node that is too old and names the required version. */
export const checkNode = () => {
  if (Number.parseInt(process.versions.node, 10) < 20)
    giveUp(`Node ${process.versions.node} is too old; Node 20 or newer is needed.`)
}
