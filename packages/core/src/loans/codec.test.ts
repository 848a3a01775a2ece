import { describe, expect, it } from 'vitest'
import { calls } from '../calls.ts'
import { usdt } from '../money/units.ts'
import { loanStates } from './checks.ts'
import {
  applyForLoanFromWire,
  applyForLoanToWire,
  type Collateral,
  creditScoreToWire,
  isOpenLoan,
  type Loan,
  type LoanTerms,
  loanState,
  loansFromWire,
  loanTermsFromWire,
  loanTermsToWire,
  loanToWire,
  repayLoanToWire,
  type ScoreEvent,
} from './codec.ts'

const { request: apply } = calls['/api/loan/applyLoan']
const { request: repay } = calls['/api/loan/repay']
const { request: terms } = calls['/api/loan/loanTerms']

const collateral: Collateral = {
  ...{ id: 7, productName: 'Stage product', endsMs: 1_800_000_000_000, reason: null },
  ...{ principal: usdt('2700'), value: usdt('2699.15142858') },
}
const offered: LoanTerms = {
  ...{ limit: usdt('2990'), score: 100, ratePpm: 500, days: [7, 14, 30], min: usdt('100'), step: usdt('10') },
  ...{ orders: [collateral], ltvPercent: 50, callPercent: 65, liquidationPercent: 80, graceHours: 72 },
  identity: 'notNeeded',
}
const securedBy = (order: Collateral) => loanTermsToWire({ ...offered, orders: [order] }).orders[0]

describe('terms of a loan', () => {
  it('have the names of the wire', () => {
    expect(loanTermsToWire({ ...offered, orders: [] })).toEqual({
      ...{ limit: '2990', score: 100, rate: 500, days: [7, 14, 30], min: '100', step: '10', orders: [] },
      ...{ ltv: 50, call: 65, liquidation: 80, grace: 72, kyc: 'notNeeded' },
    })
  })
  it.each(['notNeeded', 'approved', 'missing'] as const)(
    'return as they were sent, identity %s',
    (identity) => {
      const answer = calls['/api/loan/loanTerms'].data.parse(loanTermsToWire({ ...offered, identity }))
      expect(loanTermsFromWire(answer)).toEqual({ ...offered, identity })
    },
  )
  it('are refused where an amount is no number', () => {
    expect(() => loanTermsFromWire({ ...loanTermsToWire(offered), limit: '' })).toThrow(RangeError)
  })
})

describe('an order as security', () => {
  it('has the names of the wire', () => {
    expect(securedBy(collateral)).toEqual({
      ...{ id: 7, typename: 'Stage product', buymoney: '2700', value: '2699.15142858' },
      ...{ endtime: 1_800_000_000_000, counts: true, reason: null },
    })
  })
  it.each(['redeeming', 'pledged', 'endsEarly'] as const)('does not count where it is %s', (reason) => {
    expect(securedBy({ ...collateral, reason })).toMatchObject({ counts: false, reason })
  })
  it('returns from the wire as it was sent, with the smallest and the largest amounts', () => {
    for (const principal of ['0.00000001', '999999999999999.99999999'].map(usdt))
      for (const value of ['0', '0.00000001', '999999999999999.99999999'].map(usdt))
        for (const reason of [null, 'redeeming', 'pledged', 'endsEarly'] as const) {
          const orders = [{ ...collateral, principal, value, reason }]
          expect(loanTermsFromWire(loanTermsToWire({ ...offered, orders })).orders).toEqual(orders)
        }
  })
})

const loan: Loan = {
  ...{ id: 4, state: 'running', amount: usdt('1500'), ratePpm: 500, days: 30, isAutoRepaid: true },
  owed: { principal: usdt('1400'), interest: usdt('0.75') },
  ...{ createdMs: 1, paidMs: 2, dueMs: 3, graceEndsMs: 4, endedMs: 5 },
  ...{ repaid: usdt('100.75'), surplus: usdt('0.5'), ltv: 4548n, callPercent: 65, liquidationPercent: 80 },
  standings: [
    { atMs: 2, owed: usdt('1500.75'), value: usdt('3300'), ltv: 4548n },
    { atMs: 3, owed: usdt('1500.75'), value: usdt('0'), ltv: null },
  ],
  pledged: (['pledged', 'released', 'seized'] as const).map((state, at) => ({
    ...{ id: at, productName: 'Stage product', value: usdt('3300'), endsMs: 9, state },
  })),
  remark: 'Of staff.',
}
const untouched: Loan = {
  ...loan,
  ...{ paidMs: null, dueMs: null, graceEndsMs: null, endedMs: null, ltv: null, remark: null },
  ...{ isAutoRepaid: false, standings: [], pledged: [] },
}

