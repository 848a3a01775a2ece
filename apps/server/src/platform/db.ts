import { AsyncLocalStorage } from 'node:async_hooks'
import { type ControlledTransaction, Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { withoutApiKey } from './apiKeyContext.ts'
import type { PlatformTables } from './schema.ts'

const int8 = 20
const numeric = 1700

/** int8 columns are ids, counts and instants: safe integers. */
const readInteger = (text: string): number => {
  const value = Number.parseInt(text, 10)
  if (!Number.isSafeInteger(value)) throw new RangeError(`an int8 beyond the safe integers: ${text}`)
  return value
}

/** numeric columns are money, quantities and prices in whole smallest units. */
const readUnits = (text: string): bigint => BigInt(text)

/** The database or a transaction; modules extend it with their tables (`db.withTables<…>()`). */
export type Db = Kysely<PlatformTables>
/** A transaction of the database; what is handed in as `tx` belongs to the caller’s. */
export type Tx = Transaction<PlatformTables> | ControlledTransaction<PlatformTables>

/** How long a statement may run before the database cancels it, waiting for locks included; milliseconds, 0 without a limit. */
export type StatementLimits = {
  /** Of whatever a request or a job does. */
  readonly statementMs: number
  /** Limit of batched transactions, where one slow statement delays every request of the batch. */
  readonly commandMs: number
}

/** The limits of the product as it ships. */
const statementLimits: StatementLimits = { statementMs: 2000, commandMs: 500 }

/** Exports, statements and reports may read for this long, on connections of their own. */
const reportMs = 60_000
const reportConnections = 2
const checkConnections = 2
/** An idle transaction would keep its locks; its connection is closed after this time. */
const idleInTransactionMs = 10_000

/** The connections of a process, by what they are for. */
export type Database = {
  readonly db: Db
  readonly pool: pg.Pool
  /** For long reads: two connections of their own, on which a statement may take a minute. */
  readonly reports: Db
  /** Connections of the checks of the ledger, of the minute and of the day: they neither wait for requests nor hold them up. */
  readonly checks: Db
  readonly limits: StatementLimits
  readonly close: () => Promise<void>
}

/**
 * Opens a pool of `connections`, two more for reports and two for checks; int8 arrives as number, numeric as bigint. A statement that
 * runs longer than its limit is cancelled and undoes its transaction (SQLSTATE 57014).
 */
export const openDatabase = (
  url: string,
  connections: number,
  limits: StatementLimits = statementLimits,
): Database => {
  const pool = openPool(url, connections, limits.statementMs)
  const reportPool = openPool(url, reportConnections, Math.max(reportMs, limits.statementMs))
  const db = new Kysely<PlatformTables>({ dialect: new PostgresDialect({ pool }) })
  const reports = new Kysely<PlatformTables>({ dialect: new PostgresDialect({ pool: reportPool }) })
  const checkPool = openPool(url, checkConnections, limits.statementMs)
  const checks = new Kysely<PlatformTables>({ dialect: new PostgresDialect({ pool: checkPool }) })
  return {
    db,
    pool,
    reports,
    checks,
    limits,
    close: async () => {
      await Promise.all([db.destroy(), reports.destroy(), checks.destroy()])
    },
  }
}

const openPool = (url: string, connections: number, statementMs: number): pg.Pool => {
  const types = new pg.TypeOverrides()
  types.setTypeParser(int8, readInteger)
  types.setTypeParser(numeric, readUnits)
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    types,
    idleTimeoutMillis: 30_000,
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
    // Statements of one transaction that do not wait for each other are sent at once (`transactBatch`).
    pipeline: true,
    application_name: 'glasshouse',
  })
  // The pool replaces a broken connection, and its statement rejects at its caller. Without listeners for idle and for
  // used connections the error would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/**
 * Lets the statements of one transaction run longer than usual, for work that is known to be long; it does not wait
 * for locks any longer than before.
 */
export const extendStatementLimit = async (tx: Tx, limitMs: number): Promise<void> => {
  await sql`
    select set_config('statement_timeout', ${String(limitMs)}, true),
      set_config('lock_timeout', ${String(statementLimits.statementMs)}, true)`.execute(tx)
}

