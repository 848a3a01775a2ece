import { price } from '@glasshouse/core/money/units'
import { expect, it } from 'vitest'
import { draftLimitPrice } from './draftLimitPrice.ts'

it('follows every typed digit', () => {
  const typed = ['6', '65', '658', '6585', '65850', '65850.', '65850.5'].map((priceText) =>
    draftLimitPrice({ mode: 'fixed', priceText }, 2),
  )
  expect(typed[4]).toBe(price('65850'))
  expect(typed.at(-1)).toBe(price('65850.5'))
  expect(new Set(typed).size).toBeGreaterThanOrEqual(6)
})

it('is null for market orders, blank text and too many decimals', () => {
  expect(draftLimitPrice({ mode: 'market', priceText: '65850' }, 2)).toBeNull()
  expect(draftLimitPrice({ mode: 'fixed', priceText: '' }, 2)).toBeNull()
  expect(draftLimitPrice({ mode: 'fixed', priceText: 'much' }, 2)).toBeNull()
  expect(draftLimitPrice({ mode: 'fixed', priceText: '1.234' }, 2)).toBeNull()
})
