import type { Tick } from '@glasshouse/core/markets/evidence'
import type { Db } from '../../platform/database/index.ts'
import type { MarketTables } from '../schema.ts'
import { type ProductKey, tickOf } from '../store.ts'

/** The newest stored trades from an instant of the source on, newest first; late and fetched ones are left out. */
export const listNewestTrades = async (
  db: Db,
  { pid, symbol }: ProductKey,
  fromMs: number,
  limit: number,
): Promise<readonly Tick[]> => {
  const rows = await db
    .withTables<MarketTables>()
    .selectFrom('markets_tick')
    .selectAll()
    .where('pid', '=', pid)
    .where('source_ms', '>=', fromMs)
    .where('kind', '=', 'trade')
    .where('late', '=', false)
    .where('fetched', '=', false)
    .orderBy('source_ms', 'desc')
    .orderBy('n', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => tickOf(symbol, row))
}
