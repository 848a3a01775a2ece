import { sql } from 'kysely'
import type { Tx } from '../../platform/database/index.ts'

/**
 * Profits and losses of the customers' open contracts at the closing sides of the newest stored ticks, as a liabilities
 * report names them; each position is rounded down, units of 1e-8 USDT. Contracts of pools are not in it.
 */
export const sumFloating = async (tx: Tx): Promise<ReadonlyMap<string, bigint>> => {
  const { rows } = await sql<{ gain: bigint; loss: bigint }>`
    with open as (
      select floor(o.quantity * (case when o.side = 'long' then t.bid - o.open_price else o.open_price - t.ask end)
        / 1000000000) as profit
      from contracts_order o cross join lateral (
        select bid, ask from markets_tick where pid = o.pid order by n desc limit 1
      ) t
      where o.state in ('open', 'closing') and o.uid not between 1001 and 9999
    )
    select coalesce(sum(profit) filter (where profit > 0), 0) as gain,
      coalesce(-sum(profit) filter (where profit < 0), 0) as loss from open`.execute(tx)
  const [{ gain = 0n, loss = 0n } = {}] = rows
  return new Map([
    ['floating.gain', gain],
    ['floating.loss', loss],
  ])
}
