import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Usdt, usdt } from '../money/units.ts'
import {
  isProcessing,
  type OrderState,
  orderStates,
  type PurchaseInput,
  type TrialPurchaseInput,
  trialPrincipal,
  validatePurchase,
  validateRedemption,
  validateTrialPurchase,
} from './checks.ts'
import { type CopyPurchaseInput, validateCopyPurchase } from './copy/checks.ts'

// Every combination of obstacles: the answer is the first one in the order of the specification, whatever else stands in
// the way, and never one that does not.

/** All subsets of some obstacles. */
const combinations = <T>(all: readonly T[]): readonly (readonly T[])[] =>
  Array.from({ length: 2 ** all.length }, (_, bits) =>
    all.filter((_one, at) => Math.floor(bits / 2 ** at) % 2 === 1),
  )

const limits = { min: usdt('200'), max: usdt('900') }

describe('an order with own money', () => {
  const fine: PurchaseInput = {
    ...{ onSale: true, amount: usdt('500'), limits, running: 9, maxRunning: 10 },
    ...{ available: usdt('500'), capacity: usdt('500'), funded: true },
  }
  const obstacles = [
    ['notTradable', { onSale: false }],
    ['outOfRange', { amount: usdt('550') }],
    ['tooManyOrders', { running: 10 }],
    ['insufficientBalance', { available: usdt('499.99999999') }],
    ['insufficientReserve', { funded: false }],
  ] as const satisfies readonly (readonly [string, Partial<PurchaseInput>])[]

  it('answers the first of every combination of obstacles', () => {
    for (const standing of combinations(obstacles)) {
      const input: PurchaseInput = Object.assign({}, fine, ...standing.map(([, change]) => change))
      expect(validatePurchase(input)?.code ?? null).toBe(standing[0]?.[0] ?? null)
    }
  })

  it('names what would be accepted, and that is accepted', () => {
    const amounts = fc.bigInt({ min: 0n, max: 2_000n * 10n ** 8n }) as fc.Arbitrary<Usdt>
    fc.assert(
      fc.property(amounts, amounts, fc.integer({ min: 0, max: 12 }), (amount, available, running) => {
        const issue = validatePurchase({ ...fine, amount, available, running, capacity: usdt('900') })
        if (issue === null) {
          expect(amount % usdt('100') === 0n && amount >= limits.min && amount <= limits.max).toBe(true)
          expect(available >= amount && running < 10).toBe(true)
          return
        }
        if (issue.code === 'outOfRange') {
          for (const accepted of [issue.min, issue.max])
            expect(validatePurchase({ ...fine, amount: accepted, available: accepted })).toBeNull()
          expect(issue.min % issue.step).toBe(0n)
        }
        if (issue.code === 'insufficientBalance')
          expect(validatePurchase({ ...fine, amount, available: issue.needed })).toBeNull()
        if (issue.code === 'tooManyOrders') expect(running >= issue.max).toBe(true)
      }),
      { numRuns: 300 },
    )
  })
})

describe('a trial order', () => {
  const fine: TrialPurchaseInput = {
    ...{ onSale: true, limits, running: 9, maxRunning: 10, capacity: usdt('500'), funded: true },
    ...{ used: false, fund: usdt('200') },
  }
  const obstacles = [
    ['notTradable', { onSale: false }],
    ['alreadyUsed', { used: true }],
    ['insufficientBalance', { fund: usdt('199.99999999') }],
    ['tooManyOrders', { running: 10 }],
    ['insufficientReserve', { funded: false }],
  ] as const satisfies readonly (readonly [string, Partial<TrialPurchaseInput>])[]

  it('answers the first of every combination of obstacles', () => {
    for (const standing of combinations(obstacles)) {
      const input: TrialPurchaseInput = Object.assign({}, fine, ...standing.map(([, change]) => change))
      expect(validateTrialPurchase(input)?.code ?? null).toBe(standing[0]?.[0] ?? null)
    }
  })

  it('uses the whole fund up to the most, and never more than there is', () => {
    const funds = fc.bigInt({ min: 0n, max: 2_000n * 10n ** 8n }) as fc.Arbitrary<Usdt>
    fc.assert(
      fc.property(funds, (fund) => {
        const used = trialPrincipal(fund, limits)
        expect(used <= fund && used <= limits.max).toBe(true)
        expect(used === fund || used === limits.max).toBe(true)
      }),
    )
  })
})

