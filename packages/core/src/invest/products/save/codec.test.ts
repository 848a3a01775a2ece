import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RequestOf } from '../../../calls.ts'
import { calls } from '../../../calls.ts'
import { type Units, usdt } from '../../../money/units.ts'
import { type CopyTerms, parseCopyTerms } from '../../copy/productRules.ts'
import { parsePresentation, parseProduct } from '../../productRules.ts'
import { rate } from '../../rules.ts'
import type { StaffProduct } from '../staff/codec.ts'
import {
  copyFieldToWire,
  mergeCopyTerms,
  mergePresentation,
  mergeProduct,
  newCopyProductCommand,
  newProductCommand,
  saveProductFromWire,
  saveProductToDetails,
  type TypedCopyProduct,
  type TypedProduct,
  typedCopyProductToWire,
  typedProductToWire,
} from './codec.ts'

const none = usdt('0')
const known: StaffProduct = {
  ...{ id: 7, kind: 'yield', name: 'Seven days', pictureUrl: '/a.png', remark: 'sample', position: 2 },
  ...{ isOnSale: true, isFeatured: true, isBuyable: true, quota: usdt('50000'), redeemDays: 1 },
  cycles: [{ id: 5, method: 'fixed', rate: rate('0.0011'), days: 7, min: usdt('100'), max: usdt('1000') }],
  redeemFee: rate('0.4'),
  texts: { en: { source: 'Own capital.' } },
  claims: { agency: { text: 'Audited', source: 'https://example.com' } },
  ...{ sold: none, promised: none, reserve: none, free: none, createdMs: 1, changedMs: 1 },
  ...{ isProposed: false, copy: null },
}
const terms: CopyTerms = {
  ...{ periodDays: 30, min: usdt('100'), max: usdt('5000'), leadFeePpm: 105_000, maxMultiple: 12 },
  ...{ copyStopPercent: 55, exitLevyPpm: 1500 },
}

type Request = RequestOf<'/staff/api/productSave'>
const commandOf = (request: Request) =>
  saveProductFromWire(calls['/staff/api/productSave'].request.parse(request))
/** Fields of a merge that lacks none. */
const complete = <Fields>(merged: { readonly fields: Fields } | { readonly missing: string } | null) => {
  if (merged === null || 'missing' in merged) throw new Error(`it lacks ${JSON.stringify(merged)}`)
  return merged.fields
}

