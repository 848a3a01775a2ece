import {
  type BestPrices,
  type ContractTerms,
  defaultTerms,
  type OpenPosition,
  quantityOf,
  sideFromWire,
  splitPosition,
} from '@glasshouse/core/contracts/rules'
import { DomainError, domainError } from '@glasshouse/core/errors/registry'
import type { Tick } from '@glasshouse/core/markets/evidence'
import type { Product } from '@glasshouse/core/markets/product'
import type { Price, Quantity, Usdt } from '@glasshouse/core/money/units'
import type { Markets } from '../../markets/index.ts'
import type { Platform } from '../../platform/index.ts'
import type { OrderRow } from '../schema.ts'
import type { MarginAccountKey } from '../store/orders.ts'

/** What this room needs of the markets. */
export type ContractMarkets = Pick<Markets, 'product' | 'inForce' | 'depth' | 'keep' | 'onTick'>

/** Ticks are kept, from before an order is judged until its triggers are armed. */
export type TickBufferHandle = { readonly end: () => void }

/** What commands tell the engine that watches prices. */
export type TriggerEngine = {
  /**
   * Begins to keep the ticks of a market, so that none is missed between the judgement and the arming of an order of
   * the wallet.
   */
  readonly follow: (symbol: string, wallet: MarginAccountKey) => TickBufferHandle
  /**
   * Waits until everything that ticks heard until now have reached in a wallet is settled, and returns the newest
   * tick of the market as it was when asked. Throws when that takes longer than 30 seconds; nothing was done then.
   */
  readonly settleReached: (wallet: MarginAccountKey, symbol: string) => Promise<Tick | null>
  /** The same for a wallet that is about to get or to give money, whatever its markets. */
  readonly settleWallet: (wallet: MarginAccountKey) => Promise<void>
  /**
   * Waits until what ticks fired in a wallet is settled. Orders that are being judged right now are not waited for, so
   * that those a customer sends together can share a transaction; without a leader it does not wait.
   */
  readonly settleFired: (wallet: MarginAccountKey) => Promise<void>
  /** A wallet changed and the change is committed; an order that was judged while following is named with it. */
  readonly changed: (
    uid: number,
    levertype: 1 | 2,
    followed?: { readonly orderId: number; readonly following: TickBufferHandle },
  ) => void
}

export type ContractDeps = Pick<Platform, 'settings' | 'clock' | 'database'> & {
  readonly markets: ContractMarkets
  /** Absent without an engine: limit orders and TP/SL are rejected there. */
  readonly engine?: TriggerEngine
}

/** The contract terms of a product. */
export const contractTermsOf = ({
  lot,
  minLots,
  stepLots,
  multiples,
  feeRatePpm,
}: Product): ContractTerms => ({
  ...defaultTerms,
  lot,
  minLots,
  stepLots,
  leverages: multiples,
  feeRatePpm,
})

/** The product with the terms in force now or at an instant, or `notFound`. */
export const productOf = (markets: ContractMarkets, pid: number, atMs?: number): Product => {
  const product = markets.product(pid, atMs)
  if (product === null) throw domainError('notFound')
  return product
}

/** A product on which something new may be opened. Refuses `notFound`, and `notTradable` when staff took it off sale. */
export const tradableProduct = (markets: ContractMarkets, pid: number, atMs?: number): Product => {
  const product = productOf(markets, pid, atMs)
  if (!product.onSale) throw domainError('notTradable')
  return product
}

/** The tick in force, fresh enough to trade on, or `priceChanged`. */
export const requireFreshTick = (markets: ContractMarkets, { symbol }: Product): Tick => {
  const inForce = markets.inForce(symbol)
  if (inForce === null || inForce.stale) throw domainError('priceChanged')
  return inForce.tick
}

/** The newest best prices of a market, stale or not; null when none were ever known. */
export const bestPricesOf = (
  markets: Pick<ContractMarkets, 'product' | 'inForce'>,
  pid: number,
): BestPrices | null => {
  const product = markets.product(pid)
  return product === null ? null : (markets.inForce(product.symbol)?.tick ?? null)
}

/**
 * A reached order is decided: a command that cancels, changes or closes it gets the state after everything is
 * settled that the market had reached in the wallet when the request came. Returns the newest tick heard at that moment.
 */
export const settleReached = async (
  { engine, markets }: ContractDeps,
  { uid, levertype }: MarginAccountKey,
  { symbol }: Pick<Product, 'symbol'>,
): Promise<Tick | null> =>
  engine === undefined
    ? (markets.inForce(symbol)?.tick ?? null)
    : engine.settleReached({ uid, levertype }, symbol)

/**
 * Money that comes or goes after a tick reached something in a contract wallet must not change what that tick decided:
 * a close-out would be judged on a balance it did not have, and the insurance fund would pay what was moved away.
 * Refuses `invalidState` (reason `busy`) when the engine cannot settle within 30 seconds.
 */
export const settleWallet = async (
  { engine }: Pick<ContractDeps, 'engine'>,
  uid: number,
  levertype: 1 | 2,
): Promise<void> => engine?.settleWallet({ uid, levertype })

/** What of a position closes, and what stays; null when all of it closes. */
export type ClosedParts = { readonly closed: OpenPosition; readonly rest: OpenPosition | null }

/** Splits an order by its own lot, from which that of its product may differ since. All lots or more close all of it. */
export const partsOf = (order: OrderRow, lots: number): ClosedParts => {
  const whole = positionOf(order)
  if (lots >= order.lots) return { closed: whole, rest: null }
  const lot = (order.quantity / BigInt(order.lots)) as Quantity
  if (quantityOf(order.lots, lot) !== order.quantity) throw new Error(`order ${order.id} is not whole lots`)
  return splitPosition(whole, lots, lot)
}

/** Fields of an order that is no copy. */
export const notCopied = { copy_of: null, closing_lots: null, closing_for: null } as const

/** An order's row as the rules see it. */
export const positionOf = (order: OrderRow): OpenPosition => ({
  side: sideFromWire(order.type),
  quantity: order.quantity as Quantity,
  openPrice: order.open_price as Price,
  lots: order.lots,
  leverage: order.leverage,
  margin: order.margin as Usdt,
  openFee: order.open_fee as Usdt,
  feeRatePpm: order.fee_rate_ppm,
})

/**
 * Waits for a command and tells the engine that its wallet changed. A command that failed without a refusal
 * may have been committed all the same, so the engine looks then too.
 */
export const notifyEngineAfter = async <Order extends { readonly id: number }>(
  { engine }: ContractDeps,
  { uid, levertype }: { readonly uid: number; readonly levertype: 1 | 2 },
  story: Promise<Order>,
  following?: TickBufferHandle,
): Promise<Order> => {
  try {
    const order = await story
    engine?.changed(uid, levertype, following === undefined ? undefined : { orderId: order.id, following })
    return order
  } catch (error) {
    following?.end()
    if (!(error instanceof DomainError)) engine?.changed(uid, levertype)
    throw error
  }
}
