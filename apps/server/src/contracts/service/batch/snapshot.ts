import type { Tick } from '@glasshouse/core/markets/evidence'
import type { Product } from '@glasshouse/core/markets/product'
import type { Markets } from '../../../markets/index.ts'
import type { ContractMarkets } from '../terms.ts'

/** What the engine needs of the markets. */
export type EngineMarkets = ContractMarkets & Pick<Markets, 'products' | 'onTick' | 'ticksBetween'>

/** A market at one instant: its product, its newest tick, and whether that tick is young enough to trade on. */
export type MarketState = { readonly product: Product; readonly tick: Tick | null; readonly fresh: boolean }

/**
 * Every market at the instant a tick fired something. What the tick fired is judged by these prices, however
 * long it waits for its turn.
 */
export type MarketSnapshot = { readonly get: (pid: number) => MarketState | undefined }

/** The markets as they are when they are asked for: for what is decided at once, without a pause. */
export const currentMarkets = (markets: ContractMarkets): MarketSnapshot => ({
  get: (pid) => {
    const product = markets.product(pid)
    if (product === null) return undefined
    const inForce = markets.inForce(product.symbol)
    return { product, tick: inForce?.tick ?? null, fresh: inForce !== null && !inForce.stale }
  },
})

/** Takes a snapshot; with a tick, its market is at that tick. */
export const captureMarkets = (markets: EngineMarkets, tick?: Tick): MarketSnapshot => {
  const now = new Map<number, MarketState>()
  for (const product of markets.products()) {
    if (tick?.symbol === product.symbol) now.set(product.pid, { product, tick, fresh: true })
    else {
      const inForce = markets.inForce(product.symbol)
      now.set(product.pid, {
        product,
        tick: inForce?.tick ?? null,
        fresh: inForce !== null && !inForce.stale,
      })
    }
  }
  return {
    get: (pid) => {
      const known = now.get(pid)
      if (known !== undefined) return known
      // A market that was taken off the list has no price any more, but may have positions.
      const product = markets.product(pid)
      return product === null ? undefined : { product, tick: null, fresh: false }
    },
  }
}

/** A snapshot with the newest ticks of some markets since. */
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
