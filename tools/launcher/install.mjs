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

/** Why a Node does not start here, or null: the prebuilt one needs libatomic, which slim systems lack. */
const startProblem = (path) => {
  const { error, status, stderr } = spawnSync(path, ['--version'], { encoding: 'utf8' })
  return status === 0 ? null : (error?.message ?? stderr.trim())
}

const findNode = () => {
  const candidates = readdirSync(modules)
    .filter((entry) => /^node-(bin-)?(linux|darwin|win)/.test(entry))
    .flatMap((entry) => [join(modules, entry, 'bin', 'node'), join(modules, entry, 'bin', 'node.exe')])
  const found = candidates.find((path) => existsSync(path))
  const problem = found ? startProblem(found) : `there is none for ${process.platform}-${process.arch}`
  if (problem === null) return found
  if (Number.parseInt(process.versions.node, 10) >= 24) return process.execPath
  return giveUp(
    `The pinned Node does not start: ${problem}\nInstall Node 24 or newer, or what is missing (libatomic on Debian and Ubuntu: apt-get install libatomic1).`,
  )
}

let known = null

/** Path of the pinned Node runtime among the installed packages; of this one where that does not start and this is new enough. */
export const pinnedNode = () => {
  known ??= findNode()
  return known
}

/** Rejects a Node that is too old and names the required version. */
export const checkNode = () => {
  if (Number.parseInt(process.versions.node, 10) < 20)
    giveUp(`Node ${process.versions.node} is too old; Node 20 or newer is needed.`)
}
