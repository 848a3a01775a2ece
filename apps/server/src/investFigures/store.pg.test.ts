import { dayMs } from '@glasshouse/core/calendar/durations'
import { usdt } from '@glasshouse/core/money/units'
import { type InvestStage, investFixture } from '@glasshouse/testkit/investments'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transact } from '../platform/transactions/index.ts'
import {
  findEarlierOrder,
  findKeptOrder,
  listLargestOrders,
  sumInvested,
  sumUnpaidInterest,
} from './index.ts'

const weekMs = 7 * dayMs

let stage: InvestStage
/** A fixed cycle of a week and a compound one of 90 days, both without a redemption fee. */
let product = 0
let trial = 0
beforeAll(async () => {
  stage = await investFixture()
  product = await stage.product({
    cycles: [
      { method: 'fixed', rate: '0.0011', days: 7 },
      { method: 'compound', rate: '0.0135', days: 90 },
    ],
    redeemfee: '0',
  })
  trial = await stage.product({ type: 'experience' })
})
afterAll(() => stage.close())

describe('an order that was kept', () => {
  const isKept = async (uid: number) =>
    (await findKeptOrder(stage.database.db, uid, stage.clock.business(), weekMs)) !== null

  it('is one whose cycle ended, or that was not asked back before the time had passed', async () => {
    const short = await stage.product({ cycles: [{ method: 'fixed', rate: '0.001', days: 2 }] })
    const long = await stage.product({ cycles: [{ method: 'fixed', rate: '0.001', days: 30 }] })
    const savers = [await stage.saver('100'), await stage.saver('100'), await stage.saver('100')] as const
    const [ended, kept, asked] = savers
    await stage.buy(ended, short, '100')
    await stage.buy(kept, long, '100')
    const { id } = await stage.buy(asked, long, '100')
    const look = () => Promise.all(savers.map(isKept))
    expect(await look()).toEqual([false, false, false])
    await stage.pass(2)
    expect(await look()).toEqual([true, false, false])
    await stage.pass(3)
    await stage.redeem(asked, id)
    await stage.pass(2)
    expect(await look()).toEqual([true, true, false])
    await stage.pass(30)
    expect(await look()).toEqual([true, true, false])
  })

  it('counts from the purchase to the request to the millisecond', async () => {
    const long = await stage.product({ cycles: [{ method: 'compound', rate: '0.001', days: 30 }] })
    const uid = await stage.saver('100')
    const { id, created_ms } = await stage.buy(uid, long, '100', 'compound')
    const at = (ms: number) => findKeptOrder(stage.database.db, uid, created_ms + ms, weekMs)
    expect([await at(weekMs - 1), await at(weekMs)]).toEqual([null, id])
    stage.clock.advance(weekMs)
    await stage.midnights.run()
    await stage.redeem(uid, id)
    expect(await at(weekMs)).toBe(id)
  })

  it('is never one of trial funds', async () => {
    const uid = await stage.saver('0.00000001')
    await stage.give(uid, 'experience', usdt('100'))
    await stage.buyTrial(uid, trial)
    await stage.pass(8)
    expect((await stage.orders(uid, 1)).map(({ state }) => state)).toEqual(['ended'])
    expect(await isKept(uid)).toBe(false)
  })
})

describe('the first order of a customer', () => {
  const earlier = (uid: number, id: number) =>
    transact(stage.database.db, (tx) => findEarlierOrder(tx, uid, id))

  it('is of own money, and the trial before it does not count', async () => {
    const [uid, other] = [await stage.saver('300'), await stage.saver('100')]
    await stage.give(uid, 'experience', usdt('100'))
    const trialOrder = await stage.buyTrial(uid, trial)
    const [foreign, first, second] = [
      await stage.buy(other, product, '100'),
      await stage.buy(uid, product, '100'),
      await stage.buy(uid, product, '100', 'compound'),
    ]
    expect(await earlier(uid, trialOrder.id)).toBeNull()
    expect(await earlier(uid, first.id)).toBeNull()
    expect(await earlier(uid, second.id)).toBe(first.id)
    expect(await earlier(other, foreign.id)).toBeNull()
    // It stays the first one when it was asked back.
    await stage.pass(1)
    await stage.redeem(uid, first.id)
    await stage.pass(1)
    expect(await earlier(uid, second.id)).toBe(first.id)
  })
})

describe('sums by customer', () => {
  it('count invested money once, whatever became of it, and trial funds never', async () => {
    const [uid, none] = [await stage.saver('4300'), await stage.saver('100')]
    await stage.give(uid, 'experience', usdt('100'))
    await stage.buyTrial(uid, trial)
    const { id } = await stage.buy(uid, product, '3300', 'compound')
    await stage.buy(uid, product, '1000')
    const invested = async () => [...(await sumInvested(stage.database.db, [uid, none, 1]))]
    expect(await invested()).toEqual([[uid, usdt('4300')]])
    await stage.pass(2)
    await stage.redeem(uid, id)
    await stage.pass(1)
    expect(await invested()).toEqual([[uid, usdt('4300')]])
    expect(await sumInvested(stage.database.db, [])).toEqual(new Map())
  })

  it('count unpaid interest of compound orders until it is paid, also of one that was asked back', async () => {
    const uid = await stage.saver('4300')
    const { id } = await stage.buy(uid, product, '3300', 'compound')
    await stage.buy(uid, product, '1000')
    const unpaid = async () => (await sumUnpaidInterest(stage.database.db, [uid, 1])).get(uid)
    expect(await unpaid()).toBe(0n)
    await stage.pass(2)
    expect(await unpaid()).toBe(usdt('0.99007425'))
    await stage.redeem(uid, id)
    expect(await unpaid()).toBe(usdt('0.99007425'))
    await stage.pass(1)
    expect(await unpaid()).toBeUndefined()
  })

  it('name the largest own order in processing of each who has one of the least amount', async () => {
    const big = await stage.product({ reserve: '1000' })
    const [rich, just, poor] = [
      await stage.saver('90000'),
      await stage.saver('30000'),
      await stage.saver('29900'),
    ]
    const { id } = await stage.buy(rich, big, '40000')
    await stage.buy(rich, big, '50000')
    await stage.buy(just, big, '30000')
    await stage.buy(poor, big, '29900')
    const largest = () => listLargestOrders(stage.database.db, usdt('30000'))
    expect([...(await largest())]).toEqual([
      [rich, usdt('50000')],
      [just, usdt('30000')],
    ])
    await stage.pass(1)
    await stage.redeem(rich, id)
    expect((await largest()).get(rich)).toBe(usdt('50000'))
    await stage.pass(6)
    expect(await largest()).toEqual(new Map())
  })
})
