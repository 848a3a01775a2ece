import { type Candle, deriveCandles, derivedIntervals } from '@glasshouse/core/markets/candles'
import { bucketStart, intervalMs } from '@glasshouse/core/markets/intervals'
import type { Price, Quantity, Usdt } from '@glasshouse/core/money/units'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type MergedHistory, mergeHistory, minutesInMemory } from './history.ts'

const minuteMs = intervalMs['1m']
const hourMs = intervalMs['1h']

/** A candle whose five figures tell it from any other of the same opening. */
const candleAt = (openMs: number, mark: number): Candle => {
  const at = BigInt(mark) as Price
  return {
    openMs,
    open: at,
    high: at,
    low: at,
    close: at,
    volume: at as bigint as Quantity,
    turnover: at as bigint as Usdt,
  }
}
const minutesAt = (places: readonly number[], mark: number): Candle[] =>
  places.map((place) => candleAt(place * minuteMs, mark + place))

/** Minutes of two days in any order, some of them more than once, without those of one hour. */
const feedMinutes = fc
  .record({
    places: fc.array(fc.nat(2880), { minLength: 1, maxLength: 40 }),
    gapAt: fc.nat(47),
  })
  .map(({ places, gapAt }) => places.filter((place) => Math.floor(place / 60) !== gapAt))
  .map((places) => places.map((place, at) => candleAt(place * minuteMs, 1_000_000 + at)))
const knownMinutes = fc.uniqueArray(fc.nat(2880), { maxLength: 40 }).map((places) =>
  minutesAt(
    places.sort((a, b) => a - b),
    1,
  ),
)
const feedLonger = fc.array(fc.tuple(fc.nat(60), fc.integer({ min: 5_000_000, max: 6_000_000 })), {
  maxLength: 30,
})
const fetchedHistory = (minutes: readonly Candle[], longer: readonly (readonly [number, number])[]) => ({
  '1m': minutes,
  '1h': longer.map(([place, mark]) => candleAt(place * hourMs, mark)),
})

const keysOf = ({ changed }: MergedHistory): string[] =>
  changed.map(({ interval, candle }) => `${interval} ${candle.openMs}`)
const storedOf = ({ changed }: MergedHistory): ReadonlyMap<string, Candle> =>
  new Map(changed.map(({ interval, candle }) => [`${interval} ${candle.openMs}`, candle]))

