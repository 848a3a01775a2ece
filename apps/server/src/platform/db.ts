import { AsyncLocalStorage } from 'node:async_hooks'
import { type ControlledTransaction, Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
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

/** The database or a transaction of it; rooms widen it with their own tables (`db.withTables<…>()`). */
export type Db = Kysely<PlatformTables>
export type Tx = Transaction<PlatformTables> | ControlledTransaction<PlatformTables>

export type Database = {
  readonly db: Db
  readonly pool: pg.Pool
  readonly close: () => Promise<void>
}

/** Opens a pool of `connections`; int8 arrives as number, numeric as bigint. */
export const openDatabase = (url: string, connections: number): Database => {
  const types = new pg.TypeOverrides()
  types.setTypeParser(int8, readInteger)
  types.setTypeParser(numeric, readUnits)
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    types,
    idleTimeoutMillis: 30_000,
    application_name: 'glasshouse',
  })
  // A broken connection is replaced by the pool, and its statement fails where it was asked; without a
  // listener (one for idle connections, one for those in use) it would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const db = new Kysely<PlatformTables>({ dialect: new PostgresDialect({ pool }) })
  return { db, pool, close: () => db.destroy() }
}

/** Serialization failures and deadlocks: nothing was done, the same story may be told again. */
const retryable = new Set(['40001', '40P01'])
const isRetryable = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && retryable.has(error.code)

/** What a request adds to every transaction made on its behalf, inside it and before the commit. */
type BeforeCommit = (tx: Tx) => Promise<void>
const request = new AsyncLocalStorage<BeforeCommit>()

/** Does some work with `beforeCommit` added to each of its transactions. */
export const withBeforeCommit = <T>(beforeCommit: BeforeCommit, work: () => Promise<T>): Promise<T> =>
  request.run(beforeCommit, work)

/** Notes what one transaction announced, so that listeners are woken after its commit and not before. */
const story = new AsyncLocalStorage<{ announced: boolean }>()
const wakers = new Set<() => void>()

/** Called where facts are announced; outside `transact` the dispatcher's poll finds them. */
export const noteAnnounced = (): void => {
  const told = story.getStore()
  if (told !== undefined) told.announced = true
}

/** Tells after every commit in this process that announced something; returns how to stop. */
export const onAnnounced = (wake: () => void): (() => void) => {
  wakers.add(wake)
  return () => wakers.delete(wake)
}

/**
 * Runs one command as one transaction; a thrown refusal or fault undoes all of it. Deadlocks are told again,
 * at most five times, so the story must not act outside the transaction.
 */
export const transact = async <T>(db: Db, tell: (tx: Tx) => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    const told = { announced: false }
    try {
      const result = await db.transaction().execute((tx) =>
        story.run(told, async () => {
          const value = await tell(tx)
          await request.getStore()?.(tx)
          return value
        }),
      )
      if (told.announced) for (const wake of wakers) wake()
      return result
    } catch (error) {
      if (attempt >= 5 || !isRetryable(error)) throw error
    }
  }
}

/** Tells whether the database answers. */
export const isReachable = async (db: Db): Promise<boolean> => {
  try {
    await sql`select 1`.execute(db)
    return true
  } catch {
    return false
  }
}
