import { webcrypto } from 'node:crypto'
import { customer, external } from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import { formatDecimal, usdt } from '@glasshouse/core/money/units'
import { ownLineIssues } from '@glasshouse/core/trust/liabilities/ownLines'
import { verifyProof, webCrypto } from '@glasshouse/core/trust/liabilities/proof'
import { parseReport } from '@glasshouse/core/trust/liabilities/report'
import { newCustomer } from '@glasshouse/testkit/customers'
import { cloneDatabase, type TestDatabase } from '@glasshouse/testkit/database'
import { type TestPlatform, testPlatform } from '@glasshouse/testkit/platform'
import { expectDomainError } from '@glasshouse/testkit/refused'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { postSingle } from '../../../ledger/posting/index.ts'
import type { Tx } from '../../../platform/database/index.ts'
import type { ManagerIdentity } from '../../../platform/http/index.ts'
import { transact } from '../../../platform/transactions/index.ts'
import { addStaffMember } from '../../../staff/index.ts'
import { listHouseKeys } from '../../store/keys.ts'
import { openSigner, type Signer } from '../signing.ts'
import type { LiabilityPart } from './collect.ts'
import { listOwnLines } from './ownLines.ts'
import { proveLiability } from './proof.ts'
import { createLiabilityReports } from './publish.ts'
import { makeReport } from './report.ts'

let database: TestDatabase
let platform: TestPlatform
let signer: Signer
let uids: readonly number[]
beforeAll(async () => {
  database = await cloneDatabase()
  platform = testPlatform(database)
  signer = await openSigner(platform)
  const made: number[] = []
  // More customers than one row of a tree has leaves, and one without an account in the ledger.
  for (let at = 0; at < 70; at += 1) made.push((await newCustomer(platform)).uid)
  uids = made
  await transact(database.db, async (tx) => {
    for (const uid of uids.slice(1)) {
      const [from, to] = [external('deposits:sandbox'), customer(uid, 'wallet')]
      const transfers = [{ from, to, amount: usdt(String(uid)), type: journal.deposit }]
      await postSingle(tx, 1, { cause: { kind: 'test', id: uid }, transfers })
    }
  })
})
afterAll(() => database.drop())

/** Every third customer is owed 0.5 of interest. */
const parts: readonly LiabilityPart[] = [
  {
    claims: {
      source: 'accrued',
      line: 'accrued.USDT',
      asset: 'USDT',
      list: async (_, { after, upTo }) =>
        uids
          .filter((uid) => uid > after && uid <= upTo && uid % 3 === 0)
          .map((uid) => ({ uid, amount: usdt('0.5') })),
    },
  },
]
const crypto = webCrypto(webcrypto.subtle)
const listKeys = async () =>
  (await listHouseKeys(database.db)).map(({ keyid, publickey }) => ({ keyid, publickey }))

it.each([
  ['on the main thread', 1_000],
  ['in a thread of its own', 0],
] as const)(
  'holds every customer with the own balances and claims when the tree is made %s',
  async (_, maxCustomersHere) => {
    const row = await makeReport(
      { ...platform, signer, parts, chains: new Map(), maxCustomersHere },
      null,
      null,
      async () => undefined,
    )
    const report = parseReport(row.text)
    const interest = usdt('0.5') * BigInt(uids.filter((uid) => uid % 3 === 0).length)
    const owed = uids.slice(1).reduce((sum, uid) => sum + usdt(String(uid)), interest)
    expect(report?.totals.get('USDT')).toBe(owed)
    expect(report?.book.get('accrued.USDT')).toBe(interest)
    // The operator's own account is a customer of the report as well.
    expect(row.customers).toBe(uids.length + 1)
    const keys = await listKeys()
    for (const uid of uids.filter((_, at) => at % 9 === 0)) {
      const proof = await proveLiability(platform, uid, null)
      expect(await verifyProof(crypto, proof, keys, uid)).toMatchObject({ isSound: true })
      const own = uid === uids[0] ? 0n : usdt(String(uid))
      expect(proof.balances.USDT).toBe(formatDecimal(own + (uid % 3 === 0 ? usdt('0.5') : 0n), 8))
    }
  },
)

