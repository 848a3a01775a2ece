import { type Usdt, usdt } from '@glasshouse/core/money/units'
import { killPoints } from '@glasshouse/testkit/cases'
import { drainDeadConnections, killConnectionAt } from '@glasshouse/testkit/connectionFaults'
import { newCustomer, testLock } from '@glasshouse/testkit/customers'
import { expectDomainError } from '@glasshouse/testkit/refused'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startLock } from '../identity/index.fixture.ts'
import { transact } from '../platform/transactions/index.ts'
import { payIncome } from './index.fixture.ts'
import { closeReferral } from './index.ts'
import { openReferralStage, overviewOf, type ReferralStage } from './referral.fixture.ts'
import { leaveReferrer } from './service/leave.ts'

let stage: ReferralStage
beforeAll(async () => {
  stage = await openReferralStage(payIncome)
})
afterAll(() => stage.close())
afterEach(async () => {
  expect(await stage.broken()).toEqual({})
})

const returnsOf = async (subject: number) => {
  const { rows } = await sql<{ reason: string; amount: bigint; key: string }>`
    select r.reason, r.amount, t.key from referral_return r
    join ledger_transaction t on t.cause_kind = 'referralReturned' and t.cause_id = r.id
    where r.subject = ${subject} order by r.id`.execute(stage.database.db)
  return rows
}
const noticesAbout = async (client: number) => {
  const { rows } = await sql<{ kind: string; n: number }>`
    select kind, count(*)::int as n from notifications_notice where key = ${String(client)} group by kind order by kind`.execute(
    stage.database.db,
  )
  return rows.map(({ kind, n }) => [kind, n])
}
const close = (uid: number) =>
  transact(stage.database.db, (tx) => closeReferral(tx, uid, stage.clock.business()))
const fulfilled = (results: readonly PromiseSettledResult<unknown>[]) =>
  results.filter(({ status }) => status === 'fulfilled').length

