import type { Loan } from '@glasshouse/core/loans/codec'
import { usdt } from '@glasshouse/core/money/units'
import { expect, it } from 'vitest'
import { heightOf, linePath, ltvCourse } from './ltvPlot.ts'

it('draws points on their instants between 0 and 100 %, and no line of one', () => {
  const points = [
    { atMs: 100, ltv: 0n },
    { atMs: 150, ltv: 5000n },
    { atMs: 200, ltv: 12_000n },
  ]
  expect(linePath(points, 100, 300)).toBe('M0.0 100.0L250.0 50.0L500.0 0.0')
  expect(linePath(points.slice(0, 1), 100, 300)).toBe('')
  expect(linePath(points, 100, 100)).toBe('')
  expect(heightOf(6500n)).toBe(35)
})

const dayMs = 86_400_000
/** A midnight of UTC+1. */
const midnight = Date.UTC(2027, 0, 10, 23)
const loan: Loan = {
  ...{
    id: 1,
    amount: usdt('1500'),
    owed: { principal: usdt('1500'), interest: usdt('0.75') },
    ratePpm: 500,
    days: 3,
    isAutoRepaid: false,
    state: 'running',
  },
  ...{
    createdMs: midnight + 1,
    paidMs: midnight + 2,
    dueMs: midnight + 3 * dayMs,
    graceEndsMs: null,
    endedMs: null,
  },
  ...{
    repaid: usdt('0'),
    surplus: usdt('0'),
    ltv: 4548n,
    callPercent: 65,
    liquidationPercent: 80,
    remark: null,
  },
  standings: [{ atMs: midnight + 2, owed: usdt('1500.75'), value: usdt('3300'), ltv: 4548n }],
  pledged: [
    { id: 7, productName: '', value: usdt('3300'), endsMs: midnight + 9 * dayMs, state: 'pledged' },
    { id: 8, productName: '', value: usdt('900'), endsMs: midnight, state: 'released' },
  ],
}

it('goes from the payout to now, and by the interest of each further day to the due midnight', () => {
  const { recorded, planned } = ltvCourse(loan, midnight + 5)
  expect(recorded).toEqual([
    { atMs: midnight + 2, ltv: 4548n },
    { atMs: midnight + 5, ltv: 4548n },
  ])
  // 1500.75, 1501.50 and 1502.25 of 3300: the first day's interest is owed from the payout on.
  expect(planned).toEqual([
    { atMs: midnight + 5, ltv: 4548n },
    { atMs: midnight + dayMs, ltv: 4548n },
    { atMs: midnight + 2 * dayMs, ltv: 4550n },
    { atMs: midnight + 3 * dayMs, ltv: 4553n },
  ])
  // A page that does not know of a moved calendar plans the same.
  for (const clockMs of [midnight - 3 * dayMs, midnight + 9 * dayMs])
    expect(ltvCourse(loan, clockMs).planned.slice(1)).toEqual(planned.slice(1))
  const standings = [
    ...loan.standings,
    { atMs: midnight + dayMs, owed: usdt('1500.75'), value: usdt('3300'), ltv: 4548n },
  ]
  const later = ltvCourse(
    { ...loan, standings, owed: { ...loan.owed, interest: usdt('1.5') }, ltv: 4550n },
    midnight + dayMs + 5,
  )
  // Now 1501.50, then 1502.25 and 1503.
  expect(later.planned.map(({ ltv }) => ltv)).toEqual([4550n, 4553n, 4555n])
  const overdue = [{ atMs: midnight + 3 * dayMs, owed: usdt('1502.25'), value: usdt('3300'), ltv: 4553n }]
  expect(ltvCourse({ ...loan, standings: overdue }, midnight + 3 * dayMs).planned).toEqual([])
})
