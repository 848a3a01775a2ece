import { expect, it } from 'vitest'
import { silentStretches } from './gaps.ts'

const bar = (close: number, volume: number) => ({
  timestamp: 0,
  open: 5,
  high: Math.max(5, close),
  low: Math.min(5, close),
  close,
  volume,
})
const [traded, silent] = [bar(6, 1), bar(5, 0)]

it('returns the ranges without a trade', () => {
  expect(silentStretches([traded, silent, silent, traded, silent], 0, 5)).toEqual([
    { from: 1, to: 2 },
    { from: 4, to: 4 },
  ])
  expect(silentStretches([traded, traded], 0, 2)).toEqual([])
})

it('examines only the visible range', () => {
  expect(silentStretches([silent, silent, silent], 1, 2)).toEqual([{ from: 1, to: 1 }])
  expect(silentStretches([silent], 0, 40)).toEqual([{ from: 0, to: 0 }])
  expect(silentStretches([], 0, 0)).toEqual([])
})

it('treats neither a flat candle with volume nor a moving candle as empty', () => {
  expect(silentStretches([bar(5, 0.1), bar(6, 0)], 0, 2)).toEqual([])
})
