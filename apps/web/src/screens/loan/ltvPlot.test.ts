import type { LoanRow } from '@glasshouse/core/loans/wire'
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
const loan: LoanRow = {
  ...{
    id: 1,
    amount: '1500',
    outstanding: '1500',
    interest: '0.75',
    rate: 500,
    days: 3,
    autorepay: 0,
    status: 1,
  },
  ...{
    createtime: midnight + 1,
    paidtime: midnight + 2,
    due: midnight + 3 * dayMs,
    graceend: null,
    ended: null,
  },
  ...{ repaid: '0', surplus: '0', ltv: '45.48', call: 65, liquidation: 80, remark: null },
  standings: [{ time: midnight + 2, owed: '1500.75', value: '3300', ltv: '45.48' }],
  pledged: [
    { id: 7, typename: '', value: '3300', endtime: midnight + 9 * dayMs, state: 'pledged' },
    { id: 8, typename: '', value: '900', endtime: midnight, state: 'released' },
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
    { time: midnight + dayMs, owed: '1500.75', value: '3300', ltv: '45.48' },
  ]
  const later = ltvCourse({ ...loan, standings, interest: '1.5', ltv: '45.5' }, midnight + dayMs + 5)
  // Now 1501.50, then 1502.25 and 1503.
  expect(later.planned.map(({ ltv }) => ltv)).toEqual([4550n, 4553n, 4555n])
  const overdue = [{ time: midnight + 3 * dayMs, owed: '1502.25', value: '3300', ltv: '45.53' }]
  expect(ltvCourse({ ...loan, standings: overdue }, midnight + 3 * dayMs).planned).toEqual([])
})
