/** All markets at one instant: the only prices that a decision sees. */
import type { Tick } from '../markets/evidence.ts'
import type { Product } from '../markets/product.ts'

/** A market at one instant: its product, its newest tick, and whether that tick is young enough to trade on. */
export type MarketState = { readonly product: Product; readonly tick: Tick | null; readonly fresh: boolean }

/** Every market at one instant, by product id; undefined for a product that does not exist. */
export type MarketSnapshot = { readonly get: (pid: number) => MarketState | undefined }

/** The latest tick of a market while it is young enough to trade on, otherwise null. */
export const freshTickOf = (at: MarketSnapshot, pid: number): Tick | null => {
  const market = at.get(pid)
  return market?.fresh === true ? market.tick : null
}

/** A snapshot with the newest ticks of some markets since, by symbol. */
export const advanceSnapshot = (
  before: MarketSnapshot,
  newest: ReadonlyMap<string, Tick>,
): MarketSnapshot => ({
  get: (pid) => {
    const market = before.get(pid)
    const tick = market === undefined ? undefined : newest.get(market.product.symbol)
    return market === undefined || tick === undefined ? market : { ...market, tick, fresh: true }
  },
})
