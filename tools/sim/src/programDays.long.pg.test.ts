import { dayMs, hourMs } from '@glasshouse/core/calendar/durations'
import { DomainError } from '@glasshouse/core/errors/registry'
import { house } from '@glasshouse/core/ledger/chart'
import { type Usdt, usdt } from '@glasshouse/core/money/units'
import { drainDeadConnections, killConnectionAt } from '@glasshouse/testkit/connectionFaults'
import { newCustomer } from '@glasshouse/testkit/customers'
import { type InvestStage, investFixture } from '@glasshouse/testkit/investments'
import { seededRandom } from '@glasshouse/testkit/random'
import { testPassword } from '@glasshouse/testkit/wallets'
import { sql } from 'kysely'
import { afterEach, expect, it } from 'vitest'
import { addSampleContent } from '../../../apps/server/src/content/index.ts'
import { sumFloatingOf } from '../../../apps/server/src/contracts/index.fixture.ts'
import { invariants } from '../../../apps/server/src/invariants.ts'
import { sumCopyValues } from '../../../apps/server/src/invest/index.fixture.ts'
import { buyBaseCycle } from '../../../apps/server/src/invest/index.ts'
import { checkInvariants } from '../../../apps/server/src/ledger/checks/index.ts'
import { fundReserve, getBalances } from '../../../apps/server/src/ledger/posting/index.ts'
import { repayLoan, sumLoansOwedBy } from '../../../apps/server/src/loans/index.fixture.ts'
import { applyForLoan, loanReviews } from '../../../apps/server/src/loans/index.ts'
import { createLog } from '../../../apps/server/src/platform/telemetry/index.ts'
import { transact } from '../../../apps/server/src/platform/transactions/index.ts'
import { promiseSale, saleAccounts } from '../../../apps/server/src/referral/index.ts'
import { leaveReferrer } from '../../../apps/server/src/referral/service/leave.ts'
import { decideReview } from '../../../apps/server/src/reviews/index.ts'
import { checkIn } from '../../../apps/server/src/rewards/index.ts'
import { midnightsOf, referralDepsOf } from '../../../apps/server/src/routes.ts'
import {
  boughtBy,
  leftInviters,
  lent,
  limitOf,
  nightPassed,
  openLoanOf,
  type ProgramCycle,
  type ProgramModel,
  paidBack,
  personIn,
  principalOf,
  signedIn,
} from './programModel.fixture.ts'

const loanDays = [7, 14, 30] as const
const zero = { marketing: 0n, referral: 0n, loans: 0n, fees: 0n, insurance: 0n }
const houseNames = Object.keys(zero) as (keyof typeof zero)[]

let stage: InvestStage
afterEach(() => stage.close())

const signinRule = (minAssets: string, maxAssets: string, money: string, streakMoney: string) => ({
  kind: 'signinRule' as const,
  position: 1,
  fields: { part: 'rule', minAssets, maxAssets, money, streakMoney, times: '3' },
  texts: { en: { name: 'Tier' } },
})

const cyclesOf = async (): Promise<readonly ProgramCycle[]> => {
  const both = await stage.product({
    cycles: [
      { method: 'fixed', rate: '0.0020003', days: 9 },
      { method: 'compound', rate: '0.0133333', days: 40 },
    ],
    redeemfee: '0.37',
  })
  const month = await stage.product({
    cycles: [{ method: 'fixed', rate: '0.0091', days: 25 }],
    redeemfee: '0.37',
  })
  const sure = await stage.product({ cycles: [{ method: 'fixed', rate: '0.0011', days: 7 }], redeemdays: 7 })
  const base = { trial: false, compound: false, redeemable: true }
  return [
    { ...base, product: both, rate: 200_030n, days: 9, share: 37_000_000n },
    { ...base, product: both, compound: true, rate: 1_333_330n, days: 40, share: 37_000_000n },
    { ...base, product: month, rate: 910_000n, days: 25, share: 37_000_000n },
    { ...base, product: sure, rate: 110_000n, days: 7, share: 100_000_000n, redeemable: false },
  ]
}

