import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { margin, type PositionSide, quantityOf } from '../contracts/rules.ts'
import { formatPrice, formatUsdt, type Price, price, quantity, type Usdt, usdt } from '../money/units.ts'
import {
  closedSince,
  closingReason,
  distancesOf,
  lotsFor,
  planTrade,
  type SignalValues,
  signalOf,
  signalValues,
  smallestStake,
  withinLiquidation,
} from './momentum.ts'

const terms = { lot: quantity('0.001'), minLots: 1, stepLots: 1, feeRatePpm: 500, scale: 2 }
const example = { c: price('64350.15'), a: price('41.27') }
const input = {
  side: 'long' as const,
  values: example,
  fill: price('64350.20'),
  stake: usdt('400'),
  leverage: 5,
  lossLeft: usdt('200'),
  terms,
}
const planOf = (more: Partial<Parameters<typeof planTrade>[0]> = {}) => {
  const plan = planTrade({ ...input, ...more })
  if (typeof plan === 'string') throw new Error(plan)
  return plan
}

describe('the example of the specification', () => {
  it('has its distances, lots, margin, fee and stops, to the digit', () => {
    expect(distancesOf(example)).toEqual({ loss: price('193.05045'), profit: price('289.575675') })
    const plan = planOf()
    expect({ ...plan, lossAtStop: undefined }).toEqual({
      lots: 31,
      margin: usdt('398.97124'),
      openFee: usdt('0.9974281'),
      stopLoss: price('64157.15'),
      takeProfit: price('64639.77'),
      lossAtStop: undefined,
    })
    expect(formatUsdt(plan.lossAtStop)).toMatch(/^7\.97/)
  })
  it('is mirrored for a sell, both stops rounded towards the fill', () => {
    const plan = planOf({ side: 'short' })
    expect([formatPrice(plan.stopLoss), formatPrice(plan.takeProfit)]).toEqual(['64543.25', '64060.63'])
  })
})

it('shrinks the stop-loss to what is left of the largest loss, and plans nothing below a thousandth of the close', () => {
  expect(planOf({ lossLeft: usdt('6') }).stopLoss).toBeGreaterThan(planOf().stopLoss)
  expect(planTrade({ ...input, lossLeft: usdt('3.5') })).toBe('maxLoss')
  expect(planTrade({ ...input, stake: usdt('12.87') })).toBe('tooSmall')
  expect(smallestStake(input.fill, 5, terms)).toBe(usdt('12.87004'))
  expect(lotsFor(usdt('12.87004'), input.fill, 5, terms)).toBe(1)
})

const minute = 60_000
/** 31 minutes whose closes are given; high and low are a unit around. */
const candlesOf = (closes: readonly number[]) =>
  closes.map((close, at) => ({
    openMs: at * minute,
    high: BigInt(close + 1) as Price,
    low: BigInt(close - 1) as Price,
    close: BigInt(close) as Price,
  }))
const closes = fc.array(fc.integer({ min: 1000, max: 1_000_000 }), { minLength: 31, maxLength: 40 })

describe('the values of a candle', () => {
  it('are those of an obvious computation over the last 31 minutes', () => {
    fc.assert(
      fc.property(closes, (all) => {
        const last = all.slice(-31)
        const sum = (list: readonly number[]) => list.reduce((total, one) => total + one, 0)
        let ranges = 0
        for (let at = 17; at < 31; at += 1) {
          const [now = 0, before = 0] = [last[at], last[at - 1]]
          ranges += Math.max(2, Math.abs(now + 1 - before), Math.abs(now - 1 - before))
        }
        expect(signalValues(candlesOf(all))).toEqual({
          s7: BigInt(sum(last.slice(24))),
          s30: BigInt(sum(last.slice(1))),
          c: BigInt(last[30] ?? 0),
          c15: BigInt(last[15] ?? 0),
          a: BigInt(Math.floor(ranges / 14)),
        })
      }),
    )
  })
  it('are unknown with fewer than 31 minutes or a gap in any place', () => {
    const all = candlesOf(Array.from({ length: 32 }, () => 5000))
    expect(signalValues(all.slice(2))).toBeNull()
    for (let gap = 1; gap < 31; gap += 1) expect(signalValues(all.toSpliced(gap, 1))).toBeNull()
    expect(signalValues(all)).not.toBeNull()
  })
})

