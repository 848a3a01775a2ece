/** Plans once more in exact fractions: nothing is rounded before the end, and no function of the product is used. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PositionSide } from '../contracts/rules.ts'
import {
  down,
  isBelow,
  plus,
  type Rational,
  rational,
  times,
  up,
  whole,
} from '../invest/copy/rational.fixture.ts'
import type { Price, Quantity, Usdt } from '../money/units.ts'
import { planTrade, type TradePlanInput } from './momentum.ts'

const floorOf = (value: Rational): bigint => down(value, 0).over
const ceilOf = (value: Rational): bigint => up(value, 0).over
const sides = fc.constantFrom<PositionSide>('long', 'short')

/** Everything a plan may depend on, drawn so that shrinking, refusing and full distances all come. */
const plans = fc
  .record({
    side: sides,
    fill: fc.bigInt(10n ** 10n, 10n ** 14n),
    shiftPpm: fc.bigInt(-3000n, 3000n),
    rangePpm: fc.bigInt(0n, 3000n),
    stake: fc.bigInt(100n * 10n ** 8n, 100_000n * 10n ** 8n),
    leverage: fc.constantFrom(2, 5, 10, 20),
    lossPpm: fc.bigInt(0n, 300_000n),
    lot: fc.constantFrom(10n ** 5n, 10n ** 6n, 10n ** 7n),
    stepLots: fc.constantFrom(1, 2, 5),
    minLots: fc.constantFrom(1, 2, 7),
    feeRatePpm: fc.constantFrom(0, 200, 500, 1000),
    scale: fc.constantFrom(1, 2, 4, 9),
  })
  .map(
    ({ shiftPpm, rangePpm, lossPpm, lot, stepLots, minLots, feeRatePpm, scale, ...one }): TradePlanInput => {
      const step = 10n ** BigInt(9 - scale)
      const fill = one.fill - (one.fill % step) + step
      const c = (fill * (1_000_000n + shiftPpm)) / 1_000_000n
      return {
        side: one.side,
        values: { c: c as Price, a: ((c * rangePpm) / 1_000_000n) as Price },
        fill: fill as Price,
        stake: one.stake as Usdt,
        leverage: one.leverage,
        lossLeft: ((one.stake * lossPpm) / 1_000_000n) as Usdt,
        terms: { lot: lot as Quantity, minLots, stepLots, feeRatePpm, scale },
      }
    },
  )

/** The plan as the specification words it: lots counted up one step at a time, distance and fees in fractions. */
const planned = ({ side, values, fill, stake, leverage, lossLeft, terms }: TradePlanInput) => {
  const { lot, minLots, stepLots, feeRatePpm, scale } = terms
  const worthOf = (lots: bigint, at: bigint): Rational => rational(lots * lot * at, 10n ** 9n)
  const step = BigInt(stepLots)
  // Doubling first: a large stake pays for millions of lots.
  const isPaid = (lots: bigint): boolean =>
    ceilOf(times(worthOf(lots, fill), rational(1n, BigInt(leverage)))) <= stake
  let [lots, reach] = [0n, step]
  while (isPaid(reach)) reach *= 2n
  for (; reach >= step; reach /= 2n) if (isPaid(lots + reach)) lots += reach
  lots -= lots % step
  while (isPaid(lots + step)) lots += step
  if (lots < BigInt(minLots)) return 'tooSmall'
  const feeAt = (at: bigint): bigint =>
    ceilOf(times(worthOf(lots, at), rational(BigInt(feeRatePpm), 10n ** 6n)))
  const grid = 10n ** BigInt(9 - scale)
  /** On the grid, towards the fill. */
  const place = (isLower: boolean, distance: bigint): bigint =>
    isLower ? ceilOf(rational(fill - distance, grid)) * grid : floorOf(rational(fill + distance, grid)) * grid
  const isLong = side === 'long'
  const share = (ppm: bigint): bigint => ceilOf(rational(values.c * ppm, 10n ** 6n))
  const wanted = 4n * values.a > share(3000n) ? 4n * values.a : share(3000n)
  const gain = 6n * values.a > share(4500n) ? 6n * values.a : share(4500n)
  const [atFill, atStop] = [feeAt(fill), feeAt(place(isLong, wanted))]
  const closing = atFill > atStop ? atFill : atStop
  const left = whole(lossLeft - atFill - closing)
  const fitting = floorOf(times(left, rational(10n ** 9n, lots * lot)))
  const distance = fitting < wanted ? fitting : wanted
  if (isBelow(whole(distance), rational(values.c, 1000n))) return 'maxLoss'
  const [stopLoss, takeProfit] = [place(isLong, distance), place(!isLong, gain)]
  if (stopLoss <= 0n || takeProfit <= 0n) return 'maxLoss'
  const moved = isLong ? fill - stopLoss : stopLoss - fill
  return {
    ...{ lots: Number(lots), openFee: atFill, stopLoss, takeProfit },
    margin: ceilOf(times(worthOf(lots, fill), rational(1n, BigInt(leverage)))),
    exactLoss: plus(worthOf(lots, moved), whole(atFill + feeAt(stopLoss))),
    isShrunk: fitting < wanted,
  }
}

