import { type Usdt, usdt } from '@glasshouse/core/money/units'
import { newCustomer } from '@glasshouse/testkit/customers'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { payIncome, settleFinished } from './index.fixture.ts'
import { openReferralStage, overviewOf, type ReferralStage } from './referral.fixture.ts'

// An order of 2700 at 0.0011 for seven days: six days of 0.42428571 and one of 0.42428574, 2.97 in all. Its inviters get
// 0.12728571, 0.04242857 and 0.02121428 a day.

let stage: ReferralStage
beforeAll(async () => {
  stage = await openReferralStage(payIncome)
})
afterAll(() => stage.close())
afterEach(async () => {
  await stage.set('referral_month_max', null)
  // The next case begins in a month of its own.
  await stage.passMonth()
  expect(await stage.broken()).toEqual({})
})

const accruedOf = async (orderId: number) => (await stage.promisesOf(orderId)).map(({ accrued }) => accrued)
const unpaidOf = async (uid: number) => (await overviewOf(stage.deps, uid)).accrued
const payoutsOf = async (client: number) => {
  const { rows } = await sql<{ month: number; level: number; amount: bigint; key: string; type: number }>`
    select p.month, p.level, p.amount, t.key, min(e.type)::int as type
    from referral_payout p
    join ledger_transaction t on t.cause_kind = 'referralPaid' and t.cause_id = p.id
    join ledger_entry e on e.transaction_id = t.id
    where p.client = ${client} group by 1, 2, 3, 4 order by 1, 2`.execute(stage.database.db)
  return rows
}
const noticesOf = async (uid: number) => {
  const { rows } = await sql<{ key: string }>`
    select key from notifications_notice where uid = ${uid} and kind = 'referralPaid' order by id`.execute(
    stage.database.db,
  )
  return rows.map(({ key }) => key)
}
const one = (text: string): Usdt => usdt(text)
const monthNow = () => {
  const now = new Date(stage.clock.business())
  return now.getUTCFullYear() * 100 + now.getUTCMonth() + 1
}

/** Moves the calendar to noon of the fourth last day of the month: four days of an order lie in it, three in the next. */
const passToLastDays = async () => {
  const nowMs = stage.clock.business()
  const now = new Date(nowMs)
  const end = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)
  await stage.pass(Math.floor((end - nowMs) / 86_400_000) - 3)
}

describe('the limit of a month', () => {
  it.each([
    ['a unit below the share of a day', '0.1272857', ['0.1272857', '0.08485714', '0.04242856']],
    ['the share of a day', '0.12728571', ['0.12728571', '0.08485714', '0.04242856']],
    ['a unit above it', '0.12728572', ['0.12728572', '0.08485714', '0.04242856']],
    ['a unit below two shares of the third level', '0.04242855', Array(3).fill('0.04242855')],
    ['nothing', '0', ['0', '0', '0']],
  ])('of %s is kept to the unit on two days', async (_, max, expected: readonly string[]) => {
    const { client } = await stage.chain()
    const order = await stage.buy(client, stage.fixed)
    await stage.set('referral_month_max', max)
    await stage.pass(2)
    expect(await accruedOf(order.id)).toEqual(expected.map(one))
  })

  it('is one for all clients of an inviter, and each inviter has an own one', async () => {
    const { client, inviters } = await stage.chain()
    const [near] = inviters
    const sibling = await newCustomer(stage, near)
    await stage.give(sibling.uid, 'wallet', usdt('3000'))
    const stranger = await stage.chain()
    await stage.set('referral_month_max', '0.2')
    const orders = [
      await stage.buy(client, stage.fixed),
      await stage.buy(sibling.uid, stage.fixed),
      await stage.buy(stranger.client, stage.fixed),
    ]
    await stage.pass(1)
    const [older, younger, apart] = await Promise.all(orders.map(({ id }) => accruedOf(id)))
    // 0.12728571 of the older order, and what the month has left of the younger one.
    expect([older?.[0], younger?.[0], apart?.[0]]).toEqual(
      ['0.12728571', '0.07271429', '0.12728571'].map(one),
    )
    expect(younger?.slice(1)).toEqual(['0.04242857', '0.02121428'].map(one))
    expect((await unpaidOf(near)).month).toBe('0.2')
  })

  it('counts a first purchase, which leaves less for what accrues', async () => {
    const { client, inviters } = await stage.chain()
    await stage.set('referral_month_max', '0.3')
    const order = await stage.buy(client, stage.sure)
    expect(await stage.wallets(inviters)).toEqual(['0.297', '0.1782', '0.1188'].map(one))
    await stage.pass(3)
    expect(await accruedOf(order.id)).toEqual(['0.003', '0.1218', '0.06364284'].map(one))
  })

  it('that staff lower takes nothing back of what accrued, and lets nothing more accrue', async () => {
    const { client } = await stage.chain()
    const order = await stage.buy(client, stage.fixed)
    await stage.pass(2)
    await stage.set('referral_month_max', '0.01')
    await stage.pass(1)
    expect(await accruedOf(order.id)).toEqual(['0.25457142', '0.08485714', '0.04242856'].map(one))
    await stage.set('referral_month_max', '1000')
    await stage.pass(1)
    expect(await accruedOf(order.id)).toEqual(['0.38185713', '0.12728571', '0.06364284'].map(one))
  })

  it('begins anew with the day that ends in the next month', async () => {
    const { client } = await stage.chain()
    await passToLastDays()
    await stage.set('referral_month_max', '0.2')
    const order = await stage.buy(client, stage.fixed)
    await stage.pass(7)
    const [accrued] = await accruedOf(order.id)
    // 0.2 in the month of the sale and 0.2 in the next one, each reached on the second day.
    expect(accrued).toBe(one('0.4'))
  })

  it('that cuts a first purchase to nothing at the sale pays none at the end of the order', async () => {
    const { client, inviters } = await stage.chain()
    await passToLastDays()
    await stage.set('referral_month_max', '0')
    const order = await stage.buy(client, stage.sure)
    await stage.set('referral_month_max', null)
    await stage.pass(8)
    const promises = await stage.promisesOf(order.id)
    expect(promises.map(({ firstPaid, state }) => [firstPaid, state])).toEqual(Array(3).fill([0n, 'over']))
    const accrued = promises.map((row) => row.accrued)
    // What accrued in the month of the sale is paid; the rest waits for the next one.
    for (const [at, amount] of (await stage.wallets(inviters)).entries())
      expect(amount <= (accrued[at] ?? 0n)).toBe(true)
    for (const { promised, first, accrued: earned, returned } of promises)
      expect(returned).toBe(promised + first - earned)
  })
})

