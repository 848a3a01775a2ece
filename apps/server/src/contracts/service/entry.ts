import type { EntryEvidence } from '@glasshouse/core/contracts/wire'
import { type Tick, tickEvidence } from '@glasshouse/core/markets/evidence'
import type { Product } from '@glasshouse/core/markets/product'
import { nextTick } from '../../markets/index.ts'
import { type ContractDeps, requireFreshTick } from './terms.ts'

/** The two ticks between which an order at the market fills at the worse one. */
export type EntryTicks = {
  /** When the order was accepted; epoch milliseconds. */
  readonly acceptedMs: number
  readonly windowMs: number
  /** In force at the acceptance. */
  readonly accepted: Tick
  /** The first tick within the window; null when none came. */
  readonly next: Tick | null
}

/**
 * Accepts an order now and waits for the first tick within the window, outside any queue and transaction: other orders
 * go on, and nothing is moved when the process ends meanwhile. Null where the order does not fill at the tick in force.
 *
 * @throws priceChanged no live price
 */
export const awaitEntry = async (
  { clock, markets }: Pick<ContractDeps, 'clock' | 'markets'>,
  product: Product,
  windowMs: number,
  isFilledAt: (tick: Tick) => boolean,
): Promise<EntryTicks | null> => {
  if (windowMs === 0) return null
  const accepted = requireFreshTick(markets, product)
  if (!isFilledAt(accepted)) return null
  const acceptedMs = clock.now()
  const next = await nextTick(markets, { symbol: product.symbol, fromMs: acceptedMs, waitMs: windowMs })
  return { acceptedMs, windowMs, accepted, next }
}

/** Converts the ticks of an entry to their form in receipts. */
export const entryEvidence = ({ acceptedMs, windowMs, accepted, next }: EntryTicks): EntryEvidence => ({
  acceptedTime: acceptedMs,
  windowMs,
  accepted: tickEvidence(accepted),
  next: next === null ? null : tickEvidence(next),
})
