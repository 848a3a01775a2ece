import { dayNumber, dayOf } from '@glasshouse/core/calendar/days'
import { dayMs } from '@glasshouse/core/calendar/durations'
import { reserveDays } from '@glasshouse/core/console/wire'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { balancesByDay } from './reserveDays.ts'

const instants = fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2032, 0, 1) })
const amounts = fc.bigInt(-(10n ** 23n), 10n ** 23n)

it('ends today with the balance of now, after at most as many days as the call promises', () => {
  fc.assert(
    fc.property(instants, amounts, fc.integer({ min: 0, max: 90 }), (nowMs, balance, age) => {
      const today = dayNumber(nowMs)
      const window = { first: today - reserveDays + 1, today }
      // The row before the first day stands for all that came earlier.
      const change = { day: Math.max(window.first - 1, today - age), change: 1n }
      const days = balancesByDay(balance, [change], window)
      expect(days).toHaveLength(Math.min(30, age + 1))
      expect(days.at(-1)).toEqual({ day: dayOf(nowMs), balance })
    }),
  )
})

it('names every day once, each the day after the one before, over ends of months and leap days', () => {
  fc.assert(
    fc.property(instants, (nowMs) => {
      const today = dayNumber(nowMs)
      const days = balancesByDay(0n, [{ day: today - 400, change: 0n }], { first: today - 400, today })
      expect(days.map(({ day }) => day)).toEqual(
        Array.from({ length: 401 }, (_, at) => dayOf(nowMs - (400 - at) * dayMs)),
      )
    }),
  )
  const march = dayNumber(Date.UTC(2024, 2, 1, 12))
  const named = balancesByDay(0n, [{ day: march - 2, change: 0n }], { first: 0, today: march })
  expect(named.map(({ day }) => day)).toEqual(['20240228', '20240229', '20240301'])
})

it('is the calendar of UTC+1: the last hour of a UTC day belongs to the next one', () => {
  for (const [at, day] of [
    [Date.UTC(2025, 11, 31, 22, 59, 59, 999), '20251231'],
    [Date.UTC(2025, 11, 31, 23), '20260101'],
  ] as const) {
    const today = dayNumber(at)
    expect(balancesByDay(1n, [], { first: 0, today })).toEqual([{ day, balance: 1n }])
  }
})

it('steps from day to day by exactly what each changed, whatever the order of the changes', () => {
  const change = fc.record({ day: fc.integer({ min: 20_000, max: 20_029 }), change: amounts })
  const changes = fc.uniqueArray(change, { selector: ({ day }) => day, minLength: 1 })
  fc.assert(
    fc.property(changes, amounts, (known, balance) => {
      const window = { first: 20_000, today: 20_029 }
      const days = balancesByDay(balance, known, window)
      expect(balancesByDay(balance, known.toReversed(), window)).toEqual(days)
      const begin = 20_030 - days.length
      for (const [at, { balance: end }] of days.entries()) {
        if (at === 0) continue
        const moved = known.find(({ day }) => day === begin + at)?.change ?? 0n
        expect(end - (days[at - 1]?.balance ?? 0n)).toBe(moved)
      }
      expect(begin).toBe(Math.min(...known.map(({ day }) => day)))
    }),
  )
})

it('of a reserve that never moved is today alone', () => {
  expect(balancesByDay(0n, [], { first: 0, today: 20_000 })).toEqual([{ day: '20241004', balance: 0n }])
})
