/**
 * Loans secured by own fixed and compound orders: value of the security, limit, interest, which orders are pledged and
 * which are redeemed. The server lends by these functions and the page previews with them.
 */
import { startOfNextDay } from '../calendar/days.ts'
import { dayMs } from '../calendar/durations.ts'
import { type InterestMethod, type Rate, redemptionAmounts } from '../invest/rules.ts'
import { divide, multiplyDivide, type Usdt } from '../money/units.ts'

/** Limits and amounts of loans are multiples of this: 10 USDT. */
export const loanStep = 1_000_000_000n as Usdt
const ppmOne = 1_000_000n
const percentOne = 100n

/** An order as far as it can secure a loan; instants of the business calendar. */
export type CollateralOrder = {
  readonly id: number
  readonly method: InterestMethod
  readonly principal: Usdt
  readonly accrued: Usdt
  /** Share of the accrued interest that early redemption costs. */
  readonly redeemFee: Rate
  readonly endsMs: number
  readonly isRedeeming: boolean
  readonly isPledged: boolean
}

/** Why an order does not count for a loan; the names are on the wire. */
export type NotCounted = 'redeeming' | 'pledged' | 'endsEarly'

/**
 * What an early redemption now would return of the principal.
 *
 * @example redemptionValue of a fixed order of 2700 that was paid 0.84857142 so far: 2699.15142858
 */
export const redemptionValue = ({
  method,
  principal,
  accrued,
  redeemFee,
}: Pick<CollateralOrder, 'method' | 'principal' | 'accrued' | 'redeemFee'>): Usdt =>
  redemptionAmounts({ method, principal, accrued, share: redeemFee }).principal

/** Why an order does not count for a loan due at an instant; null when it counts. No loan outlives its security. */
export const reasonNotCounted = (
  { endsMs, isRedeeming, isPledged }: CollateralOrder,
  dueMs: number,
): NotCounted | null => {
  if (isRedeeming) return 'redeeming'
  if (isPledged) return 'pledged'
  return endsMs < dueMs ? 'endsEarly' : null
}

/** Value of an order as security of a loan due at an instant; 0 where it does not count. */
export const collateralValue = (order: CollateralOrder, dueMs: number): Usdt =>
  reasonNotCounted(order, dueMs) === null ? redemptionValue(order) : (0n as Usdt)

/**
 * The due instant of a loan paid out at an instant: the `days`-th midnight (UTC+1).
 *
 * @example loanDueMs(Date.UTC(2027, 0, 10, 11), 7) // 2027-01-16T23:00Z
 */
export const loanDueMs = (paidMs: number, days: number): number => startOfNextDay(paidMs) + (days - 1) * dayMs

/**
 * The share of its security that a customer can borrow, in halves of a percent: the lower of `loan_ltv` and half the
 * credit score, of which no more than 100 counts.
 *
 * @param ltvPercent the setting, whole percent
 * @example loanShare(100, 50) // 100n, that is 50 %
 * @example loanShare(60, 50) // 60n, that is 30 %
 */
export const loanShare = (score: number, ltvPercent: number): bigint =>
  BigInt(Math.max(0, Math.min(2 * ltvPercent, score, 100)))

/**
 * The most a customer can borrow on values, down to 10 USDT.
 *
 * @param share halves of a percent
 * @example loanLimit([usdt('2699.15142858'), usdt('3300')], 100n) // 2990
 * @example loanLimit([usdt('2699.15142858'), usdt('3300')], 60n) // 1790
 */
export const loanLimit = (values: readonly Usdt[], share: bigint): Usdt => {
  const total = values.reduce<bigint>((sum, value) => sum + value, 0n)
  const most = multiplyDivide(total, share, 2n * percentOne, 'floor')
  return (divide(most, loanStep, 'floor') * loanStep) as Usdt
}

/** An order with its value as security. */
export type ValuedOrder = { readonly id: number; readonly value: Usdt; readonly endsMs: number }

/**
 * The orders that are pledged for an amount: those that end last first, until their values cover amount ÷ share; the
 * rest stays free. Null when all together do not.
 */
export const ordersToPledge = <Order extends ValuedOrder>(
  orders: readonly Order[],
  amount: Usdt,
  share: bigint,
): readonly Order[] | null => {
  const pledged: Order[] = []
  let total = 0n
  const isCovered = (): boolean => total * share >= amount * 2n * percentOne
  for (const order of orders.toSorted((a, b) => b.endsMs - a.endsMs || a.id - b.id)) {
    if (isCovered()) break
    if (order.value === 0n) continue
    pledged.push(order)
    total += order.value
  }
  return isCovered() ? pledged : null
}

/**
 * Interest of one day, rounded up.
 *
 * @param ratePpm parts per million a day
 * @example dailyInterest(usdt('1500'), 500) // 0.75
 */
export const dailyInterest = (outstanding: Usdt, ratePpm: number): Usdt =>
  multiplyDivide(outstanding, BigInt(ratePpm), ppmOne, 'ceil') as Usdt

