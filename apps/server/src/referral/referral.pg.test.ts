import type { Usdt } from '@glasshouse/core/money/units'
import { usdt } from '@glasshouse/core/money/units'
import { testLock } from '@glasshouse/testkit/customers'
import { plantRows } from '@glasshouse/testkit/plantRows'
import { expectDomainError } from '@glasshouse/testkit/refused'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { saveBankDetails, saveWithdrawalAddress } from '../destinations/index.ts'
import { startLock } from '../identity/index.fixture.ts'
import { buyExperience } from '../invest/index.fixture.ts'
import type { InvestOrder } from '../invest/index.ts'
import type { Tx } from '../platform/database/index.ts'
import { transact } from '../platform/transactions/index.ts'
import { payIncome } from './index.fixture.ts'
import { closeReferral, promiseSale, saleAccounts } from './index.ts'
import { openReferralStage, overviewOf, type ReferralStage } from './referral.fixture.ts'
import { leaveReferrer } from './service/leave.ts'
import { listClients, listIncomeSources } from './service/overview.ts'

let stage: ReferralStage
beforeAll(async () => {
  stage = await openReferralStage(payIncome)
})
afterAll(() => stage.close())

const wallet = async (uid: number) => (await stage.wallets([uid]))[0] ?? 0n
/** What is still set aside for an order, on one level or on all. */
const heldOf = async (orderId: number, level: number | null = null) =>
  (await stage.promisesOf(orderId))
    .filter((one) => level === null || one.level === level)
    .reduce(
      (sum, { promised, first, paid, firstPaid, returned }) =>
        sum + promised + first - paid - firstPaid - returned,
      0n,
    )

