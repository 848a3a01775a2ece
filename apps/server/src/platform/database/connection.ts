import { Socket } from 'node:net'
import { type ControlledTransaction, Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { refusingPool } from './refusingPool.ts'
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

/** The longest that a report or a check lets one statement run (`extendStatementLimit`). */
const maxStatementMs = 600_000

/**
 * Beyond its limit a statement is cancelled, so a connection that says nothing for so much longer leads to a machine that is
 * gone. The system would wait a quarter of an hour for it.
 */
const silentMs = 30_000

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
  const pool = openPool(url, connections, limits.statementMs, limits.statementMs)
  const reportPool = openPool(url, reportConnections, Math.max(reportMs, limits.statementMs), maxStatementMs)
  const db = new Kysely<PlatformTables>({ dialect: new PostgresDialect({ pool: refusingPool(pool) }) })
  const reports = new Kysely<PlatformTables>({
    dialect: new PostgresDialect({ pool: refusingPool(reportPool) }),
  })
  const checkPool = openPool(url, checkConnections, limits.statementMs, maxStatementMs)
  const checks = new Kysely<PlatformTables>({
    dialect: new PostgresDialect({ pool: refusingPool(checkPool) }),
  })
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

/** A socket that is given up once it has neither said nor heard anything for a time. */
const openSocket = (quietMs: number): Socket => {
  const socket = new Socket()
  return socket.setTimeout(quietMs, () => {
    const error = Object.assign(new Error('the database said nothing'), { code: 'ETIMEDOUT' })
    socket.destroy(error)
  })
}

/** @param maxOfPoolMs how long one of its statements may run with an extended limit */
const openPool = (url: string, connections: number, statementMs: number, maxOfPoolMs: number): pg.Pool => {
  const types = new pg.TypeOverrides()
  types.setTypeParser(int8, readInteger)
  types.setTypeParser(numeric, readUnits)
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    types,
    idleTimeoutMillis: 30_000,
    stream: () => openSocket(maxOfPoolMs + silentMs),
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
    // The batches switch off sequential scans, which the planner counts as enormous costs. PostgreSQL as it ships would compile each
    // such statement, longer than the limit of the batch.
    options: '-c jit=off',
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

/**
 * Lets the statements of one transaction look rows up by key, whatever the planner believes about sizes: for a part of large
 * tables, which may have just grown.
 */
export const updatePlannerForKeys = async (tx: Tx): Promise<void> => {
  await sql`
    select set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true),
      set_config('enable_mergejoin', 'off', true)`.execute(tx)
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
