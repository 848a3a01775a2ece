import { type Account, customer, external, house } from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import { cloneDatabase, type TestDatabase } from '@glasshouse/testkit/database'
import { plantRows } from '@glasshouse/testkit/plantRows'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { transact } from '../../../platform/transactions/index.ts'
import { postSingle } from '../../posting/index.ts'
import { knownCauses, ledgerInvariants } from '../store/invariants.ts'
import { checkInvariants } from './check.ts'

let test: TestDatabase
const ann = customer(1, 'wallet')
const move = (from: Account, to: Account, amount: bigint) =>
  transact(test.db, (tx) =>
    postSingle(tx, 1, {
      cause: { kind: 'test', id: 1 },
      transfers: [{ from, to, amount, type: journal.ownTransfer }],
    }),
  )

beforeEach(async () => {
  test = await cloneDatabase(2)
  await move(external('deposits:sandbox'), ann, 100n)
  await move(ann, house('fees'), 30n)
})
afterEach(() => test.drop())

const plant = (...statements: string[]) => plantRows(test.url, ...statements)
const brokenNames = async () => {
  const report = await checkInvariants(test.db, 9, ledgerInvariants)
  expect(report.balanced).toBe(report.invariants.every(({ holds }) => holds))
  return Object.fromEntries(
    report.invariants.filter(({ holds }) => !holds).map(({ name, examples }) => [name, examples[0]]),
  )
}
const idOfAnn = "(select id from ledger_account where name = 'customer/1/wallet/USDT')"

describe('every invariant sees a planted row', () => {
  it('holds before anything is planted', async () => {
    expect(await brokenNames()).toEqual({})
  })

  it('an entry changed by one unit', async () => {
    await plant(`update ledger_entry set amount = amount + 1 where account_id = ${idOfAnn} and sequence = 2`)
    expect(await brokenNames()).toEqual({
      'the entries of every transaction sum to zero per asset': 'transaction 2 sums to 1 USDT',
      'the balance of every account equals the sum of its entries':
        'customer/1/wallet/USDT holds 70 in 2 entries, its entries sum to 71 in 2',
      'every entry continues the balance of the one before':
        'entry 2 of customer/1/wallet/USDT says 70 after 100 and -29',
      'the rows of every day equal the entries of customers and of the house on that day':
        'day 0 of customer/1/wallet/USDT tells 2 entries of type 5 by test with 100 and -30, booked are 2 with 100 and -29',
    })
  })

  it.each([
    [
      'changed by one unit',
      'update ledger_account_day set paid = paid - 1',
      'with 100 and -31, booked are 2',
    ],
    ['taken away', 'delete from ledger_account_day', 'tells 0 entries of type 5'],
    ['moved to another day', 'update ledger_account_day set day = 7', 'tells 0 entries of type 5'],
  ])('a row of a day %s', async (_, statement, message) => {
    await plant(statement)
    const broken = await brokenNames()
    expect(Object.keys(broken)).toEqual([
      'the rows of every day equal the entries of customers and of the house on that day',
    ])
    expect(Object.values(broken)[0]).toContain(message)
  })

  it('a balance changed by one unit', async () => {
    await plant(`update ledger_account set balance = balance + 1 where id = ${idOfAnn}`)
    expect(await brokenNames()).toEqual({
      'the balance of every account equals the sum of its entries':
        'customer/1/wallet/USDT holds 71 in 2 entries, its entries sum to 70 in 2',
      'all accounts together hold nothing, per asset': 'USDT sums to 1',
    })
  })

  it('an account below zero', async () => {
    await plant(
      'alter table ledger_account drop constraint ledger_account_not_below_zero',
      `update ledger_account set balance = -5 where id = ${idOfAnn}`,
    )
    expect(await brokenNames()).toMatchObject({
      'no account of a customer or of the house is below zero': 'customer/1/wallet/USDT holds -5',
    })
  })

  it('a running balance rewritten', async () => {
    await plant(`update ledger_entry set balance = 99 where account_id = ${idOfAnn} and sequence = 1`)
    expect(await brokenNames()).toEqual({
      'every entry continues the balance of the one before':
        'entry 1 of customer/1/wallet/USDT says 99 after 0 and 100',
    })
  })

  it('an entry taken away', async () => {
    await plant(`delete from ledger_entry where account_id = ${idOfAnn} and sequence = 1`)
    expect(Object.keys(await brokenNames())).toHaveLength(4)
  })

  it.each([
    ['update ledger_entry set transaction_id = 77 where transaction_id = 1', 'has no transaction 77'],
    ['update ledger_entry set account_id = 77 where sequence = 2', 'has no account 77'],
    [
      "insert into ledger_transaction (cause_kind, cause_id, at_ms) values ('test', 1, 1)",
      'transaction 3 has no entries',
    ],
  ])('something that dangles: %s', async (statement, message) => {
    await plant(statement)
    const broken = await brokenNames()
    expect(
      broken['every entry has its account and its transaction, every transaction its entries'],
    ).toContain(message)
  })
})

