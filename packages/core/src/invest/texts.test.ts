import { describe, expect, it } from 'vitest'
import { languages } from '../wire/languages.ts'
import { productCategories } from './codec.ts'
import type { RatedCycle } from './rates.ts'
import { rate } from './rules.ts'
import { categoryNames, investTexts, type ProductTerms, type TermTexts, termTexts } from './texts.ts'

const fixed = (of: string, days: number): RatedCycle => ({ method: 'fixed', rate: rate(of), days })
const compound = (of: string, days: number): RatedCycle => ({ method: 'compound', rate: rate(of), days })
const terms: ProductTerms = {
  kind: 'yield',
  cycles: [fixed('0.0011', 7), compound('0.0135', 90), fixed('0.0052', 30)],
  redeemDays: 2,
  redeemFee: rate('0.5'),
  referral: { share: [30, 10, 5], first: [10, 6, 4] },
}
const english = (changes: Partial<ProductTerms>) => termTexts('en', { ...terms, ...changes })
const all = (written: TermTexts): readonly string[] => Object.values(written)

describe('the texts of a product', () => {
  it('say its terms in English', () => {
    expect(english({})).toEqual({
      source:
        'From the operator’s own capital, set aside in this product’s reserve. Your principal is not lent or traded.',
      repayment:
        'Your principal returns with the last interest payment. Principal and interest are paid together at the end. ' +
        'Midnights until early redemption opens: 2. It takes 50% of the interest accrued; your principal stays whole.',
      settlement: 'Interest is booked every day at 00:00 (UTC+1), first at the midnight after you buy.',
      fixed: '0.11% in 7 days · 0.52% in 30 days. Paid in daily parts into your wallet.',
      compound: '1.35% in 90 days. Added every day and paid at the end, with interest on interest.',
      referral:
        'Those who invited you earn on three levels: 30 / 10 / 5% of your interest, and once 10 / 6 / 4% of the ' +
        'interest that your first order promises. The operator pays it on top; nothing is taken from you.',
    })
  })

  it('of one method say nothing of the other', () => {
    const onlyFixed = english({ cycles: [fixed('0.0011', 7)] })
    expect(onlyFixed.compound).toBe('')
    expect(onlyFixed.repayment).not.toContain('together')
    const onlyCompound = english({ cycles: [compound('0.0135', 90)] })
    expect(onlyCompound.fixed).toBe('')
    expect(onlyCompound.repayment).not.toContain('last interest payment')
  })

  it('of trial funds say who gets them back, and nothing of inviters', () => {
    const trial = english({ kind: 'experience', cycles: [fixed('0.0006', 3)] })
    expect(trial.repayment).toMatch(
      /^The trial funds return to the platform at the end\. The interest is yours\. /,
    )
    expect(trial.repayment).not.toContain('Your principal returns')
    expect(trial.referral).toBe('')
    expect(trial.fixed).toContain('0.06% in 3 days')
  })

  it('of a copy product promise no interest', () => {
    const copied = english({ kind: 'copy', cycles: [] })
    expect([copied.fixed, copied.compound, copied.referral]).toEqual(['', '', ''])
  })

  it.each([
    [0, '0', 'Early redemption is open at once and takes 0% of the interest accrued.'],
    [0, '1', 'Early redemption is open at once and takes 100% of the interest accrued.'],
    [1, '0.333', 'Midnights until early redemption opens: 1. It takes 33.3% of the interest accrued;'],
    [
      89,
      '0.00000001',
      'Midnights until early redemption opens: 89. It takes 0.000001% of the interest accrued;',
    ],
    [90, '1', 'No early redemption.'],
    [91, '1', 'No early redemption.'],
  ])('say of redemption after %i midnights at a share of %s: %s', (redeemDays, share, sentence) => {
    expect(english({ redeemDays, redeemFee: rate(share) }).repayment).toContain(sentence)
  })

  it('say of inviters only what is paid: nothing where every level has nothing', () => {
    expect(english({ referral: { share: [0, 0, 0], first: [0, 0, 0] } }).referral).toBe('')
    expect(english({ referral: { share: [0, 0, 0], first: [0, 0, 1] } }).referral).toContain(
      '0 / 0 / 0% of your interest, and once 0 / 0 / 1%',
    )
  })

  it('state a rate with all its decimals and never in powers of ten', () => {
    const written = english({ cycles: [fixed('0.00000001', 1), fixed('100', 365), fixed('0.12345678', 30)] })
    expect(written.fixed).toContain('0.000001% in 1 days · 10000% in 365 days · 12.345678% in 30 days')
  })
})

describe.each(languages)('in %s', (lang) => {
  const cases: readonly ProductTerms[] = [
    terms,
    { ...terms, kind: 'experience', cycles: [fixed('0.0006', 3)] },
    { ...terms, kind: 'copy', cycles: [] },
    { ...terms, redeemDays: 0 },
    { ...terms, redeemDays: 90 },
  ]

  it('no text keeps a place that was not filled, and every figure stands where it belongs', () => {
    for (const one of cases)
      for (const text of all(termTexts(lang, one))) expect(text).not.toMatch(/[{}]|undefined|NaN/)
    const written = termTexts(lang, terms)
    const figure = (text: string) => new RegExp(text.replace('.', '[.,٫]'))
    for (const [text, figures] of [
      [written.fixed, ['0.11', '7', '0.52', '30']],
      [written.compound, ['1.35', '90']],
      [written.repayment, ['2', '50']],
      [written.referral, ['30 / 10 / 5', '10 / 6 / 4']],
    ] as const)
      for (const one of figures) expect(text).toMatch(figure(one))
  })

  it('says that redemption opens at once, later or never in three different ways', () => {
    const ways = [0, 2, 90].map((redeemDays) => termTexts(lang, { ...terms, redeemDays }).repayment)
    expect(new Set(ways).size).toBe(3)
    expect(ways[2]).toContain(investTexts[lang].never)
  })

  it('names the six categories by their numbers, no two alike', () => {
    const names = categoryNames(lang)
    expect(names.map(({ id }) => id)).toEqual(productCategories.map((_, at) => at))
    expect(new Set(names.map(({ name }) => name)).size).toBe(6)
    for (const { name } of names) expect(name.trim()).not.toBe('')
  })

  it('has no sentence of another language', () => {
    if (lang === 'en') return
    for (const [name, text] of Object.entries(investTexts[lang]))
      if (name !== 'typeCopy' && name !== 'cycle')
        expect(text, name).not.toBe(investTexts.en[name as 'never'])
  })
})
