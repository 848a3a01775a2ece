import { describe, expect, it } from 'vitest'
import { usdt } from '../money/units.ts'
import { isRaise, parseProduct, type RawCycle, type RawProduct } from './productRules.ts'
import { rate } from './rules.ts'

const cycle: RawCycle = {
  ...{ id: null, method: 'fixed', rate: '0.0011', days: 7, min: usdt('100'), max: usdt('1000') },
}
const raw: RawProduct = {
  kind: 'yield',
  name: ' Seven days ',
  pictureUrl: '',
  remark: '',
  position: 1,
  onSale: true,
  featured: false,
  cycles: [cycle, { ...cycle, method: 'compound', rate: '0.0054', days: 30 }],
  quota: usdt('0'),
  redeemDays: 1,
  redeemFee: '1',
  texts: '{"en":{"risk":"A risk."}}',
  claims: '{"agency":{"text":"An agency","source":"https://agency.example/42"}}',
}
const parse = (changes: Partial<RawProduct>) => parseProduct({ ...raw, ...changes }, 36)
const cyclesWith = (...changes: Partial<RawCycle>[]) => ({
  cycles: changes.map((change) => ({ ...cycle, ...change })),
})

const textOf = (text: string) => JSON.stringify({ en: { risk: text } })
const claimOf = (text: string, source = 'https://agency.example/42') =>
  JSON.stringify({ agency: { text, source } })

