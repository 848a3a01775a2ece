import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Units, usdt } from '../../../money/units.ts'
import { poolStates } from '../../copy/wire.ts'
import type { ProductTexts } from '../../productTexts.ts'
import { type Rate, rate } from '../../rules.ts'
import { productKinds } from '../../wire.ts'
import {
  type InvestProduct,
  investProductsFromWire,
  investProductToWire,
  productDetailFromWire,
  productDetailToWire,
} from './codec.ts'

const units = <U extends Units>() => fc.bigInt({ min: 0n, max: 10n ** 20n }).map((amount) => amount as U)
const instant = fc.integer({ min: 1, max: 2_000_000_000_000 })
const hundredths = fc.bigInt({ min: 0n, max: 10_000_000n })
const days = fc.integer({ min: 1, max: 1095 })
const base = fc.option(fc.record({ rate: units<Rate>(), days }))
const further = fc.record({
  ...{ id: instant, method: fc.constantFrom('fixed' as const, 'compound' as const), rate: units<Rate>() },
  ...{ days, min: units(), max: units(), capacity: units() },
})
const copy = fc.record({
  periodDays: days,
  lead: fc.record({
    ...{ id: instant, username: fc.string(), days: fc.nat(2000), equity: units() },
    ...{ riskScore: fc.option(fc.integer({ min: 1, max: 10 })), leadFeePpm: fc.nat(1_000_000) },
    ...{ maxLeverage: fc.nat(100), copyStopPercent: fc.nat(95), exitLevyPpm: fc.nat(20_000) },
  }),
  pool: fc.record({
    ...{ units: units(), unitPrice: units(), equity: fc.option(units()), indicative: fc.option(units()) },
    ...{ highest: units(), dealtMs: fc.option(instant), capacity: units(), followers: fc.nat() },
    state: fc.constantFrom(...poolStates),
  }),
})
const product = fc
  .record({
    ...{ id: instant, name: fc.string(), pictureUrl: fc.string(), remark: fc.string() },
    ...{ kind: fc.constantFrom(...productKinds), isOnSale: fc.boolean(), isFeatured: fc.boolean() },
    ...{ createdMs: instant, fixed: base, compound: base, min: units(), max: units() },
    further: fc.array(further, { maxLength: 3 }),
    yearly: fc.record({ annual: hundredths, apr: hundredths, apy: hundredths }),
    ...{ redeemDays: fc.nat(1095), redeemFee: units<Rate>() },
    funding: fc.record({ capacity: units(), reserved: units(), sold: units(), quota: units() }),
    copy: fc.option(copy),
  })
  // A copy product has a period in place of cycles.
  .map((made) => (made.copy === null ? made : { ...made, fixed: null })) as fc.Arbitrary<InvestProduct>

it('returns from the wire as it was sent', () => {
  fc.assert(
    fc.property(fc.array(product, { maxLength: 2 }), (rows) => {
      expect(investProductsFromWire(rows.map(investProductToWire))).toEqual(rows)
    }),
    { numRuns: 200 },
  )
})

const claim = fc.record({ text: fc.string(), source: fc.webUrl() })
const texts = fc.record({
  ...{ repayment: fc.string(), settlement: fc.string(), fixed: fc.string(), compound: fc.string() },
  ...{ referral: fc.string(), source: fc.string(), risk: fc.string(), remark: fc.string() },
  introduction: fc.string(),
  claims: fc.record(
    { agency: claim, custodian: claim, supervision: claim, security: claim },
    { requiredKeys: [] },
  ),
}) as fc.Arbitrary<ProductTexts>

it('returns with its texts, and of a copy product with whether its lead invited the reader', () => {
  fc.assert(
    fc.property(product, texts, fc.option(fc.boolean()), (made, texts, isReferrer) => {
      const sent = { ...made, texts, isLeadReferrer: made.copy === null ? null : isReferrer }
      expect(productDetailFromWire(productDetailToWire(sent))).toEqual(sent)
    }),
  )
})

it('has the numbers of the wire', () => {
  const none = usdt('0')
  const plain: InvestProduct = {
    ...{ id: 1, name: 'A', pictureUrl: '', remark: '', kind: 'yield', isOnSale: false, isFeatured: true },
    ...{ createdMs: 5, fixed: { rate: rate('0.0011'), days: 7 }, compound: null, further: [], copy: null },
    ...{ min: usdt('100'), max: usdt('500'), yearly: { annual: 565n, apr: 573n, apy: 590n } },
    ...{ redeemDays: 1, redeemFee: rate('1') },
    funding: { capacity: none, reserved: none, sold: none, quota: none },
  }
  expect(investProductToWire(plain)).toEqual({
    ...{ id: 1, name: 'A', picurl: '', remark: '', kind: 'yield', isnormal: 1, status: 2, ishot: 1 },
    ...{ createtime: 5, rete: '0.0011', freezedate: 7, rete2: '0', freezedate2: 0, reteList: [] },
    ...{ minbuymoney: '100', maxbuymoney: '500', annual: '5.65', apr: '5.73', apy: '5.9' },
    ...{ redeemdays: 1, redeemfee: '1' },
    funding: { capacity: '0', reserved: '0', sold: '0', quota: '0' },
  })
  const trial = investProductToWire({ ...plain, kind: 'experience', isOnSale: true })
  expect([trial.isnormal, trial.status]).toEqual([2, 1])
})

it('rejects a rate that is none', () => {
  const [sample] = fc.sample(product, { numRuns: 1, seed: 2 })
  if (sample === undefined) throw new Error('no product was made')
  const row = investProductToWire(sample)
  expect(() => investProductsFromWire([{ ...row, redeemfee: 'half' }])).toThrow(RangeError)
})
