import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Usdt, usdt } from '../money/units.ts'
import { type AiTier, lossOf, parseTier, tiersOverlap, usualMaxLoss, validateAiOrder } from './tiers.ts'

const fields = { minMargin: '100', maxMargin: '999.99999999', trades: '1,2,3', leverages: '2,5' }
const tierOf = (more: Partial<typeof fields> = {}): AiTier => {
  const tier = parseTier({ ...fields, ...more })
  if ('problem' in tier) throw new Error(tier.problem)
  return tier
}
const order = { stake: usdt('400'), times: 3, leverage: 5, maxLoss: usdt('200') }

describe('a tier', () => {
  it('is parsed, or the field that is wrong is named', () => {
    expect(tierOf().times).toEqual([1, 2, 3])
    for (const [field, value] of [
      ['minMargin', '0'],
      ['minMargin', '-1'],
      ['maxMargin', '99'],
      ['trades', '1,1'],
      ['trades', '2,1'],
      ['trades', '101'],
      ['leverages', '1,'],
      ['leverages', ''],
    ] as const)
      expect(parseTier({ ...fields, [field]: value })).toEqual({ problem: field })
  })
  it.each(['minMargin', 'maxMargin', 'trades', 'leverages'] as const)('needs %s, readable', (name) => {
    const { [name]: _, ...others } = fields
    expect(parseTier(others)).toEqual({ problem: name })
    for (const text of ['x', ' ', '1e2', '1;2'])
      expect(parseTier({ ...fields, [name]: text })).toEqual({ problem: name })
  })
  it('may begin and end at one margin, and offer up to 100 trades and 20 choices', () => {
    expect(tierOf({ minMargin: '5', maxMargin: '5', trades: '100', leverages: '1000' })).toEqual({
      ...{ minPrice: usdt('5'), maxPrice: usdt('5'), times: [100], leverages: [1000] },
    })
    const counts = (many: number) => Array.from({ length: many }, (_, at) => at + 1).join(',')
    expect(tierOf({ trades: counts(20) }).times).toHaveLength(20)
    for (const wrong of [counts(21), '1,2,2', '1,3,2', '01', '1001,1'])
      expect(parseTier({ ...fields, trades: wrong })).toEqual({ problem: 'trades' })
    expect(parseTier({ ...fields, leverages: '1001' })).toEqual({ problem: 'leverages' })
  })
  it('overlaps one that begins where it ends, because both limits belong to it', () => {
    const [low, high] = [tierOf({ maxMargin: '200' }), tierOf({ minMargin: '200', maxMargin: '300' })]
    expect([tiersOverlap(low, high), tiersOverlap(high, low)]).toEqual([true, true])
    const above = tierOf({ minMargin: '200.00000001', maxMargin: '300' })
    expect([tiersOverlap(low, above), tiersOverlap(above, low)]).toEqual([false, false])
  })
  it('overlaps another exactly when a margin lies in both', () => {
    const range = fc.tuple(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 0, max: 20 }))
    fc.assert(
      fc.property(range, range, (one, other) => {
        const tier = ([min, width]: readonly [number, number]) =>
          tierOf({ minMargin: String(min), maxMargin: String(min + width) })
        const shared = Array.from({ length: 71 }, (_, at) => at).some(
          (at) => at >= one[0] && at <= one[0] + one[1] && at >= other[0] && at <= other[0] + other[1],
        )
        expect(tiersOverlap(tier(one), tier(other))).toBe(shared)
      }),
    )
  })
})

describe('an AI order', () => {
  const tiers = [tierOf(), tierOf({ minMargin: '1000', maxMargin: '9999.99999999', leverages: '2,5,10' })]
  it('is accepted within its tier, at the ends of every range', () => {
    for (const maxLoss of [usdt('1'), usdt('1200')])
      expect(validateAiOrder(tiers, { ...order, maxLoss })).toBeNull()
    for (const stake of [usdt('100'), usdt('999.99999999')])
      expect(validateAiOrder(tiers, { ...order, stake, maxLoss: usdt('1') })).toBeNull()
  })
  it('is rejected with what would be accepted', () => {
    const issue = (more: Partial<typeof order>) => validateAiOrder(tiers, { ...order, ...more })
    expect(issue({ stake: usdt('99.99999999') })).toEqual({
      field: 'stake',
      min: '100',
      max: '9999.99999999',
    })
    expect(issue({ times: 4 })).toEqual({ field: 'times', min: '1', max: '3', allowed: '1,2,3' })
    expect(issue({ leverage: 10 })).toEqual({ field: 'leverage', min: '2', max: '5', allowed: '2,5' })
    expect(issue({ maxLoss: usdt('0.99999999') })).toEqual({ field: 'maxLoss', min: '1', max: '1200' })
    expect(issue({ maxLoss: usdt('1200.00000001') })).toEqual({ field: 'maxLoss', min: '1', max: '1200' })
    expect(validateAiOrder([], order)).toEqual({ field: 'stake', min: '0', max: '0' })
    // Whatever the order of the tiers and between them.
    const apart = [
      tierOf({ minMargin: '500', maxMargin: '900' }),
      tierOf({ minMargin: '100', maxMargin: '400' }),
    ]
    for (const listed of [apart, apart.toReversed()])
      for (const stake of [usdt('99'), usdt('450'), usdt('901')])
        expect(validateAiOrder(listed, { ...order, stake })).toEqual({
          field: 'stake',
          min: '100',
          max: '900',
        })
  })
})

it('the usual largest loss is half of the margin, at least 1', () => {
  expect([usdt('400'), usdt('1.5')].map(usualMaxLoss)).toEqual([usdt('200'), usdt('1')])
})
it('a loss counts both fees and is never below zero', () => {
  expect([
    lossOf(usdt('-3'), usdt('1')),
    lossOf(usdt('3'), usdt('1')),
    lossOf(usdt('1'), usdt('1') as Usdt),
  ]).toEqual([usdt('4'), usdt('0'), usdt('0')])
})
