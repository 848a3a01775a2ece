import { describe, expect, it } from 'vitest'
import { day, midnight } from './pool.fixture.ts'
import { dealingPointOf, planExit, runningPeriodEnd } from './schedule.ts'

const minute = 60_000

describe('dealingPointOf', () => {
  it('is the next midnight until 23:50 UTC+1', () => {
    expect(dealingPointOf(midnight)).toBe(midnight + day)
    expect(dealingPointOf(midnight + day - 10 * minute)).toBe(midnight + day)
  })

  it('is the midnight after it from then on', () => {
    expect(dealingPointOf(midnight + day - 10 * minute + 1)).toBe(midnight + 2 * day)
    expect(dealingPointOf(midnight + day - 1)).toBe(midnight + 2 * day)
  })
})

describe('runningPeriodEnd', () => {
  it('is one period after the dealing point of an entry', () => {
    expect(runningPeriodEnd(midnight, 30, midnight)).toBe(midnight + 30 * day)
  })

  it('moves on by whole periods', () => {
    expect(runningPeriodEnd(midnight, 7, midnight - 1)).toBe(midnight)
    expect(runningPeriodEnd(midnight, 7, midnight + 7 * day)).toBe(midnight + 14 * day)
    expect(runningPeriodEnd(midnight, 7, midnight + 20 * day)).toBe(midnight + 21 * day)
  })

  it('may be a day long', () => {
    expect(runningPeriodEnd(midnight, 1, midnight)).toBe(midnight + day)
    expect(runningPeriodEnd(midnight, 1, midnight - 3 * day)).toBe(midnight)
    expect(() => runningPeriodEnd(midnight, 1.5, midnight)).toThrow('a period has whole days')
    expect(() => runningPeriodEnd(midnight - 1, 7, midnight)).toThrow('a period ends at midnight')
  })

  it('throws for a period without days and for an end that is no midnight', () => {
    expect(() => runningPeriodEnd(midnight, 0, midnight)).toThrow(RangeError)
    expect(() => runningPeriodEnd(midnight + 1, 7, midnight)).toThrow(RangeError)
  })
})

describe('planExit', () => {
  const end = midnight + 30 * day
  const input = { mode: 'period' as const, periodEndMs: end, periodDays: 30, announced: null }

  it('leaves at the end of the period when asked 72 h before it', () => {
    expect(planExit({ ...input, requestedAtMs: end - 3 * day })).toEqual({ mode: 'period', leavesMs: end })
  })

  it('leaves at the end of the next period when asked later', () => {
    const late = { mode: 'period', leavesMs: end + 30 * day }
    expect(planExit({ ...input, requestedAtMs: end - 3 * day + 1 })).toEqual(late)
    // The dealing of the end still waits for a price.
    expect(planExit({ ...input, requestedAtMs: end + minute })).toEqual(late)
  })

  it('leaves at the next dealing point now', () => {
    expect(planExit({ ...input, mode: 'now', requestedAtMs: midnight + 5 })).toEqual({
      mode: 'now',
      leavesMs: midnight + day,
    })
    expect(planExit({ ...input, mode: 'now', requestedAtMs: midnight + day - minute })?.leavesMs).toBe(
      midnight + 2 * day,
    )
  })

  it('lets now replace a later period exit, and nothing else', () => {
    const announced = { mode: 'period' as const, leavesMs: end }
    const now = { ...input, mode: 'now' as const, announced, requestedAtMs: midnight }
    expect(planExit(now)).toEqual({ mode: 'now', leavesMs: midnight + day })
    expect(planExit({ ...now, requestedAtMs: end - minute })).toBeNull()
    expect(planExit({ ...now, requestedAtMs: end - day })).toBeNull()
    expect(planExit({ ...input, announced, requestedAtMs: midnight })).toBeNull()
    const levied = { mode: 'now' as const, leavesMs: midnight + day }
    expect(planExit({ ...input, announced: levied, requestedAtMs: midnight })).toBeNull()
    expect(planExit({ ...now, announced: levied })).toBeNull()
  })
})
