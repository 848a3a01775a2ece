import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hourMs } from '../calendar/durations.ts'
import { customerSessions, isUseDue, type SessionTimes, sessionState, staffSessions } from './sessions.ts'

const state = (times: Partial<SessionTimes>, policy = staffSessions, nowMs = 0) =>
  sessionState({ expiresMs: hourMs, lastUsedMs: 0, ended: null, ...times }, policy, nowMs)

describe('a session', () => {
  it('of staff ends with half an hour without a call, to the millisecond', () => {
    expect(state({}, staffSessions, hourMs / 2 - 1)).toBe('open')
    expect(state({}, staffSessions, hourMs / 2)).toBe('none')
  })
  it('of a customer may rest until it expires', () => {
    expect(state({}, customerSessions, hourMs - 1)).toBe('open')
    expect(state({}, customerSessions, hourMs)).toBe('none')
  })
  it('is answered with 103 only while it would be open and was ended from elsewhere', () => {
    expect(state({ ended: 'other' })).toBe('ended')
    expect(state({ ended: 'self' })).toBe('none')
    expect(state({ ended: 'other' }, customerSessions, hourMs)).toBe('none')
    expect(state({ ended: 'other' }, staffSessions, hourMs / 2)).toBe('none')
  })
  it('never opens again as time passes, whatever the policy', () => {
    const policies = fc.constantFrom(customerSessions, staffSessions)
    const time = fc.integer({ min: 0, max: 20 * 86_400_000 })
    fc.assert(
      fc.property(policies, time, time, time, time, (policy, expiresMs, lastUsedMs, nowMs, laterMs) => {
        const at = (ms: number) => sessionState({ expiresMs, lastUsedMs, ended: null }, policy, ms)
        if (at(nowMs) === 'none') expect(at(nowMs + laterMs)).toBe('none')
      }),
    )
  })
  it('stores its last use once in the time of its precision', () => {
    expect(isUseDue(0, staffSessions, 59_999)).toBe(false)
    expect(isUseDue(0, staffSessions, 60_000)).toBe(true)
    expect(isUseDue(0, customerSessions, 60_000)).toBe(false)
  })
})
