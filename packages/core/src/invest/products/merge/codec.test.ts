import { describe, expect, it } from 'vitest'
import { usdt } from '../../../money/units.ts'
import { parseCopyTerms } from '../../copy/productRules.ts'
import { parsePresentation, parseProduct } from '../../productRules.ts'
import { rate } from '../../rules.ts'
import { commandOf, complete, known, type Request, terms } from '../products.fixture.ts'
import {
  copyFieldToWire,
  investFieldToWire,
  mergeCopyTerms,
  mergePresentation,
  mergeProduct,
} from './codec.ts'

describe('what a command to save a product leaves of it', () => {
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
    ['picture', { picurl: '' }, { pictureUrl: '' }],
    ['remark', { remark: '' }, { remark: '' }],
    ['place', { position: 0 }, { position: 0 }],
    ['sale', { onsale: 0 }, { onSale: false }],
    ['feature', { ishot: 0 }, { featured: false }],
    ['quota', { quota: '0' }, { quota: 0n }],
    ['redemption', { redeemdays: 7 }, { redeemDays: 7 }],
    ['redemption fee', { redeemfee: '0' }, { redeemFee: '0' }],
    ['cycles', { cycles: '[]' }, { cycles: null }],
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
      ...{ kind: 'yield', name: 'P', pictureUrl: '', remark: '', position: 0, onSale: true },
      ...{ featured: false, cycles: null, quota: 0n, redeemDays: 1, redeemFee: '1' },
      ...{ texts: '{}', claims: '{}' },
    })
  })

  const wireCycle = {
    ...{ interesttype: 2, rete: '0.0006', freezedate: 3, minbuymoney: '100', maxbuymoney: '900' },
  }
  const cyclesOf = (cycles: string) =>
    complete(mergeProduct(commandOf({ kind: 'invest', id: 7, cycles }), known)).cycles

  it('has its cycles in JSON, known and new ones', () => {
    expect(
      cyclesOf(JSON.stringify([wireCycle, { ...wireCycle, id: 5, interesttype: 1, rete: 'x' }])),
    ).toEqual([
      { id: null, method: 'compound', rate: '0.0006', days: 3, min: usdt('100'), max: usdt('900') },
      { id: 5, method: 'fixed', rate: 'x', days: 3, min: usdt('100'), max: usdt('900') },
    ])
    expect(cyclesOf(JSON.stringify(Array(20).fill(wireCycle)))).toHaveLength(20)
  })

  it.each([
    ...['', 'none', '{}', 'null', '[]', '[null]'],
    JSON.stringify(Array(21).fill(wireCycle)),
    ...[
      ...[{ status: 2 }, { id: 0 }, { id: null }, { interesttype: 3 }, { rete: 1 }, { freezedate: 0 }],
      ...[{ freezedate: 1.5 }, { minbuymoney: 'x' }, { maxbuymoney: '-1' }],
    ].map((change) => JSON.stringify([{ ...wireCycle, ...change }])),
  ])('has no cycles that can be read in %j (%#)', (cycles) => {
    expect(cyclesOf(cycles)).toBeNull()
  })

  it.each([
    [{ name: ' ' }, 'name'],
    [{ picurl: 'a.png' }, 'picurl'],
    [{ texts: '[]' }, 'texts'],
    [{ claims: '[]' }, 'claims'],
    [{ cycles: 'none' }, 'cycles'],
    [{ quota: '150' }, 'quota'],
    [{ redeemdays: 8 }, 'redeemdays'],
    [{ redeemfee: '1.1' }, 'redeemfee'],
  ] as const)('whose %j the rules of interest refuse is refused with the field %s', (request, field) => {
    const merged = complete(mergeProduct(commandOf({ kind: 'invest', id: 7, ...request }), known))
    const parsed = parseProduct(merged, 36)
    expect('problem' in parsed && investFieldToWire(parsed.problem)).toBe(field)
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
