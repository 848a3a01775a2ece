import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TickOrder } from '../markets/rules.ts'
import { type Price, price, type Usdt, usdt } from '../money/units.ts'
import {
  breakEvenRate,
  canSettle,
  expectedLoss,
  expiryChoices,
  expirySeconds,
  isDecidedBeforeEntry,
  maxProfitOf,
  type OptionTerms,
  optionRules,
  settleAtPrice,
  settlementTick,
  wasFeedStale,
} from './rules.ts'

const anyStake = fc.bigInt(1n, 10n ** 15n).map((units) => units as Usdt)
const anyPrice = fc.bigInt(1n, 10n ** 15n).map((units) => units as Price)
const anyPercent = fc.integer({ min: 1, max: 95 })

describe('expiries', () => {
  it.each([
    ['0.1', 6],
    ['0.5', 30],
    ['1', 60],
    ['15', 900],
    ['0.25', 15],
    ['1440', 86_400],
  ])('of %s minutes end after %i seconds', (minutes, seconds) => {
    expect(expirySeconds(minutes)).toBe(seconds)
  })

  it.each(['', '0', '0.01', '-1', '1e1', '0.0000001', '1,5', 'x'])(
    'of “%s” minutes are invalid',
    (minutes) => {
      expect(() => expirySeconds(minutes)).toThrow(RangeError)
      expect(() => expirySeconds(minutes)).toThrow(`an expiry of ${minutes} minutes is no whole number`)
    },
  )

  it('pay by index; one without a payout is not offered', () => {
    const product = { expiryMinutes: ['0.5', '1', '3'], payoutPercents: [70, 90] }
    expect(expiryChoices(product)).toEqual([
      { seconds: 30, percent: 70 },
      { seconds: 60, percent: 90 },
    ])
  })
})

describe('the value of an option', () => {
  it('earns its percentage rounded down', () => {
    expect(maxProfitOf(usdt('10'), 85)).toBe(usdt('8.5'))
    expect(maxProfitOf(usdt('0.00000001'), 85)).toBe(0n)
    fc.assert(
      fc.property(anyStake, anyPercent, (stake, percent) => {
        const exact = stake * BigInt(percent)
        const win = maxProfitOf(stake, percent) * 100n
        expect(win <= exact && exact - win < 100n).toBe(true)
      }),
    )
  })

  it('breaks even at 55.56 % wins with a payout of 80 %', () => {
    expect([70, 75, 80, 82, 85].map(breakEvenRate)).toEqual([5883n, 5715n, 5556n, 5495n, 5406n])
    fc.assert(
      fc.property(anyPercent, (percent) => {
        // Winning that share of 10,000 options of one unit each returns at least their total cost.
        const enough = breakEvenRate(percent) * (100n + BigInt(percent))
        expect(enough >= 1_000_000n && enough - (100n + BigInt(percent)) < 1_000_000n).toBe(true)
      }),
    )
  })

  it('loses on a fair coin half of what the profit is short of the stake', () => {
    expect(expectedLoss(usdt('10'), 85)).toBe(usdt('0.75'))
    fc.assert(
      fc.property(anyStake, anyPercent, (stake, percent) => {
        const twice = stake - maxProfitOf(stake, percent)
        const lost = expectedLoss(stake, percent) * 2n
        expect(lost === twice || lost === twice + 1n).toBe(true)
      }),
    )
  })
})

const at = (sourceTimeMs: number, n: number, more: Partial<TickOrder> = {}): TickOrder => ({
  kind: 'trade',
  n,
  sourceTimeMs,
  receivedTimeMs: sourceTimeMs,
  ...more,
})

