import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatUsdt, type Usdt, usdt } from '../money/units.ts'
import { type CopyTerms, isCopyRaise, parseCopyTerms, percentOfPpm } from './copy/productRules.ts'
import { isBelow, minus, per, type Rational, rational, times, whole } from './copy/rational.fixture.ts'
import {
  isRaise,
  type ProductDraft,
  parseProduct,
  type RawCycle,
  type RawProduct,
  type SoldTerms,
} from './productRules.ts'
import { formatRate } from './rates.ts'
import type { Rate } from './rules.ts'

const hundreds = (max: number) =>
  fc.integer({ min: 1, max }).map((count) => (BigInt(count) * usdt('100')) as Usdt)
const anyCycle = fc.record({
  method: fc.constantFrom('fixed' as const, 'compound' as const),
  rate: fc.bigInt({ min: 1n, max: 10n ** 8n }) as fc.Arbitrary<Rate>,
  days: fc.integer({ min: 1, max: 1095 }),
})
const raw: RawProduct = {
  ...{ kind: 'yield', name: 'Product', pictureUrl: '', remark: '', position: 0, onSale: true },
  ...{ featured: false, texts: '{}', claims: '{}', cycles: [], quota: usdt('0'), redeemDays: 0 },
  redeemFee: '1',
}
type Cycle = { readonly method: 'fixed' | 'compound'; readonly rate: Rate; readonly days: number }
const written = (
  cycles: readonly (Cycle & { readonly id?: number })[],
  min: Usdt,
  max: Usdt,
): readonly RawCycle[] =>
  cycles.map(({ id, method, rate, days }) => ({
    ...{ id: id ?? null, method, rate: formatRate(rate), days, min, max },
  }))
const draftOf = (fields: Partial<RawProduct>): ProductDraft => {
  const parsed = parseProduct({ ...raw, ...fields }, 1_000_000)
  if (!('draft' in parsed)) throw new Error(JSON.stringify(parsed))
  return parsed.draft
}

describe('a product as staff write it', () => {
  it('is read back as it was meant, cycle by cycle, with its terms to the unit', () => {
    const cases = fc.record({
      cycles: fc.array(anyCycle, { minLength: 1, maxLength: 20 }),
      ...{ min: hundreds(50), more: fc.option(hundreds(1000), { nil: null }) },
      redeemFee: fc.bigInt({ min: 0n, max: 10n ** 8n }) as fc.Arbitrary<Rate>,
      quota: fc.oneof(fc.constant(usdt('0')), hundreds(100_000)),
    })
    fc.assert(
      fc.property(cases, fc.nat(), ({ cycles, min, more, redeemFee, quota }, place) => {
        const max = (min + (more ?? 0n)) as Usdt
        const longest = Math.max(...cycles.map(({ days }) => days))
        const redeemDays = place % (longest + 1)
        const draft = draftOf({
          ...{ cycles: written(cycles, min, max), quota, redeemDays, redeemFee: formatRate(redeemFee) },
        })
        expect(draft).toMatchObject({ kind: 'yield', quota, redeemDays, redeemFee, onSale: true })
        expect(draft.cycles).toEqual(cycles.map((one) => ({ ...one, id: null, min, max })))
        // One midnight more than the longest cycle has is none that redemption could wait for.
        const late = { ...raw, cycles: written(cycles, min, max), redeemDays: longest + 1 }
        expect(parseProduct(late, 1_000_000)).toEqual({ problem: 'redeemDays' })
      }),
      { numRuns: 150 },
    )
  })

  it('pays at most the largest yearly rate, compared before any rounding', () => {
    fc.assert(
      fc.property(anyCycle, fc.integer({ min: 0, max: 1000 }), (one, maxApr) => {
        const fields = { ...raw, cycles: written([one], usdt('100'), usdt('100')) }
        // rate ÷ days × 365 > maxApr %, in whole numbers.
        const isAbove = one.rate * 365n * 100n > BigInt(maxApr) * BigInt(one.days) * 100_000_000n
        const parsed = parseProduct(fields, maxApr)
        if (isAbove) expect(parsed).toEqual({ maxApr })
        else expect(parsed).toHaveProperty('draft')
      }),
      { numRuns: 300 },
    )
  })
})

