import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { customer } from '@glasshouse/core/ledger/chart'
import type { Product } from '@glasshouse/core/markets/product'
import { usdt } from '@glasshouse/core/money/units'
import { fakeClock } from '@glasshouse/testkit/clock'
import { drainDeadConnections, killConnectionAt } from '@glasshouse/testkit/connectionFaults'
import { cloneDatabase, type TestDatabase } from '@glasshouse/testkit/database'
import { fixedMarkets } from '@glasshouse/testkit/fixedMarkets'
import { platformOf } from '@glasshouse/testkit/platform'
import { stagePools } from '@glasshouse/testkit/pools'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { claimCode } from '../../ai/index.ts'
import { communityInvariants } from '../../community/index.fixture.ts'
import { investInvariants } from '../../invest/index.fixture.ts'
import { findIdentity } from '../../kyc/index.fixture.ts'
import { isKycApproved, listKycOf } from '../../kyc/index.ts'
import { ledgerInvariants } from '../../ledger/checks/index.fixture.ts'
import { checkInvariants } from '../../ledger/checks/index.ts'
import { getBalances } from '../../ledger/posting/index.ts'
import { loanInvariants } from '../../loans/index.fixture.ts'
import { listLoans } from '../../loans/index.ts'
import { referralInvariants } from '../../referral/index.fixture.ts'
import { rewardInvariants } from '../../rewards/index.fixture.ts'
import { getSignins, listTasks } from '../../rewards/index.ts'
import { openUploads } from '../../uploads/index.fixture.ts'
import { seedPracticeData } from './sample.ts'
import { seedCommunity } from './sampleCommunity.ts'
import { loadSampleContent } from './sampleContent.ts'
import { type SampleCustomerDeps, sampleCustomers, seedCustomers } from './sampleCustomers.ts'
import { seedInvestments } from './sampleInvestments.ts'
import { type SampleQueueDeps, seedQueue } from './sampleQueue.ts'
import { type SampleRewardDeps, seedRewards } from './sampleRewardHistory.ts'

let database: TestDatabase
let folder: string
let deps: SampleCustomerDeps & SampleRewardDeps & SampleQueueDeps
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'glasshouse-sample-'))
  database = await cloneDatabase(4)
  const platform = platformOf(database, fakeClock(), { DATA_DIR: folder })
  const pools = stagePools({ ...platform, markets: fixedMarkets() })
  const referral = { ...platform, identityOf: async () => null, destinationsOf: async () => new Map() }
  const uploads = openUploads(platform, async () => ({ daily: 100, total: 100 }))
  deps = {
    ...uploads,
    ...{ pools, referral: referral as never, markets: fixedMarkets() as never },
    ...{ floatingOf: async () => new Map(), copiesOf: async () => new Map(), owedOf: async () => new Map() },
    ...{ countApproved: async () => 0, isKycApproved, findIdentity },
  }
  await seedPracticeData({ ...platform, markets: { products: () => [] as Product[] } })
  await seedInvestments({ ...platform, pools })
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

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
  expect(await claimCode(deps, 10_001)).toMatchObject({ state: 'active' })
  expect(people.map(({ phone }) => phone)).toEqual(sampleCustomers.map(({ phone }) => phone))
  expect(people.map(({ referrer_uid }) => referrer_uid)).toEqual([10_001, uids[0], uids[1]])
  const checks = await Promise.all(uids.map((uid) => listKycOf(deps, uid, { offset: 0, limit: 10 })))
  expect(checks.map((all) => all.map(({ status, refuseremarke }) => [status, refuseremarke]))).toEqual([
    [[2, null]],
    [[1, null]],
    [[3, expect.stringMatching(/^Sample: /)]],
  ])
  const loans = await Promise.all(uids.map((uid) => listLoans(db, uid)))
  expect(loans.map((all) => all.map(({ state, amount, owed }) => [state, amount, owed.interest]))).toEqual([
    [['running', usdt('1000'), usdt('1')]],
    [['review', usdt('500'), usdt('0')]],
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

/** The texts of the community by name, with how each was decided and how many like and answer it. */
const texts = async () => {
  const { rows } = await sql<{ result: string }>`
    select concat_ws(' ', t.kind, t.sample, t.state, t.reason, 'liked ' || t.like_count, 'answered ' || t.answer_count,
      'in place of ' || o.sample) as result
    from community_text t left join community_text o on o.id = t.answers_id order by t.id`.execute(
    database.db,
  )
  return rows.map(({ result }) => result)
}
const speeches = ['approved', 'approved', 'approved', 'approved', 'rejected scam', 'waiting']

it('has the community, the rewards and what waits for staff, once through kills', async () => {
  await loadSampleContent(deps)
  const all = async () => [await seedCommunity(deps), await seedRewards(deps), await seedQueue(deps)]
  const before = await getBalances(database.db, [customer(10_001, 'wallet')])
  for (const at of [30, 90, 160, 240, 300]) {
    const death = killConnectionAt(database.url, at, at % 60 === 0 ? 'before' : 'after')
    await all().catch(() => undefined)
    death.over()
    await drainDeadConnections(database.pool)
  }
  await all()
  expect(await all()).toEqual([false, false, false])
  const posted = await texts()
  expect(
    posted
      .filter((result) => result.startsWith('speech'))
      .map((result) => result.split(' ').slice(2, -4).join(' '))
      .sort(),
  ).toEqual(speeches)
  expect(posted).toEqual(
    expect.arrayContaining([
      'speech moderation approved liked 2 answered 1',
      'comment comment approved liked 0 answered 2',
      'reply replyThanks approved liked 0 answered 0 in place of staffReply',
      'speech collateral approved liked 1 answered 1',
      'reply waitingReply waiting liked 0 answered 0',
    ]),
  )
  const signins = await getSignins(deps, 10_001, 'en')
  expect(signins).toMatchObject({ streak: 2, total: 2, isSignedToday: false, reward: usdt('0.1') })
  expect(signins.totals.map(({ state }) => state)).toEqual(['claimable', 'locked', 'locked', 'locked'])
  expect((await listTasks(deps, 10_001, 'en')).map(({ state }) => state)).toEqual([
    ...['done', 'done', 'inReview', 'undone', 'undone'],
  ])
  expect(await getBalances(database.db, [customer(10_001, 'wallet')])).toEqual(before)
  const { rows: waiting } = await sql<{ result: string }>`
    select 'complaint' as result from reviews_complaint where state = 'pending'
    union all select 'appeal' from community_appeal where state = 'waiting'
    union all select 'lead' from invest_lead_application where state = 'pending'
    union all select 'deposit' from funding_transfer`.execute(database.db)
  expect(waiting.map(({ result }) => result).sort()).toEqual(['appeal', 'complaint', 'deposit', 'lead'])
  const invariants = [...ledgerInvariants, ...rewardInvariants, ...communityInvariants]
  const report = await checkInvariants(database.db, 1, invariants)
  expect(report.invariants.filter(({ holds }) => !holds)).toEqual([])
})
