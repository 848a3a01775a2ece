import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { env, kill } from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { monotonicMs } from '../time/index.ts'
import { archiveSettings, keptLogSettings } from './archive.ts'
import { InvalidDataDirError } from './folder.ts'
import { livingPostmaster, lockFileOf, program, removeDeadLocks, socketPort } from './locks.ts'
import { as, own, type Place } from './place.ts'
import { hasChildEnded, processStartId } from './processes.ts'

/** The leading process of a running PostgreSQL. */
export type Postmaster = {
  readonly pid: number
  /** True if it was left by a killed run and adopted. */
  readonly adopted: boolean
  readonly hasEnded: () => Promise<boolean>
  /** Ends it in order and waits until it has ended. */
  readonly stop: () => Promise<void>
}

/** Address of a cluster: superuser over its socket, or TCP where there is no socket folder. */
export type CallCase = { readonly url: string; readonly tcpPort: number }

/** How long a living postmaster may be unresponsive, milliseconds; a reported startup does not count. */
const silenceMs = 30_000

/** Processes of an earlier postmaster still exist; they end soon. */
class StillInUse extends Error {}

const stillInUse = /lock file .* already exists|shared memory block .* is still in use/i

const logFileOf = ({ folder }: Place): string => join(folder, 'glasshouse.log')

/**
 * Starting: PostgreSQL reports that it is starting or shutting down (57P03), or answers read-only because a restore has
 * not reached its instant yet.
 */
const doorState = async (url: string): Promise<'open' | 'starting' | 'silent'> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ is_restoring: boolean }>(
      'select pg_is_in_recovery() as is_restoring',
    )
    return rows[0]?.is_restoring === true ? 'starting' : 'open'
  } catch (error) {
    return error instanceof pg.DatabaseError && error.code === '57P03' ? 'starting' : 'silent'
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Waits until the cluster responds. Returns false if its postmaster ended, throws if it stays unresponsive. */
const becomesReady = async (place: Place, url: string, postmaster: Postmaster): Promise<boolean> => {
  for (let heardMs = monotonicMs(); ; await wait(25)) {
    const state = await doorState(url)
    if (state === 'open') return true
    if (await postmaster.hasEnded()) return false
    if (state === 'starting') heardMs = monotonicMs()
    else if (monotonicMs() - heardMs > silenceMs)
      throw new InvalidDataDirError(
        `PostgreSQL (process ${postmaster.pid}) of ${place.folder} runs and does not answer for ${silenceMs / 1000} s. ` +
          `End it (kill -INT ${postmaster.pid}) and start again; ${logFileOf(place)} may say more.`,
      )
  }
}

const postmasterOf = (pid: number, adopted: boolean, hasEnded: () => Promise<boolean>): Postmaster => ({
  pid,
  adopted,
  hasEnded,
  stop: async () => {
    if (await hasEnded()) return
    // SIGINT is PostgreSQL's fast shutdown: connections end, committed data is kept.
    kill(pid, 'SIGINT')
    for (let tries = 0; tries < 600 && !(await hasEnded()); tries += 1) await wait(25)
  },
})

const adopt = async (pid: number, place: Place, { url }: CallCase): Promise<Postmaster> => {
  const life = await processStartId(pid)
  const adopted = postmasterOf(pid, true, async () => life === null || (await processStartId(pid)) !== life)
  if (!(await becomesReady(place, url, adopted))) throw new StillInUse()
  return adopted
}

/** Stops the child when this process ends without stopping it, for example after an unhandled rejection. */
const stopAtExit = (child: ChildProcess): void => {
  const stop = (): void => void child.kill('SIGINT')
  process.on('exit', stop)
  child.once('exit', () => process.off('exit', stop))
}

/** A started process with its output. It may end before the log is closed here, as it does beside processes of an earlier one. */
const spawnPostmaster = async (place: Place, tcpPort: number) => {
  if (place.socketFolder !== null) {
    await mkdir(place.socketFolder, { recursive: true, mode: 0o700 })
    await own(place.socketFolder, place.account)
  }
  const log = await open(logFileOf(place), 'a')
  const { size } = await log.stat()
  const listen =
    place.socketFolder === null
      ? ['-c', 'listen_addresses=127.0.0.1', '-p', String(tcpPort)]
      : [
          '-c',
          'listen_addresses=',
          '-c',
          `unix_socket_directories=${place.socketFolder}`,
          '-p',
          `${socketPort}`,
        ]
  const settings = [
    'shared_buffers=64MB',
    'max_connections=60',
    'jit=off',
    // Cached or on SSD: random reads cost about as much as sequential ones.
    'random_page_cost=1.1',
    'max_wal_size=512MB',
    ...(place.keepsLog ? keptLogSettings : []),
    ...(place.archive === null ? [] : archiveSettings(place.archive)),
  ]
  // A separate process group: Ctrl-C in the terminal must reach the product first, which then stops the database.
  const child = spawn(
    join(place.bin, program),
    ['-D', place.folder, ...listen, ...settings.flatMap((setting) => ['-c', setting])],
    {
      ...as(place.account),
      cwd: '/',
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
      // Its messages are parsed below.
      env: { ...env, LC_ALL: 'C' },
    },
  )
  // A process that could not be started has no id.
  child.on('error', () => undefined)
  stopAtExit(child)
  child.unref()
  await log.close()
  const hasEnded = () => hasChildEnded(child)
  const written = async (): Promise<string> =>
    (await readFile(logFileOf(place)).catch(() => Buffer.alloc(0))).subarray(size).toString('utf8')
  return { pid: child.pid ?? -1, hasEnded, written }
}

const launch = async (place: Place, { url, tcpPort }: CallCase): Promise<Postmaster> => {
  await removeDeadLocks(place)
  const { pid, hasEnded, written } = await spawnPostmaster(place, tcpPort)
  const launched = postmasterOf(pid, false, async () => hasEnded())
  if (await becomesReady(place, url, launched)) return launched
  const said = (await written()).trim()
  if (stillInUse.test(said)) throw new StillInUse()
  throw new Error(`PostgreSQL ended while starting:\n${said.split('\n').slice(-8).join('\n')}`)
}

/**
 * Starts the postmaster of a cluster, or adopts the one left running by a killed process.
 *
 * After a kill -9 the processes of the earlier postmaster need a moment to end; meanwhile the start is retried.
 *
 * @param patienceMs how long the start is retried, in milliseconds
 * @throws InvalidDataDirError something still uses the cluster after that
 */
export const startPostmaster = async (
  place: Place,
  door: CallCase,
  patienceMs: number,
): Promise<Postmaster> => {
  const untilMs = monotonicMs() + patienceMs
  for (let pauseMs = 50; ; pauseMs = Math.min(1000, pauseMs * 2)) {
    const living = await livingPostmaster(place)
    try {
      return await (living === null ? launch(place, door) : adopt(living, place, door))
    } catch (error) {
      if (!(error instanceof StillInUse)) throw error
      if (monotonicMs() > untilMs) throw new InvalidDataDirError(whatToDo(place, patienceMs))
    }
    await wait(pauseMs)
  }
}

const whatToDo = (place: Place, patienceMs: number): string =>
  `The database in ${place.folder} is still in use by processes of an earlier run after ${patienceMs / 1000} s. ` +
  `End the postgres processes that name this folder, and start again. Where there are none, ` +
  `restart the machine or the container, or delete ${lockFileOf(place)}.`
