import { expect, it } from 'vitest'
import { timeLeft } from './bars.ts'
import { drawingsKey, readDrawings } from './drawings.ts'

const line = {
  tool: 'segment',
  points: [
    { timestamp: 1, value: 2 },
    { timestamp: 3, value: 4 },
  ],
}

it('reads back what was kept', () => {
  expect(readDrawings(JSON.stringify([line]))).toEqual([line])
})

it('leaves out what is not a drawing', () => {
  const broken = [line, null, 7, { tool: 'rocket', points: line.points }, { tool: 'rayLine', points: [] }]
  expect(
    readDrawings(JSON.stringify([...broken, { tool: 'rayLine', points: [{ timestamp: 'x', value: 1 }] }])),
  ).toEqual([line])
  expect(readDrawings('{')).toEqual([])
  expect(readDrawings('{}')).toEqual([])
  expect(readDrawings(null)).toEqual([])
})

it('keeps every trader’s drawings apart', () => {
  expect(drawingsKey('7', 'BTCUSDT')).not.toBe(drawingsKey('8', 'BTCUSDT'))
})

it('counts a candle down', () => {
  expect(timeLeft(1_133_000)).toBe('18:53')
  expect(timeLeft(3_723_000)).toBe('1:02:03')
  expect(timeLeft(400)).toBe('00:01')
  expect(timeLeft(-5)).toBe('00:00')
})