describe('the check of recent transactions', () => {
  const all = { after: 0, upTo: 1000 }
  /** Invariants that find something among transactions of a range. */
  const found = async (range = all) => {
    const names: string[] = []
    for (const { name, recent } of [...ledgerInvariants, knownCauses(['test'])])
      if (recent !== undefined && (await recent.broken(test.db, range)).length > 0) names.push(name)
    return names
  }
  const sums = 'the entries of every transaction sum to zero per asset'
  const balances = 'the balance of every account equals the sum of its entries'
  const chained = 'every entry continues the balance of the one before'

  it('finds nothing in a sound ledger, and nothing outside its range', async () => {
    expect(await found()).toEqual([])
    await plant(`update ledger_entry set amount = amount + 1 where account_id = ${idOfAnn} and sequence = 2`)
    expect(await found({ after: 2, upTo: 1000 })).toEqual([])
    expect(await found({ after: 0, upTo: 1 })).toEqual([])
    expect(await found({ after: 1, upTo: 2 })).toEqual([sums, chained])
  })

  it.each([
    [`update ledger_account set balance = balance + 1 where id = ${idOfAnn}`, [balances]],
    [`update ledger_account set sequence = sequence - 1 where id = ${idOfAnn}`, [balances]],
    [`update ledger_entry set balance = 99 where account_id = ${idOfAnn} and sequence = 1`, [chained]],
    [`delete from ledger_entry where account_id = ${idOfAnn} and sequence = 1`, [sums, chained]],
    [
      "update ledger_transaction set cause_kind = 'gift' where id = 1",
      ['every transaction has a cause that states its amounts'],
    ],
  ])('finds: %s', async (statement, names) => {
    await plant(statement)
    expect(await found()).toEqual(names)
  })

  it('finds an account below zero', async () => {
    await plant(
      'alter table ledger_account drop constraint ledger_account_not_below_zero',
      `update ledger_account set balance = -5 where id = ${idOfAnn}`,
      `update ledger_entry set balance = -5, amount = -105 where account_id = ${idOfAnn} and sequence = 2`,
    )
    expect(await found()).toEqual([sums, 'no account of a customer or of the house is below zero'])
  })
})

describe('the database itself refuses', () => {
  const refused = (statement: string) => expect(sql.raw(statement).execute(test.db)).rejects
  const entry = (transaction: string, account: string, sequence: number, amount: number, balance: number) =>
    `(${transaction}, ${account}, ${sequence}, ${amount}, ${balance}, 1)`
  const enter = (...entries: string[]) =>
    `with t as (insert into ledger_transaction (cause_kind, cause_id, at_ms) values ('x', 1, 1) returning id)
     insert into ledger_entry (transaction_id, account_id, sequence, amount, balance, type) values ${entries.join(', ')}`
  const fresh = '(select id from t)'
  const feesId = "(select id from ledger_account where name = 'house/fees/USDT')"

  it.each([
    'update ledger_entry set amount = 1',
    'delete from ledger_entry',
    'truncate ledger_entry',
    'update ledger_transaction set at_ms = 1',
    'delete from ledger_transaction',
    'truncate ledger_transaction',
    'delete from ledger_account',
    'update ledger_account set balance = balance + 1',
    "update ledger_account set purpose = 'coin'",
    "insert into ledger_account (owner, owner_id, purpose, asset, balance) values ('house', 0, 'x', 'USDT', 5)",
  ])('%s', async (statement) => {
    await refused(statement).toThrow(/is not allowed/)
  })

  it('entries that do not sum to zero, or of no transaction', async () => {
    await refused(enter(entry(fresh, idOfAnn, 3, -5, 65))).toThrow(/do not sum to zero/)
    await refused(enter(entry(fresh, idOfAnn, 3, -5, 65), entry(fresh, feesId, 2, 4, 34))).toThrow(
      /do not sum to zero/,
    )
    await refused(enter(entry('999', idOfAnn, 3, -5, 65), entry('999', feesId, 2, 5, 35))).toThrow(
      /do not sum to zero/,
    )
  })

  it('entries that sum to zero only when two assets are added up', async () => {
    await move(external('deposits:sandbox', 'BTC'), customer(1, 'wallet', 'BTC'), 100n)
    const coins = "(select id from ledger_account where name = 'customer/1/wallet/BTC')"
    await refused(enter(entry(fresh, idOfAnn, 3, -5, 65), entry(fresh, coins, 2, 5, 105))).toThrow(
      /do not sum to zero/,
    )
  })

  it('entries that leave a gap or tell another balance', async () => {
    const rest = entry(fresh, feesId, 2, 5, 35)
    await refused(enter(entry(fresh, idOfAnn, 4, -5, 65), rest)).toThrow(/do not continue/)
    await refused(enter(entry(fresh, idOfAnn, 3, -5, 66), rest)).toThrow(/do not continue/)
    await refused(enter(entry(fresh, idOfAnn, 2, -5, 65), rest)).toThrow(/duplicate key|do not continue/)
  })

  it('an account below zero, and lets a sound entry through', async () => {
    await refused(enter(entry(fresh, idOfAnn, 3, -71, -1), entry(fresh, feesId, 2, 71, 101))).toThrow(
      /not_below_zero/,
    )
    await sql.raw(enter(entry(fresh, idOfAnn, 3, -5, 65), entry(fresh, feesId, 2, 5, 35))).execute(test.db)
    expect(await brokenNames()).toEqual({})
  })
})
