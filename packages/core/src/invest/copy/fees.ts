/** What an order of a copy pool pays: the lead's performance fee in units, and the levy of an exit between periods. */
import { divide, multiplyDivide, type Usdt } from '../../money/units.ts'
import { type PoolUnits, type UnitPrice, unitsValue } from './units.ts'

const million = 1_000_000n

/** Input of `performanceFee`. */
export type PerformanceFeeInput = {
  readonly units: PoolUnits
  /** Highest unit price at which a fee was settled; at first the price at which the order entered. */
  readonly highWaterMark: UnitPrice
  /** U_out of the dealing. */
  readonly unitPrice: UnitPrice
  /** Share of new profit, in parts per million. */
  readonly leadFeePpm: number
}

/** Units that are cancelled for the fee, the amount the lead receives (USDT), and the mark afterwards. */
export type PerformanceFee = {
  readonly units: PoolUnits
  readonly paid: Usdt
  readonly highWaterMark: UnitPrice
}

/**
 * Performance fee of one order on its profit above the high-water mark: units × (U_out − hwm) × fee ÷ U_out, rounded up
 * at 8 decimals, are cancelled, and the lead receives their value rounded down. The mark never falls.
 *
 * @see product specification, investment, section 6 "Performance fee"
 * @example performanceFee({ units: 1200, highWaterMark: 1, unitPrice: 1.037991549, leadFeePpm: 100_000 })
 *   // units 4.39212235, paid 4.55898588, highWaterMark 1.037991549
 */
export const performanceFee = (input: PerformanceFeeInput): PerformanceFee => {
  const { units, highWaterMark, unitPrice, leadFeePpm } = input
  const gain = unitPrice - highWaterMark
  if (gain <= 0n) return { units: 0n as PoolUnits, paid: 0n as Usdt, highWaterMark }
  const cancelled = divide(units * gain * BigInt(leadFeePpm), unitPrice * million, 'ceil') as PoolUnits
  return { units: cancelled, paid: unitsValue(cancelled, unitPrice), highWaterMark: unitPrice }
}

/**
 * Levy of an exit between two periods: a share of the value in parts per million, rounded up, USDT. It stays in the pool.
 *
 * @see product specification, investment, section 6 "Ending"
 * @example exitLevy(usdt('1241.03087291'), 1_000) // 1.24103088
 */
export const exitLevy = (value: Usdt, exitLevyPpm: number): Usdt =>
  multiplyDivide(value, BigInt(exitLevyPpm), million, 'ceil') as Usdt

/** A payment to a follower, divided by its transaction types. */
export type FollowerPayment = {
  /** Up to the money put in: principal returned, transaction type 22. */
  readonly principal: Usdt
  /** What is above it: investment income, transaction type 21. */
  readonly income: Usdt
}

/**
 * Divides a payment into principal (up to the money put in) and income (above it), USDT.
 *
 * @see product specification, investment, section 6, table of events
 * @example followerPayment(usdt('1239.78984203'), usdt('1200')) // principal 1200, income 39.78984203
 */
export const followerPayment = (paid: Usdt, money: Usdt): FollowerPayment => {
  const principal = paid < money ? paid : money
  return { principal, income: (paid - principal) as Usdt }
}
