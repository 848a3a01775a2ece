import { describe, expect, it } from 'vitest'
import { calls } from '../calls.ts'
import { usdt } from '../money/units.ts'
import { type LoanStatus, loanStatuses } from './checks.ts'
import {
  applyForLoanFromWire,
  type Collateral,
  collateralFromWire,
  collateralToWire,
  loanState,
} from './codec.ts'

const { request: apply } = calls['/api/loan/applyLoan']
const { request: repay } = calls['/api/loan/repay']
const { request: terms } = calls['/api/loan/loanTerms']

const collateral: Collateral = {
  ...{ id: 7, productName: 'Stage product', endsMs: 1_800_000_000_000, reason: null },
  ...{ principal: usdt('2700'), value: usdt('2699.15142858') },
}

describe('an order as security', () => {
  it('has the names of the wire', () => {
    expect(collateralToWire(collateral)).toEqual({
      ...{ id: 7, typename: 'Stage product', buymoney: '2700', value: '2699.15142858' },
      ...{ endtime: 1_800_000_000_000, counts: true, reason: null },
    })
  })
  it.each(['redeeming', 'pledged', 'endsEarly'] as const)('does not count where it is %s', (reason) => {
    expect(collateralToWire({ ...collateral, reason })).toMatchObject({ counts: false, reason })
  })
  it('returns from the wire as it was sent, with the smallest and the largest amounts', () => {
    for (const principal of ['0.00000001', '999999999999999.99999999'].map(usdt))
      for (const value of ['0', '0.00000001', '999999999999999.99999999'].map(usdt))
        for (const reason of [null, 'redeeming', 'pledged', 'endsEarly'] as const) {
          const sent = { ...collateral, principal, value, reason }
          expect(collateralFromWire(collateralToWire(sent))).toEqual(sent)
        }
  })
})

describe('a request for a loan', () => {
  it('without anything asks for the whole limit, the default days and no repayment by itself', () => {
    expect(applyForLoanFromWire(apply.parse({}))).toEqual({ amount: null, days: null, autorepay: false })
  })
  it('names what it asks for, as numbers or digits', () => {
    const asked = { amount: usdt('1500'), days: 30, autorepay: true }
    expect(applyForLoanFromWire(apply.parse({ amount: '1500', days: 30, autorepay: 1 }))).toEqual(asked)
    expect(applyForLoanFromWire(apply.parse({ amount: '1500.00', days: '30', autorepay: '1' }))).toEqual(
      asked,
    )
    expect(applyForLoanFromWire(apply.parse({ autorepay: 0 })).autorepay).toBe(false)
  })
  it.each([
    ['an amount with nine decimals', { amount: '100.000000001' }],
    ['a negative amount', { amount: '-100' }],
    ['an amount in other digits', { amount: '1e3' }],
    ['an amount that is a number', { amount: 100 }],
    ['days below 1', { days: 0 }],
    ['days above 365', { days: 366 }],
    ['half a day', { days: 7.5 }],
    ['another choice of repayment', { autorepay: 2 }],
    ['a rate of its own', { rate: 1 }],
    ['another customer', { uid: 10_001 }],
  ])('is refused for %s', (_, body) => expect(apply.safeParse(body).success).toBe(false))
})

describe('a repayment', () => {
  it('names a loan and an amount to the unit', () => {
    expect(repay.parse({ id: '4', amount: '0.00000001' })).toEqual({ id: 4, amount: 1n })
    expect(repay.parse({ id: 1, amount: '999999999999999.99999999' }).amount).toBe(10n ** 23n - 1n)
  })
  it.each([
    ['no loan', { amount: '1' }],
    ['loan 0', { id: 0, amount: '1' }],
    ['no amount', { id: 1 }],
    ['more than fifteen digits', { id: 1, amount: '1000000000000000' }],
    ['a comma', { id: 1, amount: '1,5' }],
    ['nothing', { id: 1, amount: '' }],
  ])('is refused with %s', (_, body) => expect(repay.safeParse(body).success).toBe(false))
})

describe('calls of loans', () => {
  it('that change are refused to keys of programs; a locked account may repay and not borrow', () => {
    expect(calls['/api/loan/applyLoan']).toMatchObject({
      ...{ audience: 'user', apiKeyScope: 'none', restricted: 'refused', changes: true },
    })
    expect(calls['/api/loan/repay']).toMatchObject({
      ...{ audience: 'user', apiKeyScope: 'none', restricted: 'allowed', changes: true },
    })
  })
  it.each(['/api/loan/loanTerms', '/api/loan/creditScore', '/api/loan/myLoan'] as const)(
    '%s reads and is open to both',
    (path) => expect(calls[path]).toMatchObject({ apiKeyScope: 'read', restricted: 'allowed' }),
  )
  it('ask for terms with days of a loan or without', () => {
    expect(terms.parse({})).toEqual({})
    expect(terms.parse({ days: '365' })).toEqual({ days: 365 })
    for (const days of [0, 366, 'week']) expect(terms.safeParse({ days }).success).toBe(false)
  })
})

it('a loan has one name for each number of the wire', () => {
  const numbers = Object.values(loanStatuses) as LoanStatus[]
  expect(numbers).toEqual([0, 1, 2, 3, 4, 5])
  expect(new Set(numbers.map((status) => loanState({ status }))).size).toBe(6)
})
