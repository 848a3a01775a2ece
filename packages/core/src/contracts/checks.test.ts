import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Price, price } from '../money/units.ts'
import { isTooFar, leverageProblem, lotsProblem, partProblem, stopProblem } from './checks.ts'

describe('lots and leverage', () => {
  it('lots start at the least and are multiples of the step', () => {
    const terms = { minLots: 5, stepLots: 3 }
    const passing = [0, 1, 4, 5, 6, 8, 11, 12].filter((lots) => lotsProblem(lots, terms) === null)
    expect(passing).toEqual([6, 12])
    expect(lotsProblem(3, terms)).toEqual({ min: 5, step: 3 })
    expect(lotsProblem(Number.NaN, terms)).toEqual({ min: 5, step: 3 })
  })

  it('a part leaves a rest that could be closed later', () => {
    const terms = { minLots: 5, stepLots: 5 }
    expect(partProblem(5, 15, terms)).toBeNull()
    expect(partProblem(15, 15, terms)).toBeNull()
    expect(partProblem(12, 15, terms)).toEqual({ min: 5, step: 5, max: 15 })
    expect(partProblem(20, 15, terms)).toEqual({ min: 5, step: 5, max: 15 })
    expect(partProblem(10, 11, terms)).toEqual({ min: 5, step: 5, max: 11 })
  })

  it('leverage is one of the list', () => {
    expect(leverageProblem(10, { leverages: [2, 5, 10, 20] })).toBeNull()
    expect(leverageProblem(3, { leverages: [2, 5, 10, 20] })).toEqual({
      min: 2,
      max: 20,
      allowed: '2,5,10,20',
    })
  })
})

describe('slippage', () => {
  it('passes exactly half a percent and refuses one unit more', () => {
    expect(isTooFar('buy', price('100.5'), price('100'), 5_000)).toBe(false)
    expect(isTooFar('buy', price('100.500000001'), price('100'), 5_000)).toBe(true)
    expect(isTooFar('sell', price('99.5'), price('100'), 5_000)).toBe(false)
    expect(isTooFar('sell', price('99.499999999'), price('100'), 5_000)).toBe(true)
  })

  it('never refuses a better price', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 15n), fc.bigInt(0n, 10n ** 15n), (seen, better) => {
        expect(isTooFar('buy', (seen - better) as Price, seen as Price, 5_000)).toBe(false)
        expect(isTooFar('sell', (seen + better) as Price, seen as Price, 5_000)).toBe(false)
      }),
    )
  })
})

describe('stops', () => {
  const base = {
    openPrice: price('65850'),
    closeOut: price('63694.86'),
    targetProfit: null,
    stopLoss: null,
    step: price('0.01'),
  }
  const sold = { ...base, direction: 'sell', closeOut: price('68000') } as const
  const bought = { ...base, direction: 'buy' } as const

  it('pass on the right side', () => {
    expect(stopProblem(bought)).toBeNull()
    expect(
      stopProblem({ ...bought, targetProfit: price('65850.01'), stopLoss: price('63694.86') }),
    ).toBeNull()
    expect(stopProblem({ ...sold, targetProfit: price('65849.99'), stopLoss: price('68000') })).toBeNull()
    expect(stopProblem({ ...bought, closeOut: null, stopLoss: price('1') })).toBeNull()
    expect(stopProblem({ ...sold, closeOut: null, stopLoss: price('900000') })).toBeNull()
  })

  it.each([
    [{ ...bought, targetProfit: price('65850') }, 'buyProfit', '65850.01'],
    [{ ...bought, stopLoss: price('65850') }, 'buyLoss', '65849.99'],
    [{ ...bought, stopLoss: price('63694.85') }, 'buyLoss', '63694.86'],
    [{ ...sold, targetProfit: price('65850') }, 'sellProfit', '65849.99'],
    [{ ...sold, stopLoss: price('65850') }, 'sellLoss', '65850.01'],
    [{ ...sold, stopLoss: price('68000.01') }, 'sellLoss', '68000'],
  ] as const)('are refused on the wrong side with what would pass (%#)', (asked, rule, limit) => {
    expect(stopProblem(asked)).toEqual({ rule, limit: price(limit) })
    const set = asked.targetProfit === null ? { stopLoss: price(limit) } : { targetProfit: price(limit) }
    expect(stopProblem({ ...asked, ...set })).toBeNull()
  })
})
