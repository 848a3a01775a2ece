import type { Candle } from '@glasshouse/core/markets/candles'
import type { Price } from '@glasshouse/core/money/units'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/index.ts'
import type { MarketTables } from '../schema.ts'

/** Stored minutes of a market that open at or after an instant and before another, ascending; none without a trade. */
export const listRecordedMinutes = async (
  db: Db,
  pid: number,
  { fromMs, beforeMs, limit }: { readonly fromMs: number; readonly beforeMs: number; readonly limit: number },
): Promise<readonly Candle[]> => {
  const rows = await db
    .withTables<MarketTables>()
    .selectFrom('markets_candle')
    .select(['open_ms', 'open', 'high', 'low', 'close', 'volume', 'turnover'])
    .where('pid', '=', pid)
    .where('interval', '=', '1m')
    .where('open_ms', '>=', fromMs)
    .where('open_ms', '<', beforeMs)
    .orderBy('open_ms')
    .limit(limit)
    .execute()
  return rows.map(({ open_ms, ...candle }) => ({ openMs: open_ms, ...candle }))
}

/** Median of best ask less best bid over the newest ticks of a market that are still in its log; null without any. */
export const findMedianSpread = async (db: Db, pid: number, ticks: number): Promise<Price | null> => {
  const { rows } = await sql<{ spread: bigint | null }>`
    select percentile_disc(0.5) within group (order by spread) as spread from (
      select ask - bid as spread from markets_tick where pid = ${pid} and not late order by n desc limit ${ticks}
    ) as newest`.execute(db)
  return (rows[0]?.spread ?? null) as Price | null
}
