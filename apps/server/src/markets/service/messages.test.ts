import type { Level, SourceBook } from '@glasshouse/core/markets/rules'
import { price, quantity } from '@glasshouse/core/money/units'
import { expect, it } from 'vitest'
import { deepMessage, depthMessage } from './messages.ts'

/** A side of a book whose levels count how often they are read. */
const counted = (first: number, direction: 1 | -1) => {
  let reads = 0
  const levels = Array.from({ length: 20 }, (_, at): Level => {
    const level: Level = [price(`${first + direction * at}`), quantity(`${at + 1}`)]
    return Object.defineProperty([...level] as [Level[0], Level[1]], 0, {
      get: () => {
        reads += 1
        return level[0]
      },
    })
  })
  return { levels, reads: () => reads }
}

it('tells the book in decimal texts, made once and only when they are read', () => {
  const [asks, bids] = [counted(101, 1), counted(100, -1)]
  const book = {
    ...{ symbol: 'BTCUSDT', sequence: 1, timeMs: 7, receivedMs: 7, recordedMs: null },
    ...{ asks: asks.levels, bids: bids.levels },
  } as SourceBook
  const [best, deep] = [depthMessage(book), deepMessage(book)]
  expect(asks.reads() + bids.reads()).toBe(0)
  expect(JSON.parse(JSON.stringify(best))).toEqual({
    e: 'STREAM_DEPTH',
    s: 'BTCUSDT',
    asks: [101, 102, 103, 104, 105].map((at, index) => [`${at}`, `${index + 1}`]),
    bids: [100, 99, 98, 97, 96].map((at, index) => [`${at}`, `${index + 1}`]),
    T: 7,
  })
  expect(asks.reads()).toBe(5)
  expect(deep.asks).toHaveLength(20)
  expect(deep.asks).toBe(deep.asks)
  expect(asks.reads()).toBe(25)
})
