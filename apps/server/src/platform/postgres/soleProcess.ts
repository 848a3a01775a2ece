import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { InvalidSettingsError } from '../settings/index.ts'
import type { Log } from '../telemetry/index.ts'

/** Key of the advisory lock that the one process of a database holds, or that several share. */
const lockKey = '7315208846102'
const retryMs = 500

/** A dead machine closes no connection: the database notices within half a minute. */
const keepAlive = `set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 4;
  set idle_session_timeout = 0`

/** Whether a process has its database to itself or shares it with others over NATS. */
export type Tenancy = 'alone' | 'shared'

export type SoleProcess = { readonly release: () => Promise<void> }

/**
 * Makes this process the only one of its database until it releases it, or one of several that talk over NATS: two that
 * do not would both record prices, and each would not hear of the other's orders. A process that was killed frees its
 * place as soon as its connection ends, so a restart waits for it a moment. A lost connection is opened again.
 *
 * @param patienceMs how long to wait for another process to end
 * @throws InvalidSettingsError another process works on the database and does not share it, or this one does not
 */
export const holdDatabase = async (
  url: string,
  log: Log,
  tenancy: Tenancy,
  patienceMs = 30_000,
): Promise<SoleProcess> => {
  const stopping = new AbortController()
  let client = await acquire(url, tenancy, patienceMs)
  if (client === null)
    throw new InvalidSettingsError([
      'DATABASE_URL: another process of this product works on this database. Give all of them the same NATS_URL, stop the other one, or name another database',
    ])
  const follow = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await ended(client, stopping.signal)
      if (stopping.signal.aborted) return
      log.error('lost the hold on the database, taking it again')
      client = null
      while (client === null && !stopping.signal.aborted) {
        client = await acquire(url, tenancy, 0).catch(() => null)
        if (client === null)
          await wait(retryMs, undefined, { signal: stopping.signal }).catch(() => undefined)
      }
    }
  }
  const following = follow()
  return {
    release: async () => {
      stopping.abort()
      await following
      await client?.end().catch(() => undefined)
    },
  }
}

/** A connection that holds the lock; null when another process kept it for all that time. */
const acquire = async (url: string, tenancy: Tenancy, patienceMs: number): Promise<pg.Client | null> => {
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
      const { rows } = await client.query<{ held: boolean }>(`select ${lock}(${lockKey}) as held`)
      if (rows[0]?.held === true) return client
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

const ended = (client: pg.Client | null, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (client === null || signal.aborted) return resolve()
    client.once('end', () => resolve())
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
