import { customer, external } from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import { cloneDatabase, type TestDatabase } from '@glasshouse/testkit/database'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { transact } from '../../../platform/transactions/index.ts'
import { postSingle } from '../../posting/index.ts'
import { listAccountsAt } from './accountsAt.ts'

let database: TestDatabase
const uid = 10_001
beforeAll(async () => {
  database = await cloneDatabase()
  // Three accounts: one with many entries, one with a few, one opened late; another customer in between.
  await transact(database.db, async (tx) => {
    for (let id = 1; id <= 40; id += 1) {
      const to =
        id % 7 === 0 ? customer(10_002, 'wallet') : customer(uid, id % 9 === 0 ? 'contract' : 'wallet')
      const transfers = [
        { from: external('deposits:sandbox'), to, amount: BigInt(id), type: journal.deposit },
      ]
      await postSingle(tx, id, { cause: { kind: 'test', id }, transfers })
    }
    const [from, to] = [customer(uid, 'wallet'), customer(uid, 'coin')]
    await postSingle(tx, 41, {
      cause: { kind: 'test', id: 41 },
      transfers: [{ from, to, amount: 5n, type: journal.ownTransfer }],
    })
  })
})
afterAll(() => database.drop())

/** The same by reading every entry. */
const accountsBySum = async (counted: readonly number[]) =>
  (
    await sql<{ purpose: string; asset: string; balance: bigint; entries: number; now: bigint }>`
      select a.purpose, a.asset, coalesce(sum(e.amount) filter (where e.transaction_id = any(${`{${counted}}`}::bigint[])), 0)
          as balance, count(*) filter (where e.transaction_id <> all(${`{${counted}}`}::bigint[])) as entries,
        sum(e.amount) as now
      from ledger_account a join ledger_entry e on e.account_id = a.id
      where a.owner = 'customer' and a.owner_id = ${uid} group by a.id order by a.id`.execute(database.db)
  ).rows

it('tells what each account held with the transactions up to any id, without those that were under way', async () => {
  const { rows } = await sql<{ id: number }>`select id from ledger_transaction order by id`.execute(
    database.db,
  )
  const ids = rows.map(({ id }) => id)
  const tail = (at: number, gone: number) => ids.slice(Math.max(0, at - gone), at)
  await fc.assert(
    fc.asyncProperty(fc.nat(ids.length), fc.nat(3), async (at, gone) => {
      const uncounted = tail(at, gone)
      const found = await transact(database.db, (tx) =>
        listAccountsAt(tx, uid, { transaction: ids[at - 1] ?? 0, uncounted }),
      )
      expect(found).toEqual(await accountsBySum(ids.slice(0, at - uncounted.length)))
    }),
    { numRuns: 40 },
  )
  expect(
    await transact(database.db, (tx) => listAccountsAt(tx, 10_003, { transaction: 41, uncounted: [] })),
  ).toEqual([])
})
