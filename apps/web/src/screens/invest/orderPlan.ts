import { dayOf, startOfDay, startOfNextDay } from '@glasshouse/core/calendar/days'
import { dayMs } from '@glasshouse/core/calendar/durations'
import { isProcessing } from '@glasshouse/core/invest/checks'
import type { InvestOrder } from '@glasshouse/core/invest/orders/codec'
import {
  accruals,
  type InterestMethod,
  redemptionAmounts,
  unpaidInterest,
} from '@glasshouse/core/invest/rules'
import { sumUnits, type Usdt } from '@glasshouse/core/money/units'

/** One day of an order: what it accrues, what had accrued by then, and whether that happened. */
export type PlannedDay = {
  /** The day that ends with the accrual, `yyyymmdd`. */
  readonly day: string
  /** Midnight of the accrual. */
  readonly atMs: number
  readonly interest: Usdt
  /** Interest of this day and all before. */
  readonly total: Usdt
  /** Booked, still to come, or given up by leaving early. */
  readonly state: 'booked' | 'planned' | 'givenUp'
}

/** Interest method of an order; null of a copy order, which promises nothing. */
export const methodOf = ({ method }: InvestOrder): InterestMethod | null =>
  method === 'copy' ? null : method

/** Principal of an order: own money or trial funds. */
export const principalOf = ({ principal, credit }: InvestOrder): Usdt => sumUnits([principal, credit])

/** Tone of a state. */
export const stateTone = (state: InvestOrder['state']): 'brand' | 'warn' | 'plain' =>
  state === 'running' ? 'brand' : state === 'redeeming' || state === 'waiting' ? 'warn' : 'plain'

/** Whether an order still holds its principal. */
export const isRunning = ({ state }: Pick<InvestOrder, 'state'>): boolean => isProcessing(state)

/**
 * Every day of an order by the rules it is paid by. A running order's days add up to what it was promised; the days an
 * early redemption gave up are marked.
 *
 * @param booked accruals that happened
 */
export const planOf = (order: InvestOrder, booked: number): readonly PlannedDay[] => {
  const method = methodOf(order)
  if (method === null) return []
  const first = startOfNextDay(order.createdMs)
  const left = order.state === 'running' ? 'planned' : 'givenUp'
  let total = 0n
  return accruals({ method, principal: principalOf(order), rate: order.rate, days: order.days }).map(
    (interest, at) => {
      total += interest
      const atMs = first + at * dayMs
      return {
        day: dayOf(atMs - 1),
        atMs,
        interest,
        total: total as Usdt,
        state: at < booked ? 'booked' : left,
      }
    },
  )
}

/** Sum of days. */
export const sumOf = (days: readonly PlannedDay[]): Usdt =>
  days.reduce<bigint>((sum, { interest }) => sum + interest, 0n) as Usdt

/** What an early redemption would do now, and what it gives up. */
export type RedemptionView = {
  readonly principal: Usdt
  readonly accrued: Usdt
  readonly fee: Usdt
  /** Interest that is paid with the redemption; 0 of a fixed order, which paid it day by day. */
  readonly interest: Usdt
  /** What reaches the wallet at the settlement. */
  readonly payout: Usdt
  /** Interest paid before. */
  readonly paid: Usdt
  /** Payout and what was paid before. */
  readonly total: Usdt
  /** Interest the order would still accrue if it is kept. */
  readonly givenUp: Usdt
  /** The midnight that settles it. */
  readonly settledMs: number
}

/** Previews the redemption of a running order; null of a copy order. */
export const redemptionView = (order: InvestOrder, nowMs: number): RedemptionView | null => {
  const method = methodOf(order)
  if (method === null) return null
  const { accrued, redeemFee: share } = order
  const principal = principalOf(order)
  const amounts = redemptionAmounts({ method, principal, accrued, share })
  const paid = (method === 'fixed' ? accrued : 0n) as Usdt
  const payout = (amounts.principal + amounts.interest) as Usdt
  return {
    principal,
    accrued,
    fee: amounts.fee,
    interest: amounts.interest,
    payout,
    paid,
    total: (payout + paid) as Usdt,
    givenUp: (order.promised - accrued) as Usdt,
    settledMs: startOfNextDay(nowMs),
  }
}

/** Why a running order cannot be redeemed now; null if it can. */
export type RedemptionObstacle = 'redeeming' | 'never' | 'until' | 'pledged'

/** First obstacle of a redemption, as the server would answer. */
export const redemptionObstacle = (order: InvestOrder, nowMs: number): RedemptionObstacle | null => {
  if (order.state === 'redeeming') return 'redeeming'
  if (order.redeemableMs >= order.endsMs) return 'never'
  if (nowMs < order.redeemableMs) return 'until'
  return order.loanId === null ? null : 'pledged'
}

/** Money that falls due: interest paid out, or an order that ends. */
export type DueItem = {
  readonly atMs: number
  readonly order: InvestOrder
  readonly kind: 'ends' | 'redeemed'
  /** What reaches the wallet then. */
  readonly amount: Usdt
}

/** Days ahead of which the history shows what falls due. */
const dueDays = 14

/**
 * Orders that end or are settled within the next 14 days, earliest first. The last accrual of a fixed order is paid with
 * its principal; a compound order pays everything at its end. Trial funds go back, only their interest is paid.
 */
export const dueItems = (orders: readonly InvestOrder[], nowMs: number): readonly DueItem[] =>
  orders
    .filter((order) => isRunning(order) && methodOf(order) !== null)
    .flatMap((order): DueItem[] => {
      const atMs = order.state === 'redeeming' ? (order.nextMs ?? order.endsMs) : order.endsMs
      if (atMs > startOfDay(nowMs) + (dueDays + 1) * dayMs) return []
      return [
        order.state === 'redeeming'
          ? { atMs, order, kind: 'redeemed', amount: redemptionView(order, nowMs)?.payout ?? (0n as Usdt) }
          : { atMs, order, kind: 'ends', amount: endPayout(order) },
      ]
    })
    .toSorted((a, b) => a.atMs - b.atMs || a.order.id - b.order.id)

/** What the planned end of an order moves into the wallet, its last interest included. */
const endPayout = (order: InvestOrder): Usdt => {
  const method = methodOf(order) ?? 'fixed'
  const days = planOf(order, 0)
  const last =
    method === 'compound'
      ? unpaidInterest(method, order.promised, order.accrued)
      : (days.at(-1)?.interest ?? 0n)
  return (order.principal + last) as Usdt
}
