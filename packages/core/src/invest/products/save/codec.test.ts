import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calls } from '../../../calls.ts'
import { type Units, usdt } from '../../../money/units.ts'
import { type CopyTerms, parseCopyTerms } from '../../copy/productRules.ts'
import { parsePresentation, parseProduct } from '../../productRules.ts'
import { rate } from '../../rules.ts'
import { mergeCopyTerms, mergePresentation, mergeProduct } from '../merge/codec.ts'
import { commandOf, complete, known, terms } from '../products.fixture.ts'
import type { StaffProduct } from '../staff/codec.ts'
import {
  newCopyProductCommand,
  newProductCommand,
  saveProductToDetails,
  type TypedCopyProduct,
  type TypedProduct,
  typedCopyProductToWire,
  typedProductToWire,
} from './codec.ts'

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
        expect(complete(asked).cycles).toMatchObject([{ id: one.id, days: one.days }])
        const parsed = parseProduct(complete(asked), 1_000_000)
        expect('draft' in parsed && parsed.draft.cycles).toEqual([one])
      }),
    )
  })
})
