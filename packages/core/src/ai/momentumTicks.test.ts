/**
 * The strategy once more from ticks, in fractions: nothing is rounded before the end, and no function of the product
 * takes part in what is expected.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PositionSide } from '../contracts/rules.ts'
import {
  down,
  isBelow,
  minus,
  type Rational,
  rational,
  times,
  total,
  up,
  whole,
  zero,
} from '../invest/copy/rational.fixture.ts'
import type { Price } from '../money/units.ts'
import {
  closedSince,
  closingReason,
  distancesOf,
  type Signal,
  signalOf,
  signalValues,
  stopPrice,
  strategyParameters,
} from './momentum.ts'

const larger = (a: Rational, b: Rational): Rational => (isBelow(a, b) ? b : a)
const sizeOf = (a: Rational): Rational => (isBelow(a, zero) ? minus(zero, a) : a)
const minute = 60_000
type Tick = { readonly ms: number; readonly at: bigint }
type Minute = {
  readonly openMs: number
  readonly open: Price
  readonly high: Price
  readonly low: Price
  readonly close: Price
}

/** Minutes of ticks in any order; those without a tick are not there. */
const minutesOf = (ticks: readonly Tick[]): readonly Minute[] => {
  const byMinute = new Map<number, Tick[]>()
  for (const tick of ticks.toSorted((a, b) => a.ms - b.ms)) {
    const openMs = tick.ms - (tick.ms % minute)
    byMinute.set(openMs, [...(byMinute.get(openMs) ?? []), tick])
  }
  return [...byMinute].map(([openMs, own]) => {
    const prices = own.map(({ at }) => at as Price)
    const sorted = prices.toSorted((a, b) => (a < b ? -1 : 1))
    const [open, close] = [prices[0], prices.at(-1)]
    const [low, high] = [sorted[0], sorted.at(-1)]
    if (open === undefined || close === undefined || low === undefined || high === undefined)
      throw new Error('a minute without a tick')
    return { openMs, open, high, low, close }
  })
}

/** The specification's conditions on means, and its A, of the newest minute; null where one of 31 is missing. */
const expected = (minutes: readonly Minute[], newestMs: number) => {
  const at = (back: number): Minute | undefined =>
    minutes.find(({ openMs }) => openMs === newestMs - back * minute)
  const window = Array.from({ length: 31 }, (_, back) => at(back))
  if (window.some((one) => one === undefined)) return null
  const closeOf = (back: number): Rational => whole(at(back)?.close ?? 0n)
  const sum = (many: number): Rational => total(Array.from({ length: many }, (_, back) => closeOf(back)))
  const ranges = Array.from({ length: 14 }, (_, back) => {
    const [high, low, before] = [whole(at(back)?.high ?? 0n), whole(at(back)?.low ?? 0n), closeOf(back + 1)]
    return [minus(high, low), sizeOf(minus(high, before)), sizeOf(minus(low, before))].reduce(larger)
  })
  const short = times(sum(7), rational(1n, 7n))
  const long = times(sum(30), rational(1n, 30n))
  const isUp = isBelow(long, short) && isBelow(closeOf(15), closeOf(0))
  const isDown = isBelow(short, long) && isBelow(closeOf(0), closeOf(15))
  const signal: Signal = isUp ? 'buy' : isDown ? 'sell' : 'wait'
  return {
    signal,
    values: {
      s7: sum(7).over,
      s30: sum(30).over,
      c: closeOf(0).over,
      c15: closeOf(15).over,
      a: down(times(total(ranges), rational(1n, 14n)), 0).over,
    },
  }
}

/** Ticks of a market that moves by up to a thousandth each; about one minute in `silence` has none, with null each has one. */
const marketOf = (silence: number | null) =>
  fc
    .record({
      first: fc.bigInt(10n ** 6n, 10n ** 14n),
      steps: fc.array(
        fc.record({
          moves: fc.array(
            fc.record({
              ms: fc.integer({ min: 0, max: minute - 1 }),
              ppm: fc.integer({ min: -1000, max: 1000 }),
            }),
            { minLength: 1, maxLength: 4 },
          ),
          isSilent:
            silence === null
              ? fc.constant(false)
              : fc.integer({ min: 1, max: silence }).map((one) => one === 1),
        }),
        { minLength: 31, maxLength: 60 },
      ),
    })
    .map(({ first, steps }) => {
      let at = first
      return steps.flatMap(({ moves, isSilent }, place): Tick[] =>
        isSilent
          ? []
          : moves
              .toSorted((a, b) => a.ms - b.ms)
              .map(({ ms, ppm }) => {
                at = (at * BigInt(1_000_000 + ppm)) / 1_000_000n
                return { ms: place * minute + ms, at: at < 1n ? 1n : at }
              }),
      )
    })

