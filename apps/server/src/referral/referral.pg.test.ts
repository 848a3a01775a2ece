import { customer, type HouseAccountType, house } from '@glasshouse/core/ledger/chart'
import { type Usdt, usdt } from '@glasshouse/core/money/units'
import { newCustomer, testLock } from '@glasshouse/testkit/customers'
import { type InvestStage, investFixture } from '@glasshouse/testkit/investments'
import { plantRows } from '@glasshouse/testkit/plantRows'
import { expectDomainError } from '@glasshouse/testkit/refused'
import { testPassword } from '@glasshouse/testkit/wallets'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { saveBankDetails, saveWithdrawalAddress } from '../destinations/index.ts'
import { startLock } from '../identity/index.fixture.ts'
import { buyExperience, investInvariants } from '../invest/index.fixture.ts'
import { buyBaseCycle, type InvestOrder } from '../invest/index.ts'
import { accrueInterest, endOrders, settleRedemptions } from '../investMidnight/index.ts'
import { ledgerInvariants } from '../ledger/checks/index.fixture.ts'
import { checkInvariants } from '../ledger/checks/index.ts'
import { fundReserve, getBalances, withdrawFromReserve } from '../ledger/posting/index.ts'
import type { Tx } from '../platform/database/index.ts'
import { createMidnightRun, type MidnightRun } from '../platform/jobs/index.ts'
import { transact } from '../platform/transactions/index.ts'
import { listDestinationMarks } from '../withdrawals/index.fixture.ts'
import { payIncome, referralInvariants, settleFinished } from './index.fixture.ts'
import {
  accrueShares,
  closeReferral,
  markFinished,
  promiseSale,
  type ReferralDeps,
  saleAccounts,
} from './index.ts'
import { leaveReferrer } from './service/leave.ts'
import { getOverview, listClients, listIncomeSources } from './service/overview.ts'

const dayMs = 86_400_000

let stage: InvestStage
let deps: ReferralDeps
let midnights: MidnightRun
let fixed = 0
let sure = 0
beforeAll(async () => {
  stage = await investFixture()
  deps = {
    ...stage,
    identityOf: async () => null,
    destinationsOf: (tx, uids) => listDestinationMarks(stage.secrets, tx, uids),
  }
  const investing = { ...stage, hooks: { accrued: accrueShares, finished: markFinished } }
  midnights = createMidnightRun(stage, {
    interestAccruals: (midnight) => accrueInterest(investing, midnight),
    endedOrders: async (midnight) => {
      await endOrders(investing, midnight)
      await settleFinished(stage, midnight)
    },
    redemptions: async (midnight) => {
      await settleRedemptions(investing, midnight)
      await settleFinished(stage, midnight)
    },
    referralPayout: (midnight) => payIncome(stage, midnight),
  })
  fixed = await stage.product({ redeemdays: 1 })
  sure = await stage.product({ redeemdays: 7 })
  await fund('1000')
})
afterAll(() => stage.close())

let funded = 0
const fund = async (amount: string) => {
  funded += 1
  const id = funded
  await transact(stage.database.db, (tx) =>
    fundReserve(tx, 1, 'marketing', usdt(amount), { kind: 'test', id: 1_000_000 + id }),
  )
}
const held = async (purpose: HouseAccountType) =>
  (await getBalances(stage.database.db, [house(purpose)]))[0] ?? 0n
const wallet = async (uid: number) =>
  (await getBalances(stage.database.db, [customer(uid, 'wallet')]))[0] ?? 0n
const pass = async (days: number) => {
  stage.clock.advance(days * dayMs)
  await midnights.run()
}
/** Moves the calendar to noon of the first day of the next month. */
const passMonth = async () => {
  const now = new Date(stage.clock.business())
  const first = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1, 12)
  await pass(Math.round((first - stage.clock.business()) / dayMs))
}

/** A customer with a chain of three inviters above; the nearest first. */
const chain = async (money = '30000') => {
  const top = await newCustomer(stage)
  const middle = await newCustomer(stage, top.uid)
  const near = await newCustomer(stage, middle.uid)
  const client = await newCustomer(stage, near.uid)
  await stage.give(client.uid, 'wallet', usdt(money))
  return { client: client.uid, inviters: [near.uid, middle.uid, top.uid] as const }
}
const buy = (uid: number, typeid: number, money = '2700', more: Partial<ReferralDeps> = {}) =>
  buyBaseCycle(
    {
      ...stage,
      sale: { accountsOf: saleAccounts, sold: (tx, order) => promiseSale({ ...deps, ...more }, tx, order) },
    },
    { uid },
    {
      ...{ productId: typeid, method: 'fixed', amount: usdt(money) },
      ...{ withdrawPassword: testPassword, stopLossPercent: null },
    },
  )
