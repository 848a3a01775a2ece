import { validateTpSl } from '@glasshouse/core/contracts/checks'
import { quantityOf } from '@glasshouse/core/contracts/rules'
import { type Price, price, priceStep, quantity, usdt } from '@glasshouse/core/money/units'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectedPnlAt } from '../market/expectedPnl.ts'
import { readPrice, type TpSlDraft, tpSlView } from './tpSl.ts'

describe('readPrice', () => {
  it('parses plain digits with the decimals of the market; blank and 0 mean none', () => {
    expect(readPrice(' 65850.5 ', 2)).toEqual({ kind: 'price', price: price('65850.5') })
    expect(readPrice('0.123456', 6)).toEqual({ kind: 'price', price: price('0.123456') })
    for (const text of ['', ' ', '0', '0.00']) expect(readPrice(text, 2)).toEqual({ kind: 'none' })
    for (const text of ['65,850', '1.001', '-1', '1e3', '１', 'NaN', '.5', '1.'])
      expect(readPrice(text, 2), text).toEqual({ kind: 'wrong' })
  })
})

const input: TpSlDraft = {
  side: 'long',
  openPrice: price('65850'),
  liquidationPrice: price('63694.85626023'),
  unit: 'price',
  basis: null,
  profitText: '',
  lossText: '',
  scale: 2,
}
const faults = (change: Partial<TpSlDraft>) => {
  const { profit, loss } = tpSlView({ ...input, ...change })
  return [profit.fault, loss.fault]
}
const wrong = (rule: string, passes: string) => ({
  kind: 'wrongSide',
  rule,
  passes: price(passes),
  text: passes,
})

describe('stopsView', () => {
  it('reports each of the four wrong sides by its own rule', () => {
    const sell = { side: 'short', liquidationPrice: price('68000.001') } as const
    expect(faults({ profitText: '65850' })).toEqual([wrong('buyProfit', '65850.01'), null])
    expect(faults({ lossText: '65850' })).toEqual([null, wrong('buyLoss', '65849.99')])
    expect(faults({ ...sell, profitText: '65850' })).toEqual([wrong('sellProfit', '65849.99'), null])
    expect(faults({ ...sell, lossText: '65850' })).toEqual([null, wrong('sellLoss', '65850.01')])
  })

  it('does not allow a stop loss beyond the liquidation price', () => {
    expect(faults({ lossText: '63694.85' })).toEqual([null, wrong('buyLoss', '63694.86')])
    expect(faults({ side: 'short', liquidationPrice: price('68000.001'), lossText: '68000.01' })).toEqual([
      null,
      wrong('sellLoss', '68000'),
    ])
    expect(faults({ lossText: '63694.86' })).toEqual([null, null])
  })

  it('validates only the notation while there is no price', () => {
    expect(faults({ openPrice: null, profitText: '1', lossText: 'x' })).toEqual([null, { kind: 'notPrice' }])
  })

  it('suggests an allowed price', () => {
    const cents = fc.bigInt({ min: 1_000n, max: 10_000_000n })
    fc.assert(
      fc.property(cents, cents, fc.constantFrom('long', 'short'), (open, targetCents, side) => {
        const cent = priceStep(2)
        const openPrice = (open * cent) as Price
        const text = `${targetCents / 100n}.${String(targetCents % 100n).padStart(2, '0')}`
        // A liquidation price is on the losing side, usually between two price steps.
        const liquidation = (side === 'long' ? openPrice / 2n + 3n : openPrice * 2n - 3n) as Price
        const view = tpSlView({
          ...input,
          side,
          openPrice,
          liquidationPrice: liquidation,
          profitText: text,
          lossText: text,
        })
        for (const which of ['profit', 'loss'] as const) {
          const { fault } = view[which]
          if (fault?.kind !== 'wrongSide') continue
          const stops = { targetProfit: null, stopLoss: null }
          const passes = { ...stops, [which === 'profit' ? 'targetProfit' : 'stopLoss']: fault.passes }
          expect(
            validateTpSl({ side, openPrice, liquidationPrice: liquidation, step: cent, ...passes }),
          ).toBeNull()
        }
      }),
    )
  })
})

describe('expectedPnlAt', () => {
  const position = {
    side: 'long' as const,
    quantity: quantityOf(11, quantity('0.001')),
    openPrice: price('65850'),
  }

  it('is quantity times price difference, and 0 in the wrong direction', () => {
    expect(expectedPnlAt(position, price('67000'), 'profit')).toBe(usdt('12.65'))
    expect(expectedPnlAt(position, price('65000'), 'profit')).toBe(0n)
    expect(expectedPnlAt(position, price('65000'), 'loss')).toBe(usdt('-9.35'))
    expect(expectedPnlAt(position, price('67000'), 'loss')).toBe(0n)
    expect(expectedPnlAt({ ...position, side: 'short' }, price('65000'), 'profit')).toBe(usdt('9.35'))
    expect(expectedPnlAt(position, null, 'loss')).toBeNull()
  })
})