/** Serialization failures and deadlocks: nothing was committed, so the transaction can be retried. */
const retryable = new Set(['40001', '40P01'])
const isRetryable = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && retryable.has(error.code)

/**
 * Added to every transaction of a request, inside it and before the commit. Requests that share a transaction are
 * marked by one statement per distinct `markAll`.
 */
export type CommitMarker<Mine = unknown> = {
  readonly mine: Mine
  /** Marks all requests and returns for each whether it still holds its key. */
  readonly markAll: (tx: Tx, all: readonly Mine[]) => Promise<readonly boolean[]>
  /** Error thrown when the key is lost. */
  readonly lost: () => Error
}
const request = new AsyncLocalStorage<CommitMarker>()

/** Runs `work` with `mark` added to each of its transactions. */
export const withCommitMarker = <T, Mine>(mark: CommitMarker<Mine>, work: () => Promise<T>): Promise<T> =>
  request.run(mark as CommitMarker, work)

/** Marker of the current request; null outside of one. */
export const currentMarker = (): CommitMarker | null => request.getStore() ?? null

/** Applies markers inside a transaction and returns the lost ones. */
export const applyMarkers = async (
  tx: Tx,
  marks: readonly CommitMarker[],
): Promise<readonly CommitMarker[]> => {
  const lost: CommitMarker[] = []
  for (const [markAll, alike] of Map.groupBy(marks, (mark) => mark.markAll)) {
    const held = await markAll(
      tx,
      alike.map(({ mine }) => mine),
    )
    lost.push(...alike.filter((_, at) => held[at] !== true))
  }
  return lost
}

/** A published event with its id. */
export type CommittedEvent = { readonly id: number; readonly kind: string; readonly body: object }
type Waker = (announced: readonly CommittedEvent[], on: Db) => void

/** Events published by one transaction, delivered only after its commit. */
const publishedEvents = new AsyncLocalStorage<CommittedEvent[]>()
const commitListeners = new Set<Waker>()

const wakeAll = (announced: readonly CommittedEvent[], on: Db): void => {
  if (announced.length > 0) for (const wake of commitListeners) wake(announced, on)
}

/** Records published events; outside `transact` the dispatcher's poll finds them. */
export const recordPublished = (announced: readonly CommittedEvent[]): void => {
  publishedEvents.getStore()?.push(...announced)
}

/**
 * Adds a listener for the events and the database of every commit in this process; returns the function that removes
 * it.
 */
export const onCommit = (wake: Waker): (() => void) => {
  commitListeners.add(wake)
  return () => commitListeners.delete(wake)
}

/** One run of a transaction, and the database it runs on. */
export type TransactionRun = { readonly db: Db }
const runs = new WeakMap<Db, TransactionRun>()

/** The run of a transaction started by `transact` or `transactBatch`; null for any other. */
export const runOf = (tx: Tx): TransactionRun | null => runs.get(tx) ?? null

/** Failures of transactions that may have been committed: the commit was sent without a response. */
const uncertainCommits = new WeakSet<object>()

/** Whether a failed transaction may have been committed: the connection was lost during the commit. */
export const isCommitUncertain = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && uncertainCommits.has(error)

/**
 * Runs one command as one transaction; a thrown error rolls it back. Deadlocks are retried, at most five times, so the
 * callback must have no effects outside the transaction.
 */
export const transact = async <T>(db: Db, command: (tx: Tx) => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    const published: CommittedEvent[] = []
    let isWhole = false
    try {
      const result = await db.transaction().execute((tx) =>
        publishedEvents.run(published, async () => {
          runs.set(tx, { db })
          const value = await command(tx)
          const mark = currentMarker()
          if (mark !== null && (await applyMarkers(tx, [mark])).length > 0) throw mark.lost()
          isWhole = true
          return value
        }),
      )
      wakeAll(published, db)
      return result
    } catch (error) {
      if (attempt < 5 && isRetryable(error)) continue
      if (isWhole && typeof error === 'object' && error !== null) uncertainCommits.add(error)
      throw error
    }
  }
}

/** Pipelined connections, each as a separate database. */
const pipelines = new WeakMap<pg.PoolClient, Db>()

