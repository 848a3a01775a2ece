import { webcrypto } from 'node:crypto'
import { customer, external } from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import { webCrypto } from '@glasshouse/core/trust/liabilities/proof'
import { verifyReceipts } from '@glasshouse/core/trust/verify'
import { cloneDatabase, type TestDatabase } from '@glasshouse/testkit/database'
import { type TestPlatform, testPlatform } from '@glasshouse/testkit/platform'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { post } from '../../../ledger/posting/index.ts'
import { transact } from '../../../platform/transactions/index.ts'
import { listHouseKeys } from '../../store/keys.ts'
import { countMissingReceipts, listAllReceipts, makeAllReceipts } from '../../trust.fixture.ts'
import { openSigner } from '../signing.ts'

let database: TestDatabase
let platform: TestPlatform
beforeAll(async () => {
  database = await cloneDatabase()
  platform = testPlatform(database)
})
afterAll(() => database.drop())

const customers = 10_000
const uidOf = (at: number): number => 20_000 + at
const deposit = (uids: readonly number[], id: number) => ({
  cause: { kind: 'test' as const, id },
  transfers: uids.map((uid) => ({
    ...{ from: external('deposits:sandbox'), to: customer(uid, 'wallet'), amount: 5n, type: journal.deposit },
  })),
})

it('makes one receipt for each of ten thousand customers of one transaction, within the limits of a statement', async () => {
  const signer = await openSigner(platform)
  const everyone = Array.from({ length: customers }, (_, at) => uidOf(at))
  await transact(database.db, (tx) => post(tx, 1_800_000_000_000, [deposit(everyone, 1)]))
  // Behind it three hundred transactions of fifty customers each, which are not made in one of the database.
  const many = Array.from({ length: 300 }, (_, at) => deposit(everyone.slice(at * 20, at * 20 + 50), at + 2))
  await transact(database.db, (tx) => post(tx, 1_800_000_000_001, many))
  await makeAllReceipts(platform, signer)
  expect(await countMissingReceipts(platform)).toBe(0)
  const { rows } = await sql<{ made: number }>`
    select count(*) as made from trust_receipt group by xmin::text order by 1 desc`.execute(database.db)
  expect(rows.reduce((sum, { made }) => sum + made, 0)).toBe(customers + 15_000)
  expect(rows[0]?.made).toBe(customers)
  expect(rows[1]?.made).toBeLessThan(5_000)
  const keys = await listHouseKeys(database.db)
  for (const at of [0, 70, 5_000, customers - 1]) {
    const receipts = await listAllReceipts(platform, uidOf(at))
    expect(await verifyReceipts(webCrypto(webcrypto.subtle), receipts, keys)).toEqual([])
  }
})
