import { webcrypto } from 'node:crypto'
import { usdt } from '@glasshouse/core/money/units'
import { verifyProof, webCrypto } from '@glasshouse/core/trust/liabilities/proof'
import { verifyReceipts, verifyReports } from '@glasshouse/core/trust/verify'
import { drainDeadConnections, killConnectionAt } from '@glasshouse/testkit/connectionFaults'
import { newCustomer } from '@glasshouse/testkit/customers'
import { cloneDatabase, type TestDatabase } from '@glasshouse/testkit/database'
import { type TestPlatform, testPlatform } from '@glasshouse/testkit/platform'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { proveLiability, signedReport } from './service/liabilities/proof.ts'
import { openSigner, type Signer } from './service/signing.ts'
import { listHouseKeys } from './store/keys.ts'
import { listReports } from './store/reports.ts'
import {
  countMissingReceipts,
  depositTo,
  listAllReceipts,
  makeAllReceipts,
  makeLedgerReport,
} from './trust.fixture.ts'

let database: TestDatabase
let platform: TestPlatform
let signer: Signer
const uids: number[] = []
beforeAll(async () => {
  database = await cloneDatabase()
  platform = testPlatform(database)
  signer = await openSigner(platform)
  for (let at = 0; at < 5; at += 1) uids.push((await newCustomer(platform)).uid)
})
afterAll(() => database.drop())

const crypto = webCrypto(webcrypto.subtle)

/** Runs work with the connection killed at its first statement, at its second and so on, until it ends before. */
const killAtEvery = async (
  work: () => Promise<unknown>,
  afterwards: () => Promise<void>,
): Promise<number> => {
  for (let at = 1; ; at += 1) {
    const death = killConnectionAt(database.url, Math.ceil(at / 2), at % 2 === 0 ? 'after' : 'before')
    await work().catch(() => undefined)
    death.over()
    await drainDeadConnections(database.pool)
    await afterwards()
    if (!death.happened()) return at - 1
  }
}

it('a report killed at any statement is there whole or not at all, and the next one takes its number', async () => {
  for (const uid of uids) await depositTo(platform, uid, usdt('5'))
  const keys = await listHouseKeys(database.db)
  const all = async () => (await listReports(database.db, { direction: 'asc', offset: 0, limit: 1_000 })).rows
  let before = 0
  const deaths = await killAtEvery(
    () => makeLedgerReport(platform, signer),
    async () => {
      const rows = await all()
      expect(rows.length - before).toBeLessThanOrEqual(1)
      before = rows.length
      await makeLedgerReport(platform, signer)
      before += 1
      const proof = await proveLiability(platform, uids[1] ?? 0, null)
      expect(await verifyProof(crypto, proof, keys, uids[1] ?? 0)).toMatchObject({ isSound: true })
    },
  )
  expect(deaths).toBeGreaterThan(15)
  expect(await verifyReports(crypto, (await all()).map(signedReport), keys, [])).toEqual([])
  const { rows } = await sql<{ orphans: number }>`
    select count(*) as orphans from trust_report_nodes n
    where not exists (select from trust_report r where r.number = n.number)`.execute(database.db)
  expect(rows).toEqual([{ orphans: 0 }])
})

it('receipts killed at any statement are made once each, in one chain per customer', async () => {
  const keys = await listHouseKeys(database.db)
  let amount = 0n
  const deaths = await killAtEvery(
    async () => {
      amount += 1n
      for (const uid of uids) await depositTo(platform, uid, amount)
      await makeAllReceipts(platform, signer)
    },
    async () => {
      await makeAllReceipts(platform, signer)
      expect(await countMissingReceipts(platform)).toBe(0)
    },
  )
  expect(deaths).toBeGreaterThan(30)
  for (const uid of uids)
    expect(await verifyReceipts(crypto, await listAllReceipts(platform, uid), keys)).toEqual([])
})
