import { formatUsdt, type Usdt, usdt } from '@glasshouse/core/money/units'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { balanceCurve, reserveLabel, shareOf, validateCapitalMove } from './reserve.ts'

const units = fc.bigInt(0n, 10n ** 20n) as fc.Arbitrary<Usdt>

describe('capital that is moved', () => {
  const reserve = (free: string) => ({ asset: 'USDT', free })
  it('out is at most what is free, to the unit; in has no upper limit', () => {
    fc.assert(
      fc.property(units, units, (free, amount) => {
        const of = (direction: 'in' | 'out') =>
          validateCapitalMove(reserve(formatUsdt(free)), direction, formatUsdt(amount))
        expect(of('in') === null).toBe(amount > 0n)
        expect(of('out') === null).toBe(amount > 0n && amount <= free)
      }),
    )
    const at = (text: string) => validateCapitalMove(reserve('100'), 'out', text)
    expect([at('100'), at('100.00000000')]).toEqual([null, null])
    expect(at('100.00000001')).toBe('Only 100.00 USDT are free.')
  })

  it('is an amount in plain digits above zero, whatever else is typed', () => {
    for (const text of ['', ' ', '0', '0.00', '-1', '+1', '1e3', '1,5', 'x', '１', '0.000000001', '1 0'])
      for (const direction of ['in', 'out'] as const)
        expect(validateCapitalMove(reserve('100'), direction, text), text).toBe('An amount of USDT above 0.')
  })
})

describe('the promised share of a reserve', () => {
  it('is a whole percent from 0 to 100, rounded down, and all where more is promised than held', () => {
    fc.assert(
      fc.property(units, units, (balance, promised) => {
        const share = shareOf({ balance: formatUsdt(balance), promised: formatUsdt(promised) })
        if (balance === 0n) expect(share).toBe(promised > 0n ? 100 : 0)
        else if (promised >= balance) expect(share).toBe(100)
        else expect(BigInt(share)).toBe((promised * 100n) / balance)
      }),
    )
  })

  it('of figures that cannot be read is all: nothing looks free that may not be', () => {
    expect(shareOf({ balance: 'x', promised: '1' })).toBe(100)
    expect(shareOf({ balance: '1', promised: '' })).toBe(100)
    expect(shareOf({ balance: '-5', promised: '1' })).toBe(100)
  })
})

describe('the balance over days', () => {
  it('has a height per day from 0 to 1, the most as 1, and names least and most exactly', () => {
    fc.assert(
      fc.property(fc.array(units, { minLength: 1, maxLength: 30 }), (balances) => {
        const days = balances.map((balance, at) => ({
          day: String(20_260_601 + at),
          balance: formatUsdt(balance),
        }))
        const { heights, least, most } = balanceCurve(days)
        const sorted = balances.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
        expect([usdt(least), usdt(most)]).toEqual([sorted[0], sorted.at(-1)])
        expect(heights).toHaveLength(balances.length)
        for (const [at, height] of heights.entries()) {
          expect(height >= 0 && height <= 1).toBe(true)
          if (balances[at] === sorted.at(-1) && (sorted.at(-1) ?? 0n) > 0n) expect(height).toBe(1)
        }
        // A larger balance is never drawn lower.
        for (const [at, balance] of balances.entries())
          for (const [other, than] of balances.entries())
            if (balance >= than) expect(heights[at]).toBeGreaterThanOrEqual(heights[other] ?? 2)
      }),
    )
  })

  it('of no days, of nothing and of a debt has its floor at zero', () => {
    expect(balanceCurve([])).toEqual({ heights: [], least: '0', most: '0' })
    expect(balanceCurve([{ day: '1', balance: '0' }]).heights).toEqual([0])
  })
})

it('every reserve has a name and says what it is for, products and issues by their number', () => {
  const names = [
    'trading',
    'fees',
    'loans',
    'marketing',
    'insurance',
    'interest:7',
    'subscription:3',
  ] as const
  const labels = names.map((reserve) => reserveLabel({ reserve, asset: 'SOL' }))
  expect(new Set(labels.map(({ name }) => name)).size).toBe(names.length)
  expect(labels.map(({ name }) => name).slice(5)).toEqual(['Interest of product 7', 'Issue 3: SOL'])
  for (const { meaning } of labels) expect(meaning).toMatch(/^[A-Z].+\.$/)
})
