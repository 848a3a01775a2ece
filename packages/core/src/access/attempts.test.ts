import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type AttemptLimits,
  attemptWindowMs,
  secretAttemptLimits,
  signInLimits,
  strictestThrottle,
  throttleDelayMs,
  throttleFor,
} from './attempts.ts'

const at = 1_000_000_000
const kindAt = (count: number, afterMs: number, limits: AttemptLimits = signInLimits.live.pair) =>
  throttleFor({ count, lastMs: at }, limits, at + afterMs).kind

describe('failed attempts', () => {
  it('require a captcha first and a wait later', () => {
    expect([0, 4, 5, 9].map((count) => kindAt(count, 0))).toEqual(['none', 'none', 'captcha', 'captcha'])
    expect(throttleFor({ count: 10, lastMs: at }, signInLimits.live.pair, at + 10_000)).toEqual({
      kind: 'wait',
      ms: 20_000,
    })
    expect(kindAt(10, 30_000)).toBe('captcha')
    expect(kindAt(5, 0, secretAttemptLimits)).toBe('wait')
    expect(kindAt(4, 0, secretAttemptLimits)).toBe('none')
  })

  it('double the wait each time, at most 15 minutes and never past the window', () => {
    expect([9, 10, 11, 12].map((count) => throttleDelayMs(count, 10))).toEqual([0, 30_000, 60_000, 120_000])
    fc.assert(
      fc.property(fc.nat(1000), fc.nat(100), (count, from) => {
        expect(throttleDelayMs(count + 1, from)).toBeGreaterThanOrEqual(throttleDelayMs(count, from))
        expect(throttleDelayMs(count, from)).toBeLessThanOrEqual(900_000)
        expect(throttleDelayMs(count, from)).toBeLessThan(attemptWindowMs)
      }),
    )
  })

  it('never block an account forever, whatever was counted', () => {
    fc.assert(
      fc.property(fc.nat(10_000), (count) => {
        for (const limits of Object.values(signInLimits.live))
          expect(throttleFor({ count, lastMs: at }, limits, at + 900_000).kind).not.toBe('wait')
      }),
    )
  })

  it('of an account or an address alone never cause a wait', () => {
    for (const mode of ['practice', 'live'] as const)
      for (const scope of ['account', 'address'] as const)
        expect(throttleFor({ count: 1e9, lastMs: at }, signInLimits[mode][scope], at).kind).toBe('captcha')
  })
})

it('the strictest throttle is independent of the order', () => {
  const wait = (ms: number) => ({ kind: 'wait', ms }) as const
  const throttles = [{ kind: 'none' }, { kind: 'captcha' }, wait(5), wait(9)] as const
  fc.assert(
    fc.property(fc.shuffledSubarray([...throttles], { minLength: 4 }), (shuffled) => {
      expect(strictestThrottle(shuffled)).toEqual(wait(9))
    }),
  )
  expect(strictestThrottle([{ kind: 'none' }, { kind: 'captcha' }])).toEqual({ kind: 'captcha' })
  expect(strictestThrottle([])).toEqual({ kind: 'none' })
})
