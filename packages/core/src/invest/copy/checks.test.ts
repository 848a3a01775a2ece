import { expect, it } from 'vitest'
import { usdt } from '../../money/units.ts'
import { type CopyPurchaseInput, validateCopyPurchase } from './checks.ts'

const limits = { min: usdt('100'), max: usdt('1000') }
const order: CopyPurchaseInput = {
  ...{ isOnSale: true, canBeCopied: true, isOwnProduct: false, isWaiting: false, limits },
  ...{ amount: usdt('500'), running: 9, maxRunning: 10, available: usdt('500'), capacity: usdt('500') },
}

it('is accepted at every limit', () => {
  expect(validateCopyPurchase(order)).toBeNull()
  for (const amount of ['100', '200', '500'])
    expect(validateCopyPurchase({ ...order, amount: usdt(amount) })).toBeNull()
})

it('is refused by the first check that fails, in the order they are named', () => {
  // Everything is wrong at once, and mended from the first check on.
  const mended: readonly (readonly [object | null, Partial<CopyPurchaseInput>])[] = [
    [{ code: 'notTradable' }, { isOnSale: true }],
    [{ code: 'notTradable', reason: 'riskScore' }, { canBeCopied: true }],
    [{ code: 'outOfRange', ...limits, step: usdt('100') }, { amount: usdt('600') }],
    [{ code: 'ownProduct' }, { isOwnProduct: false }],
    [{ code: 'inApproval' }, { isWaiting: false }],
    [{ code: 'tooManyOrders', max: 10 }, { running: 9 }],
    [{ code: 'insufficientBalance', needed: usdt('600'), available: usdt('0') }, { available: usdt('600') }],
    [{ code: 'insufficientReserve', max: usdt('500') }, { capacity: usdt('600') }],
    [null, {}],
  ]
  let input: CopyPurchaseInput = {
    ...order,
    ...{ isOnSale: false, canBeCopied: false, isOwnProduct: true, isWaiting: true, running: 10 },
    ...{ amount: usdt('550'), available: usdt('0') },
  }
  for (const [issue, mending] of mended) {
    expect(validateCopyPurchase(input)).toEqual(issue)
    input = { ...input, ...mending }
  }
})

it.each<[string, Partial<CopyPurchaseInput>]>([
  ['notTradable', { isOnSale: false }],
  ['notTradable', { canBeCopied: false }],
  ['outOfRange', { amount: usdt('1100'), available: usdt('2000'), capacity: usdt('2000') }],
  ['ownProduct', { isOwnProduct: true }],
  ['inApproval', { isWaiting: true }],
  ['tooManyOrders', { running: 10 }],
  ['insufficientBalance', { available: usdt('499.99999999') }],
  ['insufficientReserve', { capacity: usdt('400') }],
])('is refused with %s for it alone', (code, change) => {
  expect(validateCopyPurchase({ ...order, ...change })).toMatchObject({ code })
})
