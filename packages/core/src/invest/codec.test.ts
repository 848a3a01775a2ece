import { expect, it } from 'vitest'
import { isProcessing, orderStates } from './checks.ts'
import {
  applicationState,
  attributionFromWire,
  categoryFromWire,
  isInProcess,
  isOnSale,
  methodFromWire,
  methodToWire,
  poolOrdersFromWire,
  processingFromWire,
  productCategories,
  statusToWire,
  withMarketTitle,
} from './codec.ts'
import type { AttributionWireRow, PoolOrderRow } from './copy/pool/wire.ts'

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

it('sells only what is on sale, and knows three states of an application', () => {
  expect([0, 1, 2].map((status) => isOnSale({ status }))).toEqual([false, true, false])
  expect([0, 1, 2, 3, -1].map((status) => applicationState({ status }))).toEqual([
    ...['waiting', 'approved', 'rejected', undefined, undefined],
  ])
})

it('moves the names of a market between wire and pages and keeps the rest of a row', () => {
  expect(withMarketTitle({ title: 'BTC', id: 3 })).toEqual({ ptitle: 'BTC', id: 3 })
  const named = [{ symbol: 'BTCUSDT', title: 'BTC', id: 7 }]
  const row = [{ procode: 'BTCUSDT', ptitle: 'BTC', id: 7 }]
  expect(poolOrdersFromWire(row as unknown as PoolOrderRow[])).toEqual(named)
  expect(attributionFromWire(row as unknown as AttributionWireRow[])).toEqual(named)
})
