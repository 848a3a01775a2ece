import { price, usdt } from '@glasshouse/core/money/units'
import { describe, expect, it } from 'vitest'
import { createFormatters, formatFixed } from './formatters.ts'

const en = createFormatters('en')

describe('formatFixed', () => {
  it('rounds by the named mode and keeps every decimal', () => {
    expect(formatFixed(123_456n, 4, 2, 'floor')).toBe('12.34')
    expect(formatFixed(123_456n, 4, 2, 'ceil')).toBe('12.35')
    expect(formatFixed(-5n, 4, 2, 'floor')).toBe('-0.01')
    expect(formatFixed(7n, 0, 2, 'floor')).toBe('7.00')
    expect(formatFixed(70_000n, 4, 0, 'floor')).toBe('7')
  })
})

describe('createFormatters', () => {
  it('groups thousands and keeps the scale', () => {
    expect(en.price(price('66128.7'), 2)).toBe('66,128.70')
    expect(en.priceText('66128.74', 2)).toBe('66,128.74')
    expect(en.whole(812_604_377)).toBe('812,604,377')
    expect(en.plain('0.001')).toBe('0.001')
  })

  it('truncates gains, rounds losses away from zero and costs up', () => {
    expect(en.amount(usdt('255.98405'), 'floor', 4, 'always')).toBe('+255.9840')
    expect(en.amount(usdt('-1.75201'), 'floor', 4, 'always')).toBe('−1.7521')
    expect(en.amount(usdt('0.36215001'), 'ceil')).toBe('0.3622')
  })

  it('formats more digits than a float can represent', () => {
    expect(en.amount(usdt('900719925474099.12345678'), 'floor', 8)).toBe('900,719,925,474,099.12345678')
  })

  it('formats minus as U+2212 and percentages with two decimals', () => {
    expect(en.percent(-61n)).toBe('−0.61%')
    expect(en.percent(1298n, 'always')).toBe('+12.98%')
    expect(en.percent(0n, 'always')).toBe('0.00%')
  })

  it('uses the notation of the language', () => {
    expect(createFormatters('ru').priceText('66128.74', 2).replace(/\s/g, ' ')).toBe('66 128,74')
    expect(createFormatters('es').priceText('1234.5', 1)).toBe('1.234,5')
    expect(createFormatters('th').whole(1000)).toBe('1,000')
  })

  it('formats times at UTC+1', () => {
    expect(en.time(Date.UTC(2026, 5, 16, 13, 41, 7))).toBe('14:41:07')
    expect(en.exactTime(Date.UTC(2026, 5, 16, 3, 20, 17, 482))).toBe('04:20:17.482')
    expect(en.day(Date.UTC(2026, 5, 16, 23, 30))).toBe('17 Jun')
  })
})
