import { expect, it } from 'vitest'
import { createFormatters } from '../formatters.ts'
import { axisNumber } from './axisNumber.ts'

const english = createFormatters('en')
const spanish = createFormatters('es')

it('groups the digits of a price and leaves other text as it is', () => {
  expect(axisNumber(english, '64123.5')).toBe('64,123.5')
  expect(axisNumber(spanish, '64123.5')).toBe('64.123,5')
  expect(axisNumber(english, 'RSI')).toBe('RSI')
  expect(axisNumber(english, '%')).toBe('%')
})

it('writes a percentage of the axis like every other percentage of the page', () => {
  expect(axisNumber(english, '-0.25%')).toBe('−0.25%')
  expect(axisNumber(english, '12.00%')).toBe('12.00%')
  expect(axisNumber(spanish, '-0.25%')).toBe(spanish.percent(-25n))
})
