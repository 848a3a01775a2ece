import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { env, kill } from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { processTree } from './processes.ts'

const repository = join(import.meta.dirname, '..', '..', '..')

/** A copy of the working tree without ignored files, like a fresh clone. */
export type RepositoryCopy = { readonly folder: string; readonly remove: () => Promise<void> }

/** Copies the repository into a temporary folder. */
export const copyRepository = async (): Promise<RepositoryCopy> => {
  const folder = await mkdtemp(join(tmpdir(), 'glasshouse-bench-'))
  // The account PostgreSQL runs as must be able to enter the folder.
  await chmod(folder, 0o755)
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: repository,
    encoding: 'utf8',
  })
  for (const path of new Set(listed.split('\0'))) {
    if (path === '') continue
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await cp(join(repository, path), join(folder, path)).catch((error: NodeJS.ErrnoException) => {
      // Deleted in the working tree and still listed by git.
      if (error.code !== 'ENOENT') throw error
    })
  }
  return { folder, remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }) }
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}

/** The product as started by `npm start`. */
export type RunningProduct = {
  readonly pid: number
  /** From the command to the first "ready", milliseconds. */
  readonly readyAfterMs: number
  readonly origin: string
  readonly stop: () => Promise<void>
}

const isReady = (origin: string): Promise<boolean> =>
  fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(2000) }).then(
    (answer) => answer.ok,
    () => false,
  )

const isAlive = (pid: number): boolean => {
  try {
    kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Stops the product like Ctrl-C, and kills it after twenty seconds. */
const stopTree = async (child: ChildProcess): Promise<void> => {
  const { pid } = child
  if (pid === undefined) return
  const pids = await processTree(pid)
  kill(-pid, 'SIGINT')
  for (let tries = 0; tries < 200 && pids.some(isAlive); tries += 1) await wait(100)
  for (const left of pids.filter(isAlive)) kill(left, 'SIGKILL')
}

/** Starts the product with `npm start` in a folder and waits until it is ready. */
export const startProduct = async (
  folder: string,
  settings: Readonly<Record<string, string>>,
  mostMs: number,
): Promise<RunningProduct> => {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const startedAt = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: folder,
    // A separate process group, so that only this process receives Ctrl-C.
    detached: true,
    env: { ...env, NODE_ENV: 'production', LOG_LEVEL: 'warn', ...settings, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said = `${said}${chunk.toString()}`.slice(-4000)
    })
  while (!(await isReady(origin))) {
    const late = performance.now() - startedAt > mostMs
    if (child.exitCode !== null || child.signalCode !== null || late) {
      await stopTree(child).catch(() => undefined)
      throw new Error(
        `the product ${late ? `was not ready within ${mostMs} ms` : 'ended while starting'}:\n${said}`,
      )
    }
    await wait(25)
  }
  const readyAfterMs = performance.now() - startedAt
  return { pid: child.pid ?? -1, readyAfterMs, origin, stop: () => stopTree(child) }
}
