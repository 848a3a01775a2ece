import { expect, it } from 'vitest'
import { readPreferences } from './preferences.ts'

it('begins every screen with what suits it', () => {
  expect(readPreferences(null, 'contract')).toMatchObject({ interval: '15m', tools: true })
  expect(readPreferences(null, 'options')).toMatchObject({ interval: '1m', tools: false })
  expect(readPreferences('nonsense', 'kline')).toMatchObject({ interval: '1h', line: false })
})

it('reads back what was chosen, and leaves out what it does not know', () => {
  const kept = JSON.stringify({ interval: '5m', line: true, averages: 'yes', tools: false })
  expect(readPreferences(kept, 'contract')).toEqual({
    interval: '5m',
    line: true,
    averages: true,
    volume: true,
    tools: false,
  })
  expect(readPreferences('{"interval":"7m"}', 'kline').interval).toBe('1h')
  expect(readPreferences('null', 'options').interval).toBe('1m')
})
