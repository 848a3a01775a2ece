import { signalValues } from '@glasshouse/core/ai/momentum'
import type { CandleRow } from '@glasshouse/core/markets/wire'
import { price } from '@glasshouse/core/money/units'
import { describe, expect, it } from 'vitest'
import { signalOfRows } from './signal.ts'

const rows = (length: number): CandleRow[] =>
  Array.from({ length }, (_, at) => ({
    ...{ time: at * 60, open: '100', volume: '1' },
    ...{ high: String(101 + at), low: String(99 + at), close: String(100 + at) },
  }))

describe('the signal of loaded minutes', () => {
  it('equals what the rule sees of the last 31, with the close of 15 before', () => {
    const signal = signalOfRows(rows(40))
    const candles = rows(40).map(({ time, high, low, close }) => ({
      ...{ openMs: time * 1000, high: price(high), low: price(low), close: price(close) },
    }))
    expect(signal?.values).toEqual(signalValues(candles))
    expect(signal?.before).toEqual({ openMs: 24 * 60_000, close: price('124') })
    expect(signal?.values?.c15).toBe(price('124'))
  })
  it('has no values while minutes are missing or one had no trade', () => {
    expect(signalOfRows([])).toBeNull()
    expect(signalOfRows(rows(30))?.values).toBeNull()
    expect(signalOfRows(rows(31).with(4, { ...rows(5)[4], volume: '0' } as CandleRow))?.values).toBeNull()
  })
})
