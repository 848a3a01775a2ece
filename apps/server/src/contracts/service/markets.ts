/** What contracts need of the markets: products, terms, prices in force and snapshots of all of them. */
import type { MarketSnapshot, MarketState } from '@glasshouse/core/contracts/marketSnapshot'
import { type ContractTerms, defaultTerms } from '@glasshouse/core/contracts/rules'
import { domainError } from '@glasshouse/core/errors/registry'
import type { Tick } from '@glasshouse/core/markets/evidence'
import type { Product } from '@glasshouse/core/markets/product'
import type { FollowedMarkets, Markets } from '../../markets/index.ts'

/** What contracts need of the markets. */
export type ContractMarkets = Pick<Markets, 'product' | 'inForce' | 'depth' | 'keep' | 'onTick'>

/** What the engine needs besides; `onFollowing` and `silentMs` are there where another process leads the markets. */
export type EngineMarkets = ContractMarkets &
  Pick<Markets, 'products' | 'onTick' | 'ticksBetween' | 'bestTicksSince'> &
  Partial<Pick<FollowedMarkets, 'onFollowing' | 'silentMs'>>

/** The contract terms of a product. */
export const contractTermsOf = ({
  lot,
  minLots,
  stepLots,
  leverages,
  feeRatePpm,
}: Product): ContractTerms => ({
  ...defaultTerms,
  lot,
  minLots,
  stepLots,
  leverages,
  feeRatePpm,
})

/** The product with the terms in force now or at an instant, or `notFound`. */
export const productOf = (markets: Pick<ContractMarkets, 'product'>, pid: number, atMs?: number): Product => {
  const product = markets.product(pid, atMs)
  if (product === null) throw domainError('notFound')
  return product
}

/** The tick in force, fresh enough to trade on, or `priceChanged`. */
export const requireFreshTick = (markets: ContractMarkets, { symbol }: Product): Tick => {
  const inForce = markets.inForce(symbol)
  if (inForce === null || inForce.stale) throw domainError('priceChanged')
  return inForce.tick
}

const stateNow = (markets: Pick<ContractMarkets, 'inForce'>, product: Product): MarketState => {
  const inForce = markets.inForce(product.symbol)
  return { product, tick: inForce?.tick ?? null, fresh: inForce !== null && !inForce.stale }
}

/** The markets as they are when they are asked for: for what is decided at once, without a pause. */
export const currentMarkets = (markets: Pick<ContractMarkets, 'product' | 'inForce'>): MarketSnapshot => ({
  get: (pid) => {
    const product = markets.product(pid)
    return product === null ? undefined : stateNow(markets, product)
  },
})

/**
 * Takes a snapshot; with a tick, its market is at that tick. What the tick fires is decided by these prices, however long
 * it waits for its turn.
 */
export const captureMarkets = (markets: EngineMarkets, tick?: Tick): MarketSnapshot => {
  const now = new Map<number, MarketState>()
  for (const product of markets.products())
    now.set(
      product.pid,
      tick?.symbol === product.symbol ? { product, tick, fresh: true } : stateNow(markets, product),
    )
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