describe('a command to save a product', () => {
  it('is of a new product without an id, and names its kind and lead', () => {
    expect(commandOf({ kind: 'invest', type: 'copy', leaduid: 10_002 })).toMatchObject({
      ...{ id: null, kind: 'copy', leadUid: 10_002 },
    })
    expect(commandOf({ kind: 'invest', id: 7 })).toMatchObject({ id: 7, kind: undefined, leadUid: undefined })
  })

  it('is shown to the second manager as the call was made, with the quota that it leaves', () => {
    const command = commandOf({ kind: 'invest', id: 7, redeemfee: '0.5', quota: '12000' })
    expect(saveProductToDetails(command, usdt('12000'))).toEqual({
      ...{ kind: 'invest', id: 7, redeemfee: '0.5', quota: '12000' },
    })
    // A copy product has no quota.
    const copies = commandOf({ kind: 'invest', id: 9, leadfee: '11' })
    expect(saveProductToDetails(copies, null)).toEqual({ kind: 'invest', id: 9, leadfee: '11' })
  })

  it('leaves a product with interest as it is where it names nothing', () => {
    const merged = mergeProduct(commandOf({ kind: 'invest', id: 7 }), known)
    const parsed = parseProduct(complete(merged), 36)
    if (!('draft' in parsed)) throw new Error(JSON.stringify(parsed))
    expect(parsed.draft).toEqual({
      ...{ kind: 'yield', name: 'Seven days', pictureUrl: '/a.png', remark: 'sample', position: 2 },
      ...{ onSale: true, featured: true, quota: usdt('50000'), redeemDays: 1, redeemFee: rate('0.4') },
      ...{ texts: known.texts, claims: known.claims, cycles: known.cycles },
    })
  })

  it.each([
    ['name', { name: 'Eight days' }, { name: 'Eight days' }],
    ['picture', { picurl: '' }, { picurl: '' }],
    ['remark', { remark: '' }, { remark: '' }],
    ['place', { position: 0 }, { position: 0 }],
    ['sale', { onsale: 0 }, { onsale: 0 }],
    ['feature', { ishot: 0 }, { ishot: 0 }],
    ['quota', { quota: '0' }, { quota: 0n }],
    ['redemption', { redeemdays: 7 }, { redeemdays: 7 }],
    ['redemption fee', { redeemfee: '0' }, { redeemfee: '0' }],
    ['cycles', { cycles: '[]' }, { cycles: '[]' }],
    ['texts', { texts: '{}' }, { texts: '{}' }],
    ['claims', { claims: '{}' }, { claims: '{}' }],
  ] as const)('changes the %s alone where it names that', (_, request, changed) => {
    const before = complete(mergeProduct(commandOf({ kind: 'invest', id: 7 }), known))
    const after = complete(mergeProduct(commandOf({ kind: 'invest', id: 7, ...request }), known))
    expect(after).toEqual({ ...before, ...changed })
    expect(after).not.toEqual(before)
  })

  it('names the first field that a new product with interest lacks', () => {
    const fields = { kind: 'invest', type: 'yield', name: 'P', onsale: 1, redeemdays: 1 } as const
    const missing = (request: Request) => mergeProduct(commandOf(request), null)
    expect(missing({ kind: 'invest' })).toEqual({ missing: 'type' })
    expect(missing({ kind: 'invest', type: 'yield' })).toEqual({ missing: 'name' })
    expect(missing({ kind: 'invest', type: 'yield', name: 'P' })).toEqual({ missing: 'onsale' })
    expect(missing(fields)).toEqual({ missing: 'cycles' })
    expect(missing({ ...fields, redeemdays: undefined, cycles: '[]' })).toEqual({ missing: 'redeemdays' })
    expect(complete(missing({ ...fields, cycles: '[]' }))).toEqual({
      ...{ type: 'yield', name: 'P', picurl: '', remark: '', position: 0, onsale: 1, ishot: 0 },
      ...{ cycles: '[]', quota: 0n, redeemdays: 1, redeemfee: '1', texts: '{}', claims: '{}' },
    })
  })

  it('is none of a product with interest where the product copies', () => {
    expect(mergeProduct(commandOf({ kind: 'invest', type: 'copy' }), null)).toBeNull()
    expect(mergeProduct(commandOf({ kind: 'invest', id: 7 }), { ...known, kind: 'copy' })).toBeNull()
  })

  it('leaves how a product is shown where it names nothing', () => {
    const merged = mergePresentation(commandOf({ kind: 'invest', id: 7, ishot: 0 }), known)
    const parsed = parsePresentation(complete(merged))
    if (!('presentation' in parsed)) throw new Error(JSON.stringify(parsed))
    expect(parsed.presentation).toEqual({
      ...{ name: 'Seven days', pictureUrl: '/a.png', remark: 'sample', position: 2, onSale: true },
      ...{ featured: false, texts: known.texts, claims: known.claims },
    })
    expect(mergePresentation(commandOf({ kind: 'invest', name: 'P' }), null)).toEqual({ missing: 'onsale' })
  })

  it('leaves the terms of a copy product where it names nothing, each on its own', () => {
    const merged = (request: Omit<Request, 'kind'>) => {
      const parsed = parseCopyTerms(
        complete(mergeCopyTerms(commandOf({ kind: 'invest', ...request }), terms)),
        30,
      )
      if (!('terms' in parsed)) throw new Error(JSON.stringify(parsed))
      return parsed.terms
    }
    expect(merged({})).toEqual(terms)
    for (const [request, changed] of [
      [{ freezedate: 31 }, { periodDays: 31 }],
      [{ minbuymoney: '200' }, { min: usdt('200') }],
      [{ maxbuymoney: '6000' }, { max: usdt('6000') }],
      [{ leadfee: '0' }, { leadFeePpm: 0 }],
      [{ maxmultiple: 1 }, { maxMultiple: 1 }],
      [{ copystop: '5' }, { copyStopPercent: 5 }],
      [{ exitlevy: '0' }, { exitLevyPpm: 0 }],
    ] as const)
      expect(merged(request)).toEqual({ ...terms, ...changed })
  })

  it('gives a new copy product the usual fee, leverage, stop and levy, and asks for period and limits', () => {
    const fields = { kind: 'invest', type: 'copy', freezedate: 30, minbuymoney: '100' } as const
    expect(mergeCopyTerms(commandOf({ kind: 'invest', type: 'copy' }), null)).toEqual({
      missing: 'freezedate',
    })
    expect(mergeCopyTerms(commandOf(fields), null)).toEqual({ missing: 'maxbuymoney' })
    expect(complete(mergeCopyTerms(commandOf({ ...fields, maxbuymoney: '900' }), null))).toEqual({
      ...{ periodDays: 30, min: '100', max: '900' },
      ...{ leadFee: '10', maxMultiple: 10, copyStop: '50', exitLevy: '0.1' },
    })
  })

  it.each([
    [{ minbuymoney: '150' }, 'minbuymoney'],
    [{ maxbuymoney: '0' }, 'maxbuymoney'],
    [{ leadfee: '-1' }, 'leadfee'],
    [{ copystop: '4' }, 'copystop'],
    [{ exitlevy: '2.0001' }, 'exitlevy'],
  ] as const)('whose %j the rules refuse is refused with the field %s', (request, field) => {
    const merged = complete(mergeCopyTerms(commandOf({ kind: 'invest', id: 9, ...request }), terms))
    const parsed = parseCopyTerms(merged, 30)
    expect('problem' in parsed && copyFieldToWire(parsed.problem)).toBe(field)
  })

  it('asks for the smallest order of a new copy product too', () => {
    const fields = { kind: 'invest', type: 'copy', freezedate: 30, maxbuymoney: '900' } as const
    expect(mergeCopyTerms(commandOf(fields), null)).toEqual({ missing: 'minbuymoney' })
  })
})

