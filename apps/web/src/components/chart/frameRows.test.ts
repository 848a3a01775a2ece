import type { CandleRow } from '@glasshouse/core/markets/wire'
import { expect, it } from 'vitest'
import { createFrameRows } from './frameRows.ts'

const row = (time: number, close: string): CandleRow => ({
  time,
  open: '1',
  high: '9',
  low: '1',
  close,
  volume: '1',
})

/** Gathered rows whose frames the test begins. */
const setUp = () => {
  const frames: (() => void)[] = []
  const delivered: string[] = []
  const rows = createFrameRows(
    ({ time, close }) => delivered.push(`${time}:${close}`),
    (flush) => frames.push(flush),
  )
  return { rows, frames, delivered, nextFrame: () => frames.splice(0).map((flush) => flush()) }
}

it('passes on the newest state of each candle once per frame', () => {
  const { rows, frames, delivered, nextFrame } = setUp()
  for (const [time, close] of [
    [60, '2'],
    [60, '3'],
    [120, '4'],
    [120, '5'],
  ] as const)
    rows.put(row(time, close))
  expect([frames.length, delivered]).toEqual([1, []])
  nextFrame()
  expect(delivered).toEqual(['60:3', '120:5'])
  nextFrame()
  rows.put(row(120, '6'))
  nextFrame()
  expect(delivered).toEqual(['60:3', '120:5', '120:6'])
})

it('passes on nothing of a market that was left', () => {
  const { rows, delivered, nextFrame } = setUp()
  rows.put(row(60, '2'))
  rows.clear()
  nextFrame()
  expect(delivered).toEqual([])
})
