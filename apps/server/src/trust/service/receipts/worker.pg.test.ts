import { customer, external } from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import { cloneDatabase, type TestDatabase } from '@glasshouse/testkit/database'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { postSingle } from '../../../ledger/posting/index.ts'
import type { Tx } from '../../../platform/database/index.ts'
import { sha256 } from '../../../platform/secrets/index.ts'
import { createLog } from '../../../platform/telemetry/index.ts'
import { transact } from '../../../platform/transactions/index.ts'
import { createReceiptMaker } from './worker.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.drop())

const signer = {
  keyid: '0'.repeat(16),
  signMany: async (texts: readonly string[]) => texts.map(() => Buffer.alloc(64)),
  sign: (text: string) => ({ text, signature: '00'.repeat(64), keyid: '0'.repeat(16), hash: sha256(text) }),
}
const depositTo = (tx: Tx, uid: number, amount: bigint) =>
  postSingle(tx, 1_800_000_000_000, {
    cause: { kind: 'test', id: 1 },
    transfers: [
      { from: external('deposits:sandbox'), to: customer(uid, 'wallet'), amount, type: journal.deposit },
    ],
  })
const receipts = async () =>
  (
    await sql<{ uid: number; transaction_id: number; previous: string; hash: string }>`
      select uid, transaction_id, encode(previous, 'hex') as previous, encode(hash, 'hex') as hash
      from trust_receipt order by transaction_id`.execute(database.db)
  ).rows

it('waits for a transaction with a lower id that commits later, also with two workers', async () => {
  const deps = { database, log: createLog('silent'), signer }
  const [maker, other] = [createReceiptMaker(deps), createReceiptMaker(deps)]
  const rounds = async () => {
    for (let round = 0; round < 3; round += 1) await Promise.all([maker.round(), other.round()])
  }
  // The outside account is one row that every deposit locks: the two transfers share no account.
  await transact(database.db, (tx) => depositTo(tx, 10_001, 10n))
  await transact(database.db, (tx) => depositTo(tx, 10_002, 10n))
  const between = (tx: Tx, uid: number) =>
    postSingle(tx, 1_800_000_000_000, {
      cause: { kind: 'test', id: 2 },
      transfers: [
        {
          from: customer(uid, 'wallet'),
          to: customer(uid, 'contract'),
          amount: 4n,
          type: journal.ownTransfer,
        },
      ],
    })
  let commit = (): void => undefined
  const held = new Promise<void>((resolve) => {
    commit = resolve
  })
  let posted = (): void => undefined
  const isPosted = new Promise<void>((resolve) => {
    posted = resolve
  })
  const slow = transact(database.db, async (tx) => {
    await between(tx, 10_001)
    posted()
    await held
  })
  await isPosted
  await transact(database.db, (tx) => between(tx, 10_002))
  await rounds()
  expect((await receipts()).length).toBeLessThan(3)
  commit()
  await slow
  // Transactions of other test files hold the mark back, too.
  const made = await vi.waitFor(
    async () => {
      await rounds()
      const all = await receipts()
      expect(all.map(({ uid }) => uid)).toEqual([10_001, 10_002, 10_001, 10_002])
      return all
    },
    { timeout: 60_000 },
  )
  expect(made[2]?.previous).toBe(made[0]?.hash)
  expect(made[3]?.previous).toBe(made[1]?.hash)
  expect(made[0]?.previous).toBe('0'.repeat(64))
})