const unit = fc.bigInt(1n, 10n ** 15n)
const values = fc.record({ s7: unit, s30: unit, c: unit, c15: unit, a: unit }) as fc.Arbitrary<SignalValues>

it('a signal is the opposite of that of mirrored values, and equality waits', () => {
  const mirror = { buy: 'sell', sell: 'buy', wait: 'wait' } as const
  fc.assert(
    fc.property(values, ({ s7, s30, c, c15 }) => {
      const top = 10n ** 17n
      const mirrored = {
        s7: 7n * top - s7,
        s30: 30n * top - s30,
        c: (top - c) as Price,
        c15: (top - c15) as Price,
      }
      expect(signalOf(mirrored)).toBe(mirror[signalOf({ s7, s30, c, c15 })])
    }),
  )
  const flat = { s7: 70n, s30: 300n, c: 10n as Price, c15: 9n as Price }
  expect(signalOf(flat)).toBe('wait')
  expect(signalOf({ ...flat, c: 8n as Price })).toBe('wait')
  expect(signalOf({ ...flat, s7: 69n, c: 8n as Price })).toBe('sell')
  expect(signalOf({ ...flat, s7: 69n, c: 9n as Price })).toBe('wait')
  expect(signalOf({ ...flat, s7: 71n })).toBe('buy')
  expect(signalOf({ ...flat, s7: 71n, c15: 10n as Price })).toBe('wait')
})

it('a plan costs at most the stake, loses at its stop at most what is left, and its stops lie on the right sides', () => {
  const cases = fc.record({
    side: fc.constantFrom<PositionSide>('long', 'short'),
    fill: fc.bigInt(10n ** 9n, 10n ** 14n),
    shift: fc.bigInt(-50n, 50n),
    range: fc.bigInt(0n, 200n),
    stake: fc.bigInt(10n ** 8n, 10n ** 13n),
    lossLeft: fc.bigInt(0n, 10n ** 12n),
    leverage: fc.constantFrom(2, 5, 10, 20),
    stepLots: fc.constantFrom(1, 3, 10),
    scale: fc.constantFrom(2, 6, 9),
  })
  let planned = 0
  fc.assert(
    fc.property(cases, ({ side, shift, range, stake, lossLeft, leverage, stepLots, scale, ...one }) => {
      const step = 10n ** BigInt(9 - scale)
      const fill = ((one.fill / step) * step) as Price
      const c = (fill + (fill * shift) / 10_000n) as Price
      const plan = planTrade({
        ...{ side, fill, leverage },
        values: { c, a: ((c * range) / 10_000n) as Price },
        stake: stake as Usdt,
        lossLeft: lossLeft as Usdt,
        terms: { ...terms, minLots: stepLots, stepLots, scale },
      })
      if (typeof plan === 'string') return
      planned += 1
      expect(plan.lots % stepLots).toBe(0)
      expect(plan.margin).toBeLessThanOrEqual(stake)
      expect(margin(quantityOf(plan.lots + stepLots, terms.lot), fill, leverage)).toBeGreaterThan(stake)
      expect(plan.lossAtStop).toBeLessThanOrEqual(lossLeft)
      const [below, above] =
        side === 'long' ? [plan.stopLoss, plan.takeProfit] : [plan.takeProfit, plan.stopLoss]
      expect(below <= fill && fill <= above).toBe(true)
      expect([below % step, above % step]).toEqual([0n, 0n])
    }),
    { numRuns: 500 },
  )
  expect(planned).toBeGreaterThan(50)
})

it('plans with a stop a thousandth of the close away, and not with one nearer', () => {
  const fill = price('64350.20')
  const lossOf = (lossLeft: string) => planTrade({ ...input, lossLeft: usdt(lossLeft) })
  // 31 lots of 0.001 lose 0.031 a unit; both fees are 0.9974281 each at the fill.
  let [refused, planned] = [3_5000_0000n, 6_0000_0000n]
  while (planned - refused > 1n) {
    const middle = (planned + refused) / 2n
    if (lossOf(formatUsdt(middle)) === 'maxLoss') refused = middle
    else planned = middle
  }
  const plan = lossOf(formatUsdt(planned))
  if (typeof plan === 'string') throw new Error(plan)
  const distance = fill - plan.stopLoss
  expect(distance * 1_000_000n <= example.c * 1_000n).toBe(true)
  expect((distance + 10_000_000n) * 1_000_000n > example.c * 1_000n).toBe(true)
  expect(plan.lossAtStop <= planned).toBe(true)
})