describe('a loan', () => {
  it('has the names of the wire', () => {
    expect(loanToWire({ ...loan, standings: [], pledged: [] })).toEqual({
      ...{ id: 4, status: 1, amount: '1500', outstanding: '1400', interest: '0.75', rate: 500, days: 30 },
      ...{ autorepay: 1, createtime: 1, paidtime: 2, due: 3, graceend: 4, ended: 5, repaid: '100.75' },
      ...{ surplus: '0.5', ltv: '45.48', call: 65, liquidation: 80, remark: 'Of staff.' },
      ...{ standings: [], pledged: [] },
    })
    expect(loanToWire(loan)).toMatchObject({
      standings: [
        { time: 2, owed: '1500.75', value: '3300', ltv: '45.48' },
        { time: 3, ltv: null },
      ],
      pledged: [{ id: 0, typename: 'Stage product', value: '3300', endtime: 9, state: 'pledged' }, {}, {}],
    })
  })
  it.each(['review', 'running', 'rejected', 'repaid', 'overdue', 'settled'] as const)(
    'that is %s returns as it was sent, with everything and with nothing that may be absent',
    (state) => {
      const loans = [loan, untouched].map((one) => ({ ...one, state }))
      expect(loansFromWire(calls['/api/loan/myLoan'].data.parse(loans.map(loanToWire)))).toEqual(loans)
      expect(loans.map(isOpenLoan)).toEqual(
        ['review', 'running', 'overdue'].includes(state) ? [true, true] : [false, false],
      )
    },
  )
  it.each([
    ['an amount', { amount: '1,5' }],
    ['what is owed', { outstanding: '' }],
    ['a loan to value', { ltv: '45.481' }],
    ['a loan to value in words', { ltv: 'half' }],
  ])('is refused where %s is no number', (_, change) => {
    expect(() => loansFromWire([{ ...loanToWire(loan), ...change }])).toThrow(RangeError)
  })
})

it('a credit score has the names of the wire', () => {
  const events: readonly ScoreEvent[] = [
    { atMs: 7, reason: 'repaid', change: 5, score: 45, loanId: 4, remark: null },
    { atMs: 6, reason: 'staff', change: -60, score: 40, loanId: null, remark: 'Looked at again.' },
  ]
  const rule = { max: 100, repaid: 5, repaidLate: -10, settled: -20 }
  const answer = creditScoreToWire({ score: 45, rule, events })
  expect(calls['/api/loan/creditScore'].data.parse(answer)).toEqual({
    ...{ score: 45, rule },
    events: [
      { time: 7, reason: 'repaid', change: 5, score: 45, loan: 4, remark: null },
      { time: 6, reason: 'staff', change: -60, score: 40, loan: null, remark: 'Looked at again.' },
    ],
  })
})

describe('a request for a loan', () => {
  it('without anything asks for the whole limit, the default days and no repayment by itself', () => {
    expect(applyForLoanFromWire(apply.parse({}))).toEqual({ amount: null, days: null, isAutoRepaid: false })
  })
  it('names what it asks for, as numbers or digits', () => {
    const asked = { amount: usdt('1500'), days: 30, isAutoRepaid: true }
    expect(applyForLoanFromWire(apply.parse({ amount: '1500', days: 30, autorepay: 1 }))).toEqual(asked)
    expect(applyForLoanFromWire(apply.parse({ amount: '1500.00', days: '30', autorepay: '1' }))).toEqual(
      asked,
    )
    expect(applyForLoanFromWire(apply.parse({ autorepay: 0 })).isAutoRepaid).toBe(false)
  })
  it.each([
    ['everything', { amount: usdt('1500.5'), days: 30, isAutoRepaid: true }],
    ['nothing', { amount: null, days: null, isAutoRepaid: false }],
  ])('that names %s is written as it is read', (_, command) => {
    expect(applyForLoanFromWire(apply.parse(applyForLoanToWire(command)))).toEqual(command)
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
    const command = { id: 4, amount: usdt('500.25') }
    expect(repay.parse(repayLoanToWire(command))).toEqual(command)
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
  const numbers = loanStates.map((state) => loanToWire({ ...loan, state }).status)
  expect(numbers).toEqual([0, 1, 2, 3, 4, 5])
  expect(numbers.map((status) => loanState({ status }))).toEqual(loanStates)
})
