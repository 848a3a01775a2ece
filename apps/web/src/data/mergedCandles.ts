import { bucketStart, type ChartInterval, storedInterval } from '@glasshouse/core/markets/intervals'
import type { CandleRow } from '@glasshouse/core/markets/wire'
import { formatPrice, formatQuantity, price, quantity } from '@glasshouse/core/money/units'
import type { CandleFeed } from './candles.ts'

const openingSecond = (second: number, interval: ChartInterval): number =>
  bucketStart(second * 1000, interval) / 1000

/**
 * The candle of an interval from its stored parts, ascending by time; null without parts.
 *
 * @example mergeRows([hour('9', '12'), hour('12', '11')], '4h') // opens at 9, closes at 11
 */
export const mergeRows = (parts: readonly CandleRow[], interval: ChartInterval): CandleRow | null => {
  const first = parts[0]
  const last = parts.at(-1)
  if (first === undefined || last === undefined) return null
  let high = price(first.high)
  let low = price(first.low)
  let volume = 0n
  for (const part of parts) {
    if (price(part.high) > high) high = price(part.high)
    if (price(part.low) < low) low = price(part.low)
    volume += quantity(part.volume)
  }
  return {
    time: openingSecond(first.time, interval),
    open: first.open,
    high: formatPrice(high),
    low: formatPrice(low),
    close: last.close,
    volume: formatQuantity(volume as ReturnType<typeof quantity>),
  }
}

/**
 * Follows the current candle of an interval that the stream does not have: the merge of the streamed candles since
 * its opening. Nothing is sent before the earlier ones of the current candle have loaded.
 */
export const mergedFollower = (
  interval: ChartInterval,
  stored: Pick<CandleFeed, 'newest' | 'follow'>,
  onCandle: (candle: CandleRow) => void,
): (() => void) => {
  let opening = 0
  let state: 'empty' | 'loading' | 'complete' = 'empty'
  const parts = new Map<number, CandleRow>()
  /** Returns whether the row belongs to the current candle or begins the next one. */
  const put = (row: CandleRow, isOlder: boolean): boolean => {
    const own = openingSecond(row.time, interval)
    if (own < opening || (isOlder && parts.has(row.time))) return false
    if (own > opening) {
      parts.clear()
      opening = own
    }
    parts.set(row.time, row)
    return true
  }
  const send = (): void => {
    const merged = mergeRows(
      [...parts.values()].sort((a, b) => a.time - b.time),
      interval,
    )
    if (merged !== null) onCandle(merged)
  }
  const load = async (): Promise<void> => {
    state = 'loading'
    const rows = await stored.newest(storedInterval(interval).count).catch(() => null)
    state = rows === null ? 'empty' : 'complete'
    for (const row of rows ?? []) put(row, true)
    if (rows !== null) send()
  }
  void load()
  return stored.follow((row) => {
    const isCurrent = put(row, false)
    if (state === 'complete' && isCurrent) send()
    else if (state === 'empty') void load()
  })
}
