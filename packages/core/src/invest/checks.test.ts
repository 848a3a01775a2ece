import { describe, expect, it } from 'vitest'
import { usdt } from '../money/units.ts'
import {
  isProcessing,
  orderStates,
  type PurchaseInput,
  type TrialPurchaseInput,
  trialPrincipal,
  validatePrincipal,
  validatePurchase,
  validateRedemption,
  validateTrialPurchase,
} from './checks.ts'

const limits = { min: usdt('100'), max: usdt('1000') }
const fine = { onSale: true, limits, running: 9, maxRunning: 10, capacity: usdt('500'), funded: true }

describe('an order with own money', () => {
  const order: PurchaseInput = { ...fine, amount: usdt('500'), available: usdt('500') }
  /** Everything wrong at once, mended from the first check on. */
  const wrong: PurchaseInput = {
    ...order,
    ...{ onSale: false, amount: usdt('550'), running: 10, available: usdt('0'), funded: false },
  }

  it('is refused by the first check that fails, in the order they are named', () => {
    expect(validatePurchase(order)).toBeNull()
    expect(validatePurchase(wrong)).toEqual({ code: 'notTradable' })
    const onSale = { ...wrong, onSale: true }
    expect(validatePurchase(onSale)).toEqual({ code: 'outOfRange', ...limits, step: usdt('100') })
    const inRange = { ...onSale, amount: usdt('600') }
    expect(validatePurchase(inRange)).toEqual({ code: 'tooManyOrders', max: 10 })
    const few = { ...inRange, running: 9 }
    const short = { code: 'insufficientBalance', needed: usdt('600'), available: usdt('0') }
    expect(validatePurchase(few)).toEqual(short)
    const paid = { ...few, available: usdt('600') }
    expect(validatePurchase(paid)).toEqual({ code: 'insufficientReserve', max: usdt('500') })
  })

  it('has a principal of whole hundreds within the limits', () => {
    for (const good of ['100', '1000', '500']) expect(validatePrincipal(usdt(good), limits)).toBeNull()
    for (const bad of ['0', '99.99999999', '150', '100.00000001', '1100'])
      expect(validatePrincipal(usdt(bad), limits)).toMatchObject({ code: 'outOfRange' })
    const high = { min: usdt('300'), max: usdt('500') }
    const accepted = ['100', '200', '300', '400', '500', '600'].filter(
      (text) => validatePrincipal(usdt(text), high) === null,
    )
    expect(accepted).toEqual(['300', '400', '500'])
    // Nothing is no principal, whatever the limits say.
    expect(validatePrincipal(usdt('0'), { min: usdt('0'), max: usdt('500') })).not.toBeNull()
  })
})

describe('a trial order', () => {
  const order: TrialPurchaseInput = { ...fine, used: false, fund: usdt('550.5') }
  const wrong = { ...order, onSale: false, used: true, fund: usdt('99.9'), running: 10, funded: false }

  it('is refused by the first check that fails, in the order they are named', () => {
    expect(validateTrialPurchase(order)).toBeNull()
    expect(validateTrialPurchase(wrong)).toEqual({ code: 'notTradable' })
    const onSale = { ...wrong, onSale: true }
    expect(validateTrialPurchase(onSale)).toEqual({ code: 'alreadyUsed' })
    const first = { ...onSale, used: false }
    const short = { code: 'insufficientBalance', needed: usdt('100'), available: usdt('99.9') }
    expect(validateTrialPurchase(first)).toEqual(short)
    const funds = { ...first, fund: usdt('100') }
    expect(validateTrialPurchase(funds)).toEqual({ code: 'tooManyOrders', max: 10 })
    const few = { ...funds, running: 0 }
    expect(validateTrialPurchase(few)).toEqual({ code: 'insufficientReserve', max: usdt('500') })
  })

  it('uses the whole fund up to the maximum', () => {
    expect(trialPrincipal(usdt('550.5'), limits)).toBe(usdt('550.5'))
    expect(trialPrincipal(usdt('1000.00000001'), limits)).toBe(usdt('1000'))
  })
})

describe('early redemption', () => {
  const order = { state: 'running', isCopy: false, redeemableMs: 1000, loanId: null } as const

  it('is refused by the first check that fails, in the order they are named', () => {
    expect(validateRedemption(order, 1000)).toBeNull()
    const wrong = { ...order, isCopy: true, loanId: 4 } as const
    expect(validateRedemption({ ...wrong, state: 'ended' }, 5)).toEqual({ reason: 'finished' })
    expect(validateRedemption({ ...wrong, state: 'redeeming' }, 5)).toEqual({ reason: 'inRedemption' })
    expect(validateRedemption(wrong, 5)).toEqual({ reason: 'endItYourself' })
    expect(validateRedemption({ ...wrong, isCopy: false }, 999)).toEqual({ reason: 'until', until: 1000 })
    expect(validateRedemption({ ...wrong, isCopy: false }, 1000)).toEqual({ reason: 'pledged', loan: 4 })
  })

  it('is of orders in processing', () => {
    expect(orderStates.filter(isProcessing)).toEqual(['waiting', 'running', 'redeeming'])
  })
})
