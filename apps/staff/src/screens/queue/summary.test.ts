import type { CustomerSummary } from '@glasshouse/core/reviews/summary'
import { expect, it } from 'vitest'
import { factGroupsOf } from './summary.ts'

const day = 86_400_000
const now = Date.UTC(2026, 5, 16, 11)

const known: CustomerSummary = {
  registered: now - 400 * day,
  assets: '3000',
  deposited: '12000.5',
  withdrawn: '800',
  firstDeposit: now - 390 * day,
  velocity: [
    { hours: 24, deposited: '0', deposits: 0, withdrawn: '200', withdrawals: 1 },
    { hours: 168, deposited: '500', deposits: 2, withdrawn: '700', withdrawals: 3 },
  ],
  destination: { first: now - 100 * day, sent: 4, shared: false },
  device: { first: now - 90 * day, last: now },
  withdrawals: { sent: 6, rejected: 0, cancelled: 1 },
  deposits: { credited: 9, rejected: 1 },
  loans: { repaid: 2, settled: 0, rejected: 1, owed: '510.25', isOverdue: false },
  lastRejection: null,
  locks: { count: 0, running: null, last: null },
  kyc: { status: 2, time: now - 300 * day },
}

const facts = (change: Partial<CustomerSummary>) =>
  factGroupsOf({ ...known, ...change }, now).flatMap((group) => group.facts)
const textOf = (change: Partial<CustomerSummary>, name: string) =>
  facts(change).find((fact) => fact.name === name)?.value
const notable = (change: Partial<CustomerSummary>) =>
  facts(change)
    .filter(({ isNotable }) => isNotable)
    .map(({ name }) => name)

it('marks nothing of a customer known for long', () => {
  expect(notable({})).toEqual([])
})

it.each<[string, Partial<CustomerSummary>, string[]]>([
  ['a new account', { registered: now - day }, ['Account']],
  ['a new device', { device: { first: now - 6 * day, last: now } }, ['Newest device']],
  ['an account without a device', { device: null }, ['Newest device']],
  [
    'a destination used for the first time',
    { destination: { first: now, sent: 0, shared: false } },
    ['Destination first used', 'Sent to it before'],
  ],
  [
    'a destination of another customer',
    { destination: { first: now - 99 * day, sent: 1, shared: true } },
    ['Other customers with it'],
  ],
  ['a rejection', { lastRejection: { reason: 'bad_address', time: now } }, ['Last rejection']],
  ['a customer who owes more than is owned', { assets: '-0.5' }, ['Owned now, less loans']],
  [
    'a loan settled from collateral',
    { loans: { repaid: 0, settled: 1, rejected: 0, owed: '0', isOverdue: false } },
    ['Other loans'],
  ],
  [
    'an overdue loan',
    { loans: { repaid: 0, settled: 0, rejected: 0, owed: '9', isOverdue: true } },
    ['Owed on loans'],
  ],
  ['a lock', { locks: { count: 1, running: 'sanctions', last: now } }, ['Locks']],
  ['no proof of identity', { kyc: null }, ['Proof of identity']],
  ['an identity in review', { kyc: { status: 1, time: now } }, ['Proof of identity']],
])('marks %s', (_, change, names) => {
  expect(notable(change)).toEqual(names)
})

it('tells sums and numbers in words', () => {
  expect(textOf({}, 'Deposited since registration')).toBe('12,000.50 USDT')
  expect(textOf({}, 'Deposits of 24 h')).toBe('none')
  expect(textOf({}, 'Withdrawals of 7 d')).toBe('700.00 USDT, 3 requests')
  expect(textOf({}, 'Other withdrawals')).toBe('6 sent, 0 rejected, 1 cancelled')
  expect(textOf({}, 'Owned now, less loans')).toBe('3,000.00 USDT')
  expect(textOf({}, 'Other loans')).toBe('2 repaid, 0 settled from collateral, 1 rejected')
  expect(textOf({}, 'Owed on loans')).toBe('510.25 USDT')
  expect(textOf({ locks: { count: 2, running: null, last: now } }, 'Locks')).toBe(
    '2, the last on 16 Jun 2026',
  )
  expect(textOf({ destination: null }, 'Sent to it before')).toBeUndefined()
})
