import { expect, it } from 'vitest'
import { isProcessing, orderStates } from './checks.ts'
import {
  categoryFromWire,
  isInProcess,
  isOnSale,
  methodFromWire,
  methodToWire,
  processingFromWire,
  productCategories,
  statusToWire,
} from './codec.ts'

it('numbers the interest methods as the wire does, and reads back what a cycle can be', () => {
  expect((['fixed', 'compound', 'copy'] as const).map(methodToWire)).toEqual([1, 2, 3])
  for (const method of ['fixed', 'compound'] as const) {
    const number = methodToWire(method)
    expect(number === 3 ? null : methodFromWire(number)).toBe(method)
  }
})

it('numbers the categories of the product list from 0 to 5', () => {
  expect(([0, 1, 2, 3, 4, 5] as const).map(categoryFromWire)).toEqual([
    ...['all', 'experience', 'soldOut', 'fixed', 'compound', 'copy'],
  ])
  expect(productCategories).toHaveLength(6)
})

it('says of every state on the wire what the rules say: processing or finished', () => {
  for (const state of orderStates) {
    expect(statusToWire(state), state).toBe(isProcessing(state) ? 0 : 1)
    expect(isInProcess({ status: statusToWire(state) }), state).toBe(isProcessing(state))
  }
})

it('takes a list without a status as one of all orders', () => {
  expect([processingFromWire(undefined), processingFromWire(0), processingFromWire(1)]).toEqual([
    ...[null, true, false],
  ])
})

it('sells only what is on sale', () => {
  expect([0, 1, 2].map((status) => isOnSale({ status }))).toEqual([false, true, false])
})
