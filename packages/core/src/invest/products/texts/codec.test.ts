import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calls } from '../../../calls.ts'
import { parsePresentation, type RawPresentation } from '../../productRules.ts'
import { claimNames, type ProductTexts, textNames } from '../../productTexts.ts'
import {
  claimsFromWire,
  claimsToWire,
  productTextsFromWire,
  productTextsToWire,
  rawClaimsFromWire,
  rawTextsFromWire,
  textsFromWire,
  textsToWire,
} from './codec.ts'

const claim = { text: 'Audited', source: 'https://example.com' }

describe('texts and claims of a product', () => {
  it('have the names of the wire there, and those inside here', () => {
    const texts = { en: { source: 'a', risk: 'b', remark: 'c', introduction: 'd' }, ja: {} }
    const wire = { en: { source: 'a', riskmsg: 'b', remark: 'c', detailintroduce: 'd' }, ja: {} }
    expect(textsToWire(texts)).toEqual(wire)
    expect(textsFromWire(wire)).toEqual(texts)
    expect(Object.keys(texts.en)).toEqual(textNames)
    const claims = Object.fromEntries(claimNames.map((name) => [name, claim]))
    expect(claimsToWire(claims)).toEqual({
      ...{ agency: claim, custodianbank: claim, jianguan: claim, security: claim },
    })
    expect(claimsFromWire(claimsToWire(claims))).toEqual(claims)
  })

  it('are refused under a name that only the inside knows', () => {
    const raw = (part: Partial<RawPresentation>): RawPresentation => ({
      ...{ name: 'A', pictureUrl: '', remark: '', position: 0, onSale: true, featured: false },
      ...{ texts: '{}', claims: '{}' },
      ...part,
    })
    const textsOf = (name: string) => rawTextsFromWire(JSON.stringify({ en: { [name]: 'x' } }))
    const claimsOf = (name: string) => rawClaimsFromWire(JSON.stringify({ [name]: claim }))
    for (const name of ['source', 'riskmsg', 'remark', 'detailintroduce'])
      expect(parsePresentation(raw({ texts: textsOf(name) })), name).toHaveProperty('presentation')
    for (const name of ['risk', 'introduction', 'else'])
      expect(parsePresentation(raw({ texts: textsOf(name) })), name).toEqual({ problem: 'texts' })
    for (const name of ['agency', 'custodianbank', 'jianguan', 'security'])
      expect(parsePresentation(raw({ claims: claimsOf(name) })), name).toHaveProperty('presentation')
    for (const name of ['custodian', 'supervision', 'else'])
      expect(parsePresentation(raw({ claims: claimsOf(name) })), name).toEqual({ problem: 'claims' })
  })

  it('that are not JSON of an object are left to the rules as they are', () => {
    for (const json of ['', 'x', '[]', 'null', '7', '{"en":'])
      expect([rawTextsFromWire(json), rawClaimsFromWire(json)]).toEqual([json, json])
    expect(rawTextsFromWire('{"en":["riskmsg"],"ja":"risk"}')).toBe('{"en":["riskmsg"],"ja":"risk"}')
  })
})

describe('the texts of a product page', () => {
  const claims = fc.record(Object.fromEntries(claimNames.map((name) => [name, fc.constant(claim)])), {
    requiredKeys: [],
  }) as fc.Arbitrary<ProductTexts['claims']>
  const texts: fc.Arbitrary<ProductTexts> = fc.record({
    ...{ repayment: fc.string(), settlement: fc.string(), fixed: fc.string(), compound: fc.string() },
    ...{ referral: fc.string(), source: fc.string(), risk: fc.string(), remark: fc.string() },
    ...{ introduction: fc.string(), claims },
  })
  const { data } = calls['/api/invest/productDetail']
  it('have the fields of the call and return from it', () => {
    fc.assert(
      fc.property(texts, (sent) => {
        const wire = productTextsToWire(sent)
        expect(data.shape.detail.parse(wire)).toEqual(wire)
        expect(productTextsFromWire(wire)).toEqual(sent)
      }),
    )
  })
  it('name their fields as the reference does', () => {
    const sent = {
      ...{ repayment: '1', settlement: '2', fixed: '3', compound: '4', referral: '5', source: '6' },
      ...{ risk: '7', remark: '8', introduction: '9', claims: { supervision: claim } },
    }
    expect(productTextsToWire(sent)).toEqual({
      ...{ repayment: '1', settlementtime: '2', dividend: '3', dividend2: '4', referralreward: '5' },
      ...{ source: '6', riskmsg: '7', remark: '8', detailintroduce: '9', jianguan: claim },
    })
  })
})
