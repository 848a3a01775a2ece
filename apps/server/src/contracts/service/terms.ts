import {
  type ContractTerms,
  defaultTerms,
  directionOf,
  type HeldPosition,
} from '@glasshouse/core/contracts/rules'
import type { Tick } from '@glasshouse/core/markets/evidence'
import type { Product } from '@glasshouse/core/markets/product'
import type { Price, Quantity, Usdt } from '@glasshouse/core/money/units'
import { refuse } from '@glasshouse/core/refusals/registry'
import type { Markets } from '../../markets/index.ts'
import type { Platform } from '../../platform/index.ts'
import type { OrderRow } from '../schema.ts'

/** What this room needs of the markets. */
export type ContractMarkets = Pick<Markets, 'product' | 'inForce' | 'keep'>

export type ContractDeps = Pick<Platform, 'settings' | 'clock' | 'database'> & {
  readonly markets: ContractMarkets
}

/** What the house offers on a product. */
export const termsOf = ({ lot, minLots, stepLots, multiples }: Product): ContractTerms => ({
  ...defaultTerms,
  lot,
  minLots,
  stepLots,
  leverages: multiples,
})

/** The product, or `notFound`. */
export const productOf = (markets: ContractMarkets, pid: number): Product => {
  const product = markets.product(pid)
  if (product === null) throw refuse('notFound')
  return product
}

/** The tick in force, fresh enough to trade on, or `priceMoved`. */
export const freshTick = (markets: ContractMarkets, { symbol }: Product): Tick => {
  const inForce = markets.inForce(symbol)
  if (inForce === null || inForce.stale) throw refuse('priceMoved')
  return inForce.tick
}

/** An order's row as the rules see it. */
export const positionOf = (order: OrderRow): HeldPosition => ({
  direction: directionOf(order.type),
  quantity: order.quantity as Quantity,
  openPrice: order.open_price as Price,
  lots: order.lots,
  leverage: order.leverage,
  margin: order.margin as Usdt,
  openFee: order.open_fee as Usdt,
})
