import { AsyncLocalStorage } from 'node:async_hooks'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { withoutApiKey } from '../apiKeys/index.ts'
import type { Database, Db, Tx } from '../database/index.ts'
import { type CommittedEvent, collectPublished, wakeAll } from './commits.ts'
import { applyMarkers, currentMarker, withoutCommitMarker } from './markers.ts'

/** Serialization failures and deadlocks: nothing was committed, so the transaction can be retried. */
const retryable = new Set(['40001', '40P01'])

const isRetryable = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && retryable.has(error.code)

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
 * callback must have no effects outside the transaction. What a part of it asks for behind the end is refused (`refusingPool`).
 */
export const transact = async <T>(db: Db, command: (tx: Tx) => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    const published: CommittedEvent[] = []
    let isWhole = false
    try {
      const result = await db.transaction().execute((tx) =>
        collectPublished(published, async () => {
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

/** The transaction of a pipelined connection in which something is asked for. */
const runningTransaction = new AsyncLocalStorage<{ isOver: boolean }>()

/** A connection on which statements are sent without waiting for the previous ones and run in that order. */
const pipelineFor = (client: pg.PoolClient): Db => {
  const known = pipelines.get(client)
  if (known !== undefined) return known
  const only = {
    query: async (text: string, values: unknown[]) => {
      // Of statements that go together one failed outside the database: what another one of them does next would count by itself.
      if (runningTransaction.getStore()?.isOver === true)
        throw new Error('a statement was asked for behind the end of its transaction')
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
  const made: Db = new Kysely({ dialect: new PostgresDialect({ pool }) })
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
  const running = { isOver: false }
  firstFailures.delete(client)
  try {
    // Waited for: what is sent behind a beginning that failed would count at once and by itself.
    await client.query(beginTogether(limits.commandMs))
    const value = await runningTransaction.run(running, () => body(tx))
    isWhole = true
    running.isOver = true
    const { command } = await client.query('commit')
    if (command !== 'COMMIT') throw new Error('a failed statement rolled back the transaction')
    client.release()
    return value
  } catch (error) {
    running.isOver = true
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
        withoutCommitMarker(() => collectPublished(events, () => onPipeline(client, database, body))),
      )
      wakeAll(events, database.db)
      return result
    } catch (error) {
      if (attempt >= 5 || !(isRetryable(error) || isPlannedBefore(error))) throw error
    }
  }
}