const openWorld = async () => {
  stage = await investFixture()
  const platform = { ...stage, log: createLog('silent') }
  const { db } = stage.database
  const content = [
    signinRule('0', '1000', '0.1', '0.2'),
    signinRule('1000', '10000', '0.3', '0.6'),
    signinRule('10000', '1000000', '0.5', '1'),
  ]
  await transact(db, (tx) => addSampleContent(tx, content, 1))
  const cycles = await cyclesOf()
  const model: ProgramModel = {
    day: Math.floor((stage.clock.business() + hourMs) / dayMs),
    ...{ people: new Map(), orders: [], loans: [], reserves: new Map() },
    house: { ...zero, marketing: usdt('25'), loans: usdt('6000'), insurance: usdt('500') },
  }
  for (const { product } of cycles) model.reserves.set(product, usdt('100000'))
  for (const [at, name] of (['marketing', 'loans', 'insurance'] as const).entries())
    await transact(db, (tx) =>
      fundReserve(tx, 1, name, model.house[name] as Usdt, { kind: 'test', id: 900_000 + at }),
    )
  const uids: number[] = []
  for (let at = 0; at < 5; at += 1) {
    const { uid } = await newCustomer(stage, uids.at(-1))
    const wallet = usdt(String(500 + 1500 * at))
    await stage.give(uid, 'wallet', wallet)
    const inviters = uids.slice(-3).toReversed()
    model.people.set(uid, { wallet, inviters, hasOrdered: false, score: 100, atMidnight: 0n, signed: null })
    uids.push(uid)
  }
  const midnights = () => midnightsOf(platform as never, { atMidnight: async () => undefined } as never)
  return { platform, midnights, model, cycles, uids, random: seededRandom(0) }
}
type World = Awaited<ReturnType<typeof openWorld>>

const outcome = <T>(attempt: Promise<T>): Promise<T | string> =>
  attempt.catch((error: unknown) => {
    if (error instanceof DomainError) return error.code
    throw error
  })

const buy = async ({ platform, model, cycles, random }: World, uid: number): Promise<void> => {
  const cycle = random.pick(cycles)
  const money = BigInt(random.whole(1, 12)) * usdt('100')
  const running = model.orders.filter((order) => order.uid === uid && order.state === 'running')
  if (personIn(model, uid).wallet < money || running.length >= 7) return
  const sold = (tx: Parameters<typeof promiseSale>[1], order: Parameters<typeof promiseSale>[2]) =>
    promiseSale(referralDepsOf(platform as never), tx, order)
  const { id } = await buyBaseCycle(
    { ...stage, sale: { accountsOf: saleAccounts, sold } },
    { uid },
    {
      ...{ productId: cycle.product, method: cycle.compound ? 'compound' : 'fixed' },
      ...{ amount: money as Usdt, withdrawPassword: testPassword, stopLossPercent: null },
    },
  )
  boughtBy(model, { id, uid, cycle, money })
}

const redeem = async ({ model, random }: World): Promise<void> => {
  const open = model.orders.filter(({ state }) => state === 'running')
  if (open.length === 0) return
  const order = random.pick(open)
  const result = await outcome(stage.redeem(order.uid, order.id))
  if (!order.cycle.redeemable || order.nights === 0 || order.loan !== null)
    return expect(result).toBe('invalidState')
  expect(result).toMatchObject({ id: order.id })
  order.state = 'redeeming'
}

const borrow = async ({ platform, model, random }: World, uid: number): Promise<void> => {
  const days = random.pick(loanDays)
  const limit = limitOf(model, uid, days)
  const part = (limit * BigInt(random.whole(30, 101))) / 100n
  const amount = random.chance(0.2) ? limit + usdt('10') : part - (part % usdt('10'))
  const autorepay = random.chance(0.5)
  const result = await outcome(
    applyForLoan(platform, uid, { amount: amount as Usdt, days, isAutoRepaid: autorepay }),
  )
  if (openLoanOf(model, uid) !== undefined) return expect(result).toBe('invalidState')
  if (amount < usdt('100') || amount > limit) return expect(result).toBe('outOfRange')
  if (amount > model.house.loans) return expect(result).toBe('insufficientReserve')
  const { id } = result as { id: number }
  const decision = random.chance(0.8) ? ('approve' as const) : ('reject' as const)
  await decideReview(
    { ...platform, kinds: [loanReviews(platform)] },
    stage.manager,
    { ip: '', userAgent: 'sim' },
    { kind: 'loan', id, decision, remark: 'Decided by the simulation.' },
  )
  if (decision === 'approve') lent(model, { id, uid, days, autorepay }, amount)
}

/** Repays a loan, sometimes twenty times at once: as often as the model says in a row. */
const repay = async ({ platform, model, random }: World): Promise<void> => {
  const open = model.loans.filter(({ state }) => state === 'running' || state === 'overdue')
  const some = random.chance(0.9) ? open : model.loans
  if (some.length === 0) return
  const loan = random.pick(some)
  const { uid } = loan
  const owed = loan.principal + loan.interest
  // Odd units, so that the interest of the nights after it has to be rounded.
  const part = BigInt(random.whole(0, 40)) * 100_000_007n
  const amount = random.chance(0.3) ? owed + 1n : part
  const times = random.chance(0.3) ? 20 : 1
  const results = await Promise.all(
    Array.from({ length: times }, () =>
      outcome(repayLoan(platform, uid, { id: loan.id, amount: amount as Usdt })),
    ),
  )
  const expected = Array.from({ length: times }, () => paidBack(model, uid, loan.id, amount))
  const refusals = results.filter((result) => typeof result === 'string')
  expect(refusals.toSorted()).toEqual(expected.filter((one) => one !== null).toSorted())
}

