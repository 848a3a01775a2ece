import { runState } from '@glasshouse/core/ai/run'
import type { Insertable, Updateable } from 'kysely'
import type { Db, Tx } from '../../platform/database/index.ts'
import type { AiTables, RunRow } from '../schema.ts'

const tables = (db: Db | Tx) => db.withTables<AiTables>()
const active = [runState.waiting, runState.trading] as const

export type NewRun = Insertable<AiTables['ai_run']>
export type RunChange = Updateable<AiTables['ai_run']>

export const insertRun = async (tx: Tx, run: NewRun): Promise<number> => {
  const { id } = await tables(tx).insertInto('ai_run').values(run).returning('id').executeTakeFirstOrThrow()
  return id
}

/** A run, locked until the commit; undefined when there is none. */
export const lockRun = (tx: Tx, id: number): Promise<RunRow | undefined> =>
  tables(tx).selectFrom('ai_run').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const findRun = (db: Db | Tx, id: number): Promise<RunRow | undefined> =>
  tables(db).selectFrom('ai_run').selectAll().where('id', '=', id).executeTakeFirst()

export const updateRun = (tx: Tx, id: number, change: RunChange): Promise<RunRow> =>
  tables(tx).updateTable('ai_run').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

/** The run of a customer that has not ended; at most one. */
export const findActiveRun = (db: Db | Tx, uid: number): Promise<RunRow | undefined> =>
  tables(db)
    .selectFrom('ai_run')
    .selectAll()
    .where('uid', '=', uid)
    .where('state', 'in', active)
    .executeTakeFirst()

/** The newest run of a customer that has ended. */
export const findLastRun = (db: Db, uid: number): Promise<RunRow | undefined> =>
  tables(db)
    .selectFrom('ai_run')
    .selectAll()
    .where('uid', '=', uid)
    .where('state', '=', runState.ended)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Runs that a customer started on a day of the business calendar. */
export const countRunsOfDay = async (db: Db | Tx, uid: number, day: number): Promise<number> => {
  const { total } = await tables(db)
    .selectFrom('ai_run')
    .select((on) => on.fn.countAll<number>().as('total'))
    .where('uid', '=', uid)
    .where('day', '=', day)
    .executeTakeFirstOrThrow()
  return total
}

/** Runs of all customers that have not ended. */
export const countActiveRuns = async (db: Db | Tx): Promise<number> => {
  const { total } = await tables(db)
    .selectFrom('ai_run')
    .select((on) => on.fn.countAll<number>().as('total'))
    .where('state', 'in', active)
    .executeTakeFirstOrThrow()
  return total
}

/**
 * Runs that the worker drives: those that have not judged a candle of a market, those that wait though their time was up at
 * `overMs`, or those whose open trade is to be closed.
 */
export type DrivenRuns =
  | { readonly pid: number; readonly unjudgedMs: number }
  | { readonly overMs: number }
  | 'closing'

/** One page of the runs that the worker drives, by id after one. */
export const listDrivenRuns = (
  db: Db,
  driven: DrivenRuns,
  { afterId, limit }: { readonly afterId: number; readonly limit: number },
): Promise<readonly RunRow[]> => {
  const page = tables(db)
    .selectFrom('ai_run')
    .selectAll()
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
  if (driven === 'closing') return page.where('closing', 'is not', null).execute()
  if ('overMs' in driven)
    return page.where('state', '=', runState.waiting).where('until_ms', '<=', driven.overMs).execute()
  return page
    .where('pid', '=', driven.pid)
    .where('state', 'in', active)
    .where('last_candle_ms', '<', driven.unjudgedMs)
    .execute()
}

export type RunQuery = {
  readonly uid: number
  readonly direction: 'asc' | 'desc'
  readonly offset: number
  readonly limit: number
}

/** One page of a customer's runs and how many there are in all. */
export const listRuns = async (
  db: Db,
  { uid, direction, offset, limit }: RunQuery,
): Promise<{ readonly runs: readonly RunRow[]; readonly total: number }> => {
  const own = tables(db).selectFrom('ai_run').where('uid', '=', uid)
  const [{ total }, runs] = await Promise.all([
    own.select((on) => on.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    own.selectAll().orderBy('id', direction).offset(offset).limit(limit).execute(),
  ])
  return { runs, total }
}