/** Interest of a loan that is kept to its due day without a repayment before. */
export const interestToDue = (amount: Usdt, ratePpm: number, days: number): Usdt =>
  (dailyInterest(amount, ratePpm) * BigInt(days)) as Usdt

/** What a customer owes: principal and interest that was accrued and not paid. */
export type Owed = { readonly principal: Usdt; readonly interest: Usdt }

export const totalOwed = ({ principal, interest }: Owed): Usdt => (principal + interest) as Usdt

/**
 * How a payment is used: interest first, then principal; what is more than owed stays with the customer.
 *
 * @example splitPayment({ principal: usdt('1500'), interest: usdt('0.75') }, usdt('100')) // interest 0.75, principal 99.25
 */
export const splitPayment = ({ principal, interest }: Owed, amount: Usdt): Owed => {
  const toInterest = amount < interest ? amount : interest
  const rest = amount - toInterest
  return { interest: toInterest, principal: (rest < principal ? rest : principal) as Usdt }
}

/**
 * Loan to value in hundredths of a percent, rounded up; null without a value.
 *
 * @example ltvOf(usdt('1500.75'), usdt('3300')) // 4548n, that is 45.48 %
 */
export const ltvOf = (owed: Usdt, value: Usdt): bigint | null =>
  value === 0n ? null : multiplyDivide(owed, percentOne * percentOne, value, 'ceil')

/**
 * Loan to value after some midnights, if nothing is repaid and the value stays, in hundredths of a percent; null without a
 * value.
 *
 * @example plannedLtv({ principal: usdt('1500'), interest: usdt('0.75') }, 500, usdt('3300'), 29) // 4614n, that is 46.14 %
 */
export const plannedLtv = (owed: Owed, ratePpm: number, value: Usdt, midnights: number): bigint | null =>
  ltvOf((totalOwed(owed) + dailyInterest(owed.principal, ratePpm) * BigInt(midnights)) as Usdt, value)

/** Whether what is owed has reached a share of the value of the security, in whole percent; exact. */
export const hasReached = (owed: Usdt, value: Usdt, percent: number): boolean =>
  owed * percentOne >= value * BigInt(percent)

/**
 * The order that is redeemed next: the smallest that suffices, else the largest; of equal ones the older. Null when none
 * is left.
 */
export const nextToSeize = <Order extends Pick<ValuedOrder, 'id' | 'value'>>(
  orders: readonly Order[],
  owed: Usdt,
): Order | null => {
  const bySize = orders.toSorted((a, b) => (a.value < b.value ? -1 : a.value > b.value ? 1 : a.id - b.id))
  const sufficient = bySize.find(({ value }) => value >= owed)
  if (sufficient !== undefined) return sufficient
  const largest = bySize.at(-1)?.value
  return bySize.find(({ value }) => value === largest) ?? null
}

/** One redeemed order and how its value is used. */
export type Seizure<Order> = Owed & { readonly order: Order; readonly surplus: Usdt }
/** How a loan is settled from its security. `left` is the loss of the house account: never a debt of the customer. */
export type Settlement<Order> = { readonly seizures: readonly Seizure<Order>[]; readonly left: Owed }

/**
 * How a loan is settled from pledged orders: one by one until everything owed is paid; the surplus of the last one is the
 * customer's at once. Orders that are not needed stay.
 */
export const settleFromCollateral = <Order extends Pick<ValuedOrder, 'id' | 'value'>>(
  orders: readonly Order[],
  owed: Owed,
): Settlement<Order> => {
  const seizures: Seizure<Order>[] = []
  let left = owed
  let remaining = [...orders]
  for (;;) {
    const order = totalOwed(left) === 0n ? null : nextToSeize(remaining, totalOwed(left))
    if (order === null) return { seizures, left }
    const paid = splitPayment(left, order.value)
    seizures.push({ order, ...paid, surplus: (order.value - totalOwed(paid)) as Usdt })
    left = {
      principal: (left.principal - paid.principal) as Usdt,
      interest: (left.interest - paid.interest) as Usdt,
    }
    remaining = remaining.filter(({ id }) => id !== order.id)
  }
}

/** What changes a credit score; `staff` is a manager's entry. */
export const scoreReasons = ['repaid', 'repaidLate', 'settled', 'staff'] as const
export type ScoreReason = (typeof scoreReasons)[number]

/** Points of each event of a loan. */
export const scorePoints = { repaid: 5, repaidLate: -10, settled: -20 } as const satisfies Record<
  Exclude<ScoreReason, 'staff'>,
  number
>
/** Credit score of a new account, and the highest that a repaid loan leads to. */
export const maxScore = 100

/**
 * Score after an event of a loan: a repaid loan never lifts it above 100, nothing lowers it below 0.
 *
 * @example scoreAfter(98, 'repaid') // 100
 * @example scoreAfter(15, 'settled') // 0
 */
export const scoreAfter = (score: number, reason: Exclude<ScoreReason, 'staff'>): number =>
  Math.max(0, Math.min(score + scorePoints[reason], Math.max(score, maxScore)))
