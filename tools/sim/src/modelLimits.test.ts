import { hourMs } from '@glasshouse/core/calendar/durations'
import { describe, expect, it } from 'vitest'
import {
  depositRefusal,
  limitStateAt,
  noLimits,
  riskRefusal,
  withLimitChange,
  withTradeResult,
} from './modelLimits.ts'

const now = Date.UTC(2026, 5, 16, 12)
const usdt = (whole: number) => BigInt(whole) * 100_000_000n
const at = (nowMs: number, riskGate = false) => ({ nowMs, riskGate })

describe('limits of the model', () => {
  it('tightens at once and loosens after a day', () => {
    const tight = withLimitChange(
      withLimitChange(noLimits, 'deposit', usdt(100), now),
      'deposit',
      usdt(50),
      now,
    )
    expect(tight.deposit).toEqual({ value: usdt(50), next: null })
    const loose = withLimitChange(tight, 'deposit', null, now)
    expect(limitStateAt(loose, now + 24 * hourMs - 1).deposit.value).toBe(usdt(50))
    expect(limitStateAt(loose, now + 24 * hourMs).deposit.value).toBeNull()
  })

  it('counts deposits until midnight at UTC+1', () => {
    const guard = withTradeResult(withLimitChange(noLimits, 'deposit', usdt(100), now), now, {
      paidIn: usdt(60),
    })
    expect(depositRefusal(guard, usdt(40), now)).toBeNull()
    expect(depositRefusal(guard, usdt(40) + 1n, now)).toBe('selfLimitReached')
    expect(depositRefusal(guard, usdt(41), now + 11 * hourMs - 1)).toBe('selfLimitReached')
    expect(depositRefusal(guard, usdt(41), now + 11 * hourMs)).toBeNull()
  })

  it('blocks trading after the daily loss, during a pause, and before the risk check', () => {
    const limited = withLimitChange(noLimits, 'dailyLoss', usdt(10), now)
    expect(riskRefusal(withTradeResult(limited, now, { result: 1n - usdt(10) }), at(now))).toBeNull()
    expect(riskRefusal(withTradeResult(limited, now, { result: -usdt(10) }), at(now))).toBe(
      'selfLimitReached',
    )
    const paused = withLimitChange(noLimits, 'pauseUntil', BigInt(now + hourMs), now)
    expect(riskRefusal(paused, at(now + hourMs - 1))).toBe('selfLimitReached')
    expect(riskRefusal(paused, at(now + hourMs))).toBeNull()
    expect(riskRefusal(noLimits, at(now, true))).toBe('riskCheckRequired')
    expect(riskRefusal({ ...noLimits, passedCheck: true }, at(now, true))).toBeNull()
  })
})