describe('the payout of a month', () => {
  it('is one line for each client and level, however many orders, on the 1st and on no other day', async () => {
    const { client, inviters } = await stage.chain()
    for (let at = 0; at < 3; at += 1) await stage.buy(client, stage.fixed)
    await stage.pass(2)
    expect(await payoutsOf(client)).toEqual([])
    const month = monthNow()
    await stage.passMonth()
    const shares = ['0.76371426', '0.25457142', '0.12728568'].map(one)
    const last = ['0.12728572', '0.04242857', '0.02121428'].map(one)
    const paid = await payoutsOf(client)
    expect(paid.map(({ key, type }) => [key, type])).toEqual([
      [`referral:${month}:${client}:1`, 10],
      [`referral:${month}:${client}:2`, 11],
      [`referral:${month}:${client}:3`, 16],
    ])
    expect(paid.map(({ amount }) => amount)).toEqual(
      shares.map((amount, at) => 3n * (amount + (last[at] ?? 0n))),
    )
    // The first order ended in full, which paid its first purchase too.
    const once = ['0.297', '0.1782', '0.1188'].map(one)
    expect(await stage.wallets(inviters)).toEqual(paid.map(({ amount }, at) => amount + (once[at] ?? 0n)))
    for (const uid of inviters) expect(await noticesOf(uid)).toEqual([String(month)])
  })

  it('is made once when its midnight runs again, alone or ten times at once', async () => {
    const { client, inviters } = await stage.chain()
    await stage.buy(client, stage.fixed)
    await stage.pass(1)
    const month = monthNow()
    await stage.passMonth()
    const [before, lines] = [await stage.wallets(inviters), await payoutsOf(client)]
    const first = stage.clock.business() - (stage.clock.business() % 86_400_000) - 3_600_000
    const midnight = { atMs: first, day: `${month}30`, isLast: true } as Parameters<typeof payIncome>[1]
    await payIncome(stage, midnight)
    await Promise.all(Array.from({ length: 10 }, () => payIncome(stage, midnight)))
    await Promise.all(Array.from({ length: 10 }, () => settleFinished(stage, midnight)))
    expect(await stage.wallets(inviters)).toEqual(before)
    expect(await payoutsOf(client)).toEqual(lines)
  })

  it('of two missed months is made up month by month, each with its own line', async () => {
    const { client } = await stage.chain()
    const month = monthNow()
    await passToLastDays()
    await stage.buy(client, stage.fixed)
    await stage.pass(62)
    const months = (await payoutsOf(client)).filter(({ level }) => level === 1).map((row) => row.month)
    const next = month % 100 === 12 ? month + 89 : month + 1
    expect(months).toEqual([month, next])
  })

  it('takes nothing back of what was paid when the order is redeemed afterwards', async () => {
    const { client, inviters } = await stage.chain()
    await passToLastDays()
    const order = await stage.buy(client, stage.fixed)
    await stage.pass(5)
    const paid = await stage.wallets(inviters)
    expect(paid.every((amount) => amount > 0n)).toBe(true)
    await stage.redeem(client, order.id)
    await stage.pass(1)
    expect(await stage.wallets(inviters)).toEqual(paid)
    const promises = await stage.promisesOf(order.id)
    expect(promises.map(({ paid: kept }) => kept)).toEqual(paid)
    for (const { accrued, takenBack, paid: kept } of promises) expect(takenBack).toBe(accrued - kept)
  })
})

describe('an order that is redeemed early', () => {
  it.each([
    ['0', ['0.25457142', '0.08485714', '0.04242856']],
    // The fee of 0.84857142 is rounded up, so that the third level keeps a unit less than three quarters.
    ['0.25', ['0.19092856', '0.06364285', '0.03182141']],
    ['0.5', ['0.12728571', '0.04242857', '0.02121428']],
    ['1', ['0', '0', '0']],
  ])('with a fee of %s of its interest leaves the same part of what is unpaid', async (redeemfee, left) => {
    const typeid = await stage.product({ redeemdays: 1, redeemfee })
    const { client, inviters } = await stage.chain()
    const order = await stage.buy(client, typeid)
    await stage.pass(2)
    await stage.redeem(client, order.id)
    await stage.pass(1)
    const promises = await stage.promisesOf(order.id)
    expect(promises.map(({ state, firstPaid }) => [state, firstPaid])).toEqual(Array(3).fill(['over', 0n]))
    expect(promises.map(({ accrued, takenBack }) => accrued - takenBack)).toEqual(left.map(one))
    await stage.passMonth()
    expect(await stage.wallets(inviters)).toEqual(left.map(one))
    const again = await stage.promisesOf(order.id)
    for (const { promised, first, paid, firstPaid, returned } of again)
      expect(paid + firstPaid + returned).toBe(promised + first)
  })
})
