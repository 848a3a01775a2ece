import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayMs } from '../calendar/durations.ts'
import {
  type Activation,
  activation,
  claimActivation,
  extendActivation,
  maxDaysAhead,
  remainingExtensionDays,
  statusAt,
} from './rules.ts'

const fresh: Activation = { status: activation.unclaimed, untilMs: null }

describe('AI activation', () => {
  it('goes from claimed to active for the granted days and then to over', () => {
    const waiting = claimActivation(fresh, 0)
    expect(waiting).toEqual({ status: 2, untilMs: null })
    const active = extendActivation(waiting, 1000, 2)
    expect(active).toEqual({ status: 3, untilMs: 1000 + 2 * dayMs })
    expect([999, 1000 + 2 * dayMs - 1, 1000 + 2 * dayMs].map((at) => statusAt(active, at))).toEqual([3, 3, 4])
  })
  it('can be claimed once while waiting or active, and again when over', () => {
    const active = extendActivation(claimActivation(fresh, 0), 0, 1)
    expect(claimActivation(claimActivation(fresh, 0), 5)).toEqual(claimActivation(fresh, 0))
    expect(claimActivation(active, dayMs - 1)).toBe(active)
    expect(statusAt(claimActivation(active, dayMs), dayMs)).toBe(2)
  })
  it('extends the remaining time of a running activation and starts at now after it ended', () => {
    const active = extendActivation(claimActivation(fresh, 0), 0, 10)
    expect(extendActivation(active, 4 * dayMs, 5).untilMs).toBe(15 * dayMs)
    expect(extendActivation(active, 40 * dayMs, 5).untilMs).toBe(45 * dayMs)
    expect(extendActivation(claimActivation(active, 40 * dayMs), 40 * dayMs, 5).untilMs).toBe(45 * dayMs)
  })
})

describe('days that can still be added', () => {
  it('reach a year and a day ahead of now, less what still runs, in whole days', () => {
    const active: Activation = { status: activation.active, untilMs: 10 * dayMs }
    expect(remainingExtensionDays(fresh, 5)).toBe(366)
    expect(remainingExtensionDays(active, 0)).toBe(356)
    expect(remainingExtensionDays(active, 1)).toBe(356)
    expect(remainingExtensionDays(active, dayMs - 1)).toBe(356)
    expect(remainingExtensionDays(active, dayMs)).toBe(357)
    expect(remainingExtensionDays(active, 10 * dayMs)).toBe(366)
    expect(remainingExtensionDays({ ...active, untilMs: 400 * dayMs }, 0)).toBe(0)
  })
  it('are those of an activation without an end that it never had: it is over', () => {
    const endless: Activation = { status: activation.active, untilMs: null }
    expect(statusAt(endless, -1)).toBe(activation.over)
    expect(extendActivation(endless, 7, 1).untilMs).toBe(7 + dayMs)
    expect(remainingExtensionDays(endless, 7)).toBe(366)
  })
})

const times = fc.integer({ min: 0, max: 5000 * dayMs })

it('never reaches past the maximum, and time alone only ends it', () => {
  const acts = fc.array(fc.tuple(fc.integer({ min: 0, max: 30 * dayMs }), fc.integer({ min: 0, max: 400 })), {
    maxLength: 20,
  })
  fc.assert(
    fc.property(times, acts, (startMs, done) => {
      let [current, now] = [fresh, startMs]
      for (const [passed, days] of done) {
        now += passed
        const remaining = remainingExtensionDays(current, now)
        if (days === 0) current = claimActivation(current, now)
        else if (days <= remaining) current = extendActivation(current, now, days)
        if (current.untilMs !== null) expect(current.untilMs).toBeLessThanOrEqual(now + maxDaysAhead * dayMs)
        const [today, later] = [statusAt(current, now), statusAt(current, now + 400 * dayMs)]
        expect(later).toBe(today === activation.active ? activation.over : today)
      }
    }),
  )
})