describe('a change of what is sold', () => {
  it('is a raise exactly where a customer could get a higher rate or a day more, or pay a higher fee, than before', () => {
    const cycle = anyCycle.map(({ days, ...one }) => ({ ...one, days: (days % 60) + 1 }))
    const changes = fc.record({
      known: fc.array(cycle, { minLength: 1, maxLength: 4 }),
      fresh: fc.array(cycle, { maxLength: 2 }),
      changed: fc.array(fc.option(cycle, { freq: 2, nil: null }), { minLength: 4, maxLength: 4 }),
      fees: fc.tuple(fc.bigInt({ min: 0n, max: 10n }), fc.bigInt({ min: 0n, max: 10n })),
    })
    const aDay = (one: Cycle) => [one.rate, BigInt(one.days)] as const
    /** What a cycle pays in all, interest on interest where it is compound. */
    const totalOf = ({ method, rate, days }: Cycle): Rational => {
      if (method === 'fixed') return rational(rate, 10n ** 8n)
      let worth = whole(1)
      for (let day = 0; day < days; day += 1)
        worth = times(worth, rational(10n ** 8n * BigInt(days) + rate, 10n ** 8n * BigInt(days)))
      return minus(worth, whole(1))
    }
    const isCompounded = (a: Cycle, b: Cycle) => a.method === 'compound' && b.method === 'fixed'
    const isMore = (a: Cycle, b: Cycle) =>
      aDay(a)[0] * aDay(b)[1] > aDay(b)[0] * aDay(a)[1] ||
      (isCompounded(a, b) && isBelow(per(totalOf(b), whole(b.days)), per(totalOf(a), whole(a.days))))
    const isMoreInAll = (a: Cycle, b: Cycle) =>
      a.rate > b.rate || (isCompounded(a, b) && isBelow(totalOf(b), totalOf(a)))
    fc.assert(
      fc.property(changes, ({ known, fresh, changed, fees: [before, after] }) => {
        const sold: SoldTerms = {
          redeemFee: before as Rate,
          cycles: known.map((one, at) => ({ ...one, id: at + 1 })),
        }
        const kept = known.map((one, at) => ({ ...(changed[at] ?? one), id: at + 1 }))
        const draft = draftOf({
          cycles: written([...kept, ...fresh], usdt('100'), usdt('100')),
          redeemFee: formatRate(after as Rate),
        })
        const raisesKnown = kept.some((one, at) => {
          const old = known[at]
          return old !== undefined && (isMoreInAll(one, old) || isMore(one, old))
        })
        const raisesNew = fresh.some((one) => known.every((old) => isMore(one, old)))
        expect(isRaise(sold, draft)).toBe(after > before || raisesKnown || raisesNew)
        // The same again is none.
        const same = draftOf({
          cycles: written(sold.cycles, usdt('100'), usdt('100')),
          redeemFee: formatRate(before as Rate),
        })
        expect(isRaise(sold, same)).toBe(false)
      }),
      { numRuns: 300 },
    )
  })
})

describe('terms of a copy product', () => {
  const terms = fc.record({
    periodDays: fc.integer({ min: 1, max: 365 }),
    min: hundreds(50),
    leadFeePpm: fc.integer({ min: 0, max: 300_000 }),
    maxMultiple: fc.integer({ min: 1, max: 20 }),
    copyStopPercent: fc.integer({ min: 5, max: 95 }),
    exitLevyPpm: fc.integer({ min: 0, max: 20_000 }),
  })
  const readBack = (one: CopyTerms, maxFee: number) =>
    parseCopyTerms(
      {
        ...{ periodDays: one.periodDays, maxMultiple: one.maxMultiple, copyStop: `${one.copyStopPercent}` },
        ...{ min: formatUsdt(one.min), max: formatUsdt(one.max) },
        ...{ leadFee: percentOfPpm(one.leadFeePpm), exitLevy: percentOfPpm(one.exitLevyPpm) },
      },
      maxFee,
    )

  it('are read back as they are shown, up to the largest fee that the setting allows', () => {
    fc.assert(
      fc.property(terms, fc.integer({ min: 0, max: 30 }), (some, maxFee) => {
        const one: CopyTerms = { ...some, max: (some.min * 3n) as Usdt }
        const isAbove = one.leadFeePpm > maxFee * 10_000
        expect(readBack(one, maxFee)).toEqual(isAbove ? { maxFee } : { terms: one })
      }),
      { numRuns: 300 },
    )
  })

  it('are raised by whatever takes or risks more, and by nothing else', () => {
    fc.assert(
      fc.property(terms, terms, (a, b) => {
        const [before, after] = [a, b].map((some) => ({ ...some, max: (some.min * 3n) as Usdt })) as [
          CopyTerms,
          CopyTerms,
        ]
        const watched = ['leadFeePpm', 'exitLevyPpm', 'maxMultiple', 'copyStopPercent'] as const
        expect(isCopyRaise(before, after)).toBe(watched.some((name) => after[name] > before[name]))
        expect(isCopyRaise(before, before)).toBe(false)
      }),
      { numRuns: 300 },
    )
  })
})