describe('the settlement tick', () => {
  it('is the last at or before the expiry; within the same millisecond the highest number', () => {
    const ticks = [at(1000, 1), at(1500, 2), at(1500, 3), at(1501, 4)]
    expect(settlementTick(ticks, 1500)?.n).toBe(3)
    expect(settlementTick(ticks, 1499)?.n).toBe(1)
    expect(settlementTick(ticks, 2000)?.n).toBe(4)
    expect(settlementTick(ticks, 999)).toBeNull()
  })

  it('is a trade received within 300 ms of the expiry', () => {
    expect(canSettle(at(1500, 2, { receivedTimeMs: 1800 }), 1500)).toBe(true)
    expect(canSettle(at(1500, 2, { receivedTimeMs: 1801 }), 1500)).toBe(false)
    expect(canSettle(at(1500, 2, { kind: 'book' }), 1500)).toBe(false)
    expect(canSettle(at(1501, 2), 1500)).toBe(false)
  })

  it('is none that came late behind newer ones, and one fetched from the record whenever it came', () => {
    expect(canSettle(at(1500, 2, { late: true }), 1500)).toBe(false)
    expect(canSettle(at(1500, 2, { receivedTimeMs: 99_000, fetched: true }), 1500)).toBe(true)
    expect(canSettle(at(1501, 2, { receivedTimeMs: 99_000, fetched: true }), 1500)).toBe(false)
    expect(canSettle(at(1500, 2, { receivedTimeMs: 99_000, fetched: true, late: true }), 1500)).toBe(false)
    expect(settlementTick([at(1000, 1), at(1400, 2, { late: true })], 1500)?.n).toBe(1)
  })

  it('decides nothing that was bought at it or after it', () => {
    const isDecided = (settledAt: number, acceptedAt: number) =>
      isDecidedBeforeEntry({ settledAt, acceptedAt })
    expect([isDecided(6, 7), isDecided(7, 7), isDecided(8, 7)]).toEqual([true, true, false])
  })

  it('is independent of the order of the ticks and of later ones', () => {
    const anyTick = fc.record({
      kind: fc.constantFrom('trade' as const, 'book' as const),
      n: fc.nat(1000),
      sourceTimeMs: fc.nat(2000),
      receivedTimeMs: fc.nat(3000),
    })
    const anyTicks = fc.uniqueArray(anyTick, { selector: ({ n }) => n })
    fc.assert(
      fc.property(anyTicks, fc.nat(2000), fc.nat(500), (ticks, expiryMs, later) => {
        const settled = settlementTick(ticks, expiryMs)
        expect(settlementTick([...ticks].reverse(), expiryMs)).toBe(settled)
        const more = [
          ...ticks,
          at(expiryMs + 1 + later, 2000),
          at(expiryMs, 2001, { receivedTimeMs: expiryMs + 301 + later }),
        ]
        expect(settlementTick(more, expiryMs)).toBe(settled)
      }),
    )
  })
})

describe('a stale feed around the expiry', () => {
  it('is stale after more than five seconds', () => {
    expect(wasFeedStale({ fromMs: 1000, toMs: 6000 }, 9000)).toBe(false)
    expect(wasFeedStale({ fromMs: 1000, toMs: 6001 }, 9000)).toBe(true)
  })

  it('is undecided while the gap lasts less than five seconds', () => {
    expect(wasFeedStale({ fromMs: 1000, toMs: null }, 6000)).toBeNull()
    expect(wasFeedStale({ fromMs: 1000, toMs: null }, 6001)).toBe(true)
  })

  it('is stale without any earlier message', () => {
    expect(wasFeedStale({ fromMs: null, toMs: 100 }, 200)).toBe(true)
  })
})

const promised = (style: 'call' | 'put'): OptionTerms => ({
  style,
  stake: usdt('10'),
  win: usdt('8.5'),
  entry: price('66128.74'),
})

describe('an outcome', () => {
  it.each([
    ['call', '66128.75', 'win', 'callAboveAtExpiry', '18.5', '8.5'],
    ['call', '66128.73', 'loss', 'callNotAboveAtExpiry', '0', '-10'],
    ['put', '66128.73', 'win', 'putBelowAtExpiry', '18.5', '8.5'],
    ['put', '66128.75', 'loss', 'putNotBelowAtExpiry', '0', '-10'],
    ['call', '66128.74', 'draw', 'equalAtExpiry', '10', '0'],
    ['put', '66128.74', 'draw', 'equalAtExpiry', '10', '0'],
  ] as const)('of a %s at %s is a %s', (style, exit, outcome, rule, payout, profit) => {
    const result = settleAtPrice(promised(style), price(exit))
    expect(result).toEqual({ outcome, rule, payout: usdt(payout), profit: usdt(profit) })
  })

  it('without a price refunds the stake', () => {
    expect(settleAtPrice(promised('call'), null)).toMatchObject({
      outcome: 'void',
      rule: 'silentAroundExpiry',
      payout: usdt('10'),
      profit: 0n,
    })
  })

  it('is opposite for call and put, and both together never earn', () => {
    fc.assert(
      fc.property(anyStake, anyPercent, anyPrice, anyPrice, (stake, percent, entry, exit) => {
        const both = (['call', 'put'] as const).map((style) =>
          settleAtPrice({ style, stake, win: maxProfitOf(stake, percent), entry }, exit),
        )
        const outcomes = both.map(({ outcome }) => outcome).sort()
        expect(outcomes).toEqual(entry === exit ? ['draw', 'draw'] : ['loss', 'win'])
        expect(both.reduce((sum, { profit }) => sum + profit, 0n) <= 0n).toBe(true)
        for (const { payout, profit, rule } of both) {
          expect(payout - stake).toBe(profit)
          expect(optionRules).toContain(rule)
        }
      }),
    )
  })
})
