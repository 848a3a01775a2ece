import { dayOf } from '@glasshouse/core/calendar/days'
import { customer } from '@glasshouse/core/ledger/chart'
import { usdt } from '@glasshouse/core/money/units'
import { drainDeadConnections, killConnectionAt } from '@glasshouse/testkit/connectionFaults'
import { newCustomer } from '@glasshouse/testkit/customers'
import { type InvestStage, investFixture } from '@glasshouse/testkit/investments'
import { testPassword } from '@glasshouse/testkit/wallets'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { investInvariants } from '../invest/index.fixture.ts'
import { buyBaseCycle } from '../invest/index.ts'
import { accrueInterest, endOrders, settleRedemptions } from '../investMidnight/index.ts'
import { ledgerInvariants } from '../ledger/checks/index.fixture.ts'
import { checkInvariants } from '../ledger/checks/index.ts'
import { fundReserve, getBalances } from '../ledger/posting/index.ts'
import { createMidnightRun, type MidnightRun } from '../platform/jobs/index.ts'
import { transact } from '../platform/transactions/index.ts'
import { payIncome, referralInvariants, settleFinished } from './index.fixture.ts'
import { accrueShares, markFinished, promiseSale, type ReferralDeps, saleAccounts } from './index.ts'

const dayMs = 86_400_000

let stage: InvestStage
let midnights: MidnightRun
let product = 0
/** The statement of the next payout at which its connection dies; null lets it live. */
let killAt: number | null = null
let deaths = 0

const dyingPayout = async (work: () => Promise<void>): Promise<void> => {
  if (killAt === null) return work()
  const death = killConnectionAt(stage.database.url, killAt, killAt % 2 === 0 ? 'before' : 'after')
  killAt = null
  const ended = await work().then(
    () => true,
    () => false,
  )
  death.over()
  await drainDeadConnections(stage.database.pool)
  if (death.happened()) deaths += 1
  if (!ended) throw new Error('the payout died')
}

beforeAll(async () => {
  stage = await investFixture()
  const investing = { ...stage, hooks: { accrued: accrueShares, finished: markFinished } }
  midnights = createMidnightRun(stage, {
    interestAccruals: (midnight) => accrueInterest(investing, midnight),
    endedOrders: async (midnight) => {
      await endOrders(investing, midnight)
      await settleFinished(stage, midnight)
    },
    redemptions: (midnight) => settleRedemptions(investing, midnight),
    referralPayout: (midnight) =>
      dayOf(midnight.atMs).endsWith('01')
        ? dyingPayout(() => payIncome(stage, midnight))
        : payIncome(stage, midnight),
  })
  product = await stage.product()
  await transact(stage.database.db, (tx) =>
    fundReserve(tx, 1, 'marketing', usdt('10000'), { kind: 'test', id: 1 }),
  )
})
afterAll(() => stage.close())

const walletsOf = (uids: readonly number[]) =>
  getBalances(
    stage.database.db,
    uids.map((uid) => customer(uid, 'wallet')),
  )
/** Moves the calendar to noon of the first day of the next month; a run that died goes on. */
const passMonth = async () => {
  const now = new Date(stage.clock.business())
  const first = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1, 12)
  stage.clock.advance(Math.round((first - stage.clock.business()) / dayMs) * dayMs)
  await midnights.run().catch(() => undefined)
  await midnights.run()
}
const broken = async () => {
  const all = [...ledgerInvariants, ...investInvariants, ...referralInvariants]
  const report = await checkInvariants(stage.database.db, 1, all)
  return report.invariants.filter(({ holds }) => !holds).map(({ name }) => name)
}

it('a payout on the 1st that dies at any statement pays each client and level once', async () => {
  const top = await newCustomer(stage)
  const near = await newCustomer(stage, top.uid)
  const client = await newCustomer(stage, near.uid)
  await stage.give(client.uid, 'wallet', usdt('300000'))
  const deps: ReferralDeps = {
    ...stage,
    identityOf: async () => null,
    destinationsOf: async () => new Map(),
  }
  const buy = () =>
    buyBaseCycle(
      { ...stage, sale: { accountsOf: saleAccounts, sold: (tx, order) => promiseSale(deps, tx, order) } },
      { uid: client.uid },
      {
        ...{ productId: product, method: 'fixed', amount: usdt('2700') },
        ...{ withdrawPassword: testPassword, stopLossPercent: null },
      },
    )
  // The first order also pays its own share; a month later only income is left.
  await buy()
  await passMonth()
  await passMonth()
  for (let at = 1; at <= 14; at += 1) {
    const before = await walletsOf([near.uid, top.uid])
    await buy()
    killAt = at
    await passMonth()
    const after = await walletsOf([near.uid, top.uid])
    // Six days of 0.42428571 and one of 0.42428574, 30 and 10 % of each rounded down.
    const days = ['0.76371426', '0.25457142'].map(usdt)
    const last = ['0.12728572', '0.04242857'].map(usdt)
    expect(after.map((amount, level) => amount - (before[level] ?? 0n))).toEqual(
      days.map((amount, level) => amount + (last[level] ?? 0n)),
    )
    expect(killAt).toBeNull()
    expect(await broken()).toEqual([])
  }
  expect(deaths).toBeGreaterThan(6)
})
