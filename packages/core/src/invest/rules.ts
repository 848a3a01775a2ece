/**
 * Interest, early redemption and instants of fixed, compound and trial orders. The server pays by these functions
 * and the page previews with them. Rates are fractions of one for the whole cycle in units of 0.00000001.
 */
import { startOfNextDay } from '../calendar/days.ts'
import { dayMs } from '../calendar/durations.ts'
import { divide, multiplyDivide, parseDecimal, type Units, type Usdt } from '../money/units.ts'

/** A fraction of one in units of 0.00000001: 110000n is 0.0011, that is 0.11 %. */
export type Rate = Units<'rate'>
/** Decimals of a rate. */
export const rateScale = 8
/** Units of a rate that make one whole. */
export const rateOne = 100_000_000n
/** Longest cycle, in days. */
export const maxCycleDays = 1095
/** Amounts of orders are multiples of this, in units. */
export const amountStep = 10_000_000_000n as Usdt

/** Parses a trusted rate, such as a literal; throws on anything else. */
export const rate = (text: string): Rate => {
  const units = parseDecimal(text, rateScale)
  if (units === null) throw new RangeError(`not a rate: ${text}`)
  return units as Rate
}

/** How a cycle pays: every day into the wallet, or all at the end with interest on interest. */
export type InterestMethod = 'fixed' | 'compound'

/** What decides the interest of an order. */
export type InterestTerms = {
  readonly method: InterestMethod
  readonly principal: Usdt
  /** For the whole cycle. */
  readonly rate: Rate
  readonly days: number
}

/**
 * Interest of every day of an order, first day first. They add up to `totalInterest` exactly.
 *
 * Fixed: the total rounded down, divided by the days and rounded down; the last day takes the rest. Compound: each
 * day's rate on the principal grown so far, rounded down.
 *
 * @example accruals({ method: 'fixed', principal: usdt('2700'), rate: rate('0.0011'), days: 7 })
 * // six times 0.42428571, then 0.42428574
 * @example accruals({ method: 'compound', principal: usdt('3300'), rate: rate('0.0135'), days: 90 })
 * // 0.495, 0.49507425, 0.49514851, … 0.50165205
 */
export const accruals = (terms: InterestTerms): readonly Usdt[] =>
  terms.method === 'fixed' ? fixedAccruals(terms) : compoundAccruals(terms)

const fixedAccruals = (terms: InterestTerms): readonly Usdt[] =>
  Array.from({ length: terms.days }, (_, at) => fixedAccrual(terms, at + 1))

const fixedAccrual = ({ principal, rate: of, days }: InterestTerms, day: number): Usdt => {
  const total = multiplyDivide(principal, of, rateOne, 'floor')
  const each = divide(total, BigInt(days), 'floor')
  return (day < days ? each : total - each * BigInt(days - 1)) as Usdt
}

const compoundAccruals = ({ principal, rate: of, days }: InterestTerms): readonly Usdt[] => {
  const divisor = BigInt(days) * rateOne
  let grown: bigint = principal
  return Array.from({ length: days }, () => {
    const interest = multiplyDivide(grown, of, divisor, 'floor')
    grown += interest
    return interest as Usdt
  })
}

/**
 * Interest of one day, counted from 1. `accrued` is the interest of the days before; a compound order earns on it, a
 * fixed one does not.
 *
 * @example accrualOf({ method: 'fixed', principal: usdt('2700'), rate: rate('0.0011'), days: 7 }, 7, usdt('2.54571426')) // 0.42428574
 */
export const accrualOf = (terms: InterestTerms, day: number, accrued: Usdt): Usdt => {
  if (day < 1 || day > terms.days) throw new RangeError(`day ${day} of a cycle of ${terms.days}`)
  if (terms.method === 'fixed') return fixedAccrual(terms, day)
  const divisor = BigInt(terms.days) * rateOne
  return multiplyDivide(terms.principal + accrued, terms.rate, divisor, 'floor') as Usdt
}

