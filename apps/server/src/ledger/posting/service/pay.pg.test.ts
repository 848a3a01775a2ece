import { type Account, customer, external, house } from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import type { LedgerTransaction } from '@glasshouse/core/ledger/rules'
import { usdt } from '@glasshouse/core/money/units'
import { cloneDatabase, type TestDatabase } from '@glasshouse/testkit/database'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { transact, transactBatch } from '../../../platform/transactions/index.ts'
import { ledgerInvariants } from '../../checks/index.fixture.ts'
import { checkInvariants } from '../../checks/index.ts'
import { postPayments } from './pay.ts'
import { getBalances, post } from './post.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await cloneDatabase(8)
  await transact(test.db, (tx) =>
    post(tx, 1, [
      move(external('deposits:sandbox'), house('marketing'), usdt('10')),
      move(external('deposits:sandbox'), house('fees'), usdt('10')),
      ...[1, 2, 3].map((uid) => move(external('deposits:sandbox'), customer(uid, 'wallet'), usdt('1'))),
    ]),
  )
})
afterAll(() => test.drop())

const move = (from: Account, to: Account, amount: bigint): LedgerTransaction => ({
  cause: { kind: 'test', id: 1 },
  transfers: [{ from, to, amount, type: journal.ownTransfer }],
})
let payments = 0
const pay = (from: Account, uid: number, amount: string, key = `pay:${++payments}`): LedgerTransaction => ({
  cause: { kind: 'test', id: 7 },
  key,
  transfers: [{ from, to: customer(uid, 'wallet'), amount: usdt(amount), type: journal.investmentIncome }],
})
const paid = (...transactions: LedgerTransaction[]) =>
  transactBatch(test, (tx) => postPayments(tx, 5_000, transactions))
const wallets = (...uids: number[]) =>
  getBalances(
    test.db,
    uids.map((uid) => customer(uid, 'wallet')),
  )
const count = async () =>
  (await sql<{ n: number }>`select count(*)::int as n from ledger_transaction`.execute(test.db)).rows[0]?.n

it('writes what posting one by one would: a transaction with two entries for each payment, in order', async () => {
  const [marketing, fees] = [house('marketing'), house('fees')]
  await paid(
    pay(marketing, 2, '0.5', 'pay:a'),
    pay(fees, 1, '0.25', 'pay:b'),
    pay(marketing, 2, '0.125', 'pay:c'),
  )
  expect(await wallets(1, 2, 3)).toEqual([usdt('1.25'), usdt('1.625'), usdt('1')])
  const { rows } = await sql`
    select t.key, t.at_ms, t.cause_kind, t.cause_id, a.name, e.sequence, e.amount, e.balance, e.type
    from ledger_transaction t join ledger_entry e on e.transaction_id = t.id join ledger_account a on a.id = e.account_id
    where t.key like 'pay:%' order by t.id, e.amount`.execute(test.db)
  const line = (
    key: string,
    name: string,
    [sequence, amount, balance]: readonly [number, string, string],
  ) => ({
    ...{ key, at_ms: 5_000, cause_kind: 'test', cause_id: 7, name, sequence, type: journal.investmentIncome },
    ...{ amount: usdt(amount), balance: usdt(balance) },
  })
  expect(rows).toEqual([
    line('pay:a', 'house/marketing/USDT', [2, '-0.5', '9.5']),
    line('pay:a', 'customer/2/wallet/USDT', [2, '0.5', '1.5']),
    line('pay:b', 'house/fees/USDT', [2, '-0.25', '9.75']),
    line('pay:b', 'customer/1/wallet/USDT', [2, '0.25', '1.25']),
    line('pay:c', 'house/marketing/USDT', [3, '-0.125', '9.375']),
    line('pay:c', 'customer/2/wallet/USDT', [3, '0.125', '1.625']),
  ])
})

it('opens the account of a customer who has none yet', async () => {
  const results = await paid(pay(house('fees'), 3, '0.1'), pay(house('fees'), 44, '0.2'))
  expect(results?.every(({ ok }) => ok)).toBe(true)
  expect(await wallets(3, 44)).toEqual([usdt('1.1'), usdt('0.2')])
})

it('posts nothing of a batch that repeats a key, takes more than there is, or is no payment', async () => {
  const before = [await wallets(1, 2), await count()]
  const once = pay(house('fees'), 1, '0.5', 'pay:once')
  await expect(paid(pay(house('fees'), 2, '0.1'), once, once)).rejects.toThrow(/ledger_transaction_key/)
  await expect(paid(pay(house('fees'), 2, '0.1'), pay(house('fees'), 1, '100'))).rejects.toThrow(
    /not_below_zero/,
  )
  await expect(paid(pay(customer(2, 'wallet'), 1, '0.1'))).rejects.toThrow('no payment from a house account')
  expect([await wallets(1, 2), await count()]).toEqual(before)
})

it('and ordinary postings that move the same accounts the other way never wait for each other for good', async () => {
  const many = Array.from({ length: 60 }, (_, at) => 100 + at)
  await transact(test.db, (tx) =>
    post(
      tx,
      1,
      many.map((uid) => move(external('deposits:sandbox'), customer(uid, 'wallet'), usdt('1'))),
    ),
  )
  await Promise.all(
    Array.from({ length: 12 }, (_, at) =>
      at % 2 === 0
        ? paid(...many.map((uid) => pay(house(at % 4 === 0 ? 'fees' : 'marketing'), uid, '0.001')))
        : transact(test.db, (tx) =>
            post(
              tx,
              1,
              many.toReversed().map((uid) => move(customer(uid, 'wallet'), house('fees'), usdt('0.001'))),
            ),
          ),
    ),
  )
  expect(await wallets(100, 159)).toEqual([usdt('1'), usdt('1')])
  expect((await checkInvariants(test.db, 1, ledgerInvariants)).balanced).toBe(true)
})
