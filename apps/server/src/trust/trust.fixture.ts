import { customer, external } from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import type { TestPlatform } from '@glasshouse/testkit/platform'
import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import { postSingle } from '../ledger/posting/index.ts'
import { transact } from '../platform/transactions/index.ts'
import { makeReport } from './service/liabilities/report.ts'
import { type SignedReceipt, streamReceipts } from './service/receipts/read.ts'
import { createReceiptMaker } from './service/receipts/worker.ts'
import type { Signer } from './service/signing.ts'

/** Pays a customer from outside in a transaction of its own. */
export const depositTo = ({ database }: TestPlatform, uid: number, amount: bigint): Promise<number> =>
  transact(database.db, (tx) =>
    postSingle(tx, 1_800_000_000_000, {
      cause: { kind: 'test', id: uid },
      transfers: [
        { from: external('deposits:sandbox'), to: customer(uid, 'wallet'), amount, type: journal.deposit },
      ],
    }),
  )

/**
 * Makes every receipt that is missing. A round goes as far as no transaction of the whole PostgreSQL can still commit, and
 * other test files have some open.
 */
export const makeAllReceipts = async (platform: TestPlatform, signer: Signer): Promise<void> => {
  const maker = createReceiptMaker({ ...platform, signer })
  await vi.waitFor(
    async () => {
      await maker.round()
      expect(await countMissingReceipts(platform)).toBe(0)
    },
    { timeout: 60_000 },
  )
}

/** A report of the ledger alone, made on the main thread. */
export const makeLedgerReport = (platform: TestPlatform, signer: Signer) =>
  makeReport(
    { ...platform, signer, parts: [], chains: new Map(), maxCustomersHere: 1_000 },
    null,
    null,
    async () => undefined,
  )

/** Transactions of customers without a receipt. */
export const countMissingReceipts = async ({ database }: TestPlatform): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (
      select distinct e.transaction_id, a.owner_id from ledger_entry e
      join ledger_account a on a.id = e.account_id and a.owner = 'customer' and a.owner_id > 9999
    ) touched
    where not exists (select from trust_receipt r where r.uid = owner_id and r.transaction_id = touched.transaction_id)`.execute(
    database.db,
  )
  return rows[0]?.n ?? 0
}

/** Every receipt of a customer, in the order of the chain. */
export const listAllReceipts = async (
  { database }: TestPlatform,
  uid: number,
): Promise<readonly SignedReceipt[]> => {
  const all: SignedReceipt[] = []
  for await (const one of streamReceipts(database.db, uid, { after: 0, upTo: Number.MAX_SAFE_INTEGER }))
    all.push(one)
  return all
}