describe('leaving', () => {
  it('a hundred times at once counts once, with one return and one notice to each side', async () => {
    const { client, inviters } = await stage.chain()
    const order = await stage.buy(client, stage.fixed)
    await stage.pass(1)
    const results = await Promise.allSettled(Array.from({ length: 100 }, () => leaveReferrer(stage, client)))
    expect(fulfilled(results)).toBe(1)
    const promises = await stage.promisesOf(order.id)
    const back = promises.reduce((sum, { promised, first, accrued }) => sum + promised + first - accrued, 0n)
    expect(await returnsOf(client)).toEqual([
      { reason: 'left', amount: back, key: `referral-returned:left:${client}` },
    ])
    expect(await noticesAbout(client)).toEqual([
      ['referralClientLeft', 3],
      ['referralLeft', 1],
    ])
    expect((await overviewOf(stage.deps, inviters[0])).accrued.month).toBe('0.12728571')
  })

  it('without any order moves nothing, and is refused to those whom no one invited', async () => {
    const { client } = await stage.chain()
    await leaveReferrer(stage, client)
    expect(await returnsOf(client)).toEqual([])
    const alone = await newCustomer(stage)
    for (const uid of [client, alone.uid, 99_999_999])
      expect(await expectDomainError(leaveReferrer(stage, uid))).toEqual({
        ...{ code: 'invalidState', data: { reason: 'noReferrer' } },
      })
  })

  it('before an order ends pays no first purchase at its end, and after one was paid leaves it paid', async () => {
    const [later, atOnce] = [await stage.chain(), await stage.chain()]
    const order = await stage.buy(later.client, stage.fixed)
    await stage.buy(atOnce.client, stage.sure)
    await leaveReferrer(stage, later.client)
    await leaveReferrer(stage, atOnce.client)
    await stage.pass(7)
    expect(await stage.wallets(later.inviters)).toEqual([0n, 0n, 0n])
    expect(await stage.wallets(atOnce.inviters)).toEqual(['0.297', '0.1782', '0.1188'].map(usdt))
    for (const row of await stage.promisesOf(order.id))
      expect(row).toMatchObject({ state: 'over', accrued: 0n, returned: row.promised + row.first })
  })

  it('ends what is earned of the leaver alone, not of those the leaver invited', async () => {
    const { client, inviters } = await stage.chain()
    const below = await newCustomer(stage, client)
    await stage.give(below.uid, 'wallet', usdt('3000'))
    await leaveReferrer(stage, client)
    const order = await stage.buy(below.uid, stage.fixed)
    expect((await stage.promisesOf(order.id)).map(({ level, refusal }) => [level, refusal])).toEqual([
      [1, null],
      [2, null],
      [3, null],
    ])
    await stage.pass(1)
    expect((await overviewOf(stage.deps, client)).accrued.month).toBe('0.12728571')
    expect((await overviewOf(stage.deps, inviters[0])).accrued.month).toBe('0.04242857')
  })

  it('beside a sale promises that order wholly or not at all, and returns all that was promised', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { client } = await stage.chain()
      const [sold, left] = await Promise.allSettled([
        stage.buy(client, stage.fixed),
        leaveReferrer(stage, client),
      ])
      if (sold.status !== 'fulfilled') throw sold.reason
      expect(left.status).toBe('fulfilled')
      const promises = await stage.promisesOf(sold.value.id)
      expect([0, 3]).toContain(promises.length)
      for (const { promised, first, returned, state } of promises)
        expect([state, returned]).toEqual(['over', promised + first])
    }
  })

  it('on the day on which the order finished lets the night settle it', async () => {
    const { client, inviters } = await stage.chain()
    await stage.passMonth()
    await stage.buy(client, stage.fixed)
    await stage.pass(7)
    const paid = await stage.wallets(inviters)
    expect(paid).toEqual(['0.297', '0.1782', '0.1188'].map(usdt))
    await leaveReferrer(stage, client)
    expect(await returnsOf(client)).toEqual([])
    await stage.passMonth()
    expect((await stage.wallets(inviters))[0]).toBe(usdt('0.297') + usdt('0.89099998'))
  })

  it('that dies at any statement is whole or undone, and counts once when it is repeated', async () => {
    let deaths = 0
    for (const at of killPoints(24)) {
      const { client } = await stage.chain()
      const order = await stage.buy(client, stage.fixed)
      const marketing = await stage.houseHolds('marketing')
      const death = killConnectionAt(stage.database.url, at, at % 2 === 0 ? 'before' : 'after')
      await leaveReferrer(stage, client).catch(() => undefined)
      death.over()
      await drainDeadConnections(stage.database.pool)
      if (death.happened()) deaths += 1
      const back = (await stage.houseHolds('marketing')) - marketing
      const promises = await stage.promisesOf(order.id)
      const set = promises.reduce((sum, { promised, first }) => sum + promised + first, 0n)
      expect([0n, set]).toContain(back)
      await leaveReferrer(stage, client).catch(() => undefined)
      expect((await stage.houseHolds('marketing')) - marketing).toBe(set)
      expect(await noticesAbout(client)).toEqual([
        ['referralClientLeft', 3],
        ['referralLeft', 1],
      ])
    }
    expect(deaths).toBeGreaterThan(0)
  })
})

describe('closing an inviter’s account', () => {
  it('gives back what was set aside for that inviter, and nothing of the others', async () => {
    const { client, inviters } = await stage.chain()
    const [near, middle] = inviters
    const order = await stage.buy(client, stage.fixed)
    await stage.pass(2)
    await close(middle)
    const [first, second, third] = await stage.promisesOf(order.id)
    expect(second).toMatchObject({
      ...{ state: 'over', accrued: usdt('0.08485714'), takenBack: usdt('0.08485714'), paid: 0n },
      returned: usdt('0.297') + usdt('0.1782'),
    })
    expect([first?.state, third?.state]).toEqual(['running', 'running'])
    expect(await returnsOf(middle)).toEqual([
      { reason: 'closed', amount: usdt('0.4752'), key: `referral-returned:closed:${middle}` },
    ])
    await stage.passMonth()
    expect(await stage.wallets([near, middle])).toEqual([usdt('1.18799998'), 0n])
  })

  it('gives back what accrued of orders that are over already, and keeps what was paid', async () => {
    const { client, inviters } = await stage.chain()
    const [near] = inviters
    await stage.passMonth()
    await stage.buy(client, stage.sure)
    await stage.pass(7)
    const marketing = await stage.houseHolds('marketing')
    await close(near)
    expect((await stage.houseHolds('marketing')) - marketing).toBe(usdt('0.89099998'))
    expect(await stage.wallets([near])).toEqual([usdt('0.297')])
    await stage.passMonth()
    expect(await stage.wallets([near])).toEqual([usdt('0.297')])
  })

  it('takes the customer off the lists of those above, whose income of finished orders stays', async () => {
    const { client, inviters } = await stage.chain()
    await stage.buy(client, stage.fixed)
    await stage.pass(7)
    await close(client)
    expect((await overviewOf(stage.deps, inviters[0])).usercount).toBe(0)
    await stage.passMonth()
    expect(await stage.wallets([inviters[0]])).toEqual([usdt('0.297') + usdt('0.89099998')])
  })

  it('lets later orders of the clients promise nothing to it', async () => {
    const { client, inviters } = await stage.chain()
    const [, middle] = inviters
    await close(middle)
    await sql`
      update identity_customer set closed_ms = 1, email = null, phone = null, password_hash = null, email_proven_ms = null, phone_proven_ms = null,
        withdraw_password_hash = null where uid = ${middle}`.execute(stage.database.db)
    const order = await stage.buy(client, stage.fixed)
    expect((await stage.promisesOf(order.id)).map(({ refusal }) => refusal)).toEqual([
      ...[null, 'account', null],
    ])
  })
})

