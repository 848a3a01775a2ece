import type { AiBacktest, AiLive } from '@glasshouse/core/ai/wire'
import type { Selectable } from 'kysely'
import type { Db } from '../../platform/database/index.ts'
import type { AiTables } from '../schema.ts'

export type BacktestRow = Selectable<AiTables['ai_backtest']>

const tables = (db: Db) => db.withTables<AiTables>()

/** The newest backtest of every market, or of one. */
export const listBacktests = (db: Db, pid: number | null): Promise<readonly BacktestRow[]> =>
  tables(db)
    .selectFrom('ai_backtest')
    .selectAll()
    .$if(pid !== null, (query) => query.where('pid', '=', pid ?? 0))
    .orderBy('pid')
    .execute()

/** Stores the backtest of a market in place of the one before. */
export const upsertBacktest = async (
  db: Db,
  row: {
    readonly pid: number
    readonly day: number
    readonly atMs: number
    readonly result: AiBacktest
    readonly live: AiLive
  },
): Promise<void> => {
  const values = {
    day: row.day,
    computed_ms: row.atMs,
    result: JSON.stringify(row.result),
    live: JSON.stringify(row.live),
  }
  await tables(db)
    .insertInto('ai_backtest')
    .values({ pid: row.pid, ...values })
    .onConflict((conflict) => conflict.column('pid').doUpdateSet(values))
    .execute()
}
