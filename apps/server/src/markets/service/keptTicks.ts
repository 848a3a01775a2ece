import type { Tick } from '@glasshouse/core/markets/evidence'
import type { Product } from '@glasshouse/core/markets/product'
import type { Tx } from '../../platform/database/index.ts'
import { insertTicks } from '../store.ts'

/** Retains ticks permanently. Throws a RangeError for one of a market that is no product. */
export const insertKeptTicks = (
  tx: Tx,
  productNamed: (symbol: string) => Product | null,
  ticks: readonly Tick[],
): Promise<void> =>
  insertTicks(
    tx,
    'markets_kept_tick',
    ticks.map((tick) => {
      const pid = productNamed(tick.symbol)?.pid
      if (pid === undefined) throw new RangeError(`no market ${tick.symbol}`)
      return { pid, tick }
    }),
  )