describe('an order of an invited customer', () => {
  it('pays three levels by the published example: at once what cannot be redeemed, on the 1st what accrued', async () => {
    const { client, inviters } = await stage.chain()
    const [marketing, before] = [await stage.houseHolds('marketing'), await stage.houseHolds('referral')]
    const order = await stage.buy(client, stage.sure)
    // 2.97 promised: 30, 10, 5 % of it, and 10, 6, 4 % at once.
    expect(await Promise.all(inviters.map(wallet))).toEqual(['0.297', '0.1782', '0.1188'].map(usdt))
    expect(marketing - (await stage.houseHolds('marketing'))).toBe(
      usdt('0.891') + usdt('0.297') + usdt('0.297') + usdt('0.1782') + usdt('0.1485') + usdt('0.1188'),
    )
    await stage.pass(2)
    const [near] = inviters
    expect(await overviewOf(stage.deps, near)).toMatchObject({
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
    await stage.passMonth()
    // Six days of 0.42428571 and one of 0.42428574, each share rounded down.
    expect(await wallet(near)).toBe(usdt('0.297') + 6n * usdt('0.12728571') + usdt('0.12728572'))
    expect((await overviewOf(stage.deps, near)).accrued).toEqual({ yesterday: '0', month: '0' })
    expect(await stage.houseHolds('referral')).toBe(before)
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
    expect(
      (await stage.promisesOf((await stage.buy(client, stage.sure, '100')).id)).map(({ first }) => first),
    ).toEqual([0n, 0n, 0n])
    expect(order.state).toBe('running')
    expect(await stage.broken()).toEqual({})
  })

  it('pays a redeemable first purchase at its end, and nothing of a redeemed one', async () => {
    const [kept, redeemed] = [await stage.chain(), await stage.chain()]
    await stage.buy(kept.client, stage.fixed)
    const early = await stage.buy(redeemed.client, stage.fixed)
    expect(await wallet(kept.inviters[0])).toBe(0n)
    await stage.pass(2)
    await stage.redeem(redeemed.client, early.id)
    await stage.pass(5)
    // The whole fee takes back everything unpaid.
    expect((await overviewOf(stage.deps, redeemed.inviters[0])).accrued.month).toBe('0')
    expect(await wallet(kept.inviters[0])).toBe(usdt('0.297'))
    await stage.passMonth()
    expect(await Promise.all(redeemed.inviters.map(wallet))).toEqual([0n, 0n, 0n])
    expect(await wallet(kept.inviters[1])).toBe(usdt('0.1782') + 7n * usdt('0.04242857'))
    expect(await stage.broken()).toEqual({})
  })

  it('is sold without a promise where marketing is empty, the account is frozen, or both are one person', async () => {
    const { client, inviters } = await stage.chain()
    const [near, middle] = inviters
    // Marketing covers the two smaller promises only.
    const keep = usdt('0.297') + usdt('0.1782') + usdt('0.1485') + usdt('0.1188')
    await stage.leaveInMarketing(keep as Usdt)
    const short = await stage.buy(client, stage.fixed)
    expect((await stage.promisesOf(short.id)).map(({ refusal }) => refusal)).toEqual(['reserve', null, null])
    expect(await stage.houseHolds('marketing')).toBe(0n)
    expect((await overviewOf(stage.deps, near)).payers.filter(({ funded: is }) => !is)).toEqual([
      { type: 10, funded: false },
      { type: 17, funded: false },
    ])
    await stage.fund('1000')
    await transact(stage.database.db, (tx) => startLock(stage, tx, middle, testLock))
    const frozen = await stage.buy(client, stage.fixed)
    expect((await stage.promisesOf(frozen.id)).map(({ refusal }) => refusal)).toEqual([null, 'account', null])
    const address = 'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW'
    for (const uid of [client, near])
      await saveWithdrawalAddress(stage, { uid, ip: '' }, { network: '1002', address })
    const same = await stage.buy(client, stage.fixed)
    expect((await stage.promisesOf(same.id)).map(({ refusal }) => refusal)).toEqual([
      'sameOwner',
      'sameOwner',
      'sameOwner',
    ])
    // One person by the identity or by a bank account earns nothing of herself either, on any level.
    const alone = await stage.chain()
    const shared = await stage.buy(alone.client, stage.fixed, '100', {
      identityOf: async (_, uid) => (uid === alone.client || uid === alone.inviters[2] ? 'one person' : null),
    })
    const bank = {
      firstName: 'Ada',
      lastName: 'Example',
      bankName: 'Bank',
      city: 'Berlin',
      postCode: '10115',
    }
    for (const uid of [alone.client, alone.inviters[1]])
      await saveBankDetails(stage, { uid, ip: '' }, { ...bank, iban: 'DE89370400440532013000' })
    const banked = await stage.buy(alone.client, stage.fixed, '100')
    for (const { id } of [shared, banked])
      expect((await stage.promisesOf(id)).map(({ refusal }) => refusal)).toEqual(Array(3).fill('sameOwner'))
    // Proof of identity, where it is asked for, is needed of both.
    const other = await stage.chain()
    await stage.set('referral_needs_kyc', '1')
    const proven = await stage.buy(other.client, stage.fixed, '100', {
      identityOf: async (_, uid) =>
        uid === other.client || uid === other.inviters[2] ? `person ${uid}` : null,
    })
    await stage.set('referral_needs_kyc', null)
    expect((await stage.promisesOf(proven.id)).map(({ refusal }) => refusal)).toEqual(['kyc', 'kyc', null])
    expect(await stage.broken()).toEqual({})
  })

  it('is promised to no house account, nor for trial funds or a copy', async () => {
    const { client, inviters } = await stage.chain()
    const [, , top] = inviters
    await stage.give(top, 'wallet', usdt('3000'))
    // The house account invited the top one, who invited the next one.
    expect(await stage.promisesOf((await stage.buy(top, stage.sure)).id)).toEqual([])
    await stage.give(inviters[1], 'wallet', usdt('3000'))
    expect(
      (await stage.promisesOf((await stage.buy(inviters[1], stage.sure)).id)).map(({ level }) => level),
    ).toEqual([1])
    const trial = await stage.product({ type: 'experience' })
    await stage.give(client, 'experience', usdt('500'))
    const sale = {
      accountsOf: saleAccounts,
      sold: (tx: Tx, order: InvestOrder) => promiseSale(stage.deps, tx, order),
    }
    const order = await buyExperience({ ...stage, sale }, { uid: client }, trial)
    expect(await stage.promisesOf(order.id)).toEqual([])
    await transact(stage.database.db, (tx) =>
      promiseSale(stage.deps, tx, { ...order, id: 77, method: 'copy', principal: usdt('500') } as never),
    )
    expect(await stage.promisesOf(77)).toEqual([])
    await stage.pass(1)
    expect((await overviewOf(stage.deps, inviters[0])).accrued.month).toBe('0')
    expect(await stage.broken()).toEqual({})
  })

  it('shares one reserve between ten orders at once and funds none twice', async () => {
    const people = await Promise.all(Array.from({ length: 10 }, () => stage.chain('200')))
    // Each order of 100 needs 0.11 × 65 %: 0.0715; there is enough for four.
    const keep = 4n * usdt('0.0715')
    await stage.leaveInMarketing(keep as Usdt)
    const orders = await Promise.all(people.map(({ client }) => stage.buy(client, stage.fixed, '100')))
    const promises = (await Promise.all(orders.map(({ id }) => stage.promisesOf(id)))).flat()
    const sum = promises.reduce((total, { promised, first }) => total + promised + first, 0n)
    expect(sum <= keep && sum > keep - usdt('0.03')).toBe(true)
    expect(await stage.houseHolds('marketing')).toBe(keep - sum)
    await stage.fund('1000')
    expect(await stage.broken()).toEqual({})
  })

  it('earns no more than the limit of a month, in any split', async () => {
    await stage.set('referral_month_max', '0.2')
    const { client, inviters } = await stage.chain()
    await stage.buy(client, stage.fixed)
    await stage.pass(4)
    await stage.set('referral_month_max', null)
    expect((await overviewOf(stage.deps, inviters[0])).accrued.month).toBe('0.2')
    await stage.passMonth()
    expect(await stage.broken()).toEqual({})
  })
})

describe('leaving', () => {
  it('ends what others earn permanently, pays what accrued, returns the rest', async () => {
    const { client, inviters } = await stage.chain()
    const order = await stage.buy(client, stage.fixed)
    await stage.pass(1)
    await leaveReferrer(stage, client)
    expect(await expectDomainError(leaveReferrer(stage, client))).toEqual({
      code: 'invalidState',
      data: { reason: 'noReferrer' },
    })
    expect((await overviewOf(stage.deps, inviters[0])).usercount).toBe(0)
    expect((await overviewOf(stage.deps, client)).inviter).toBe(false)
    const { rows: notices } = await sql<{ uid: number; kind: string }>`
      select uid, kind from notifications_notice where key = ${String(client)} order by uid desc`.execute(
      stage.database.db,
    )
    expect(notices.map(({ uid, kind }) => [uid, kind])).toEqual([
      [client, 'referralLeft'],
      ...inviters.map((uid) => [uid, 'referralClientLeft']),
    ])
    await stage.buy(client, stage.fixed)
    await stage.passMonth()
    const paid = ['0.12728571', '0.04242857', '0.02121428'].map(usdt)
    expect(await Promise.all(inviters.map(wallet))).toEqual(paid)
    expect(await heldOf(order.id)).toBe(0n)
    expect(await stage.broken()).toEqual({})
  })

  it('of an inviter whose account closes gives everything unpaid back', async () => {
    const { client, inviters } = await stage.chain()
    const [near] = inviters
    const order = await stage.buy(client, stage.fixed)
    await stage.pass(1)
    await transact(stage.database.db, (tx) => closeReferral(tx, near, stage.clock.business()))
    expect(await heldOf(order.id, 1)).toBe(0n)
    await stage.passMonth()
    expect(await wallet(near)).toBe(0n)
    expect(await stage.broken()).toEqual({})
  })
})

describe('ledgerCheck', () => {
  it('finds what does not add up', async () => {
    await stage.buy((await stage.chain()).client, stage.fixed)
    await stage.pass(1)
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
    expect(await stage.broken()).toEqual({})
    for (const [statement, found] of planted) {
      await plantRows(stage.database.url, statement)
      expect(Object.keys(await stage.broken()).filter((name) => name.includes(found))).toHaveLength(1)
    }
  })
})
