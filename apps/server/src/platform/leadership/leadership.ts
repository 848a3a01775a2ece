import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db, Tx } from '../database/index.ts'
import type { Log } from '../telemetry/index.ts'

/** A leader that did not renew its lease for this long may be replaced; milliseconds. */
const leaseMs = 3000
/** The same for a leader whose connection is gone, as that of a killed process is at once. */
const goneMs = 1000
/** A leader that reaches no other process for this long may be replaced by a standby that did meanwhile. */
const cutOffMs = 1500
const renewEveryMs = 400
const tryEveryMs = 250

const nowMs = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`

/** What one process of a database does at a time; each has a lease of its own in a table of one row. */
export type Lease = 'platform_leader' | 'platform_market_leader'

/** What a leader stores with its lease. */
const renewal = sql`until_ms = ${nowMs} + ${leaseMs}::bigint, backend = pg_backend_pid()`

/**
 * Takes a lease that expired and returns the number of the new term; null while another process has it.
 *
 * @param isReaching this process reaches the others, so it may replace one that does not
 */
const acquireLease = (db: Db, lease: Lease, isReaching: boolean): Promise<number | null> =>
  db.transaction().execute(async (tx) => {
    // The strong lock: it waits for a write that has proven its term and is not committed yet.
    const free = await sql`
      select from ${sql.table(lease)} where until_ms < ${nowMs}
        or until_ms < ${nowMs} + ${leaseMs - goneMs}::bigint
          and not exists (select from pg_stat_activity where pid = backend)
        or ${isReaching} and cut_off_since_ms < ${nowMs} - ${cutOffMs}::bigint
      for update`.execute(tx)
    if (free.rows.length === 0) return null
    const { rows } = await sql<{ term: number }>`
      update ${sql.table(lease)} set term = term + 1, cut_off_since_ms = null, ${renewal}
      returning term`.execute(tx)
    return rows[0]?.term ?? null
  })

/** Extends the lease of a term, also an expired one that no other process took; false when one did. */
const renewLease = async (db: Db, lease: Lease, term: number, isCutOff: boolean): Promise<boolean> => {
  const { rows } = await sql`
    update ${sql.table(lease)} set ${renewal},
      cut_off_since_ms = case when ${isCutOff} then coalesce(cut_off_since_ms, ${nowMs}) end
    where term = ${term} returning term`.execute(db)
  return rows.length === 1
}

const releaseLease = async (db: Db, lease: Lease, term: number): Promise<void> => {
  await sql`update ${sql.table(lease)} set until_ms = 0 where term = ${term}`.execute(db)
}

/** A write by a leader that was replaced. */
export class LeadershipLostError extends Error {
  constructor(term: number) {
    super(`another process took over after term ${term}`)
    this.name = 'LeadershipLost'
  }
}

/**
 * Proves inside a transaction that a term is the newest, and keeps it the newest until its end.
 *
 * @throws LeadershipLostError another process took over
 */
export const assertLeading = async (tx: Tx, term: number): Promise<void> => {
  const { rows } = await sql<{ term: number }>`select term from platform_leader for key share`.execute(tx)
  if (rows[0]?.term !== term) throw new LeadershipLostError(term)
}

/** The name of this database among those that share a NATS server. */
export const databaseName = async (db: Db): Promise<string> => {
  const { rows } = await sql<{ name: string }>`
    select 'glasshouse_' || left(md5(id::text || current_database()), 12) as name from platform_leader`.execute(
    db,
  )
  const [row] = rows
  if (row === undefined) throw new Error('the row of platform_leader is missing')
  return row.name
}

type Candidate = {
  readonly taken: (term: number) => void
  readonly lost: (term: number) => void
  /** Whether this process reaches the others. */
  readonly isConnected: () => boolean
}

export type Candidacy = {
  /** Gives the lease back, so that a standby takes over at once. */
  readonly close: () => Promise<void>
}

/**
 * Tries to take a lease, as the leader of a database has it, and keeps it until it is closed: `taken` is told the term. A process whose
 * lease was taken hears `lost` and must end: what it knows in memory is not true any more.
 *
 * @param db connections of its own, so that no load delays the renewal
 */
export const standForLeader = (
  db: Db,
  lease: Lease,
  log: Log,
  { taken, lost, isConnected }: Candidate,
): Candidacy => {
  let own: number | null = null
  /** For how long this process has reached the others while it stands by. */
  let reachingMs = 0
  const closing = new AbortController()
  /** Takes or renews the lease; returns how long to wait. */
  const beat = async (): Promise<number> => {
    if (own === null) {
      reachingMs = isConnected() ? reachingMs + tryEveryMs : 0
      own = await acquireLease(db, lease, reachingMs > cutOffMs)
      if (own === null) return tryEveryMs
      log.info({ term: own, lease }, 'this process leads')
      taken(own)
    } else if (!(await renewLease(db, lease, own, !isConnected()))) {
      const term = own
      own = null
      closing.abort()
      lost(term)
    }
    return renewEveryMs
  }
  const beatOn = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      const waitMs = await beat().catch((err: unknown) => {
        log.warn({ err }, 'the lease of the leader could not be read or renewed, retrying')
        // The process that led before an outage of the database renews first.
        return own === null ? leaseMs : tryEveryMs
      })
      await pause(waitMs, undefined, { signal: closing.signal }).catch(() => undefined)
    }
  }
  const beating = beatOn()
  return {
    close: async () => {
      closing.abort()
      await beating
      if (own !== null)
        await releaseLease(db, lease, own).catch((err: unknown) =>
          log.warn({ err }, 'lease release failed; it will expire'),
        )
      own = null
    },
  }
}
