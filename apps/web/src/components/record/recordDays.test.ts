import { expect, it } from 'vitest'
import { monthReturns, recordDays, worstFall } from './recordDays.ts'

it('begins at zero on the day before the first one, and rounds against the lead', () => {
  const days = recordDays({
    index: [
      ['20270110', '1.2'],
      ['20270111', '0.799999999'],
    ],
    drawdown: [
      ['20270110', '0'],
      ['20270111', '33.333333334'],
    ],
  })
  expect(days).toEqual([
    { startMs: Date.UTC(2027, 0, 8, 23), value: 0n, drawdown: 0n },
    { startMs: Date.UTC(2027, 0, 9, 23), value: 2000n, drawdown: 0n },
    { startMs: Date.UTC(2027, 0, 10, 23), value: -2001n, drawdown: -3334n },
  ])
})

it('is empty without a day', () => {
  expect(recordDays({ index: [], drawdown: [] })).toEqual([])
})

const at = (month: number, day: number) => Date.UTC(2027, month - 1, day) - 3_600_000

it('names the largest fall from its last high to its lowest day, and when it was made up', () => {
  const index = [
    ['20270130', '1.1'],
    ['20270131', '1.1'],
    ['20270201', '0.99'],
    ['20270202', '1.05'],
    ['20270203', '1.1'],
    ['20270204', '1.04'],
  ] as [string, string][]
  const falls = ['0', '0', '10', '4.5454546', '0', '5.4545455']
  const drawdown = index.map(([day], n): [string, string] => [day, falls[n] ?? ''])
  expect(worstFall({ index, drawdown })).toEqual({
    ...{ fall: -1000n, fromMs: at(1, 31), toMs: at(2, 1), madeUpMs: at(2, 3) },
  })
  expect(worstFall({ index: index.slice(0, 4), drawdown: drawdown.slice(0, 4) })?.madeUpMs).toBeNull()
  expect(worstFall({ index: index.slice(0, 2), drawdown: drawdown.slice(0, 2) })).toBeNull()
  // A record that falls from its first day on falls from its start.
  const first = { index: [index[2] ?? ['', '']], drawdown: [['20270201', '1'] as [string, string]] }
  expect(worstFall(first)).toMatchObject({ fromMs: at(1, 31), toMs: at(2, 1) })
})

it('tells the return of each month, rounded down, and none after the index was 0', () => {
  const index = [
    ['20270130', '1.05'],
    ['20270131', '1.2'],
    ['20270228', '0.8'],
    ['20270301', '0'],
    ['20270401', '0'],
  ] as [string, string][]
  expect(monthReturns({ index })).toEqual([
    { startMs: at(1, 30), change: 2000n },
    { startMs: at(2, 28), change: -3334n },
    { startMs: at(3, 1), change: -10000n },
    { startMs: at(4, 1), change: null },
  ])
})