/**
 * Interest that an order promises for its whole cycle, which is what its reserve sets aside when it is sold.
 *
 * @example totalInterest({ method: 'fixed', principal: usdt('2700'), rate: rate('0.0011'), days: 7 }) // 2.97
 * @example totalInterest({ method: 'compound', principal: usdt('3300'), rate: rate('0.0135'), days: 90 }) // 44.84868351
 */
export const totalInterest = (terms: InterestTerms): Usdt =>
  terms.method === 'fixed'
    ? (multiplyDivide(terms.principal, terms.rate, rateOne, 'floor') as Usdt)
    : (compoundAccruals(terms).reduce<bigint>((sum, interest) => sum + interest, 0n) as Usdt)

/**
 * Promised interest that the reserve still owes an order: of a fixed one what is not paid yet, of a compound one all of
 * it, because it is paid at the end.
 */
export const unpaidInterest = (method: InterestMethod, promised: Usdt, accrued: Usdt): Usdt =>
  (method === 'fixed' ? promised - accrued : promised) as Usdt

/** What a redemption moves: the fee, the interest that is still paid, and the principal that returns. */
export type RedemptionAmounts = { readonly fee: Usdt; readonly interest: Usdt; readonly principal: Usdt }

/** What decides the amounts of an early redemption; `share` is a fraction of the accrued interest, at most 1. */
type RedemptionInput = {
  readonly method: InterestMethod
  readonly principal: Usdt
  readonly accrued: Usdt
  readonly share: Rate
}

/** A share of the accrued interest, rounded up, never more than it, nor than what the order still holds to take it from. */
const redemptionFee = ({ method, principal, accrued, share }: RedemptionInput): Usdt => {
  const fee = multiplyDivide(accrued, share, rateOne, 'ceil')
  const most = method === 'fixed' && principal < accrued ? principal : accrued
  return (fee > most ? most : fee) as Usdt
}

/**
 * Amounts of an early redemption. Fixed: interest was paid day by day, so the fee comes out of the principal. Compound:
 * the accrued interest less the fee is paid now. Interest already paid included, no one gets back less than the principal.
 *
 * @example redemptionAmounts({ method: 'fixed', principal: usdt('2700'), accrued: usdt('0.84857142'), share: rate('1') })
 * // fee 0.84857142, interest 0, principal 2699.15142858
 */
export const redemptionAmounts = (input: RedemptionInput): RedemptionAmounts => {
  const { method, principal, accrued } = input
  const fee = redemptionFee(input)
  return method === 'fixed'
    ? { fee, interest: 0n as Usdt, principal: (principal - fee) as Usdt }
    : { fee, interest: (accrued - fee) as Usdt, principal }
}

/** Instants of an order on the business calendar, epoch milliseconds. */
export type OrderInstants = {
  /** First midnight that accrues. */
  readonly firstMs: number
  /** Midnight of the last accrual, at which the principal returns. */
  readonly endMs: number
  /** From then on early redemption may be asked for; the end where it never may. */
  readonly redeemableMs: number
}

/**
 * Instants of an order bought at an instant: the first accrual is booked at the next midnight (UTC+1), so a cycle of n
 * days ends at the n-th.
 *
 * @param redeemDays midnights after which early redemption opens; as many as the cycle has days or more: never
 * @example orderInstants(Date.UTC(2027, 0, 10, 11), 7, 1)
 * // first 2027-01-10T23:00Z, end six days later, redeemable from the first
 */
export const orderInstants = (boughtMs: number, days: number, redeemDays: number): OrderInstants => {
  const firstMs = startOfNextDay(boughtMs)
  const midnight = (count: number) => firstMs + (count - 1) * dayMs
  return {
    firstMs,
    endMs: midnight(days),
    redeemableMs: redeemDays === 0 ? boughtMs : midnight(Math.min(redeemDays, days)),
  }
}

/**
 * Whether a running order exempts its customer from the withdrawal fee: bought with own money, past its first midnight.
 */
export const countsAsWealthProduct = (
  order: { readonly principal: Usdt; readonly createdMs: number },
  nowMs: number,
): boolean => order.principal > 0n && startOfNextDay(order.createdMs) <= nowMs