describe('a product', () => {
  it.each<[string, Partial<RawProduct>, object]>([
    ['a picture of the site', { pictureUrl: '/pictures/a.png' }, { pictureUrl: '/pictures/a.png' }],
    [
      'no pictures, texts and claims',
      { texts: '{}', claims: '{}' },
      { pictureUrl: '', texts: {}, claims: {} },
    ],
    ['its flags', { onSale: true, featured: false }, { onSale: true, featured: false }],
    ['its flags the other way round', { onSale: false, featured: true }, { onSale: false, featured: true }],
    ['the longest text', { texts: textOf('x'.repeat(10_000)) }, {}],
    ['the longest claim', { claims: claimOf('x'.repeat(500)) }, {}],
    ['a source without a path', { claims: claimOf('A', 'https://a.example') }, {}],
    ['a source with a question', { claims: claimOf('A', 'HTTPS://A.example?q=1#top') }, {}],
    ['a quota of hundreds', { quota: usdt('5000') }, { quota: usdt('5000') }],
    ['redemption at the end of its longest cycle', { redeemDays: 30 }, { redeemDays: 30 }],
    ['redemption after its shortest cycle', { redeemDays: 20 }, { redeemDays: 20 }],
    ['a fee of everything or nothing', { redeemFee: '0' }, { redeemFee: rate('0') }],
    ['one amount alone', cyclesWith({ min: usdt('100'), max: usdt('100') }), {}],
    ['the largest amount', cyclesWith({ max: usdt('1000000000') }), {}],
    ['the longest cycle', cyclesWith({ days: 1095 }), {}],
    ['known and new cycles', cyclesWith({ id: 3 }, { id: 4 }, {}, {}), {}],
    [
      'one fixed cycle of trial funds',
      { ...cyclesWith({}), kind: 'experience' as const },
      { kind: 'experience' },
    ],
  ])('may have %s', (_, changes, expected) => {
    expect(parse({ ...changes })).toMatchObject({ draft: expected })
  })

  it('has the highest rate that a cycle may have, where the year allows it', () => {
    const draft = parseProduct({ ...raw, ...cyclesWith({ rate: '100', days: 1095 }) }, 10_000)
    expect(draft).toMatchObject({ draft: { cycles: [{ rate: rate('100') }] } })
  })

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

  it.each<[string, Partial<RawProduct>]>([
    ['name', { name: '  ' }],
    ['pictureUrl', { pictureUrl: 'https://elsewhere.example/a.png' }],
    ['pictureUrl', { pictureUrl: '//elsewhere.example/a.png' }],
    ['quota', { quota: usdt('150') }],
    ['redeemDays', { redeemDays: 31 }],
    ['redeemFee', { redeemFee: '1.00000001' }],
    ['redeemFee', { redeemFee: '-1' }],
    ['texts', { texts: '{"en":{"repayment":"mine"}}' }],
    ['texts', { texts: '{"xx":{}}' }],
    ['texts', { texts: 'none' }],
    ['claims', { claims: '{"agency":{"text":"An agency"}}' }],
    ['claims', { claims: '{"agency":{"text":"An agency","source":"http://agency.example"}}' }],
    ['claims', { claims: '{"licence":{"text":"A","source":"https://agency.example"}}' }],
    ['cycles', { cycles: [] }],
    ['cycles', cyclesWith({ rate: '0' })],
    ['cycles', cyclesWith({ rate: '0.000000001' })],
    ['cycles', cyclesWith({ days: 0 })],
    ['cycles', cyclesWith({ days: 1096, rate: '0.00000001' })],
    ['cycles', cyclesWith({ min: usdt('150') })],
    ['cycles', cyclesWith({ max: usdt('0') })],
    ['cycles', cyclesWith({ id: 3 }, { id: 3 })],
    ['cycles', cyclesWith({}, { method: 'compound', max: usdt('2000') })],
    ['texts', { texts: '[]' }],
    ['texts', { texts: 'null' }],
    ['texts', { texts: '"text"' }],
    ['texts', { texts: '{"en":[]}' }],
    ['texts', { texts: '{"en":{"risk":7}}' }],
    ['texts', { texts: '{"en":{"risk":["A risk."]}}' }],
    ['texts', { texts: '{"en":{},"xx":{}}' }],
    ['texts', { texts: '{"en":{"risk":"A risk.","repayment":"mine"}}' }],
    ['texts', { texts: textOf('x'.repeat(10_001)) }],
    ['claims', { claims: '[]' }],
    ['claims', { claims: 'null' }],
    ['claims', { claims: '{"agency":null}' }],
    ['claims', { claims: claimOf(' ') }],
    ['claims', { claims: claimOf('') }],
    ['claims', { claims: claimOf('x'.repeat(501)) }],
    ['claims', { claims: '{"agency":{"text":7,"source":"https://agency.example"}}' }],
    ['claims', { claims: '{"agency":{"text":["A"],"source":"https://agency.example"}}' }],
    ['claims', { claims: '{"agency":{"text":"A","source":"https://agency.example","more":1}}' }],
    [
      'claims',
      { claims: `{${claimOf('A').slice(1, -1)},"licence":{"text":"A","source":"https://a.example"}}` },
    ],
    ...[
      ...[
        'xhttps://agency.example',
        'https://',
        'https:///path',
        'https://a b.example',
        'https://a.example/a b',
      ],
      ...[
        'https://user@a.example',
        'https://a.example\\b',
        'https://a.example?q x',
        'https://a.example/a\\b',
        'javascript:alert(1)',
      ],
      `https://a.example/${'x'.repeat(500)}`,
    ].map((source): [string, Partial<RawProduct>] => ['claims', { claims: claimOf('A', source) }]),
    ['pictureUrl', { pictureUrl: 'a.png' }],
    ['pictureUrl', { pictureUrl: '/' }],
    ['pictureUrl', { pictureUrl: '/\\a.png' }],
    ['pictureUrl', { pictureUrl: '/pictures\\a.png' }],
    ['cycles', { cycles: null }],
    ['cycles', cyclesWith({ rate: '100.00000001' })],
    ['cycles', cyclesWith({ min: usdt('0') })],
    ['cycles', cyclesWith({ max: usdt('1050') })],
    ['cycles', cyclesWith({ min: usdt('2000') })],
    ['cycles', cyclesWith({ max: usdt('1000000100') })],
    ['cycles', cyclesWith({}, { method: 'compound', min: usdt('200') })],
    ['cycles', { ...cyclesWith({}, {}), kind: 'experience' as const }],
    ['cycles', { ...cyclesWith({ method: 'compound' }), kind: 'experience' as const }],
  ])('is refused with the field %s (%#)', (problem, changes) => {
    expect(parse(changes)).toEqual({ problem })
  })

  it('pays no more a year than the setting allows', () => {
    expect(parse(cyclesWith({ rate: '0.0069' }))).toMatchObject({ draft: {} })
    expect(parse(cyclesWith({ rate: '0.007' }))).toEqual({ maxApr: 36 })
    expect(parse(cyclesWith({}, { rate: '0.007' }))).toEqual({ maxApr: 36 })
  })
})