const shown = { name: 'Sample', remark: 'A sample.', position: 3 }

describe('a new product', () => {
  it('with interest is one on sale, with new cycles, that the rules accept', () => {
    const cycles = known.cycles.map(({ id, ...cycle }) => cycle)
    const command = newProductCommand({
      ...{ ...shown, kind: 'yield', isFeatured: true, cycles, redeemDays: 7, redeemFee: rate('1') },
    })
    expect(command).toMatchObject({ id: null, kind: 'yield', leadUid: undefined })
    const parsed = parseProduct(complete(mergeProduct(command, null)), 36)
    if (!('draft' in parsed)) throw new Error(JSON.stringify(parsed))
    expect(parsed.draft).toEqual({
      ...{ ...shown, kind: 'yield', pictureUrl: '', onSale: true, featured: true, quota: 0n },
      ...{ redeemDays: 7, redeemFee: rate('1'), texts: {}, claims: {} },
      cycles: cycles.map((cycle) => ({ ...cycle, id: null })),
    })
  })

  it('that copies has its lead and the terms it is given', () => {
    const command = newCopyProductCommand({ ...shown, isFeatured: false, leadUid: 10_002, terms })
    expect(command).toMatchObject({ id: null, kind: 'copy', leadUid: 10_002 })
    expect(parseCopyTerms(complete(mergeCopyTerms(command, null)), 30)).toEqual({ terms })
    const parsed = parsePresentation(complete(mergePresentation(command, null)))
    expect(parsed).toMatchObject({ presentation: { ...shown, onSale: true, featured: false } })
  })

  it('that copies keeps terms of any size exactly', () => {
    const hundreds = fc.integer({ min: 1, max: 1_000_000 }).map((count) => usdt(`${count}00`))
    const any = fc
      .record({
        ...{ periodDays: fc.integer({ min: 1, max: 365 }), min: hundreds, more: hundreds },
        ...{ leadFeePpm: fc.nat(300_000), maxMultiple: fc.integer({ min: 1, max: 20 }) },
        ...{ copyStopPercent: fc.integer({ min: 5, max: 95 }), exitLevyPpm: fc.nat(20_000) },
      })
      .map(({ more, ...one }) => ({ ...one, max: (one.min + more) as CopyTerms['max'] }))
    fc.assert(
      fc.property(any, (one) => {
        const command = newCopyProductCommand({ ...shown, isFeatured: true, leadUid: 10_002, terms: one })
        expect(parseCopyTerms(complete(mergeCopyTerms(command, null)), 30)).toEqual({ terms: one })
      }),
    )
  })
})