it('plans nothing whose stop or target would be at 0 or below', () => {
  const wild = { c: price('100'), a: price('30') }
  const at = { ...input, values: wild, fill: price('100'), stake: usdt('10000'), lossLeft: usdt('100000') }
  // Four ranges below the fill and six above it, and the other way round.
  expect(planTrade(at)).toBe('maxLoss')
  expect(planTrade({ ...at, side: 'short' })).toBe('maxLoss')
  expect(planTrade({ ...at, values: { ...wild, a: price('25') } })).toBe('maxLoss')
  expect(planTrade({ ...at, values: { ...wild, a: price('24.99') } })).toMatchObject({
    stopLoss: price('0.04'),
  })
  const sixth = { ...wild, a: price('16.66666666') }
  expect(planTrade({ ...at, side: 'short', values: sixth })).toMatchObject({ takeProfit: price('0.01') })
})

it('buys whole steps from the minimum on', () => {
  const fill = price('100')
  const coarse = { lot: quantity('0.01'), minLots: 25, stepLots: 10 }
  // A lot of 0.01 at 100 with leverage 5 costs 0.2; 25 lots in steps of 10 are 30.
  expect(smallestStake(fill, 5, coarse)).toBe(usdt('6'))
  expect(lotsFor(usdt('6'), fill, 5, coarse)).toBe(30)
  expect(lotsFor(usdt('5.99999999'), fill, 5, coarse)).toBe(0)
  expect(lotsFor(usdt('7.99999999'), fill, 5, coarse)).toBe(30)
  expect(lotsFor(usdt('8'), fill, 5, coarse)).toBe(40)
  expect(lotsFor(usdt('0'), fill, 5, coarse)).toBe(0)
  const lots = fc.record({
    fill: fc.bigInt(10n ** 9n, 10n ** 14n),
    stake: fc.bigInt(0n, 10n ** 12n),
    leverage: fc.integer({ min: 1, max: 100 }),
    minLots: fc.integer({ min: 1, max: 30 }),
    stepLots: fc.integer({ min: 1, max: 12 }),
  })
  fc.assert(
    fc.property(lots, ({ fill: at, stake, leverage, minLots, stepLots }) => {
      const market = { lot: quantity('0.001'), minLots, stepLots }
      const smallest = smallestStake(at as Price, leverage, market)
      const bought = lotsFor(stake as Usdt, at as Price, leverage, market)
      expect(bought > 0).toBe(stake >= smallest)
      if (bought === 0) return
      expect(bought % stepLots === 0 && bought >= minLots).toBe(true)
      const cost = (many: number) => margin(quantityOf(many, market.lot), at as Price, leverage)
      expect(cost(bought) <= stake && cost(bought + stepLots) > stake).toBe(true)
    }),
  )
})

it('a trade closes after 60 candles since the fill and on the opposite signal, and else stays', () => {
  const fillMs = 30 * minute + 1500
  expect(closedSince(fillMs, 30 * minute)).toBe(1)
  expect(closingReason('long', fillMs, 88 * minute, 'buy')).toBeNull()
  expect(closingReason('long', fillMs, 89 * minute, 'buy')).toBe('age')
  expect(closingReason('long', fillMs, 40 * minute, 'sell')).toBe('opposite')
  expect(closingReason('short', fillMs, 40 * minute, 'wait')).toBeNull()
})

it('a stop-loss beyond the close-out is set to it', () => {
  const [near, far] = [price('64300'), price('64100')]
  expect(withinLiquidation('long', far, near)).toBe(near)
  expect(withinLiquidation('long', near, far)).toBe(near)
  expect(withinLiquidation('short', price('65000'), price('64900'))).toBe(price('64900'))
  expect(withinLiquidation('short', price('65000'), null)).toBe(price('65000'))
  expect(withinLiquidation('short', price('64800'), price('64900'))).toBe(price('64800'))
})
