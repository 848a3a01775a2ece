import { usdt } from '@glasshouse/core/money/units'
import type { CustomerSummary } from '@glasshouse/core/reviews/summary/codec'
import { expect, it } from 'vitest'
import { factGroupsOf } from './summary.ts'

const day = 86_400_000
const now = Date.UTC(2026, 5, 16, 11)

const known: CustomerSummary = {
  registeredMs: now - 400 * day,
  assets: usdt('3000'),
  deposited: usdt('12000.5'),
  withdrawn: usdt('800'),
  firstDepositMs: now - 390 * day,
  velocity: [
    { hours: 24, deposited: usdt('0'), deposits: 0, withdrawn: usdt('200'), withdrawals: 1 },
    { hours: 168, deposited: usdt('500'), deposits: 2, withdrawn: usdt('700'), withdrawals: 3 },
  ],
  destination: { firstMs: now - 100 * day, sent: 4, isShared: false },
  device: { firstMs: now - 90 * day, lastMs: now },
  withdrawals: { sent: 6, rejected: 0, cancelled: 1 },
  deposits: { credited: 9, rejected: 1 },
  loans: { repaid: 2, settled: 0, rejected: 1, owed: usdt('510.25'), isOverdue: false },
  lastRejection: null,
  locks: { count: 0, running: null, lastMs: null },
  identity: { state: 'approved', atMs: now - 300 * day },
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
  ['a new account', { registeredMs: now - day }, ['Account']],
  ['a new device', { device: { firstMs: now - 6 * day, lastMs: now } }, ['Newest device']],
  ['an account without a device', { device: null }, ['Newest device']],
  [
    'a destination used for the first time',
    { destination: { firstMs: now, sent: 0, isShared: false } },
    ['Destination first used', 'Sent to it before'],
  ],
  [
    'a destination of another customer',
    { destination: { firstMs: now - 99 * day, sent: 1, isShared: true } },
    ['Other customers with it'],
  ],
  ['a rejection', { lastRejection: { reason: 'bad_address', atMs: now } }, ['Last rejection']],
  ['a customer who owes more than is owned', { assets: usdt('-0.5') }, ['Owned now, less loans']],
  [
    'a loan settled from collateral',
    { loans: { repaid: 0, settled: 1, rejected: 0, owed: usdt('0'), isOverdue: false } },
    ['Other loans'],
  ],
  [
    'an overdue loan',
    { loans: { repaid: 0, settled: 0, rejected: 0, owed: usdt('9'), isOverdue: true } },
    ['Owed on loans'],
  ],
  ['a lock', { locks: { count: 1, running: 'sanctions', lastMs: now } }, ['Locks']],
  ['no proof of identity', { identity: null }, ['Proof of identity']],
  ['an identity in review', { identity: { state: 'pending', atMs: now } }, ['Proof of identity']],
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
  expect(textOf({ locks: { count: 2, running: null, lastMs: now } }, 'Locks')).toBe(
    '2, the last on 16 Jun 2026',
  )
  expect(textOf({ destination: null }, 'Sent to it before')).toBeUndefined()
})