describe('an order of a copy product', () => {
  const fine: CopyPurchaseInput = {
    ...{ isOnSale: true, canBeCopied: true, amount: usdt('500'), limits, isOwnProduct: false },
    ...{ isWaiting: false, running: 9, maxRunning: 10, available: usdt('500'), capacity: usdt('500') },
  }
  const obstacles = [
    ['notTradable', { isOnSale: false }],
    ['notTradable', { canBeCopied: false }],
    ['outOfRange', { amount: usdt('1000'), available: usdt('1000'), capacity: usdt('1000') }],
    ['ownProduct', { isOwnProduct: true }],
    ['inApproval', { isWaiting: true }],
    ['tooManyOrders', { running: 10 }],
    ['insufficientBalance', { available: usdt('499.99999999') }],
    ['insufficientReserve', { capacity: usdt('400') }],
  ] as const satisfies readonly (readonly [string, Partial<CopyPurchaseInput>])[]

  it('answers the first of every combination of obstacles', () => {
    for (const standing of combinations(obstacles)) {
      const input: CopyPurchaseInput = Object.assign({}, fine, ...standing.map(([, change]) => change))
      const issue = validateCopyPurchase(input)
      expect(issue?.code ?? null, JSON.stringify(standing.map(([code]) => code))).toBe(
        standing[0]?.[0] ?? null,
      )
      // The risk score is named only where the product is otherwise on sale.
      const isRisk = issue !== null && 'reason' in issue
      expect(isRisk).toBe(!input.canBeCopied && input.isOnSale)
    }
  })
})

describe('early redemption', () => {
  const loans = fc.option(fc.integer({ min: 1, max: 99 }))
  const cases = fc.record({
    state: fc.constantFrom<OrderState>(...orderStates),
    isCopy: fc.boolean(),
    loanId: loans,
    redeemableMs: fc.integer({ min: 0, max: 20 }),
    nowMs: fc.integer({ min: 0, max: 20 }),
  })

  it('is possible exactly for an order that runs, is no copy, secures no loan and is open, else the first obstacle is named', () => {
    fc.assert(
      fc.property(cases, ({ nowMs, ...order }) => {
        const obstacles = [
          ['finished', ['ended', 'redeemed', 'refunded', 'stopped'].includes(order.state)],
          ['inRedemption', order.state === 'redeeming'],
          ['endItYourself', order.isCopy],
          ['until', nowMs < order.redeemableMs],
          ['pledged', order.loanId !== null],
        ] as const
        const first = obstacles.find(([, stands]) => stands)?.[0] ?? null
        expect(validateRedemption(order, nowMs)?.reason ?? null).toBe(first)
        expect(isProcessing(order.state)).toBe(first !== 'finished')
      }),
      { numRuns: 1000 },
    )
  })

  it('tells when it opens and which loan stands in the way', () => {
    const order = { state: 'running', isCopy: false, redeemableMs: 77, loanId: 5 } as const
    expect(validateRedemption(order, 76)).toEqual({ reason: 'until', until: 77 })
    expect(validateRedemption(order, 77)).toEqual({ reason: 'pledged', loan: 5 })
    expect(validateRedemption({ ...order, loanId: null }, 77)).toBeNull()
    // What waits for a dealing is a copy order.
    expect(validateRedemption({ ...order, state: 'waiting', isCopy: true }, 77)).toEqual({
      ...{ reason: 'endItYourself' },
    })
  })
})
