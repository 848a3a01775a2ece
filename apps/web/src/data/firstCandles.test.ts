import type { CandleRow } from '@glasshouse/core/markets/wire'
import { beforeEach, expect, it } from 'vitest'
import { createFirstCandles } from './firstCandles.ts'

let fetched: string[] = []
let nowMs = 0
let isFailing = false
const fetch = async (pid: number, interval: string, limit: number): Promise<CandleRow[]> => {
  fetched.push(`${pid} ${interval} ${limit}`)
  if (isFailing) throw new Error('no connection')
  return [{ time: fetched.length, open: '1', high: '1', low: '1', close: '1', volume: '1' }]
}
const timesOf = async (rows: Promise<CandleRow[]>) => (await rows).map(({ time }) => time)
let candles = createFirstCandles(fetch, () => nowMs)
beforeEach(() => {
  fetched = []
  nowMs = 0
  isFailing = false
  candles = createFirstCandles(fetch, () => nowMs)
})

it('gives a chart the candles that were requested before it was there, once', async () => {
  candles.preload(1, '15m', 150)
  expect(await timesOf(candles.take(1, '15m', 150))).toEqual([1])
  expect(fetched).toEqual(['1 15m 150'])
  expect(await timesOf(candles.take(1, '15m', 150))).toEqual([2])
})

it('fetches candles of another market, interval or number, and keeps the requested ones', async () => {
  candles.preload(1, '15m', 150)
  expect(await timesOf(candles.take(2, '15m', 150))).toEqual([2])
  expect(await timesOf(candles.take(1, '1h', 150))).toEqual([3])
  expect(await timesOf(candles.take(1, '15m', 300))).toEqual([4])
  expect(await timesOf(candles.take(1, '15m', 150))).toEqual([1])
})

it('fetches anew what was requested more than ten seconds ago', async () => {
  candles.preload(1, '15m', 150)
  nowMs = 10_000
  expect(await timesOf(candles.take(1, '15m', 150))).toEqual([1])
  candles.preload(1, '15m', 150)
  nowMs = 20_001
  expect(await timesOf(candles.take(1, '15m', 150))).toEqual([3])
})

it('leaves the failure of a request to the chart that takes it', async () => {
  isFailing = true
  candles.preload(1, '15m', 150)
  candles.preload(1, '1h', 150)
  await expect(candles.take(1, '1h', 150)).rejects.toThrow('no connection')
})