describe('merging stored minutes with the history of a feed', () => {
  it('yields each minute and each longer candle once, ascending', () => {
    fc.assert(
      fc.property(knownMinutes, feedMinutes, feedLonger, (known, fetched, longer) => {
        const merged = mergeHistory(known, fetchedHistory(fetched, longer), known[0]?.openMs ?? null)
        const keys = keysOf(merged)
        expect(new Set(keys).size).toBe(keys.length)
        const openings = merged.minutes.map(({ openMs }) => openMs)
        expect(openings).toEqual([...new Set(openings)].sort((a, b) => a - b))
        expect(new Set(openings)).toEqual(new Set([...known, ...fetched].map(({ openMs }) => openMs)))
      }),
    )
  })

  it('takes a minute from the feed if the feed has it, the last entry of several, and else the stored one', () => {
    fc.assert(
      fc.property(knownMinutes, feedMinutes, (known, fetched) => {
        const { minutes, changed } = mergeHistory(known, { '1m': fetched }, null)
        const expected = minutes.map(
          ({ openMs }) =>
            fetched.findLast((candle) => candle.openMs === openMs) ??
            known.find((candle) => candle.openMs === openMs),
        )
        expect(minutes).toEqual(expected)
        const stored = changed.filter(({ interval }) => interval === '1m').map(({ candle }) => candle)
        expect(stored).toEqual(minutes.filter((candle) => fetched.includes(candle)))
      }),
    )
  })

  it('does not depend on the order in which the feed lists its minutes', () => {
    fc.assert(
      fc.property(knownMinutes, feedMinutes, fc.infiniteStream(fc.nat()), (known, listed, random) => {
        // Duplicates that agree, as of two pages that overlap.
        const fetched = listed.map(({ openMs }) => candleAt(openMs, 7_000_000 + openMs / minuteMs))
        const shuffled = [...fetched, ...fetched]
          .map((candle) => ({ candle, at: random.next().value }))
          .sort((a, b) => a.at - b.at)
          .map(({ candle }) => candle)
        const sorted = [...fetched].sort((a, b) => a.openMs - b.openMs)
        expect(mergeHistory(known, { '1m': shuffled }, null)).toEqual(
          mergeHistory(known, { '1m': sorted }, null),
        )
      }),
    )
  })

  it('derives every longer candle that a changed minute is part of', () => {
    fc.assert(
      fc.property(knownMinutes, feedMinutes, (known, fetched) => {
        const merged = mergeHistory(known, { '1m': fetched }, null)
        const stored = storedOf(merged)
        for (const interval of derivedIntervals) {
          const touched = new Set(fetched.map(({ openMs }) => bucketStart(openMs, interval)))
          const expected = deriveCandles(merged.minutes, interval).filter(({ openMs }) => touched.has(openMs))
          expect(expected.map(({ openMs }) => stored.get(`${interval} ${openMs}`))).toEqual(expected)
        }
      }),
    )
  })

  it('derives candles that were forming at the last stop again, though the feed adds nothing', () => {
    const known = minutesAt([0, 1, 61], 1)
    const merged = mergeHistory(known, {}, 0)
    expect(merged.minutes).toEqual(known)
    const hours = merged.changed.filter(({ interval }) => interval === '1h').map(({ candle }) => candle)
    expect(hours).toEqual(deriveCandles(known, '1h'))
    // The minutes themselves are stored already.
    expect(merged.changed.some(({ interval }) => interval === '1m')).toBe(false)
    expect(mergeHistory(known, {}, null).changed).toEqual([])
  })

  it('uses the feed’s longer candles before the first minute and derives the rest', () => {
    const fetched = { '1m': minutesAt([60, 120], 1), '1h': [candleAt(hourMs, 99), candleAt(0, 3)] }
    const stored = storedOf(mergeHistory([], fetched, null))
    expect([0, 1, 2].map((hour) => stored.get(`1h ${hour * hourMs}`)?.close)).toEqual([3n, 61n, 121n])
  })

  it('uses the feed’s longer candles where an absence left no minutes', () => {
    // Stored up to minute 70, told from minute 400 on: the hours 1 to 6 have no minutes or not all of them.
    const known = minutesAt([0, 30, 70], 1)
    const longer = [0, 1, 2, 3, 4, 5, 6, 7].map((hour) => candleAt(hour * hourMs, 900 + hour))
    const merged = mergeHistory(known, { '1m': minutesAt([400, 420], 1), '1h': longer }, 0)
    const stored = storedOf(merged)
    const closes = [0, 1, 2, 3, 4, 5, 6, 7].map((hour) => stored.get(`1h ${hour * hourMs}`)?.close)
    expect(closes).toEqual([31n, 901n, 902n, 903n, 904n, 905n, 906n, 421n])
  })

  it('uses the feed’s longer candles for hours of which the feed returned no minute', () => {
    const longer = [0, 1, 2, 3].map((hour) => candleAt(hour * hourMs, 900 + hour))
    const stored = storedOf(mergeHistory([], { '1m': minutesAt([0, 190], 1), '1h': longer }, null))
    expect([0, 1, 2, 3].map((hour) => stored.get(`1h ${hour * hourMs}`)?.close)).toEqual([
      1n,
      901n,
      902n,
      191n,
    ])
  })

  it('derives nothing from a stretch that begins before the oldest minute in memory', () => {
    const known = minutesAt(
      Array.from({ length: minutesInMemory }, (_, at) => at + 30),
      1,
    )
    const stored = storedOf(mergeHistory(known, {}, 0))
    expect(stored.has('1h 0')).toBe(false)
    expect(stored.has(`1h ${hourMs}`)).toBe(true)
  })

  it('keeps the newest minutes only', () => {
    const known = minutesAt(
      Array.from({ length: minutesInMemory }, (_, at) => at),
      1,
    )
    const { minutes } = mergeHistory(known, { '1m': minutesAt([minutesInMemory], 1) }, null)
    expect(minutes).toHaveLength(minutesInMemory)
    expect(minutes[0]?.openMs).toBe(minuteMs)
  })
})
