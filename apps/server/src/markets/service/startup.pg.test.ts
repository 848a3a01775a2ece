import { minuteMs } from '@glasshouse/core/calendar/durations'
import type { Candle } from '@glasshouse/core/markets/candles'
import { price, quantity, usdt } from '@glasshouse/core/money/units'
import { cloneDatabase } from '@glasshouse/testkit/database'
import { type TestPlatform, testPlatform } from '@glasshouse/testkit/platform'
import { recordStatements } from '@glasshouse/testkit/statements'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { manualFeed } from '../../../../../packages/testkit/src/manualFeed.ts'
import { listCandlesBefore } from '../store.ts'
import { insertCandles, loadProducts } from './startup.ts'

const minutes = 2500

let platform: TestPlatform
let pid = 0
beforeAll(async () => {
  platform = testPlatform(await cloneDatabase())
  const [product] = await loadProducts(platform, manualFeed(platform.clock))
  pid = product?.pid ?? 0
})
afterAll(() => platform.database.drop())

/** A minute that closes at a price of its own. */
const candleAt = (minute: number, close: number): Candle => ({
  openMs: minute * minuteMs,
  ...{ open: price('5'), high: price('5000'), low: price('1'), close: price(String(close)) },
  ...{ volume: quantity('2'), turnover: usdt('9') },
})
const past = (closes: (minute: number) => number) =>
  Array.from({ length: minutes }, (_, at) => ({
    ...{ pid, interval: '1m' as const, candle: candleAt(at + 1, closes(at + 1)) },
  }))
const stored = () => listCandlesBefore(platform.database.db, pid, '1m', Number.MAX_SAFE_INTEGER, 2 * minutes)

it('writes the past of a market at most 1,000 candles at a time, each once, and again after an interruption', async () => {
  const first = past((minute) => minute)
  const record = recordStatements()
  await insertCandles(platform, first)
  record.end()
  const writes = record.texts().filter((text) => text.includes('insert into markets_candle'))
  expect(writes).toHaveLength(3)
  expect(await stored()).toEqual(first.map(({ candle }) => candle))
  // A start that ended between two writes begins again: what is there is replaced, nothing is doubled.
  const second = past((minute) => minute + 1)
  await insertCandles(platform, second)
  expect(await stored()).toEqual(second.map(({ candle }) => candle))
})
