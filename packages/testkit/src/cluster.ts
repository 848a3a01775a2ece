import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { openDatabase } from '../../../apps/server/src/platform/database/index.ts'
import { openBucket } from './bucket.ts'
import type { TestDatabase } from './database.ts'
import { waitUntil } from './manualFeed.ts'
import { type NatsServer, startNatsCluster } from './natsServer.ts'
import { patientLimits } from './patientLimits.ts'
import { cloneSampleDatabase } from './sampleDatabase.ts'
import { scratchFolder } from './scratch.ts'
import { apiCaller, type Caller } from './testServer.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const main = join(root, 'apps', 'server', 'src', 'main.ts')
/** Compiled code of the product, as `npm start` keeps it: compiling is half the computing of a start. */
const compiled = join(root, 'node_modules', '.cache', 'compiled')
const address = /http:\/\/localhost:(\d+)/

/** What `/readyz` answers; null while the process does not answer. */
export type Readiness = {
  readonly ready: boolean
  readonly waitingFor: readonly string[]
  readonly roles: Readonly<Record<string, string>>
}

/** One process of the product. */
export type Member = Caller & {
  readonly url: string
  readonly pid: number
  readonly readiness: () => Promise<Readiness | null>
  readonly printed: () => string
  readonly signal: (signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT' | 'SIGINT') => void
  /** Its exit code; null when it was killed. */
  readonly exit: Promise<number | null>
}

export type Cluster = {
  readonly database: TestDatabase
  readonly nats: readonly NatsServer[]
  /** Starts a process and returns it once it listens. */
  readonly start: (roles: string, more?: Readonly<Record<string, string>>) => Promise<Member>
  readonly close: () => Promise<void>
}

const readinessOf = async (url: string): Promise<Readiness | null> => {
  try {
    const signal = AbortSignal.timeout(1000)
    return (await (await fetch(`${url}/readyz`, { signal })).json()) as Readiness
  } catch {
    return null
  }
}

/** Waits until a process answers calls. */
export const becomesReady = (member: Member): Promise<void> =>
  waitUntil(async () => (await member.readiness())?.ready === true, 60_000)

/** Waits until a process leads; returns for how long, in milliseconds. */
export const becomesLeading = async (member: Member): Promise<number> => {
  const fromMs = performance.now()
  await waitUntil(async () => (await member.readiness())?.roles.engine === 'leading', 60_000)
  return performance.now() - fromMs
}

/** A database of a test's own server, which that server drops when it ends. */
const databaseAt = (url: string): TestDatabase => {
  const database = openDatabase(url, 4, patientLimits)
  return { ...database, url, drop: database.close }
}

/**
 * Opens a database with the sample, NATS and a store of pictures for processes of the product.
 *
 * @param databaseUrl an own database; null for a clone of the sample
 */
export const openCluster = async (natsNodes: number, databaseUrl: string | null): Promise<Cluster> => {
  const [database, nats, bucket] = await Promise.all([
    databaseUrl === null ? cloneSampleDatabase() : databaseAt(databaseUrl),
    startNatsCluster(natsNodes),
    openBucket(),
  ])
  const children: ChildProcess[] = []
  const folders: { readonly remove: () => Promise<void> }[] = []
  const start: Cluster['start'] = async (ROLES, more = {}) => {
    const folder = await scratchFolder('cluster')
    folders.push(folder)
    const child = spawn(process.execPath, [main], {
      cwd: folder.path,
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: compiled,
        ...{ DATABASE_URL: database.url, NATS_URL: nats.map(({ url }) => url).join(','), ...bucket.settings },
        ...{ DATA_DIR: folder.path, PORT: '0', LOG_LEVEL: 'info', MARKET_SYMBOLS: 'BTCUSDT', ROLES },
        ...{ STATEMENT_TIMEOUT_MS: '10000', COMMAND_TIMEOUT_MS: '2000' },
        ...more,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    children.push(child)
    let printed = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        printed += chunk.toString()
      })
    const exit = once(child, 'exit').then(([code]) => code as number | null)
    await waitUntil(() => {
      if (child.exitCode !== null) throw new Error(`ended with ${child.exitCode}: ${printed}`)
      return address.test(printed)
    }, 90_000)
    const url = `http://127.0.0.1:${address.exec(printed)?.[1]}`
    return {
      ...apiCaller(url),
      ...{ url, pid: child.pid ?? -1 },
      readiness: () => readinessOf(url),
      printed: () => printed,
      signal: (signal) => void child.kill(signal),
      exit,
    }
  }
  return {
    database,
    nats,
    start,
    close: async () => {
      for (const child of children) {
        if (child.exitCode !== null || child.signalCode !== null) continue
        const gone = once(child, 'exit')
        child.kill('SIGKILL')
        await gone
      }
      await Promise.all([
        ...nats.map((node) => node.close()),
        bucket.close(),
        ...folders.map(({ remove }) => remove()),
      ])
      await database.drop()
    },
  }
}
