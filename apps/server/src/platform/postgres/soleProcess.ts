import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { InvalidSettingsError } from '../settings/index.ts'
import type { Log } from '../telemetry/index.ts'

/** Key of the advisory lock that the one process of a database holds, or that several share. */
const lockKey = '7315208846102'
const retryMs = 500
const farewellMs = 1000

/** A dead machine closes no connection: the database notices within half a minute. */
const keepAlive = `set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 4;
  set idle_session_timeout = 0`

/** Whether a process has its database to itself or shares it with others over NATS. */
export type Tenancy = 'alone' | 'shared'

export type SoleProcess = { readonly release: () => Promise<void> }

/** How patient a hold is; tests are less patient. */
export type HoldPatience = {
  /** How long to wait for another process to end. */
  readonly patienceMs: number
  /** How often the connection is probed; one that does not answer for as long is lost. */
  readonly probeMs: number
}
const usualPatience: HoldPatience = { patienceMs: 30_000, probeMs: 5000 }

/** A session of the database: the number of its process, and when that began, because numbers are used again. */
type Session = { readonly pid: number; readonly since: string | null }
type Hold = { readonly client: pg.Client; readonly session: Session }

/**
 * Makes this process the only one of its database until it releases it, or one of several that talk over NATS: two that
 * do not would both record prices, and each would not hear of the other's orders. A process that was killed frees its
 * place as soon as its connection ends, so a restart waits for it a moment. A lost connection is opened again, unless another
 * process took the place meanwhile, as one does that was started because this one stood still or was cut off.
 *
 * @param taken told once that another process has the place: this one must end
 * @throws InvalidSettingsError another process works on the database and does not share it, or this one does not
 */
export const holdDatabase = async (
  url: string,
  log: Log,
  tenancy: Tenancy,
  taken: (reason: Error) => void,
  { patienceMs, probeMs }: HoldPatience = usualPatience,
): Promise<SoleProcess> => {
  const stopping = new AbortController()
  let hold = await acquire(url, tenancy, patienceMs, null)
  if (hold === null)
    throw new InvalidSettingsError([
      'DATABASE_URL: another process of this product works on this database. Give all of them the same NATS_URL, stop the other one, or name another database',
    ])
  const takeAgain = async (former: Session): Promise<Hold | null> => {
    while (!stopping.signal.aborted) {
      const next = await acquire(url, tenancy, 0, former).catch((err: unknown) => {
        log.debug({ err }, 'the hold on the database could not be taken yet, retrying')
        return 'retry' as const
      })
      if (next !== 'retry') return next
      await wait(retryMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
    return null
  }
  const follow = async (): Promise<void> => {
    while (hold !== null && !stopping.signal.aborted) {
      await ended(hold.client, probeMs, stopping.signal)
      if (stopping.signal.aborted) return
      log.error('lost the hold on the database, taking it again')
      hold = await takeAgain(hold.session)
    }
    if (stopping.signal.aborted) return
    taken(new Error('Another process works on this database since this one lost its connection to it.'))
  }
  const following = follow()
  return {
    release: async () => {
      stopping.abort()
      await following
      // A connection that is gone without a word answers nothing.
      await Promise.race([hold?.client.end().catch(() => undefined), wait(farewellMs, null, { ref: false })])
    },
  }
}

/**
 * A connection that holds the lock; null when another process kept it for all that time.
 *
 * @throws when the database cannot be reached, or did not notice yet that this process's former connection is gone
 */
const acquire = async (
  url: string,
  tenancy: Tenancy,
  patienceMs: number,
  former: Session | null,
): Promise<Hold | null> => {
  const lock = tenancy === 'alone' ? 'pg_try_advisory_lock' : 'pg_try_advisory_lock_shared'
  const client = new pg.Client({
    connectionString: url,
    application_name: 'glasshouse-hold',
    keepAlive: true,
  })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query(keepAlive)
    for (let waited = 0; ; waited += retryMs) {
      const { rows } = await client.query<Session & { held: boolean }>(
        `select ${lock}(${lockKey}) as held, pid, backend_start::text as since
         from pg_stat_activity where pid = pg_backend_pid()`,
      )
      const [row] = rows
      if (row?.held === true) return { client, session: row }
      if (former !== null && (await isHeldBy(client, former)))
        throw new Error('the database did not notice yet that the former connection is gone')
      if (waited >= patienceMs) break
      await wait(retryMs)
    }
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
  await client.end()
  return null
}

/** Whether a session alone has the place of a process that is alone. */
const isHeldBy = async (client: pg.Client, { pid, since }: Session): Promise<boolean> => {
  const { rows } = await client.query<Session>(
    `select a.pid, a.backend_start::text as since from pg_locks l join pg_stat_activity a on a.pid = l.pid
     where l.locktype = 'advisory' and l.granted and l.objsubid = 1
       and l.database = (select oid from pg_database where datname = current_database())
       and l.classid::bigint << 32 | l.objid::bigint = $1`,
    [lockKey],
  )
  return rows.every((holder) => holder.pid === pid && holder.since === since)
}

/** Resolves when a connection is gone: told so, or because it does not answer. */
const ended = (client: pg.Client, probeMs: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve()
    let isAnswering = true
    const over = (): void => {
      clearInterval(probing)
      resolve()
    }
    const probing = setInterval(() => {
      if (!isAnswering) {
        void client.end().catch(() => undefined)
        return over()
      }
      isAnswering = false
      client.query('select').then(() => {
        isAnswering = true
      }, over)
    }, probeMs).unref()
    client.once('end', over)
    signal.addEventListener('abort', over, { once: true })
  })