describe('who may be paid is judged at the sale', () => {
  it('a lock that begins later keeps what was promised, and one that ended is no obstacle', async () => {
    const { client, inviters } = await stage.chain()
    const [near] = inviters
    await stage.buy(client, stage.sure)
    await transact(stage.database.db, (tx) => startLock(stage, tx, near, testLock))
    await stage.pass(2)
    expect((await overviewOf(stage.deps, near)).accrued.month).toBe('0.25457142')
    await sql`update identity_lock set ended_ms = ${stage.clock.now()} where uid = ${near}`.execute(
      stage.database.db,
    )
    const order = await stage.buy(client, stage.fixed)
    expect((await stage.promisesOf(order.id)).map(({ refusal }) => refusal)).toEqual(Array(3).fill(null))
  })

  it.each([
    ['a unit less than the first level needs', -1n, ['reserve', null, null]],
    ['exactly what all need', 0n, [null, null, null]],
  ])('with %s in marketing', async (_, more, refusals) => {
    const { client } = await stage.chain()
    const [first, second, third] = ['1.188', '0.4752', '0.2673'].map(usdt)
    const all = (first ?? 0n) + (second ?? 0n) + (third ?? 0n)
    await stage.leaveInMarketing((more < 0n ? (first ?? 0n) + more : all) as Usdt)
    const order = await stage.buy(client, stage.fixed)
    expect((await stage.promisesOf(order.id)).map(({ refusal }) => refusal)).toEqual(refusals)
    await stage.fund('1000')
  })

  it('an address that inviters share among each other is no obstacle; one shared with the client is', async () => {
    const { client, inviters } = await stage.chain()
    const marks = (of: Readonly<Record<number, readonly string[]>>) => ({
      destinationsOf: async () =>
        new Map(Object.entries(of).map(([uid, list]) => [Number(uid), list] as const)),
    })
    const refusals = async (of: Readonly<Record<number, readonly string[]>>) =>
      (await stage.promisesOf((await stage.buy(client, stage.fixed, '100', marks(of))).id)).map(
        ({ refusal }) => refusal,
      )
    const [near, middle, top] = inviters
    expect(await refusals({ [near]: ['a'], [middle]: ['a'], [top]: ['a'] })).toEqual(Array(3).fill(null))
    for (const inviter of inviters)
      expect(await refusals({ [client]: ['a', 'b'], [inviter]: ['b'] })).toEqual(Array(3).fill('sameOwner'))
    expect(await refusals({ [client]: ['a'], [near]: ['c'] })).toEqual(Array(3).fill(null))
  })

  it('a client whom no one proved pays no one where proof is asked for, and the rates of the day are kept', async () => {
    const { client } = await stage.chain()
    await stage.set('referral_needs_kyc', '1')
    const unproven = await stage.buy(client, stage.fixed, '100')
    await stage.set('referral_needs_kyc', null)
    expect((await stage.promisesOf(unproven.id)).map(({ refusal }) => refusal)).toEqual(Array(3).fill('kyc'))
    await stage.set('referral_rate_1', '20')
    const order = await stage.buy(client, stage.fixed)
    await stage.set('referral_rate_1', null)
    await stage.pass(1)
    // 20 % of 0.42428571, although 30 % are in force when it accrues.
    expect((await stage.promisesOf(order.id))[0]).toMatchObject({
      ...{ promised: usdt('0.594'), first: 0n, accrued: usdt('0.08485714') },
    })
  })
})
