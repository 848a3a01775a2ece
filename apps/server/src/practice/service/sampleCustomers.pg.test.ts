import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { activation } from '@glasshouse/core/ai/rules'
import type { Product } from '@glasshouse/core/markets/product'
import { fakeClock } from '@glasshouse/testkit/clock'
import { drainDeadConnections, killConnectionAt } from '@glasshouse/testkit/connectionFaults'
import { cloneDatabase, type TestDatabase } from '@glasshouse/testkit/database'
import { fixedMarkets } from '@glasshouse/testkit/fixedMarkets'
import { platformOf } from '@glasshouse/testkit/platform'
import { stagePools } from '@glasshouse/testkit/pools'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { claimCode } from '../../ai/index.ts'
import { investInvariants } from '../../invest/index.ts'
import { listKycOf } from '../../kyc/index.ts'
import { checkInvariants, ledgerInvariants } from '../../ledger/index.ts'
import { listLoans, loanInvariants } from '../../loans/index.ts'
import { referralInvariants } from '../../referral/index.ts'
import { openUploads } from '../../uploads/index.ts'
import { seedPracticeData } from './sample.ts'
import { type SampleCustomerDeps, sampleCustomers, seedCustomers } from './sampleCustomers.ts'
import { seedInvestments } from './sampleInvestments.ts'

let database: TestDatabase
let folder: string
let deps: SampleCustomerDeps
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'glasshouse-sample-'))
  database = await cloneDatabase(4)
  const platform = platformOf(database, fakeClock(), { DATA_DIR: folder })
  const pools = stagePools({ ...platform, markets: fixedMarkets() })
  const referral = { ...platform, identityOf: async () => null, destinationsOf: async () => new Map() }
  const uploads = openUploads(platform, async () => ({ daily: 100, total: 100 }))
  deps = { ...uploads, pools, referral: referral as never }
  await seedPracticeData({ ...platform, markets: { products: () => [] as Product[] } })
  await seedInvestments({ ...platform, pools })
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

const page = { pageNum: 1, pageSize: 10 } as const

it('has customers who were invited, checked and lent to by the commands of customers and staff, once through kills', async () => {
  for (const at of [20, 60, 110, 180]) {
    const death = killConnectionAt(database.url, at, at % 40 === 0 ? 'before' : 'after')
    await seedCustomers(deps).catch(() => undefined)
    death.over()
    await drainDeadConnections(database.pool)
  }
  await seedCustomers(deps)
  expect(await seedCustomers(deps)).toBe(false)
  const { db } = database
  const { rows: people } = await sql<{ uid: number; referrer_uid: number; phone: string }>`
    select uid, referrer_uid, phone from identity_customer where email like 'sample%' order by uid`.execute(
    db,
  )
  const uids = people.map(({ uid }) => uid)
  expect(await claimCode(deps, 10_001)).toMatchObject({ activecodestatus: activation.active })
  expect(people.map(({ phone }) => phone)).toEqual(sampleCustomers.map(({ phone }) => phone))
  expect(people.map(({ referrer_uid }) => referrer_uid)).toEqual([10_001, uids[0], uids[1]])
  const checks = await Promise.all(uids.map((uid) => listKycOf(deps, uid, page)))
  expect(checks.map((all) => all.map(({ status, refuseremarke }) => [status, refuseremarke]))).toEqual([
    [[2, null]],
    [[1, null]],
    [[3, expect.stringMatching(/^Sample: /)]],
  ])
  const loans = await Promise.all(uids.map((uid) => listLoans(db, uid)))
  expect(loans.map((all) => all.map(({ status, amount, interest }) => [status, amount, interest]))).toEqual([
    [[1, '1000', '1']],
    [[0, '500', '0']],
    [],
  ])
  const invariants = [...ledgerInvariants, ...investInvariants, ...loanInvariants, ...referralInvariants]
  const report = await checkInvariants(db, 1, invariants)
  expect(report.invariants.filter(({ holds }) => !holds)).toEqual([])
  const { rows: promises } = await sql<{ level: number; accrued: bigint }>`
    select level, sum(accrued) as accrued from referral_promise where receiver = 10001 group by level order by level`.execute(
    db,
  )
  expect(promises.map(({ level, accrued }) => [level, accrued > 0n])).toEqual([
    [1, true],
    [2, true],
  ])
})
