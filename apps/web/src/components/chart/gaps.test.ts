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

it('finds the stretches in which nobody traded', () => {
  expect(silentStretches([traded, silent, silent, traded, silent], 0, 5)).toEqual([
    { from: 1, to: 2 },
    { from: 4, to: 4 },
  ])
  expect(silentStretches([traded, traded], 0, 2)).toEqual([])
})

it('looks only at what is in sight', () => {
  expect(silentStretches([silent, silent, silent], 1, 2)).toEqual([{ from: 1, to: 1 }])
  expect(silentStretches([silent], 0, 40)).toEqual([{ from: 0, to: 0 }])
  expect(silentStretches([], 0, 0)).toEqual([])
})

it('takes neither a flat trade nor a moving one for silence', () => {
  expect(silentStretches([bar(5, 0.1), bar(6, 0)], 0, 2)).toEqual([])
})
