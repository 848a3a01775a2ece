import { validateLots } from '@glasshouse/core/contracts/checks'
import { price } from '@glasshouse/core/money/units'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { draftLimitPrice, steppedLots } from './draft.ts'

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

const fives = { minLots: 2, stepLots: 5 }

it('steps to the next allowed number', () => {
  expect(steppedLots('11', { minLots: 1, stepLots: 1 }, 1)).toBe('12')
  expect(steppedLots('10', fives, 1)).toBe('15')
  expect(steppedLots('9', fives, 1)).toBe('10')
  expect(steppedLots('9', fives, -1)).toBe('5')
})

it('starts with the minimum and ends with blank text', () => {
  expect(steppedLots('', fives, 1)).toBe('5')
  expect(steppedLots('much', fives, -1)).toBe('5')
  expect(steppedLots('1', fives, 1)).toBe('5')
  expect(steppedLots('5', fives, -1)).toBe('')
  expect(steppedLots('1', fives, -1)).toBe('')
})

it('always returns an allowed number or blank text', () => {
  const terms = fc.record({
    minLots: fc.integer({ min: 1, max: 50 }),
    stepLots: fc.integer({ min: 1, max: 50 }),
  })
  fc.assert(
    fc.property(terms, fc.nat(10_000), fc.constantFrom(1 as const, -1 as const), (rule, lots, by) => {
      const text = steppedLots(String(lots), rule, by)
      if (text === '') return by === -1
      const next = Number.parseInt(text, 10)
      return validateLots(next, rule) === null && (by === 1 ? next > lots : next < lots)
    }),
  )
})
