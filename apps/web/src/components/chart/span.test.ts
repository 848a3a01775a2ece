import { expect, it } from 'vitest'
import { barSpaceFor, intervalFor } from './span.ts'

const hour = 3600
const day = 24 * hour

it('fits a span into the width within the drawable candle widths', () => {
  expect(barSpaceFor(100, 1000)).toBe(10)
  expect(barSpaceFor(10_000, 1000)).toBe(1)
  expect(barSpaceFor(2, 1000)).toBe(40)
  expect(barSpaceFor(0, 1000)).toBe(40)
})

it('keeps the chosen interval if it suits the span', () => {
  expect(intervalFor(hour, '1m')).toBe('1m')
  expect(intervalFor(100 * hour, '15m')).toBe('15m')
  expect(intervalFor(100 * day, '1d')).toBe('1d')
})

it('chooses the shortest interval that fits the span', () => {
  expect(intervalFor(hour, '1d')).toBe('1m')
  expect(intervalFor(100 * hour, '1m')).toBe('15m')
  expect(intervalFor(10 * day, '1m')).toBe('30m')
  expect(intervalFor(20 * day, '1m')).toBe('1h')
  expect(intervalFor(600 * day, '1m')).toBe('1d')
  expect(intervalFor(1000 * day, '1m')).toBe('1w')
})
