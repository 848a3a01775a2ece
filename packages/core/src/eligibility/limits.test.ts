import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Usdt, usdt } from '../money/units.ts'
import {
  changeLimit,
  effectiveLimit,
  isDailyLossReached,
  isTighter,
  type LimitName,
  type LimitValue,
  limitNames,
  loosenDelayMs,
  noLimit,
  remainingDepositLimit,
  type StoredLimit,
} from './limits.ts'

const start = Date.UTC(2026, 5, 16, 12)
const hour = 3_600_000

const name = fc.constantFrom(...limitNames)
const anyValue = (of: LimitName): fc.Arbitrary<LimitValue> =>
  of === 'pauseUntil'
    ? fc.option(fc.bigInt({ min: BigInt(start - 40 * hour), max: BigInt(start + 200 * hour) }))
    : fc.option(fc.bigInt({ min: 1n, max: 1000n }))
const scenario = name.chain((of) =>
  fc.record({
    of: fc.constant(of),
    wishes: fc.array(fc.record({ waitHours: fc.integer({ min: 0, max: 30 }), value: anyValue(of) }), {
      maxLength: 12,
    }),
  }),
)

describe('a self-imposed limit', () => {
  it('is tightened at once and loosened after 24 hours', () => {
    const hundred = changeLimit('dailyLoss', noLimit, usdt('100'), start)
    expect(hundred).toEqual({ value: usdt('100'), next: null })
    const fifty = changeLimit('dailyLoss', hundred, usdt('50'), start)
    expect(fifty.value).toBe(usdt('50'))
    const none = changeLimit('dailyLoss', fifty, null, start + hour)
    expect(effectiveLimit(none, start + hour + loosenDelayMs - 1).value).toBe(usdt('50'))
    expect(effectiveLimit(none, start + hour + loosenDelayMs)).toEqual(noLimit)
  })
  it('shortens a pause only after 24 hours and lengthens it at once', () => {
    const paused = changeLimit('pauseUntil', noLimit, BigInt(start + 100 * hour), start)
    const ended = changeLimit('pauseUntil', paused, null, start)
    expect(effectiveLimit(ended, start + loosenDelayMs - 1).value).toBe(BigInt(start + 100 * hour))
    expect(effectiveLimit(ended, start + loosenDelayMs).value).toBeNull()
    const longer = changeLimit('pauseUntil', ended, BigInt(start + 101 * hour), start)
    expect(longer).toEqual({ value: BigInt(start + 101 * hour), next: null })
  })
  it('drops a pending change when a tighter value is set, and restarts its 24 hours when it is repeated', () => {
    const waiting = changeLimit('deposit', { value: 100n, next: null }, 500n, start)
    expect(changeLimit('deposit', waiting, 90n, start + hour)).toEqual({ value: 90n, next: null })
    expect(changeLimit('deposit', waiting, 500n, start + hour).next?.fromMs).toBe(
      start + hour + loosenDelayMs,
    )
    expect(changeLimit('deposit', waiting, 100n, start + hour)).toEqual({ value: 100n, next: null })
  })
  it('never becomes looser within 24 hours of a request, and applies the request after them', () => {
    fc.assert(
      fc.property(scenario, ({ of, wishes }) => {
        let now = start
        let current: StoredLimit = noLimit
        for (const { waitHours, value } of wishes) {
          now += waitHours * hour
          const before = effectiveLimit(current, now)
          current = changeLimit(of, current, value, now)
          // A request loosens nothing, neither at this instant nor within the next 24 hours.
          for (const later of [now, now + loosenDelayMs - 1])
            expect(isTighter(of, before.value, effectiveLimit(current, later).value, later)).toBe(false)
          // The requested value applies in the end.
          expect(effectiveLimit(current, now + loosenDelayMs).value).toBe(value)
        }
      }),
    )
  })
})

describe('limit checks', () => {
  it('are reached at the limit, not before', () => {
    expect(isDailyLossReached(usdt('100'), usdt('-99.99999999'))).toBe(false)
    expect(isDailyLossReached(usdt('100'), usdt('-100'))).toBe(true)
    expect(isDailyLossReached(usdt('100'), usdt('250'))).toBe(false)
  })
  it('subtract deposited and pending amounts', () => {
    expect(remainingDepositLimit(usdt('100'), usdt('30'), usdt('20'))).toBe(usdt('50'))
    expect(remainingDepositLimit(usdt('100'), usdt('90'), usdt('20'))).toBe(0n)
    const amount = fc.bigInt({ min: 0n, max: 1000n }) as fc.Arbitrary<Usdt>
    fc.assert(
      fc.property(amount, amount, amount, (limit, today, waiting) => {
        const remaining = remainingDepositLimit(limit, today, waiting)
        expect(remaining >= 0n && remaining <= limit).toBe(true)
        if (remaining > 0n) expect(remaining + today + waiting).toBe(limit)
      }),
    )
  })
})
