import { webcrypto } from 'node:crypto'
import { usdt } from '@glasshouse/core/money/units'
import { verifyProof, webCrypto } from '@glasshouse/core/trust/liabilities/proof'
import { verifyKeys, verifyReceipts, verifyReports } from '@glasshouse/core/trust/verify'
import { newCustomer } from '@glasshouse/testkit/customers'
import { cloneDatabase, type TestDatabase } from '@glasshouse/testkit/database'
import { type TestPlatform, testPlatform } from '@glasshouse/testkit/platform'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { InvalidSettingsError, readSettings } from '../platform/settings/index.ts'
import { proveLiability, signedReport } from './service/liabilities/proof.ts'
import { openSigner } from './service/signing.ts'
import { listHouseKeys } from './store/keys.ts'
import { depositTo, listAllReceipts, makeAllReceipts, makeLedgerReport } from './trust.fixture.ts'

let database: TestDatabase
let platform: TestPlatform
beforeAll(async () => {
  database = await cloneDatabase()
  platform = testPlatform(database)
})
afterAll(() => database.drop())

const crypto = webCrypto(webcrypto.subtle)
const seeds = ['a1', 'b2', 'c3'].map((byte) => byte.repeat(32)) as [string, string, string]
const signerWith = (key: string, former?: string) =>
  openSigner({
    ...platform,
    settings: readSettings({
      HOUSE_SIGNING_KEY: key,
      ...(former === undefined ? {} : { HOUSE_SIGNING_KEY_FORMER: former }),
    }),
  })

it('keeps every chain whole when the key is replaced, announced or not, and never goes back to an old one', async () => {
  const { uid } = await newCustomer(platform)
  const reports = []
  const signers = []
  for (const [at, open] of [
    () => signerWith(seeds[0]),
    () => signerWith(seeds[1], seeds[0]),
    // The former key is not at hand: the list says so.
    () => signerWith(seeds[2]),
  ].entries()) {
    const signer = await open()
    signers.push(signer)
    await depositTo(platform, uid, usdt(String(at + 1)))
    await makeAllReceipts(platform, signer)
    reports.push(signedReport(await makeLedgerReport(platform, signer)))
    platform.clock.tick(60_000)
  }
  const keys = await listHouseKeys(database.db)
  expect(keys.map(({ keyid, announced }) => [keyid, announced])).toEqual([
    [signers[0]?.keyid, true],
    [signers[1]?.keyid, true],
    [signers[2]?.keyid, false],
  ])
  expect(keys.map(({ from, until }) => [from, until])).toEqual(
    keys.map(({ from }, at) => [from, keys[at + 1]?.from ?? null]),
  )
  expect(await verifyKeys(crypto, keys)).toEqual([])
  expect(await verifyReports(crypto, reports, keys, [])).toEqual([])
  const receipts = await listAllReceipts(platform, uid)
  expect(receipts.map(({ keyid }) => keyid)).toEqual(signers.map(({ keyid }) => keyid))
  expect(await verifyReceipts(crypto, receipts, keys)).toEqual([])
  for (const number of [1, 2, 3])
    expect(await verifyProof(crypto, await proveLiability(platform, uid, number), keys, uid)).toMatchObject({
      isSound: true,
    })

  // Who holds only the first key sees that the rest is of keys not listed there.
  const [oldest] = keys
  if (oldest === undefined) throw new Error('a key')
  expect((await verifyReceipts(crypto, receipts, [oldest])).map(({ at }) => at)).toEqual([
    'receipt 2',
    'receipt 3',
  ])
  expect(await verifyReports(crypto, reports.slice(0, 1), [oldest], [])).toEqual([])
  for (const replaced of [seeds[0], seeds[1]])
    await expect(signerWith(replaced)).rejects.toThrow(InvalidSettingsError)
})
