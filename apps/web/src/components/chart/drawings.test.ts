import { expect, it } from 'vitest'
import { formatTimeLeft } from './bars.ts'
import { noteLength, parseSavedChart, visitorKey } from './drawings.ts'

const line = {
  tool: 'segment',
  points: [
    { timestamp: 1, value: 2 },
    { timestamp: 3, value: 4 },
  ],
}

const read = (value: unknown) => parseSavedChart(JSON.stringify(value))
const none = { drawings: [], averages: null, volume: null }

it('reads back what was kept', () => {
  const note = { tool: 'note', points: [{ timestamp: 1, value: 2 }], text: 'support?' }
  const kept = { drawings: [line, note], averages: false, volume: true }
  expect(read(kept)).toEqual(kept)
  expect(read({ drawings: [line] })).toEqual({ ...none, drawings: [line] })
  expect(read([line])).toEqual({ ...none, drawings: [line] })
})

it('leaves out what is not a drawing', () => {
  const broken = [
    null,
    7,
    { tool: 'rocket', points: line.points },
    { tool: 'rayLine', points: [] },
    { tool: 'rayLine', points: [{ timestamp: 'x', value: 1 }] },
    { tool: 'note', points: line.points },
    { tool: 'note', points: line.points, text: 'x'.repeat(noteLength + 1) },
    { ...line, text: 'a line says nothing' },
  ]
  expect(read({ drawings: [line, ...broken], averages: 'yes' })).toEqual({ ...none, drawings: [line] })
  for (const text of ['{', '{}', '[]', '7', 'null', null]) expect(parseSavedChart(text)).toEqual(none)
})

it('keeps a visitor’s drawings apart by market', () => {
  expect(visitorKey('BTCUSDT')).not.toBe(visitorKey('ETHUSDT'))
})

it('counts a candle down', () => {
  expect(formatTimeLeft(1_133_000)).toBe('18:53')
  expect(formatTimeLeft(3_723_000)).toBe('1:02:03')
  expect(formatTimeLeft(400)).toBe('00:01')
  expect(formatTimeLeft(-5)).toBe('00:00')
})