describe('the five values and the signal', () => {
  it('are those of an exact computation over random ticks, minute after minute', () => {
    const seen = new Set<string>()
    fc.assert(
      fc.property(marketOf(null), (ticks) => {
        const minutes = minutesOf(ticks)
        for (let count = 31; count <= minutes.length; count += 1) {
          const own = minutes.slice(0, count)
          const found = signalValues(own)
          const wanted = expected(own, own.at(-1)?.openMs ?? 0)
          expect(found).toEqual(wanted?.values ?? null)
          if (found === null || wanted === null) continue
          expect(signalOf(found)).toBe(wanted.signal)
          seen.add(wanted.signal)
        }
      }),
      { numRuns: 40 },
    )
    expect([...seen].toSorted()).toEqual(['buy', 'sell', 'wait'])
  })

  it('are unknown exactly where a minute of the 31 had no tick', () => {
    const seen = { known: 0, unknown: 0 }
    fc.assert(
      fc.property(marketOf(40), (ticks) => {
        const minutes = minutesOf(ticks)
        for (let count = 1; count <= minutes.length; count += 1) {
          const own = minutes.slice(0, count)
          const wanted = expected(own, own.at(-1)?.openMs ?? 0)
          expect(signalValues(own)).toEqual(wanted?.values ?? null)
          seen[wanted === null ? 'unknown' : 'known'] += 1
        }
      }),
      { numRuns: 60 },
    )
    expect(seen.known).toBeGreaterThan(20)
    expect(seen.unknown).toBeGreaterThan(500)
  })

  it('grow with the price: a market k times as dear has k times the values and the same signal', () => {
    fc.assert(
      fc.property(marketOf(null), fc.bigInt(2n, 1000n), (ticks, factor) => {
        const minutes = minutesOf(ticks)
        const dear = minutesOf(ticks.map(({ ms, at }) => ({ ms, at: at * factor })))
        const [found, scaled] = [signalValues(minutes), signalValues(dear)]
        if (found === null || scaled === null) throw new Error('31 minutes have values')
        expect(signalOf(scaled)).toBe(signalOf(found))
        expect([scaled.s7, scaled.s30, scaled.c, scaled.c15]).toEqual(
          [found.s7, found.s30, found.c, found.c15].map((one) => one * factor),
        )
        // A is rounded down once, so that the scaled one keeps up to factor − 1 units more.
        expect(scaled.a - found.a * factor).toBeGreaterThanOrEqual(0n)
        expect(scaled.a - found.a * factor).toBeLessThan(factor)
      }),
      { numRuns: 40 },
    )
  })
})

const unit = fc.bigInt(1n, 10n ** 14n)
const sides = fc.constantFrom<PositionSide>('long', 'short')

describe('the distances', () => {
  it('are the larger of ranges and share of the close, the share rounded up', () => {
    const both = { ranges: 0, share: 0 }
    fc.assert(
      fc.property(unit, fc.bigInt(0n, 2000n), (c, ppm) => {
        const a = (c * ppm) / 1_000_000n
        const share = (ppm: bigint): bigint => up(rational(c * ppm, 1_000_000n), 0).over
        const found = distancesOf({ c: c as Price, a: a as Price })
        expect(found.loss).toBe(4n * a > share(3000n) ? 4n * a : share(3000n))
        expect(found.profit).toBe(6n * a > share(4500n) ? 6n * a : share(4500n))
        both[4n * a > share(3000n) ? 'ranges' : 'share'] += 1
      }),
    )
    expect(Math.min(both.ranges, both.share)).toBeGreaterThan(10)
  })

  it('change over from share to ranges at 0.075 % of the close, for loss and profit alike', () => {
    const c = 1_000_000_000_000n as Price
    const at = (a: bigint) => distancesOf({ c, a: a as Price })
    expect(at(749_999_999n)).toEqual({ loss: 3_000_000_000n, profit: 4_500_000_000n })
    expect(at(750_000_000n)).toEqual({ loss: 3_000_000_000n, profit: 4_500_000_000n })
    expect(at(750_000_001n)).toEqual({ loss: 3_000_000_004n, profit: 4_500_000_006n })
  })

  it('are never 0, however small the price', () => {
    expect(distancesOf({ c: 1n as Price, a: 0n as Price })).toEqual({ loss: 1n, profit: 1n })
  })
})

describe('a stop', () => {
  it('is on the grid of the market, on the fill’s side of the exact place, less than a step from it', () => {
    const cases = fc.record({
      side: sides,
      stop: fc.constantFrom('loss', 'profit'),
      fill: fc.bigInt(10n ** 12n, 10n ** 14n),
      distance: fc.bigInt(0n, 10n ** 11n),
      scale: fc.integer({ min: 0, max: 9 }),
    })
    fc.assert(
      fc.property(cases, ({ side, stop, distance, scale, ...one }) => {
        const step = 10n ** BigInt(9 - scale)
        const fill = one.fill - (one.fill % step)
        const found = stopPrice(side, stop as 'loss' | 'profit', fill as Price, distance, scale)
        const isLower = (side === 'long') === (stop === 'loss')
        const exact = isLower ? fill - distance : fill + distance
        expect(found % step).toBe(0n)
        const towards = isLower ? found - exact : exact - found
        expect(towards >= 0n && towards < step).toBe(true)
        expect(isLower ? found <= fill : found >= fill).toBe(true)
      }),
    )
  })
})

describe('the age of a trade', () => {
  it('counts the minutes that closed after the fill, that of the fill included', () => {
    const instants = fc.tuple(fc.integer({ min: 0, max: 500 }), fc.integer({ min: 0, max: minute - 1 }))
    fc.assert(
      fc.property(instants, fc.integer({ min: 0, max: 200 }), ([filled, ms], later) => {
        let closed = 0
        for (let closing = 0; closing <= filled + later; closing += 1)
          if ((closing + 1) * minute > filled * minute + ms) closed += 1
        expect(closedSince(filled * minute + ms, (filled + later) * minute)).toBe(closed)
      }),
    )
  })

  it('closes it with the 60th, which comes before the opposite signal', () => {
    const signals: readonly Signal[] = ['buy', 'sell', 'wait']
    for (const side of ['long', 'short'] as const)
      for (const signal of signals)
        for (let at = 0; at < 63; at += 1) {
          const opposite = (side === 'long') === (signal === 'sell') && signal !== 'wait'
          const reason = at + 1 >= strategyParameters.holdCandles ? 'age' : opposite ? 'opposite' : null
          expect(closingReason(side, 10 * minute + 1, (10 + at) * minute, signal)).toBe(reason)
        }
  })
})
