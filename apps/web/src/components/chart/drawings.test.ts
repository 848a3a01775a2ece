import { expect, it } from 'vitest'
import { formatTimeLeft } from './bars.ts'
import { noteLength, parseSavedChart } from './drawings.ts'
import { visitorKey } from './preferences.ts'

const line = {
  tool: 'segment',
  points: [
    { timestamp: 1, value: 2 },
    { timestamp: 3, value: 4 },
  ],
}

const parse = (value: unknown) => parseSavedChart(JSON.stringify(value))
const none = { drawings: [], averages: null, volume: null }

it('parses saved drawings and indicators', () => {
  const note = { tool: 'note', points: [{ timestamp: 1, value: 2 }], text: 'support?' }
  const saved = { drawings: [line, note], averages: false, volume: true }
  expect(parse(saved)).toEqual(saved)
  expect(parse({ drawings: [line] })).toEqual({ ...none, drawings: [line] })
  expect(parse([line])).toEqual({ ...none, drawings: [line] })
})

it('omits invalid drawings', () => {
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
  expect(parse({ drawings: [line, ...broken], averages: 'yes' })).toEqual({ ...none, drawings: [line] })
  for (const text of ['{', '{}', '[]', '7', 'null', null]) expect(parseSavedChart(text)).toEqual(none)
})

it('uses one key per market for visitors', () => {
  expect(visitorKey('BTCUSDT')).not.toBe(visitorKey('ETHUSDT'))
})

it('formats the remaining time of a candle', () => {
  expect(formatTimeLeft(1_133_000)).toBe('18:53')
  expect(formatTimeLeft(3_723_000)).toBe('1:02:03')
  expect(formatTimeLeft(400)).toBe('00:01')
  expect(formatTimeLeft(-5)).toBe('00:00')
})
