/** What contracts need of the markets: products, terms, prices in force and snapshots of all of them. */
import type { MarketSnapshot, MarketState } from '@glasshouse/core/contracts/marketSnapshot'
import { type ContractTerms, defaultTerms } from '@glasshouse/core/contracts/rules'
import { domainError } from '@glasshouse/core/errors/registry'
import type { Tick } from '@glasshouse/core/markets/evidence'
import type { Product } from '@glasshouse/core/markets/product'
import type { FollowedMarkets, Markets } from '../../markets/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { InvalidSettingsError } from '../../platform/settings/index.ts'
import { listActiveProducts } from '../store/orders.ts'

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

/**
 * Requires that every market with open positions or resting orders is running: in one that was taken off the list no one can close,
 * no stop and no close-out is evaluated, and positions count as if their price were the one they opened at. Practice mode is warned
 * only.
 *
 * @throws InvalidSettingsError `MARKET_SYMBOLS` leaves one out
 */
export const requireMarketsOfOrders = async ({
  settings,
  database,
  markets,
  log,
}: Pick<Platform, 'settings' | 'database' | 'log'> & {
  readonly markets: Pick<EngineMarkets, 'product' | 'products'>
}): Promise<void> => {
  const running = new Set(markets.products().map(({ pid }) => pid))
  const active = await listActiveProducts(database.db)
  const missing = active.flatMap((pid) =>
    running.has(pid) ? [] : [markets.product(pid)?.symbol ?? `${pid}`],
  )
  if (missing.length === 0) return
  if (settings.MODE === 'live')
    throw new InvalidSettingsError([
      `MARKET_SYMBOLS: ${missing.join(', ')} must stay in the list until no position is open and no order rests there`,
    ])
  log.warn({ symbols: missing }, 'positions and orders of markets that are not in MARKET_SYMBOLS stand still')
}
