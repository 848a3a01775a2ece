import { exitLevy, performanceFee } from '@glasshouse/core/invest/copy/fees'
import {
  initialUnitPrice,
  type PoolUnits,
  type UnitPrice,
  unitsFor,
  unitsValue,
} from '@glasshouse/core/invest/copy/units'
import type { CopyPart, InvestProductDetail } from '@glasshouse/core/invest/products/view/codec'
import { divide, type Usdt } from '@glasshouse/core/money/units'
import type { PurchaseLimits } from '../purchase.ts'

/** A copy product: one with a lead and a pool. */
export type CopyProductTerms = InvestProductDetail & { readonly copy: CopyPart }

/** Whether a product is a copy product. */
export const isCopyProduct = (product: InvestProductDetail): product is CopyProductTerms =>
  product.copy !== null

/** Limits of one order and what may still enter the pool. */
export const copyLimits = ({ min, max, copy }: CopyProductTerms): PurchaseLimits => ({
  ...{ min, max, capacity: copy.pool.capacity },
})

/** Stop-losses that can be chosen, and the one of an order that names none; percent. */
export const stopLossPercents = { min: 5, max: 95, usual: 40 } as const

/** A typed stop-loss in whole percent; null outside 5 to 95. */
export const stopLossOf = (typed: string): number | null => {
  if (!/^\d{1,2}$/.test(typed)) return null
  const percent = Number.parseInt(typed, 10)
  return percent < stopLossPercents.min || percent > stopLossPercents.max ? null : percent
}

/** Value of the units at which an order leaves: (1 − stop-loss) × money, USDT. */
export const stopLossLimit = (money: Usdt, percent: number): Usdt =>
  divide(money * BigInt(100 - percent), 100n, 'floor') as Usdt

/** Units that an amount would buy at a price; null where the price is 0. */
export const unitsAbout = (money: Usdt, price: UnitPrice): PoolUnits | null =>
  price === 0n ? null : unitsFor(money, price)

const grown = 1_100_000_000n as UnitPrice

/** Fee and levy of an order that grew by a tenth, by the rules of a dealing, USDT. */
export type FeeExample = {
  readonly value: Usdt
  readonly profit: Usdt
  readonly fee: Usdt
  readonly keep: Usdt
  readonly levy: Usdt
  readonly paid: Usdt
}

/**
 * What the lead earns of an order whose units rise from 1 to 1.1, and what leaving at once would pay.
 *
 * @example feeExample(usdt('1000'), 100_000, 1_000)
 *   // value 1100, profit 100, fee 10.00000001, keep 1089.99999999, levy 1.09, paid 1088.90999999
 */
export const feeExample = (money: Usdt, leadFeePpm: number, exitLevyPpm: number): FeeExample => {
  const units = unitsFor(money, initialUnitPrice)
  const value = unitsValue(units, grown)
  const fee = performanceFee({ units, highWaterMark: initialUnitPrice, unitPrice: grown, leadFeePpm })
  const keep = unitsValue((units - fee.units) as PoolUnits, grown)
  const levy = exitLevy(keep, exitLevyPpm)
  return {
    value,
    profit: (value - money) as Usdt,
    fee: (value - keep) as Usdt,
    keep,
    levy,
    paid: (keep - levy) as Usdt,
  }
}
