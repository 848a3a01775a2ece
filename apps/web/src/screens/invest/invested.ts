import type { InvestOrder } from '@glasshouse/core/invest/orders/codec'
import type { Usdt } from '@glasshouse/core/money/units'
import { isRunning } from './orderPlan.ts'

/** Own money invested from an instant on. */
export type InvestedStep = { readonly atMs: number; readonly amount: Usdt }

/** When an order released its principal; null while it runs. */
const releasedMs = (order: InvestOrder): number | null => (isRunning(order) ? null : order.endsMs)

/**
 * Own money in running orders over time, as steps. Null if the end of an order is not known exactly: one that was
 * redeemed early left before its planned end.
 *
 * @returns the steps in order; the last one is the amount now
 */
export const investedSteps = (orders: readonly InvestOrder[]): readonly InvestedStep[] | null => {
  const changes = orders.flatMap((order) => {
    const amount = order.principal
    const end = releasedMs(order)
    const start = { atMs: order.createdMs, change: amount as bigint }
    return end === null ? [start] : [start, { atMs: end, change: -amount }]
  })
  if (orders.some(({ state }) => state === 'redeemed' || state === 'stopped')) return null
  let invested = 0n
  return changes
    .toSorted((a, b) => a.atMs - b.atMs)
    .map(({ atMs, change }) => {
      invested += change
      return { atMs, amount: invested as Usdt }
    })
}
