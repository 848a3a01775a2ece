import type { FeedGap } from '@glasshouse/core/markets/rules'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createFeedHealth } from './feedHealth.ts'

describe('what was heard of a market', () => {
  it('tells the silence that contains an instant', () => {
    const feedHealth = createFeedHealth()
    expect(feedHealth.gapAt(5)).toBe('unknown')
    for (const ms of [1000, 6000, 11_001, 12_000]) feedHealth.recordMessage(ms)
    expect(feedHealth.gapAt(999)).toBe('unknown')
    // Exactly five seconds are none.
    expect(feedHealth.gapAt(3000)).toBeNull()
    expect(feedHealth.gapAt(6000)).toEqual({ fromMs: 6000, toMs: 11_001 })
    expect(feedHealth.gapAt(11_000)).toEqual({ fromMs: 6000, toMs: 11_001 })
    expect(feedHealth.gapAt(11_001)).toBeNull()
    expect(feedHealth.gapAt(12_000)).toEqual({ fromMs: 12_000, toMs: null })
    expect([feedHealth.firstMs(), feedHealth.lastMs()]).toEqual([1000, 12_000])
  })

  it('begins anew when the clock was set back, so that silences behind it are told', () => {
    const feedHealth = createFeedHealth()
    for (const ms of [3_600_000, 3_601_000]) feedHealth.recordMessage(ms)
    feedHealth.interrupted()
    for (const ms of [1000, 9000, 10_000]) feedHealth.recordMessage(ms)
    expect(feedHealth.gapAt(500)).toBe('unknown')
    expect(feedHealth.gapAt(5000)).toEqual({ fromMs: 1000, toMs: 9000 })
    expect(feedHealth.gapAt(9500)).toBeNull()
    expect([feedHealth.isOutageAt(500), feedHealth.isOutageAt(9500)]).toEqual(['unknown', false])
  })

  it('is the same as looking through all messages', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 9000 }), { minLength: 1 }),
        fc.nat(100_000),
        (waits, atMs) => {
          const feedHealth = createFeedHealth()
          let now = 0
          const all = waits.map((waited) => {
            now += waited
            feedHealth.recordMessage(now)
            return now
          })
          const fromMs = all.findLast((ms) => ms <= atMs)
          const toMs = all.find((ms) => ms > atMs) ?? null
          let expected: FeedGap | null | 'unknown' = 'unknown'
          if (fromMs !== undefined) {
            const isShort = toMs !== null && toMs - fromMs <= 5000
            expected = isShort ? null : { fromMs, toMs }
          }
          expect(feedHealth.gapAt(atMs)).toEqual(expected)
        },
      ),
    )
  })
})