const promisesOf = async (orderId: number) => {
  const { rows } = await sql<{ level: number; promised: bigint; first: bigint; refusal: string | null }>`
    select level, promised, first_promised as first, refusal from referral_promise
    where order_id = ${orderId} order by level`.execute(stage.database.db)
  return rows
}
/** What is still set aside for an order, on one level or on all. */
const heldOf = async (orderId: number, level: number | null = null) => {
  const { rows } = await sql<{ held: bigint }>`
    select sum(promised + first_promised - paid - first_paid - returned) as held from referral_promise
    where order_id = ${orderId} and (${level}::int is null or level = ${level})`.execute(stage.database.db)
  return rows[0]?.held
}
const broken = async () => {
  const all = [...ledgerInvariants, ...investInvariants, ...referralInvariants]
  const report = await checkInvariants(stage.database.db, 1, all)
  const found = report.invariants.filter(({ holds }) => !holds)
  return Object.fromEntries(found.map(({ name, examples }) => [name, examples[0]]))
}

describe('an order of an invited customer', () => {
  it('pays three levels by the published example: at once what cannot be redeemed, on the 1st what accrued', async () => {
    const { client, inviters } = await chain()
    const [marketing, before] = [await held('marketing'), await held('referral')]
    const order = await buy(client, sure)
    // 2.97 promised: 30, 10, 5 % of it, and 10, 6, 4 % at once.
    expect(await Promise.all(inviters.map(wallet))).toEqual(['0.297', '0.1782', '0.1188'].map(usdt))
    expect(marketing - (await held('marketing'))).toBe(
      usdt('0.891') + usdt('0.297') + usdt('0.297') + usdt('0.1782') + usdt('0.1485') + usdt('0.1188'),
    )
    await pass(2)
    const [near] = inviters
    expect(await getOverview(deps, near)).toMatchObject({
      totalincome: '0.297',
      accrued: { yesterday: '0.12728571', month: '0.25457142' },
      usercount: 1,
      inviter: true,
      levels: [
        { level: 1, count: 1, rate: 30, first: 10 },
        { level: 2, count: 0, rate: 10, first: 6 },
        { level: 3, count: 0, rate: 5, first: 4 },
      ],
    })
    await passMonth()
    // Six days of 0.42428571 and one of 0.42428574, each share rounded down.
    expect(await wallet(near)).toBe(usdt('0.297') + 6n * usdt('0.12728571') + usdt('0.12728572'))
    expect((await getOverview(deps, near)).accrued).toEqual({ yesterday: '0', month: '0' })
    expect(await held('referral')).toBe(before)
    const { rows } = await sql<{ key: string; id: number; kind: string }>`
      select key, cause_id as id, cause_kind as kind from ledger_transaction
      where cause_kind = 'referralPaid' order by id`.execute(stage.database.db)
    expect(rows[0]?.key).toBe(`referral:202606:${client}:1`)
    const sources = await listIncomeSources(
      stage.database.db,
      rows.map(({ id, kind }) => ({ causeKind: kind, causeId: id })),
    )
    expect(sources.get(`referralPaid:${rows[0]?.id}`)).toBe(client)
    expect(
      await listClients(stage.database.db, near, {
        level: 1,
        offset: 0,
        limit: 5,
        direction: 'desc',
      }),
    ).toMatchObject({
      total: 1,
      rows: [{ invested: usdt('2700'), brought: usdt('1.18799998') }],
    })
    // The next one is no first order.
    expect((await promisesOf((await buy(client, sure, '100')).id)).map(({ first }) => first)).toEqual([
      0n,
      0n,
      0n,
    ])
    expect(order.state).toBe('running')
    expect(await broken()).toEqual({})
  })

  it('pays a redeemable first purchase at its end, and nothing of a redeemed one', async () => {
    const [kept, redeemed] = [await chain(), await chain()]
    await buy(kept.client, fixed)
    const early = await buy(redeemed.client, fixed)
    expect(await wallet(kept.inviters[0])).toBe(0n)
    await pass(2)
    await stage.redeem(redeemed.client, early.id)
    await pass(5)
    // The whole fee takes back everything unpaid.
    expect((await getOverview(deps, redeemed.inviters[0])).accrued.month).toBe('0')
    expect(await wallet(kept.inviters[0])).toBe(usdt('0.297'))
    await passMonth()
    expect(await Promise.all(redeemed.inviters.map(wallet))).toEqual([0n, 0n, 0n])
    expect(await wallet(kept.inviters[1])).toBe(usdt('0.1782') + 7n * usdt('0.04242857'))
    expect(await broken()).toEqual({})
  })

  it('is sold without a promise where marketing is empty, the account is frozen, or both are one person', async () => {
    const { client, inviters } = await chain()
    const [near, middle] = inviters
    // Marketing covers the two smaller promises only.
    const left = await held('marketing')
    const keep = usdt('0.297') + usdt('0.1782') + usdt('0.1485') + usdt('0.1188')
    await transact(stage.database.db, (tx) =>
      withdrawFromReserve(tx, 1, 'marketing', (left - keep) as Usdt, { kind: 'test', id: 9 }),
    )
    const short = await buy(client, fixed)
    expect((await promisesOf(short.id)).map(({ refusal }) => refusal)).toEqual(['reserve', null, null])
    expect(await held('marketing')).toBe(0n)
    expect((await getOverview(deps, near)).payers.filter(({ funded: is }) => !is)).toEqual([
      { type: 10, funded: false },
      { type: 17, funded: false },
    ])
    await fund('1000')
    await transact(stage.database.db, (tx) => startLock(stage, tx, middle, testLock))
    const frozen = await buy(client, fixed)
    expect((await promisesOf(frozen.id)).map(({ refusal }) => refusal)).toEqual([null, 'account', null])
    const address = 'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW'
    for (const uid of [client, near])
      await saveWithdrawalAddress(stage, { uid, ip: '' }, { network: '1002', address })
    const same = await buy(client, fixed)
    expect((await promisesOf(same.id)).map(({ refusal }) => refusal)).toEqual([
      'sameOwner',
      'sameOwner',
      'sameOwner',
    ])
    // One person by the identity or by a bank account earns nothing of herself either, on any level.
    const alone = await chain()
    const shared = await buy(alone.client, fixed, '100', {
      identityOf: async (_, uid) => (uid === alone.client || uid === alone.inviters[2] ? 'one person' : null),
    })
    const bank = { firstname: 'Ada', lastname: 'Example', bankno: 'Bank', city: 'Berlin', postcode: '10115' }
    for (const uid of [alone.client, alone.inviters[1]])
      await saveBankDetails(stage, { uid, ip: '' }, { ...bank, iban: 'DE89370400440532013000' })
    const banked = await buy(alone.client, fixed, '100')
    for (const { id } of [shared, banked])
      expect((await promisesOf(id)).map(({ refusal }) => refusal)).toEqual(Array(3).fill('sameOwner'))
    // Proof of identity, where it is asked for, is needed of both.
    const other = await chain()
    await sql`insert into content_setting (key, value, changed_ms) values ('referral_needs_kyc', '1', 1)`.execute(
      stage.database.db,
    )
    const proven = await buy(other.client, fixed, '100', {
      identityOf: async (_, uid) =>
        uid === other.client || uid === other.inviters[2] ? `person ${uid}` : null,
    })
    await sql`delete from content_setting where key = 'referral_needs_kyc'`.execute(stage.database.db)
    expect((await promisesOf(proven.id)).map(({ refusal }) => refusal)).toEqual(['kyc', 'kyc', null])
    expect(await broken()).toEqual({})
  })

  it('is promised to no house account, nor for experience funds or a copy', async () => {
    const { client, inviters } = await chain()
    const [, , top] = inviters
    await stage.give(top, 'wallet', usdt('3000'))
    // The house account invited the top one, who invited the next one.
    expect(await promisesOf((await buy(top, sure)).id)).toEqual([])
    await stage.give(inviters[1], 'wallet', usdt('3000'))
    expect((await promisesOf((await buy(inviters[1], sure)).id)).map(({ level }) => level)).toEqual([1])
    const trial = await stage.product({ type: 'experience' })
    await stage.give(client, 'experience', usdt('500'))
    const sale = {
      accountsOf: saleAccounts,
      sold: (tx: Tx, order: InvestOrder) => promiseSale(deps, tx, order),
    }
    const order = await buyExperience({ ...stage, sale }, { uid: client }, trial)
    expect(await promisesOf(order.id)).toEqual([])
    await transact(stage.database.db, (tx) =>
      promiseSale(deps, tx, { ...order, id: 77, method: 'copy', principal: usdt('500') } as never),
    )
    expect(await promisesOf(77)).toEqual([])
    await pass(1)
    expect((await getOverview(deps, inviters[0])).accrued.month).toBe('0')
    expect(await broken()).toEqual({})
  })

  it('shares one reserve between ten orders at once and funds none twice', async () => {
    const people = await Promise.all(Array.from({ length: 10 }, () => chain('200')))
    const left = await held('marketing')
    // Each order of 100 needs 0.11 × 65 %: 0.0715; there is enough for four.
    const keep = 4n * usdt('0.0715')
    await transact(stage.database.db, (tx) =>
      withdrawFromReserve(tx, 1, 'marketing', (left - keep) as Usdt, { kind: 'test', id: 10 }),
    )
    const orders = await Promise.all(people.map(({ client }) => buy(client, fixed, '100')))
    const promises = (await Promise.all(orders.map(({ id }) => promisesOf(id)))).flat()
    const sum = promises.reduce((total, { promised, first }) => total + promised + first, 0n)
    expect(sum <= keep && sum > keep - usdt('0.03')).toBe(true)
    expect(await held('marketing')).toBe(keep - sum)
    await fund('1000')
    expect(await broken()).toEqual({})
  })

  it('earns no more than the limit of a month, in any split', async () => {
    await sql`insert into content_setting (key, value, changed_ms) values ('referral_month_max', '0.2', 1)`.execute(
      stage.database.db,
    )
    const { client, inviters } = await chain()
    await buy(client, fixed)
    await pass(4)
    await sql`delete from content_setting where key = 'referral_month_max'`.execute(stage.database.db)
    expect((await getOverview(deps, inviters[0])).accrued.month).toBe('0.2')
    await passMonth()
    expect(await broken()).toEqual({})
  })
})

