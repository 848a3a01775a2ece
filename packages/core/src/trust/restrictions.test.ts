import fc from 'fast-check'
import { expect, it } from 'vitest'
import { dayMs } from '../calendar/durations.ts'
import { type Restriction, restrictionStatsOf } from './restrictions.ts'

const nowMs = 400 * dayMs
const lock = (fromMs: number, untilMs: number | null = null, endedMs: number | null = null): Restriction => ({
  reason: 'sanctions',
  fromMs,
  untilMs,
  endedMs,
})

it('counts what began within the days, what stands, and reasons', () => {
  const all = [
    lock(nowMs - 31 * dayMs),
    lock(nowMs - 29 * dayMs),
    lock(nowMs - 5 * dayMs, nowMs - 2 * dayMs),
    { ...lock(nowMs - 1, nowMs + dayMs), reason: 'stolen_access' },
    lock(nowMs - dayMs, nowMs),
    lock(nowMs - dayMs, null, nowMs - 1),
  ]
  expect(restrictionStatsOf(all, 30, nowMs)).toEqual({
    days: 30,
    begun: 5,
    running: 2,
    reasons: { sanctions: 4, stolen_access: 1 },
    medianMinutes: null,
    p95Minutes: null,
  })
})

it('tells durations from ten cases on, at the nearest rank', () => {
  const minutes = Array.from({ length: 10 }, (_, at) => at + 1)
  const all = minutes.map((minute) => lock(nowMs - dayMs, null, nowMs - dayMs + minute * 60_000 + 59_999))
  expect(restrictionStatsOf(all.slice(1), 30, nowMs)).toMatchObject({ medianMinutes: null, p95Minutes: null })
  expect(restrictionStatsOf(all, 30, nowMs)).toMatchObject({ medianMinutes: 5, p95Minutes: 10, running: 0 })
})

it('takes the durations in their order, whatever the order of the locks, and those of the span alone', () => {
  const minutes = [100, 9, 80, 7, 60, 5, 40, 3, 20, 1]
  const all = minutes.map((minute) => lock(nowMs - dayMs, null, nowMs - dayMs + minute * 60_000))
  expect(restrictionStatsOf(all, 30, nowMs)).toMatchObject({ medianMinutes: 9, p95Minutes: 100 })
  const early = lock(nowMs - 30 * dayMs)
  expect(restrictionStatsOf([early], 30, nowMs).begun).toBe(0)
  expect(restrictionStatsOf([{ ...early, fromMs: early.fromMs + 1 }], 30, nowMs).begun).toBe(1)
  // What is ended at this instant stands no more, and what ends later still does.
  const running = [
    lock(nowMs - 5, null, nowMs),
    lock(nowMs - 5, nowMs),
    lock(nowMs - 5, nowMs + 1),
    lock(nowMs - 5),
  ]
  expect(running.map((one) => restrictionStatsOf([one], 30, nowMs).running)).toEqual([0, 0, 1, 1])
})

it('keeps counts and durations in order for any restrictions', () => {
  const one = fc.record({
    reason: fc.constantFrom('a', 'b'),
    fromMs: fc.integer({ min: 0, max: nowMs }),
    untilMs: fc.option(fc.integer({ min: 0, max: 2 * nowMs }), { nil: null }),
    endedMs: fc.option(fc.integer({ min: 0, max: nowMs }), { nil: null }),
  })
  fc.assert(
    fc.property(fc.array(one, { maxLength: 40 }), fc.constantFrom(30, 90), (all, days) => {
      const stats = restrictionStatsOf(all, days, nowMs)
      expect(stats.running).toBeLessThanOrEqual(stats.begun)
      expect(Object.values(stats.reasons).reduce((sum, n) => sum + n, 0)).toBe(stats.begun)
      expect(stats.medianMinutes === null).toBe(stats.begun < 10)
      if (stats.medianMinutes !== null) expect(stats.p95Minutes).toBeGreaterThanOrEqual(stats.medianMinutes)
    }),
  )
})
