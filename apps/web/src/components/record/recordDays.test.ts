import { dayStart } from '@glasshouse/core/calendar/days'
import type { RecordPoint } from '@glasshouse/core/invest/copy/leads/codec'
import type { Fraction } from '@glasshouse/core/invest/copy/record'
import { parseDecimal } from '@glasshouse/core/money/units'
import { expect, it } from 'vitest'
import { monthReturns, recordDays, worstFall } from './recordDays.ts'

/** A day of a record: its day, the index, and the fall in percent. */
const point = (day: string, index: string, fall = '0'): RecordPoint => ({
  startMs: dayStart(day) ?? Number.NaN,
  index: parseDecimal(index, 9) as Fraction,
  drawdown: parseDecimal(fall, 7) as Fraction,
})

it('begins at zero on the day before the first one, and rounds against the lead', () => {
  const days = recordDays([point('20270110', '1.2'), point('20270111', '0.799999999', '33.3333334')])
  expect(days).toEqual([
    { startMs: Date.UTC(2027, 0, 8, 23), value: 0n, drawdown: 0n },
    { startMs: Date.UTC(2027, 0, 9, 23), value: 2000n, drawdown: 0n },
    { startMs: Date.UTC(2027, 0, 10, 23), value: -2001n, drawdown: -3334n },
  ])
})

it('is empty without a day', () => {
  expect(recordDays([])).toEqual([])
})

const at = (month: number, day: number) => Date.UTC(2027, month - 1, day) - 3_600_000

it('names the largest fall from its last high to its lowest day, and when it was made up', () => {
  const points = [
    point('20270130', '1.1'),
    point('20270131', '1.1'),
    point('20270201', '0.99', '10'),
    point('20270202', '1.05', '4.5454546'),
    point('20270203', '1.1'),
    point('20270204', '1.04', '5.4545455'),
  ]
  expect(worstFall(points)).toEqual({
    ...{ fall: -1000n, fromMs: at(1, 31), toMs: at(2, 1), madeUpMs: at(2, 3) },
  })
  expect(worstFall(points.slice(0, 4))?.madeUpMs).toBeNull()
  expect(worstFall(points.slice(0, 2))).toBeNull()
  // A record that falls from its first day on falls from its start.
  expect(worstFall([point('20270201', '0.99', '1')])).toMatchObject({ fromMs: at(1, 31), toMs: at(2, 1) })
})

it('tells the return of each month, rounded down, and none after the index was 0', () => {
  const points = [
    point('20270130', '1.05'),
    point('20270131', '1.2'),
    point('20270228', '0.8'),
    point('20270301', '0'),
    point('20270401', '0'),
  ]
  expect(monthReturns(points)).toEqual([
    { startMs: at(1, 30), change: 2000n },
    { startMs: at(2, 28), change: -3334n },
    { startMs: at(3, 1), change: -10000n },
    { startMs: at(4, 1), change: null },
  ])
})
