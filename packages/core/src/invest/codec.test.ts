import { expect, it } from 'vitest'
import { stateToWire } from '../contracts/codec.ts'
import { price, quantity } from '../money/units.ts'
import { isProcessing, orderStates } from './checks.ts'
import {
  attributionFromWire,
  categoryFromWire,
  isInProcess,
  isOnSale,
  methodFromWire,
  methodToWire,
  type PoolOrderView,
  poolOrdersFromWire,
  poolOrderToWire,
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

it('sells only what is on sale', () => {
  expect([0, 1, 2].map((status) => isOnSale({ status }))).toEqual([false, true, false])
})

const placed: PoolOrderView = {
  ...{ id: 5, orderId: 7, atMs: 1000, pid: 3, title: 'BTC', side: 'short', leverage: 10, lots: 20 },
  ...{ leadPrice: price('64000.5'), price: price('64001'), difference: price('0.5') },
  ...{ takeProfit: price('63000'), stopLoss: price('65000'), closePrice: price('63999'), closeReason: null },
  ...{ parentId: 4, state: 'closed', skipped: null, isReduced: true, lot: quantity('0.001') },
  ...{ feeRatePpm: 500, receipt: [] },
}

it('states every figure of a copied order, and of a skip only what there is', () => {
  expect(poolOrderToWire(placed)).toEqual({
    ...{ id: 5, order: 7, time: 1000, pid: 3, ptitle: 'BTC', type: 2, multiple: 10, lots: 20 },
    ...{ leadPrice: '64000.5', price: '64001', difference: '0.5', closeReason: null, parentid: 4 },
    ...{ targetProfitPrice: '63000', stopLossPrice: '65000', closePrice: '63999' },
    ...{
      status: stateToWire('closed'),
      skipped: null,
      reduced: 1,
      lot: '0.001',
      feeRatePpm: 500,
      receipt: [],
    },
  })
  const skip: PoolOrderView = {
    ...placed,
    ...{ orderId: null, side: 'long', leadPrice: null, price: null, difference: null, takeProfit: null },
    ...{
      stopLoss: null,
      closePrice: null,
      parentId: null,
      state: null,
      skipped: 'tooSmall',
      isReduced: false,
    },
    ...{ lot: null, feeRatePpm: null },
  }
  expect(poolOrderToWire(skip)).toMatchObject({
    ...{ order: null, type: 1, leadPrice: null, price: null, difference: null, status: null, lot: null },
    ...{ targetProfitPrice: '0', stopLossPrice: '0', closePrice: '0', reduced: 0, skipped: 'tooSmall' },
  })
})

it('moves the names of a market between wire and pages and keeps the rest of a row', () => {
  expect(withMarketTitle({ title: 'BTC', id: 3 })).toEqual({ ptitle: 'BTC', id: 3 })
  const named = [{ symbol: 'BTCUSDT', title: 'BTC', id: 7 }]
  const row = [{ procode: 'BTCUSDT', ptitle: 'BTC', id: 7 }]
  expect(poolOrdersFromWire(row as unknown as PoolOrderRow[])).toEqual(named)
  expect(attributionFromWire(row as unknown as AttributionWireRow[])).toEqual(named)
})