describe('a raise', () => {
  const sold = {
    redeemFee: rate('0.5'),
    cycles: [{ id: 1, method: 'fixed' as const, rate: rate('0.0011'), days: 7 }],
  }
  const raises = (changes: Partial<RawProduct>) => {
    const parsed = parse({ redeemFee: '0.5', ...cyclesWith({ id: 1 }), ...changes })
    if (!('draft' in parsed)) throw new Error(JSON.stringify(parsed))
    return isRaise(sold, parsed.draft)
  }
  it('is a higher rate, a higher fee, or a new cycle above every present one', () => {
    expect(raises({})).toBe(false)
    expect(raises({ redeemFee: '0.50000001' })).toBe(true)
    expect(raises(cyclesWith({ id: 1, rate: '0.00110001' }))).toBe(true)
    expect(raises(cyclesWith({ id: 1, rate: '0.0010' }))).toBe(false)
    // The same rate in six days is more a day; a lower one in fewer days may be less.
    expect(raises(cyclesWith({ id: 1, days: 6 }))).toBe(true)
    expect(raises(cyclesWith({ id: 1, rate: '0.0009', days: 6 }))).toBe(false)
    expect(raises(cyclesWith({ id: 1, days: 8 }))).toBe(false)
    expect(raises(cyclesWith({ id: 1 }, { rate: '0.0022', days: 14 }))).toBe(false)
    expect(raises(cyclesWith({ rate: '0.00220001', days: 14 }))).toBe(true)
  })
  it('is the same rate as compound interest, and a lower one that comes to more in the end', () => {
    // 0.0011 in 7 days compound are (1 + 0.0011 ÷ 7)^7 − 1 = 0.00110051…
    expect(raises(cyclesWith({ id: 1, method: 'compound' }))).toBe(true)
    expect(raises(cyclesWith({ id: 1, method: 'compound', rate: '0.00109949' }))).toBe(true)
    expect(raises(cyclesWith({ id: 1, method: 'compound', rate: '0.00109948' }))).toBe(false)
    // One day more: less a day, and more in all.
    expect(raises(cyclesWith({ id: 1, method: 'compound', days: 8 }))).toBe(true)
    expect(raises(cyclesWith({ id: 1 }, { method: 'compound' }))).toBe(true)
    expect(raises(cyclesWith({ id: 1 }, { method: 'compound', rate: '0.00109948' }))).toBe(false)
  })
  it('is not fixed interest instead of compound, nor compound interest of a single day', () => {
    const compound = { ...sold, cycles: [{ ...sold.cycles[0], method: 'compound' as const }] }
    const raisesFrom = (before: Parameters<typeof isRaise>[0], ...cycles: Partial<RawCycle>[]) => {
      const parsed = parse({ redeemFee: '0.5', ...cyclesWith(...cycles) })
      if (!('draft' in parsed)) throw new Error(JSON.stringify(parsed))
      return isRaise(before, parsed.draft)
    }
    expect(raisesFrom(compound as never, { id: 1 })).toBe(false)
    const oneDay = { ...sold, cycles: [{ id: 1, method: 'fixed' as const, rate: rate('0.0001'), days: 1 }] }
    expect(raisesFrom(oneDay, { id: 1, method: 'compound', rate: '0.0001', days: 1 })).toBe(false)
  })
  it('of one of several cycles is one, and a new cycle is none while a present one pays as much a day', () => {
    const two = {
      redeemFee: rate('0.5'),
      cycles: [
        { id: 1, method: 'fixed' as const, rate: rate('0.0011'), days: 7 },
        { id: 2, method: 'fixed' as const, rate: rate('0.0030'), days: 10 },
      ],
    }
    const raised = (...cycles: Partial<RawCycle>[]) => {
      const parsed = parse({ redeemFee: '0.5', ...cyclesWith(...cycles) })
      if (!('draft' in parsed)) throw new Error(JSON.stringify(parsed))
      return isRaise(two, parsed.draft)
    }
    const same = [{ id: 1 }, { id: 2, rate: '0.003', days: 10 }]
    expect(raised(...same)).toBe(false)
    // A known cycle that stays below the other one is raised all the same.
    expect(raised({ id: 1, rate: '0.00110001' }, same[1] ?? {})).toBe(true)
    expect(raised(same[0] ?? {}, { id: 2, rate: '0.00300001', days: 10 })).toBe(true)
    expect(raised({ id: 1, rate: '0.001' }, { id: 2, rate: '0.0029', days: 10 })).toBe(false)
    // A new one between the two, equal to the better one, and above both.
    expect(raised(...same, { rate: '0.0002', days: 1 })).toBe(false)
    expect(raised(...same, { rate: '0.0003', days: 1 })).toBe(false)
    expect(raised(...same, { rate: '0.00030001', days: 1 })).toBe(true)
  })
})
