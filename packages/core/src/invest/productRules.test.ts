import { describe, expect, it } from 'vitest'
import { usdt } from '../money/units.ts'
import { isRaise, parseProduct, type RawProduct } from './productRules.ts'
import { rate } from './rules.ts'

const cycle = { interesttype: 1, rete: '0.0011', freezedate: 7, minbuymoney: '100', maxbuymoney: '1000' }
const raw: RawProduct = {
  type: 'yield',
  name: ' Seven days ',
  picurl: '',
  remark: '',
  position: 1,
  onsale: 1,
  ishot: 0,
  cycles: JSON.stringify([cycle, { ...cycle, interesttype: 2, rete: '0.0054', freezedate: 30 }]),
  quota: usdt('0'),
  redeemdays: 1,
  redeemfee: '1',
  texts: '{"en":{"riskmsg":"A risk."}}',
  claims: '{"agency":{"text":"An agency","source":"https://agency.example/42"}}',
}
const parse = (changes: Partial<RawProduct>) => parseProduct({ ...raw, ...changes }, 36)
const cyclesWith = (...changes: object[]) => ({
  cycles: JSON.stringify(changes.map((change) => ({ ...cycle, ...change }))),
})

describe('a product', () => {
  it('is read with its cycles', () => {
    expect(parse({})).toMatchObject({
      draft: {
        name: 'Seven days',
        redeemFee: rate('1'),
        cycles: [
          { id: null, method: 'fixed', rate: rate('0.0011'), days: 7, min: usdt('100') },
          { method: 'compound', days: 30 },
        ],
      },
    })
  })

  it.each([
    ['name', { name: '  ' }],
    ['picurl', { picurl: 'https://elsewhere.example/a.png' }],
    ['picurl', { picurl: '//elsewhere.example/a.png' }],
    ['quota', { quota: usdt('150') }],
    ['redeemdays', { redeemdays: 31 }],
    ['redeemfee', { redeemfee: '1.00000001' }],
    ['redeemfee', { redeemfee: '-1' }],
    ['texts', { texts: '{"en":{"repayment":"mine"}}' }],
    ['texts', { texts: '{"xx":{}}' }],
    ['texts', { texts: 'none' }],
    ['claims', { claims: '{"agency":{"text":"An agency"}}' }],
    ['claims', { claims: '{"agency":{"text":"An agency","source":"http://agency.example"}}' }],
    ['claims', { claims: '{"licence":{"text":"A","source":"https://agency.example"}}' }],
    ['cycles', { cycles: '[]' }],
    ['cycles', cyclesWith({ rete: '0' })],
    ['cycles', cyclesWith({ rete: '0.000000001' })],
    ['cycles', cyclesWith({ freezedate: 0 })],
    ['cycles', cyclesWith({ freezedate: 1096, rete: '0.00000001' })],
    ['cycles', cyclesWith({ minbuymoney: '150' })],
    ['cycles', cyclesWith({ maxbuymoney: '0' })],
    ['cycles', cyclesWith({ status: 2 })],
    ['cycles', cyclesWith({ id: 3 }, { id: 3 })],
    ['cycles', cyclesWith({}, { interesttype: 2, maxbuymoney: '2000' })],
    ['cycles', { ...cyclesWith({}, {}), type: 'experience' as const }],
    ['cycles', { ...cyclesWith({ interesttype: 2 }), type: 'experience' as const }],
  ])('is refused with the field %s (%#)', (problem, changes) => {
    expect(parse(changes)).toEqual({ problem })
  })

  it('pays no more a year than the setting allows', () => {
    expect(parse(cyclesWith({ rete: '0.0069' }))).toMatchObject({ draft: {} })
    expect(parse(cyclesWith({ rete: '0.007' }))).toEqual({ maxApr: 36 })
  })
})

describe('a raise', () => {
  const sold = {
    redeemFee: rate('0.5'),
    cycles: [{ id: 1, method: 'fixed' as const, rate: rate('0.0011'), days: 7 }],
  }
  const raises = (changes: Partial<RawProduct>) => {
    const parsed = parse({ redeemfee: '0.5', ...cyclesWith({ id: 1 }), ...changes })
    if (!('draft' in parsed)) throw new Error(JSON.stringify(parsed))
    return isRaise(sold, parsed.draft)
  }
  it('is a higher rate, a higher fee, or a new cycle above every present one', () => {
    expect(raises({})).toBe(false)
    expect(raises({ redeemfee: '0.50000001' })).toBe(true)
    expect(raises(cyclesWith({ id: 1, rete: '0.00110001' }))).toBe(true)
    expect(raises(cyclesWith({ id: 1, rete: '0.0010' }))).toBe(false)
    expect(raises(cyclesWith({ id: 1 }, { rete: '0.0022', freezedate: 14 }))).toBe(false)
    expect(raises(cyclesWith({ rete: '0.00220001', freezedate: 14 }))).toBe(true)
  })
})
