import type { Market } from '@glasshouse/core/markets/codec'
import type { CandleRow } from '@glasshouse/core/markets/wire'
import { usdt } from '@glasshouse/core/money/units'
import { describe, expect, it } from 'vitest'
import { exampleReceipt } from './example.ts'

const market = { expiryMinutes: ['0.5', '1', '3'], payoutPercents: [70, 75, 80] } as unknown as Market
const candle = (time: number, close: string) => ({ time, close }) as CandleRow
const minutes = (...closes: string[]) => closes.map((close, index) => candle(600 + 60 * index, close))

describe('sample receipt of the home page', () => {
  it('settles at the close of its minute with the one-minute payout of the market', () => {
    const example = exampleReceipt(market, minutes('100', '101', '90'), 725_000)
    expect(example).toEqual({
      entry: '100',
      exit: '101',
      expiry: 720_000,
      percent: 75,
      result: 'won',
      back: usdt('175'),
    })
  })

  it('includes losses and draws', () => {
    expect(exampleReceipt(market, minutes('100', '99'), 725_000)).toMatchObject({ result: 'lost', back: 0n })
    expect(exampleReceipt(market, minutes('100', '100'), 725_000)).toMatchObject({
      result: 'equal',
      back: usdt('100'),
    })
  })

  it('is null before a minute is complete, after a gap, and without a one-minute option', () => {
    expect(exampleReceipt(market, minutes('100', '101'), 720_500)).toBeNull()
    expect(exampleReceipt(market, [candle(600, '100'), candle(720, '101')], 900_000)).toBeNull()
    expect(
      exampleReceipt(
        { ...market, expiryMinutes: ['0.5', '3'], payoutPercents: [70, 80] },
        minutes('1', '2'),
        900_000,
      ),
    ).toBeNull()
  })
})