it('counts a transaction that is under way in the next report, and its lines say so', async () => {
  const move = (tx: Tx, uid: number) =>
    postSingle(tx, 2, {
      cause: { kind: 'test', id: 1_000 + uid },
      transfers: [
        {
          ...{ from: customer(uid, 'wallet'), to: customer(uid, 'contract'), amount: usdt('4') },
          type: journal.ownTransfer,
        },
      ],
    })
  const [, slow = 0, quick = 0] = uids
  const commit = Promise.withResolvers<void>()
  const posted = Promise.withResolvers<void>()
  const under = transact(database.db, async (tx) => {
    await move(tx, slow)
    posted.resolve()
    await commit.promise
  })
  await posted.promise
  await transact(database.db, (tx) => move(tx, quick))
  const deps = { ...platform, signer, parts, chains: new Map(), maxCustomersHere: 1_000 }
  const { number } = await makeReport(deps, null, null, async () => undefined)
  commit.resolve()
  await under
  for (const uid of [slow, quick, uids[0] ?? 0]) {
    const { lines } = await listOwnLines(deps, uid, number)
    const { balances } = await proveLiability(platform, uid, number)
    expect(ownLineIssues(lines, balances, new Map())).toEqual([])
    const contract = lines.find(({ source }) => source === 'contract')
    if (uid === slow)
      expect(contract).toMatchObject({
        ...{ reported: 0n, entries: 1, change: usdt('4'), now: usdt('4') },
      })
    if (uid === quick)
      expect(contract).toMatchObject({
        ...{ reported: usdt('4'), entries: 0, change: 0n, now: usdt('4') },
      })
  }
})

it('ends with the failure of what it is made of, also while its thread waits, and the next report takes the number', async () => {
  const failing: readonly LiabilityPart[] = [
    {
      claims: {
        source: 'accrued',
        line: 'accrued.USDT',
        asset: 'USDT',
        list: () => Promise.reject(new Error('not readable')),
      },
    },
  ]
  const before = (await sql<{ n: number }>`select max(number) as n from trust_report`.execute(database.db))
    .rows
  for (const maxCustomersHere of [0, 1_000])
    await expect(
      makeReport(
        { ...platform, signer, parts: failing, chains: new Map(), maxCustomersHere },
        null,
        null,
        async () => undefined,
      ),
    ).rejects.toThrow('not readable')
  const row = await makeReport(
    { ...platform, signer, parts, chains: new Map(), maxCustomersHere: 0 },
    null,
    null,
    async () => undefined,
  )
  expect(row.number).toBe((before[0]?.n ?? 0) + 1)
})

it('is made once when ten ask for one at the same time', async () => {
  const id = await transact(database.db, (tx) =>
    addStaffMember(tx, { email: 'ten@glasshouse.test', name: 'Ten', role: 'manager', passwordHash: 'x' }, 1),
  )
  const staff: ManagerIdentity = {
    ...{ id: id ?? 0, sessionId: 0, email: 'ten@glasshouse.test', name: 'Ten', role: 'manager' },
  }
  platform.clock.advance(3_600_001)
  const reports = createLiabilityReports({
    ...platform,
    signer,
    parts,
    chains: new Map(),
    maxCustomersHere: 1_000,
  })
  const asked = await Promise.allSettled(
    Array.from({ length: 10 }, () => reports.onDemand(staff, { ip: '', userAgent: 'test' })),
  )
  expect(asked.map(({ status }) => status).toSorted()).toEqual([
    'fulfilled',
    ...Array.from({ length: 9 }, () => 'rejected'),
  ])
  const refused = await expectDomainError(reports.onDemand(staff, { ip: '', userAgent: 'test' }))
  expect(refused.data).toMatchObject({ reason: 'hourly' })
})
