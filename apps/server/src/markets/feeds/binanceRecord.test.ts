import type { ScriptMessage } from '@glasshouse/testkit/exchange/script'
import { type Exchange, startExchange } from '@glasshouse/testkit/exchange/server'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { binanceRecord } from './binanceRecord.ts'

const trades = 2_345
const startMs = 1_700_000_000_000
const endMs = startMs + trades * 4
let exchange: Exchange
beforeAll(async () => {
  const script = Array.from(
    { length: trades },
    (_, index): ScriptMessage => ({
      kind: 'trade',
      symbol: 'BTCUSDT',
      // Four to a source instant, so that pages end within one.
      atMs: startMs + Math.floor(index / 4) * 16,
      id: 7_000 + index,
      price: `60000.${index % 10}`,
      quantity: '0.50000',
      buyerIsMaker: index % 2 === 0,
    }),
  )
  exchange = await startExchange({ script, now: () => endMs, pastMs: trades * 4 })
  await exchange.finished
})
afterAll(() => exchange.close())
beforeEach(() => exchange.changeRecord((rows) => rows))

const read = (fromMs = startMs, toMs = endMs) => binanceRecord(exchange.restUrl)('BTCUSDT', fromMs, toMs)

it('reads every trade of a stretch once, over several pages', async () => {
  const found = await read()
  expect(found.map(({ sequence }) => sequence)).toEqual(
    Array.from({ length: trades }, (_, index) => 7_000 + index),
  )
  expect(found[1]).toMatchObject({ symbol: 'BTCUSDT', side: 'buy', recordedMs: null })
})

it('reads no trade outside the stretch', async () => {
  const found = await read(startMs + 16, startMs + 47)
  expect(found.map(({ sequence }) => sequence)).toEqual([7004, 7005, 7006, 7007, 7008, 7009, 7010, 7011])
})

it('sorts trades that are served out of order and takes doubled ones once', async () => {
  exchange.changeRecord((rows) => [...rows].reverse())
  expect((await read()).map(({ sequence }) => sequence)).toHaveLength(trades)
  exchange.changeRecord((rows) => rows.flatMap((row) => [row, row]))
  const doubled = await read(startMs, startMs + 16)
  expect(doubled.map(({ sequence }) => sequence)).toEqual([7000, 7001, 7002, 7003, 7004, 7005, 7006, 7007])
})

it('rejects a record with a hole, one that cannot be had, and one that is no record', async () => {
  exchange.changeRecord((rows) => rows.filter(({ a }) => a !== 7_100))
  await expect(read()).rejects.toThrow('has a hole behind trade 7099')
  exchange.changeRecord(() => null)
  await expect(read()).rejects.toThrow('answered 503')
  exchange.changeRecord((rows) => rows.map((row) => ({ ...row, p: 'NaN' })))
  await expect(read()).rejects.toThrow()
})

it('is empty where the source was silent', async () => {
  expect(await read(startMs - 20_000, startMs - 10_000)).toEqual([])
})
