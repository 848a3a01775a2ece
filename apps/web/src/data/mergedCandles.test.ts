import { deriveCandles, flatCandle } from '@glasshouse/core/markets/candles'
import { intervalMs, storedInterval } from '@glasshouse/core/markets/intervals'
import type { CandleRow } from '@glasshouse/core/markets/wire'
import { formatPrice, formatQuantity, type Price, type Quantity } from '@glasshouse/core/money/units'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mergedFollower, mergeRows } from './mergedCandles.ts'

const units = fc.bigInt({ min: 1n, max: 10n ** 14n })
/** Candles of a random walk through the hours from a Monday on. */
const candles = fc.array(fc.tuple(units, units, units, units, units), { minLength: 1, maxLength: 7 })

describe('a merged candle', () => {
  it('equals the one the server derives', () => {
    fc.assert(
      fc.property(candles, fc.constantFrom('4h', '1w'), (figures, interval) => {
        const { stored, count } = storedInterval(interval)
        const own = figures.slice(0, count).map(([open, high, low, close, volume], index) => ({
          ...flatCandle(Date.UTC(2026, 5, 15) + index * intervalMs[stored], close as Price),
          open: open as Price,
          high: high as Price,
          low: low as Price,
          volume: volume as Quantity,
        }))
        const rows = own.map(
          (candle): CandleRow => ({
            time: candle.openMs / 1000,
            open: formatPrice(candle.open),
            high: formatPrice(candle.high),
            low: formatPrice(candle.low),
            close: formatPrice(candle.close),
            volume: formatQuantity(candle.volume),
          }),
        )
        const [derived] = deriveCandles(own, interval)
        expect(mergeRows(rows, interval)).toEqual({
          time: (derived?.openMs ?? 0) / 1000,
          open: formatPrice(derived?.open ?? (0n as Price)),
          high: formatPrice(derived?.high ?? (0n as Price)),
          low: formatPrice(derived?.low ?? (0n as Price)),
          close: formatPrice(derived?.close ?? (0n as Price)),
          volume: formatQuantity(derived?.volume ?? (0n as Quantity)),
        })
      }),
    )
  })

  it('waits for the earlier part, takes streamed rows over loaded ones, and begins anew after its end', async () => {
    const hour = (time: number, close: string, volume: string): CandleRow => ({
      time: time * 3600,
      open: '10',
      high: '20',
      low: '5',
      close,
      volume,
    })
    let answer = (_: CandleRow[]): void => {}
    let push = (_: CandleRow): void => {}
    const heard: CandleRow[] = []
    mergedFollower(
      '4h',
      {
        newest: () => new Promise((resolve) => (answer = resolve)),
        follow: (onCandle) => {
          push = onCandle
          return () => {}
        },
      },
      (row) => heard.push(row),
    )
    push(hour(6, '12', '3'))
    expect(heard).toEqual([])
    answer([hour(3, '9', '9'), hour(4, '10', '1'), hour(5, '11', '1'), hour(6, '11', '2')])
    await Promise.resolve()
    await Promise.resolve()
    expect(heard).toMatchObject([{ time: 4 * 3600, close: '12', volume: '5' }])
    push(hour(8, '13', '1'))
    expect(heard.at(-1)).toMatchObject({ time: 8 * 3600, close: '13', volume: '1' })
    push(hour(7, '99', '1'))
    expect(heard).toHaveLength(2)
  })
})