const signIn = async ({ platform, model }: World, uid: number): Promise<void> => {
  const deps = { ...platform, floatingOf: sumFloatingOf, copiesOf: sumCopyValues, owedOf: sumLoansOwedBy }
  const results = await Promise.all(Array.from({ length: 3 }, () => outcome(checkIn(deps, uid))))
  const reward = signedIn(model, uid)
  const paid = results.filter((result) => typeof result !== 'string')
  const streak = personIn(model, uid).signed?.streak
  expect(paid).toMatchObject(reward === null ? [] : [{ reward: reward as Usdt, streak }])
}

/** A hundred times at once, and once as the model does. */
const leave = async ({ model }: World, uid: number): Promise<void> => {
  const results = await Promise.all(Array.from({ length: 100 }, () => outcome(leaveReferrer(stage, uid))))
  const left = leftInviters(model, uid)
  expect(results.filter((result) => result === 'invalidState')).toHaveLength(left ? 99 : 100)
}

/** Moves the calendar; sometimes the run is killed at some statement, and another process continues. */
const pass = async ({ midnights, model }: World, days: number, killAt: number | null): Promise<void> => {
  stage.clock.advance(days * dayMs)
  if (killAt !== null) {
    const death = killConnectionAt(stage.database.url, killAt, killAt % 2 === 0 ? 'before' : 'after')
    await midnights()
      .run()
      .catch(() => undefined)
    death.over()
    await drainDeadConnections(stage.database.pool)
  }
  await midnights().run()
  for (let day = 0; day < days; day += 1) nightPassed(model)
}

const compare = async ({ model, uids, cycles }: World): Promise<void> => {
  const { db } = stage.database
  for (const uid of uids) {
    expect(await stage.account(uid, 'wallet'), `wallet of ${uid}`).toBe(personIn(model, uid).wallet)
    expect(await stage.account(uid, 'principal')).toBe(principalOf(model, uid))
  }
  for (const { product } of cycles) expect(await stage.reserveOf(product)).toBe(model.reserves.get(product))
  const balances = await getBalances(
    db,
    houseNames.map((name) => house(name)),
  )
  expect(Object.fromEntries(houseNames.map((name, at) => [name, balances[at]]))).toEqual(model.house)
  const { rows } = await sql<{ id: number; status: number; principal: bigint; interest: bigint }>`
    select id, status, outstanding as principal, interest from loans_loan where status <> 2 order by id`.execute(
    db,
  )
  const states = { running: 1, repaid: 3, overdue: 4, settled: 5 }
  expect(rows).toEqual(
    model.loans.map(({ id, state, principal, interest }) => ({
      id,
      status: states[state],
      principal,
      interest,
    })),
  )
  const scores = await sql<{ uid: number; score: number }>`
    select uid, credit_score as score from identity_customer where uid = any(${uids}) order by uid`.execute(
    db,
  )
  expect(scores.rows.map(({ score }) => score)).toEqual(uids.map((uid) => personIn(model, uid).score))
}

it.each([2, 5])(
  'days with orders, inviters, loans and sign-ins end as the model says, also when runs are killed (seed %i)',
  async (seed) => {
    const opened = await openWorld()
    const random = seededRandom(seed)
    const world = { ...opened, random }
    const acts = [
      ...[buy, buy, buy, borrow, borrow, signIn, signIn],
      ...[async (one: World) => repay(one), async (one: World) => repay(one)],
      ...[async (one: World) => redeem(one), async (one: World) => pass(one, random.whole(1, 3), null)],
      async (one: World) => pass(one, random.whole(1, 9), random.whole(1, 120)),
    ]
    for (let step = 0; step < 110; step += 1) {
      const uid = random.pick(world.uids)
      if (step === 60) await leave(world, uid)
      await random.pick(acts)(world, uid)
      await compare(world)
    }
    const { invariants: found } = await checkInvariants(stage.database.db, 1, invariants)
    // Money comes into this world by the cause `test`, which states no amounts.
    const broken = found.filter(({ holds, examples }) => !holds && !examples[0]?.includes('the cause test'))
    expect(broken).toEqual([])
    expect(world.model.loans.some(({ state }) => state === 'repaid')).toBe(true)
  },
)