describe('what staff typed', () => {
  const typed: TypedProduct = {
    ...{ ...shown, id: null, kind: 'experience', isOnSale: false, isFeatured: true, pictureUrl: '/b.png' },
    ...{ quota: '1000', redeemDays: 2, redeemFee: '0.5' },
    cycles: [
      { id: null, method: 'fixed', rate: '0.0006', days: 3, min: '100', max: '1000' },
      { id: 8, method: 'compound', rate: 'x', days: 30, min: '', max: 'most' },
    ],
    texts: { en: { source: 'Here.' } },
    claims: {},
  }

  it('of a new product with interest is sent with its kind, and as it was typed', () => {
    const { cycles, texts, claims, ...fields } = typedProductToWire(typed)
    expect(fields).toEqual({
      ...{ ...shown, kind: 'invest', type: 'experience', onsale: 0, ishot: 1, picurl: '/b.png' },
      ...{ quota: '1000', redeemdays: 2, redeemfee: '0.5' },
    })
    expect(JSON.parse(cycles ?? '')).toEqual([
      { interesttype: 1, rete: '0.0006', freezedate: 3, minbuymoney: '100', maxbuymoney: '1000' },
      { id: 8, interesttype: 2, rete: 'x', freezedate: 30, minbuymoney: '', maxbuymoney: 'most' },
    ])
    expect([texts, claims].map((text) => JSON.parse(text ?? ''))).toEqual([typed.texts, {}])
  })

  it('of a saved one is sent with its number and not with its kind', () => {
    const request = typedProductToWire({ ...typed, id: 7, isOnSale: true, isFeatured: false })
    expect(request).toMatchObject({ kind: 'invest', id: 7, onsale: 1, ishot: 0 })
    expect(request).not.toHaveProperty('type')
    expect(calls['/staff/api/productSave'].request.safeParse(request).success).toBe(true)
  })

  it('of a copy product is sent with its lead only when it is new', () => {
    const copies: TypedCopyProduct = {
      ...{ ...shown, id: null, isOnSale: true, isFeatured: false, leadUid: 10_002, periodDays: 30 },
      ...{ min: '100', max: '5000', leadFee: '10.5', maxMultiple: 12, copyStop: '55', exitLevy: '0.15' },
    }
    const request = typedCopyProductToWire(copies)
    expect(request).toEqual({
      ...{ ...shown, kind: 'invest', type: 'copy', leaduid: 10_002, onsale: 1, ishot: 0, freezedate: 30 },
      ...{ minbuymoney: '100', maxbuymoney: '5000', leadfee: '10.5', maxmultiple: 12 },
      ...{ copystop: '55', exitlevy: '0.15' },
    })
    expect(parseCopyTerms(complete(mergeCopyTerms(commandOf(request), null)), 30)).toEqual({ terms })
    const saved = typedCopyProductToWire({ ...copies, id: 9 })
    expect(saved).toMatchObject({ id: 9, leadfee: '10.5' })
    expect(saved).not.toHaveProperty('type')
    expect(saved).not.toHaveProperty('leaduid')
  })

  it('of an unchanged product leaves every product as it is', () => {
    const units = <U extends Units>() =>
      fc.integer({ min: 1, max: 10_000 }).map((count) => usdt(`${count}00`) as unknown as U)
    const cycle = fc
      .record({
        ...{ id: fc.integer({ min: 1, max: 99 }), method: fc.constantFrom('fixed', 'compound') },
        ...{ percent: fc.integer({ min: 1, max: 999_999 }), days: fc.integer({ min: 1, max: 1095 }) },
        min: units<StaffProduct['quota']>(),
      })
      .map(({ percent, ...one }) => ({
        ...one,
        max: one.min,
        rate: rate(`0.${String(percent).padStart(8, '0')}`),
      }))
    fc.assert(
      fc.property(cycle, (one) => {
        const product = { ...known, cycles: [one] } as StaffProduct
        const asked = mergeProduct(commandOf({ kind: 'invest', id: 7 }), product)
        const cycles = JSON.parse(complete(asked).cycles)
        expect(cycles).toMatchObject([{ id: one.id, freezedate: one.days }])
        const parsed = parseProduct(complete(asked), 1_000_000)
        expect('draft' in parsed && parsed.draft.cycles).toEqual([one])
      }),
    )
  })
})
