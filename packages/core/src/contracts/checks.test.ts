import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Price, price } from '../money/units.ts'
import {
  exceedsSlippage,
  validateLeverage,
  validateLots,
  validatePartialLots,
  validateTpSl,
} from './checks.ts'

describe('lots and leverage', () => {
  it('lots start at the minimum and are multiples of the step', () => {
    const terms = { minLots: 5, stepLots: 3 }
    const passing = [0, 1, 4, 5, 6, 8, 11, 12].filter((lots) => validateLots(lots, terms) === null)
    expect(passing).toEqual([6, 12])
    expect(validateLots(3, terms)).toEqual({ min: 5, step: 3 })
    expect(validateLots(Number.NaN, terms)).toEqual({ min: 5, step: 3 })
  })

  it('a partial close leaves a remainder that can be closed later', () => {
    const terms = { minLots: 5, stepLots: 5 }
    expect(validatePartialLots(5, 15, terms)).toBeNull()
    expect(validatePartialLots(15, 15, terms)).toBeNull()
    expect(validatePartialLots(12, 15, terms)).toEqual({ min: 5, step: 5, max: 15 })
    expect(validatePartialLots(20, 15, terms)).toEqual({ min: 5, step: 5, max: 15 })
    expect(validatePartialLots(10, 11, terms)).toEqual({ min: 5, step: 5, max: 11 })
  })

  it('leverage is one of the listed values', () => {
    expect(validateLeverage(10, { leverages: [2, 5, 10, 20] })).toBeNull()
    expect(validateLeverage(3, { leverages: [2, 5, 10, 20] })).toEqual({
      min: 2,
      max: 20,
      allowed: '2,5,10,20',
    })
  })
})

describe('slippage', () => {
  it('accepts exactly 0.5 % and rejects one unit more', () => {
    expect(exceedsSlippage('long', price('100.5'), price('100'), 5_000)).toBe(false)
    expect(exceedsSlippage('long', price('100.500000001'), price('100'), 5_000)).toBe(true)
    expect(exceedsSlippage('short', price('99.5'), price('100'), 5_000)).toBe(false)
    expect(exceedsSlippage('short', price('99.499999999'), price('100'), 5_000)).toBe(true)
  })

  it('never rejects a better price', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 15n), fc.bigInt(0n, 10n ** 15n), (seenPrice, better) => {
        expect(exceedsSlippage('long', (seenPrice - better) as Price, seenPrice as Price, 5_000)).toBe(false)
        expect(exceedsSlippage('short', (seenPrice + better) as Price, seenPrice as Price, 5_000)).toBe(false)
      }),
    )
  })
})

describe('take profit and stop loss', () => {
  const base = {
    openPrice: price('65850'),
    liquidationPrice: price('63694.86'),
    targetProfit: null,
    stopLoss: null,
    step: price('0.01'),
  }
  const sold = { ...base, side: 'short', liquidationPrice: price('68000') } as const
  const bought = { ...base, side: 'long' } as const

  it('are accepted on the right side', () => {
    expect(validateTpSl(bought)).toBeNull()
    expect(
      validateTpSl({ ...bought, targetProfit: price('65850.01'), stopLoss: price('63694.86') }),
    ).toBeNull()
    expect(validateTpSl({ ...sold, targetProfit: price('65849.99'), stopLoss: price('68000') })).toBeNull()
    expect(validateTpSl({ ...bought, liquidationPrice: null, stopLoss: price('1') })).toBeNull()
    expect(validateTpSl({ ...sold, liquidationPrice: null, stopLoss: price('900000') })).toBeNull()
  })

  it.each([
    [{ ...bought, targetProfit: price('65850') }, 'buyProfit', '65850.01'],
    [{ ...bought, stopLoss: price('65850') }, 'buyLoss', '65849.99'],
    [{ ...bought, stopLoss: price('63694.85') }, 'buyLoss', '63694.86'],
    [{ ...sold, targetProfit: price('65850') }, 'sellProfit', '65849.99'],
    [{ ...sold, stopLoss: price('65850') }, 'sellLoss', '65850.01'],
    [{ ...sold, stopLoss: price('68000.01') }, 'sellLoss', '68000'],
  ] as const)('are rejected on the wrong side with the accepted limit (%#)', (input, rule, limit) => {
    expect(validateTpSl(input)).toEqual({ rule, limit: price(limit) })
    const set = input.targetProfit === null ? { stopLoss: price(limit) } : { targetProfit: price(limit) }
    expect(validateTpSl({ ...input, ...set })).toBeNull()
  })
})