describe('a plan', () => {
  it('is that of an exact computation, and what it says to lose is within the rounding of a unit', () => {
    const seen = { tooSmall: 0, maxLoss: 0, shrunk: 0, full: 0 }
    fc.assert(
      fc.property(plans, (input) => {
        const [found, wanted] = [planTrade(input), planned(input)]
        if (typeof found === 'string' || typeof wanted === 'string') {
          expect(found).toBe(wanted)
          seen[found as 'tooSmall' | 'maxLoss'] += 1
          return
        }
        const { lossAtStop, ...plan } = found
        const { exactLoss, isShrunk, ...figures } = wanted
        expect(plan).toEqual(figures)
        expect(lossAtStop).toBe(ceilOf(exactLoss))
        expect(lossAtStop).toBeLessThanOrEqual(input.lossLeft)
        seen[isShrunk ? 'shrunk' : 'full'] += 1
      }),
      { numRuns: 800 },
    )
    for (const many of Object.values(seen)) expect(many).toBeGreaterThan(15)
  })

  it('is made with a stop exactly a thousandth of the close away, and not with one a unit nearer', () => {
    // One coin at 100 without fees: what may be lost is the distance, and 0.1 is a thousandth of the close.
    const coin = { lot: 1_000_000n as Quantity, minLots: 1, stepLots: 1, feeRatePpm: 0, scale: 9 }
    const hundred = 100_000_000_000n as Price
    const at = (lossLeft: bigint) =>
      planTrade({
        ...{ side: 'long', values: { c: hundred, a: 0n as Price }, fill: hundred, terms: coin, leverage: 5 },
        ...{ stake: 20_0000_0000n as Usdt, lossLeft: lossLeft as Usdt },
      })
    expect(at(10_000_000n)).toMatchObject({ lots: 100, stopLoss: 99_900_000_000n, lossAtStop: 10_000_000n })
    expect(at(9_999_999n)).toBe('maxLoss')
    expect(at(0n)).toBe('maxLoss')
  })

  it('loses more where more may be lost, and buys the same lots whatever may be lost', () => {
    fc.assert(
      fc.property(plans, fc.bigInt(0n, 10n ** 11n), (input, more) => {
        const wider = planTrade({ ...input, lossLeft: (input.lossLeft + more) as Usdt })
        const found = planTrade(input)
        if (typeof found === 'string') return
        if (typeof wider === 'string') throw new Error('more room refuses a plan')
        expect(wider.lots).toBe(found.lots)
        expect(wider.lossAtStop).toBeGreaterThanOrEqual(found.lossAtStop)
        expect(wider.takeProfit).toBe(found.takeProfit)
      }),
      { numRuns: 300 },
    )
  })
})
