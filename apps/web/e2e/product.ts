import { type ChildProcess, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { scratchFolder as emptyFolder } from '@glasshouse/testkit/scratch'

const root = join(import.meta.dirname, '..', '..', '..')
/** Compiled code of the product, as `npm start` keeps it: compiling is half the computing of a start. */
const compiled = join(root, 'node_modules', '.cache', 'compiled')

export type Product = {
  readonly address: string
  readonly dataFolder: string
  /** Output so far. */
  readonly printed: () => string
  /** Stops with SIGINT and waits; returns the exit code. */
  readonly stop: () => Promise<number | null>
  /** Kills the process with SIGKILL; the database it started keeps running. */
  readonly kill: () => Promise<void>
}

/** Minimal environment, because settings of the test runner (it sets MODE) must not reach the product. */
const environmentOf = (
  dataFolder: string,
  settings: Readonly<Record<string, string>>,
): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  PORT: '0',
  DATA_DIR: dataFolder,
  LOG_LEVEL: 'warn',
  NODE_COMPILE_CACHE: compiled,
  // Machines that run tests are busy.
  STATEMENT_TIMEOUT_MS: '10000',
  COMMAND_TIMEOUT_MS: '2000',
  ...settings,
})

const readyLine = /http:\/\/[\w.:[\]-]+:\d+/

const ended = (child: ChildProcess): Promise<number | null> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve(child.exitCode)
    : new Promise((done) => child.once('exit', (code) => done(code)))

/**
 * Starts the whole product as a separate process on a free port and waits until it is ready. Throws with all
 * output if it exits before that.
 */
export const startProduct = async (
  dataFolder: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<Product> => {
  const child = spawn(process.execPath, [join(root, 'apps/server/src/main.ts')], {
    cwd: root,
    env: environmentOf(dataFolder, environment),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    printed += chunk.toString()
  })
  for (let attempt = 0; attempt < 3600; attempt += 1) {
    if (child.exitCode !== null) throw new Error(`the product exited with ${child.exitCode}:\n${printed}`)
    const address = readyLine.exec(printed)?.[0]
    if (address !== undefined && (await isReady(address)))
      return {
        address,
        dataFolder,
        printed: () => printed,
        stop: () => {
          child.kill('SIGINT')
          return ended(child)
        },
        kill: async () => {
          child.kill('SIGKILL')
          await ended(child)
        },
      }
    await wait(50)
  }
  child.kill('SIGKILL')
  throw new Error(`the product was not ready within 180 s:\n${printed}`)
}

const isReady = async (address: string): Promise<boolean> => {
  try {
    return (await fetch(`${address}/readyz`)).ok
  } catch {
    return false
  }
}

/** Starts the product and expects it to exit with an error; returns output and exit code. */
export const startAndExpectRefusal = async (
  dataFolder: string,
  environment: Readonly<Record<string, string>>,
): Promise<{ code: number | null; printed: string }> => {
  const child = spawn(process.execPath, [join(root, 'apps/server/src/main.ts')], {
    cwd: root,
    env: environmentOf(dataFolder, environment),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
    })
  const giveUp = setTimeout(() => child.kill('SIGKILL'), 30_000)
  const code = await ended(child)
  clearTimeout(giveUp)
  return { code, printed }
}

/** New data folder; `remove` also stops a database that a killed product left running. */
export const scratchFolder = async (): Promise<{ path: string; remove: () => Promise<void> }> => {
  const { path, remove } = await emptyFolder('story')
  return {
    path,
    remove: async () => {
      const text = await readFile(join(path, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '')
      const pid = Number.parseInt(text, 10)
      if (Number.isSafeInteger(pid)) {
        try {
          process.kill(pid, 'SIGINT')
          for (let attempt = 0; attempt < 400; attempt += 1) {
            process.kill(pid, 0)
            await wait(25)
          }
        } catch {
          // The process has exited.
        }
      }
      await remove()
    },
  }
}