describe('leaving', () => {
  it('ends what others earn permanently, pays what accrued, returns the rest', async () => {
    const { client, inviters } = await chain()
    const order = await buy(client, fixed)
    await pass(1)
    await leaveReferrer(stage, client)
    expect(await expectDomainError(leaveReferrer(stage, client))).toEqual({
      code: 'invalidState',
      data: { reason: 'noReferrer' },
    })
    expect((await getOverview(deps, inviters[0])).usercount).toBe(0)
    expect((await getOverview(deps, client)).inviter).toBe(false)
    const { rows: notices } = await sql<{ uid: number; kind: string }>`
      select uid, kind from notifications_notice where key = ${String(client)} order by uid desc`.execute(
      stage.database.db,
    )
    expect(notices.map(({ uid, kind }) => [uid, kind])).toEqual([
      [client, 'referralLeft'],
      ...inviters.map((uid) => [uid, 'referralClientLeft']),
    ])
    await buy(client, fixed)
    await passMonth()
    const paid = ['0.12728571', '0.04242857', '0.02121428'].map(usdt)
    expect(await Promise.all(inviters.map(wallet))).toEqual(paid)
    expect(await heldOf(order.id)).toBe(0n)
    expect(await broken()).toEqual({})
  })

  it('of an inviter whose account closes gives everything unpaid back', async () => {
    const { client, inviters } = await chain()
    const [near] = inviters
    const order = await buy(client, fixed)
    await pass(1)
    await transact(stage.database.db, (tx) => closeReferral(tx, near, stage.clock.business()))
    expect(await heldOf(order.id, 1)).toBe(0n)
    await passMonth()
    expect(await wallet(near)).toBe(0n)
    expect(await broken()).toEqual({})
  })
})

describe('ledgerCheck', () => {
  it('finds what does not add up', async () => {
    await buy((await chain()).client, fixed)
    await pass(1)
    const planted: readonly (readonly [statement: string, found: string])[] = [
      [
        "update referral_promise set promised = promised + 1 where refusal is null and state = 'running'",
        'holds exactly',
      ],
      [
        'delete from referral_accrual where day = (select max(day) from referral_accrual)',
        'every day add up',
      ],
      ['update referral_payout set amount = amount + 1', 'payments of every client'],
      ['update referral_return set amount = amount + 1', 'promises returned'],
      ["update referral_promise set state = 'over' where state = 'running'", 'is over'],
      ['update referral_payout set receiver = client', 'entries of referral income'],
      ['delete from referral_payout', 'booked once'],
    ]
    expect(await broken()).toEqual({})
    for (const [statement, found] of planted) {
      await plantRows(stage.database.url, statement)
      expect(Object.keys(await broken()).filter((name) => name.includes(found))).toHaveLength(1)
    }
  })
})