/**
 * First failure in the transaction of such a connection. Later statements fail with 25P02, and their callers may see
 * that error first. Report the original error instead.
 */
const firstFailures = new WeakMap<pg.PoolClient, unknown>()

const whatFailedFirst = (client: pg.PoolClient, error: unknown): unknown =>
  error instanceof pg.DatabaseError && error.code === '25P02' ? (firstFailures.get(client) ?? error) : error

/** Names of frequent statements, so that a connection parses and plans each of them once. */
const names = new Map<string, string>()
const maxNames = 100

/** A text whose length depends on its parameters would be a new statement every time and gets no name. */
const nameOf = (text: string, values: readonly unknown[]): string | undefined => {
  const known = names.get(text)
  if (known !== undefined || names.size >= maxNames || values.length > 32) return known
  const made = `together_${names.size + 1}`
  names.set(text, made)
  return made
}

/** A table was changed since a connection planned a named statement; another connection plans it again. */
const isPlannedBefore = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '0A000'

/** A connection on which statements are sent without waiting for the previous ones and run in that order. */
const pipelineFor = (client: pg.PoolClient): Db => {
  const known = pipelines.get(client)
  if (known !== undefined) return known
  const only = {
    query: async (text: string, values: unknown[]) => {
      try {
        return await client.query({ name: nameOf(text, values), text, values })
      } catch (error) {
        if (!firstFailures.has(client)) firstFailures.set(client, error)
        throw error
      }
    },
    release: () => undefined,
  }
  const pool = { connect: async () => only, end: async () => undefined } as unknown as pg.Pool
  const made = new Kysely<PlatformTables>({ dialect: new PostgresDialect({ pool }) })
  pipelines.set(client, made)
  return made
}

/**
 * Batch statements look up as many rows by key as the batch has, whatever table size the planner assumes: a table that
 * has just grown must not be scanned sequentially.
 */
const beginTogether = (commandMs: number): string =>
  `begin; set local statement_timeout = ${commandMs}; set local enable_seqscan = off; set local enable_hashjoin = off; set local enable_mergejoin = off`

const onPipeline = async <T>(
  client: pg.PoolClient,
  { db, limits }: Pick<Database, 'db' | 'limits'>,
  body: (tx: Tx) => Promise<T>,
): Promise<T> => {
  const tx = pipelineFor(client) as Tx
  runs.set(tx, { db })
  let isWhole = false
  firstFailures.delete(client)
  try {
    // Waited for: what is sent behind a beginning that failed would count at once and by itself.
    await client.query(beginTogether(limits.commandMs))
    const value = await body(tx)
    isWhole = true
    const { command } = await client.query('commit')
    if (command !== 'COMMIT') throw new Error('a failed statement rolled back the transaction')
    client.release()
    return value
  } catch (error) {
    if (isWhole && typeof error === 'object' && error !== null) uncertainCommits.add(error)
    const failure = whatFailedFirst(client, error)
    await client.query('rollback').then(
      () => client.release(isPlannedBefore(failure)),
      () => client.release(true),
    )
    throw failure
  }
}

/**
 * Runs one transaction for many: for several requests, whose marks it sets itself (`applyMarkers`), or for whatever
 * a tick fired. Statements that are asked for without waiting in between share a round trip and run in the order
 * in which they were asked for, each within the limit of the command lane. Deadlocks are told again as in `transact`.
 */
export const transactBatch = async <T>(
  database: Pick<Database, 'db' | 'pool' | 'limits'>,
  body: (tx: Tx) => Promise<T>,
): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    const events: CommittedEvent[] = []
    const client = await database.pool.connect()
    try {
      const result = await withoutApiKey(() =>
        request.exit(() => publishedEvents.run(events, () => onPipeline(client, database, body))),
      )
      wakeAll(events, database.db)
      return result
    } catch (error) {
      if (attempt >= 5 || !(isRetryable(error) || isPlannedBefore(error))) throw error
    }
  }
}

/** Whether the database responds. */
export const isReachable = async (db: Db): Promise<boolean> => {
  try {
    await sql`select 1`.execute(db)
    return true
  } catch {
    return false
  }
}
