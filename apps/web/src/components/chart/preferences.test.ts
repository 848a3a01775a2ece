import { expect, it } from 'vitest'
import { readPreferences } from './preferences.ts'

it('has defaults per screen', () => {
  expect(readPreferences(null, 'contract')).toMatchObject({ interval: '15m', tools: true })
  expect(readPreferences(null, 'options')).toMatchObject({ interval: '1m', tools: false })
  expect(readPreferences('nonsense', 'kline')).toMatchObject({ interval: '1h', line: false })
})

it('parses saved preferences and ignores unknown values', () => {
  const saved = JSON.stringify({ interval: '5m', line: true, averages: 'yes', tools: false })
  expect(readPreferences(saved, 'contract')).toEqual({
    interval: '5m',
    line: true,
    averages: true,
    volume: true,
    tools: false,
  })
  expect(readPreferences('{"interval":"7m"}', 'kline').interval).toBe('1h')
  expect(readPreferences('null', 'options').interval).toBe('1m')
})
