import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  canLockAlone,
  isLockRunning,
  type LockTimes,
  lockDurationMs,
  lockEnd,
  lockLengthMs,
  lockReasons,
  needsTwoManagers,
  soleLockSpanMs,
} from './locks.ts'

const instant = fc.integer({ min: 0, max: 4_000_000_000_000 })
const span = fc.integer({ min: 0, max: 30 * 86_400_000 })

describe('the end of a lock', () => {
  it('is exactly 72 h after its beginning, unless two managers agreed', () => {
    fc.assert(
      fc.property(instant, span, (fromMs, passed) => {
        const lock = { fromMs, untilMs: lockEnd({ fromMs, isAgreed: false }), endedMs: null }
        expect(isLockRunning(lock, fromMs + passed)).toBe(passed < lockLengthMs)
        const agreed = { ...lock, untilMs: lockEnd({ fromMs, isAgreed: true }) }
        expect(isLockRunning(agreed, fromMs + passed)).toBe(true)
      }),
    )
    const lock = { fromMs: 5, untilMs: lockEnd({ fromMs: 5, isAgreed: false }), endedMs: null }
    expect(isLockRunning(lock, 5 + lockLengthMs - 1)).toBe(true)
    expect(isLockRunning(lock, 5 + lockLengthMs)).toBe(false)
  })

  it('is final: a lock that was ended or ran out never stands again', () => {
    fc.assert(
      fc.property(instant, span, span, fc.boolean(), (fromMs, ends, later, isAgreed) => {
        const endedMs = fromMs + ends
        const lock = { fromMs, untilMs: lockEnd({ fromMs, isAgreed }), endedMs }
        expect(isLockRunning(lock, endedMs + later)).toBe(false)
      }),
    )
  })

  it('bounds the duration: it only grows, and not beyond the end', () => {
    fc.assert(
      fc.property(instant, span, span, (fromMs, first, more) => {
        const lock = { fromMs, untilMs: lockEnd({ fromMs, isAgreed: false }), endedMs: null }
        const early = lockDurationMs(lock, fromMs + first)
        const late = lockDurationMs(lock, fromMs + first + more)
        expect(late).toBeGreaterThanOrEqual(early)
        expect(late).toBe(Math.min(first + more, lockLengthMs))
      }),
    )
  })
})

describe('who may lock', () => {
  it('is two managers for what an authority ordered', () => {
    expect(lockReasons.filter(needsTwoManagers)).toEqual(['sanctions', 'court_order'])
  })

  it('is never one manager alone beyond 72 h plus one lock within seven days', () => {
    const gap = fc.record({
      waitMs: fc.integer({ min: 0, max: 3 * 86_400_000 }),
      // Null: it runs out by itself.
      liftedMs: fc.option(fc.integer({ min: 0, max: lockLengthMs }), { nil: null }),
    })
    fc.assert(
      fc.property(instant, fc.array(gap, { minLength: 1, maxLength: 30 }), (start, gaps) => {
        const locks: LockTimes[] = []
        let nowMs = start
        for (const { waitMs, liftedMs } of gaps) {
          nowMs += waitMs
          if (!canLockAlone(locks, nowMs)) continue
          const untilMs = nowMs + lockLengthMs
          locks.push({ fromMs: nowMs, untilMs, endedMs: liftedMs === null ? null : nowMs + liftedMs })
          nowMs += liftedMs ?? lockLengthMs
        }
        const ofSpan = locks.reduce(
          (sum, lock) =>
            sum +
            lockDurationMs(lock, nowMs) -
            lockDurationMs(lock, Math.max(lock.fromMs, nowMs - soleLockSpanMs)),
          0,
        )
        expect(ofSpan).toBeLessThan(2 * lockLengthMs)
      }),
    )
    const ranOut = { fromMs: 0, untilMs: lockLengthMs, endedMs: null }
    expect(canLockAlone([], 0)).toBe(true)
    expect(canLockAlone([{ ...ranOut, endedMs: lockLengthMs - 1 }], lockLengthMs)).toBe(true)
    expect(canLockAlone([ranOut], lockLengthMs)).toBe(false)
    expect(canLockAlone([ranOut], soleLockSpanMs)).toBe(false)
    expect(canLockAlone([ranOut], soleLockSpanMs + 1)).toBe(true)
  })
})
