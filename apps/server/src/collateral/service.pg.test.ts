import { usdt } from '@glasshouse/core/money/units'
import { type InvestStage, investFixture } from '@glasshouse/testkit/investments'
import { expectDomainError } from '@glasshouse/testkit/refused'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OrderEnd } from '../investMidnight/index.ts'
import { listNotices } from '../notifications/index.fixture.ts'
import { transact } from '../platform/transactions/index.ts'
import {
  finishSeizedOrder,
  listCollateral,
  listOrderNames,
  listPledgedOrders,
  lockCollateral,
  lockPledgedOrders,
  type PledgeableOrder,
  pledgeOrders,
  redemptionOf,
  releaseOrders,
} from './index.ts'

let stage: InvestStage
/** A fixed cycle of a week and a compound one of ten days; half of the accrued interest is the redemption fee. */
let product = 0
beforeAll(async () => {
  stage = await investFixture()
  product = await stage.product({
    cycles: [
      { method: 'fixed', rate: '0.0011', days: 7 },
      { method: 'compound', rate: '0.0098', days: 10 },
    ],
    redeemfee: '0.5',
  })
})
afterAll(() => stage.close())

const db = () => stage.database.db
const pledge = (loan: number, ...ids: readonly number[]) =>
  transact(db(), (tx) => pledgeOrders(tx, loan, ids))
const release = (loan: number) =>
  transact(db(), (tx) => releaseOrders(tx, stage.clock, stage.clock.business(), loan))
const stateOf = async (id: number) => {
  const { rows } = await sql<{ state: string; payout: bigint; fee: bigint; loan_id: number | null }>`
    select state, payout, fee, loan_id from invest_order where id = ${id}`.execute(db())
  return rows[0]
}
const kindsOf = async (uid: number) => {
  const page = { offset: 0, limit: 100, direction: 'asc', onlyUnread: false, tab: null } as const
  return (await listNotices(db(), uid, page, 'en')).rows.map(({ kind }) => kind)
}
const only = (orders: readonly PledgeableOrder[]): PledgeableOrder => {
  const [order] = orders
  if (order === undefined || orders.length !== 1) throw new Error(`${orders.length} orders`)
  return order
}

describe('what a customer can pledge', () => {
  it('is every fixed and compound order of own money in processing, the oldest first, and none of others', async () => {
    const [uid, other] = [await stage.saver('1000'), await stage.saver('100')]
    await stage.give(uid, 'experience', usdt('100'))
    const [first, second] = [
      await stage.buy(uid, product, '200'),
      await stage.buy(uid, product, '300', 'compound'),
    ]
    await stage.buyTrial(uid, await stage.product({ type: 'experience' }))
    await stage.buy(other, product, '100')
    expect((await listCollateral(db(), uid)).map(({ id }) => id)).toEqual([first.id, second.id])
    const [fixed, compound] = await transact(db(), (tx) => lockCollateral(tx, uid))
    expect(fixed).toEqual({
      ...{ id: first.id, uid, productId: product, productName: 'Stage product', method: 'fixed' },
      ...{ principal: usdt('200'), accrued: 0n, promised: usdt('0.22'), redeemFee: 50_000_000n },
      ...{ endsMs: first.ends_ms, isRedeeming: false, isPledged: false, loanId: null, isEnded: false },
    })
    expect(compound).toMatchObject({ method: 'compound', principal: usdt('300') })
    await stage.pass(1)
    await stage.redeem(uid, first.id)
    await pledge(31, second.id)
    expect(
      (await listCollateral(db(), uid)).map(({ id, isRedeeming, loanId }) => [id, isRedeeming, loanId]),
    ).toEqual([
      [first.id, true, null],
      [second.id, false, 31],
    ])
    await stage.pass(1)
    expect((await listCollateral(db(), uid)).map(({ id }) => id)).toEqual([second.id])
  })

  it('is found by its loan, and by no other one', async () => {
    const uid = await stage.saver('300')
    const ids: number[] = []
    for (let at = 0; at < 3; at += 1) ids.push((await stage.buy(uid, product, '100')).id)
    await pledge(41, ids[0] ?? 0, ids[2] ?? 0)
    await pledge(42, ids[1] ?? 0)
    const of = async (...loans: readonly number[]) =>
      (await listPledgedOrders(db(), loans)).map(({ id }) => id)
    expect([await of(41), await of(42), await of(41, 42), await of(43), await of()]).toEqual([
      ...[[ids[0], ids[2]], [ids[1]], ids, [], []],
    ])
    const locked = await transact(db(), (tx) => lockPledgedOrders(tx, [42]))
    expect(locked.map(({ id, isPledged, loanId }) => [id, isPledged, loanId])).toEqual([[ids[1], true, 42]])
    expect(await transact(db(), (tx) => lockPledgedOrders(tx, []))).toEqual([])
    const names = await listOrderNames(db(), [ids[1] ?? 0, 999_999])
    expect([...names.keys()]).toEqual([ids[1]])
    expect(names.get(ids[1] ?? 0)).toMatchObject({ name: 'Stage product', endsMs: expect.any(Number) })
    expect(await listOrderNames(db(), [])).toEqual(new Map())
  })
})

describe('a pledged order', () => {
  it('cannot be redeemed, earns on, and is worth what redemption would give back', async () => {
    const uid = await stage.saver('2700')
    const { id } = await stage.buy(uid, product, '2700')
    await pledge(51, id)
    await stage.pass(2)
    expect((await expectDomainError(stage.redeem(uid, id))).data).toEqual({ reason: 'pledged', loan: 51 })
    expect(await stage.account(uid, 'wallet')).toBe(usdt('0.84857142'))
    expect(redemptionOf(only(await listPledgedOrders(db(), [51])))).toEqual({
      ...{ fee: usdt('0.42428571'), interest: 0n, principal: usdt('2699.57571429') },
    })
    await release(51)
    expect(await stage.redeem(uid, id)).toMatchObject({ state: 'redeeming', loan_id: null })
    await stage.pass(1)
    expect(await stage.account(uid, 'wallet')).toBe(usdt('2700.42428571'))
    expect(await stage.broken()).toEqual({})
  })

  it('that ends keeps its principal held, pays its interest, and tells of its end when it is let go', async () => {
    const uid = await stage.saver('1100')
    const [fixed, compound] = [
      await stage.buy(uid, product, '100'),
      await stage.buy(uid, product, '1000', 'compound'),
    ]
    await pledge(61, fixed.id, compound.id)
    await stage.pass(7)
    expect(await stateOf(fixed.id)).toEqual({ state: 'ended', payout: 0n, fee: 0n, loan_id: 61 })
    expect(await stage.account(uid, 'wallet')).toBe(usdt('0.11'))
    expect(await stage.account(uid, 'principal')).toBe(usdt('1100'))
    await stage.pass(3)
    const { rows } = await sql<{ accrued: bigint }>`
      select accrued from invest_order where id = ${compound.id}`.execute(db())
    const interest = rows[0]?.accrued ?? 0n
    expect(interest).toBeGreaterThan(usdt('9.8'))
    expect(await stage.account(uid, 'wallet')).toBe(usdt('0.11') + interest)
    expect((await kindsOf(uid)).filter((kind) => kind === 'investEnded')).toEqual([])
    expect(await stage.broken()).toEqual({})
    const [first, second] = await listPledgedOrders(db(), [61])
    expect([first, second].map((one) => one && redemptionOf(one))).toEqual([
      { fee: 0n, interest: 0n, principal: usdt('100') },
      { fee: 0n, interest: 0n, principal: usdt('1000') },
    ])
    await release(61)
    expect(await stateOf(fixed.id)).toEqual({ state: 'ended', payout: usdt('100'), fee: 0n, loan_id: null })
    expect(await stateOf(compound.id)).toMatchObject({ state: 'ended', payout: usdt('1000') + interest })
    expect(await stage.account(uid, 'principal')).toBe(0n)
    expect(await stage.account(uid, 'wallet')).toBe(usdt('1100.11') + interest)
    expect((await kindsOf(uid)).filter((kind) => kind === 'investEnded')).toHaveLength(2)
    // Letting go again does nothing: no order is left.
    await release(61)
    expect(await stage.account(uid, 'wallet')).toBe(usdt('1100.11') + interest)
    expect(await stage.broken()).toEqual({})
  })

  it('that runs is let go without money, and ends like any other', async () => {
    const uid = await stage.saver('100')
    const { id } = await stage.buy(uid, product, '100')
    await pledge(71, id)
    await stage.pass(3)
    const before = await stage.account(uid, 'wallet')
    await release(71)
    expect(await stage.account(uid, 'wallet')).toBe(before)
    expect(await stateOf(id)).toEqual({ state: 'running', payout: 0n, fee: 0n, loan_id: null })
    await stage.pass(4)
    expect(await stateOf(id)).toMatchObject({ state: 'ended', payout: usdt('100') })
    expect(await stage.account(uid, 'wallet')).toBe(usdt('100.11'))
  })

  it('is let go once, however many at once ask for it', async () => {
    const uid = await stage.saver('100')
    const { id } = await stage.buy(uid, product, '100')
    await pledge(81, id)
    await stage.pass(7)
    await Promise.all(Array.from({ length: 10 }, () => release(81)))
    expect(await stage.account(uid, 'wallet')).toBe(usdt('100.11'))
    expect(await stateOf(id)).toMatchObject({ state: 'ended', payout: usdt('100'), loan_id: null })
    expect(await stage.broken()).toEqual({})
  })
})

describe('a seized order', () => {
  const heard: OrderEnd[] = []
  /** Finishes an order as a loan does, without its money, and puts it back. */
  const seize = async (loan: number, surplus: string) => {
    heard.length = 0
    let seen: unknown
    await transact(db(), async (tx) => {
      const order = only(await lockPledgedOrders(tx, [loan]))
      await finishSeizedOrder(tx, stage.clock.business(), order, usdt(surplus), async (_, __, ends) => {
        heard.push(...ends)
      })
      const { rows } = await sql`
        select state, payout, fee, loan_id, ended_pledged from invest_order where id = ${order.id}`.execute(
        tx,
      )
      const { rows: sums } =
        await sql`select sold, promised from invest_product where id = ${product}`.execute(tx)
      seen = { order: rows[0], sums: sums[0] }
      throw new Error('put back')
    }).catch((error: Error) => {
      if (error.message !== 'put back') throw error
    })
    return seen
  }
  const sumsOf = async () => {
    const { rows } = await sql<{ sold: bigint; promised: bigint }>`
      select sold, promised from invest_product where id = ${product}`.execute(db())
    return rows[0] ?? { sold: 0n, promised: 0n }
  }

  it('is redeemed: its product owes it nothing more, and listeners hear of it as of every end', async () => {
    const uid = await stage.saver('2700')
    const { id } = await stage.buy(uid, product, '2700')
    await pledge(91, id)
    await stage.pass(2)
    const { sold, promised } = await sumsOf()
    expect(await seize(91, '12.5')).toEqual({
      order: {
        ...{ state: 'redeemed', payout: usdt('12.5'), fee: usdt('0.42428571') },
        ...{ loan_id: null, ended_pledged: false },
      },
      // Five of seven days were still promised.
      sums: { sold: sold - usdt('2700'), promised: promised - usdt('2.12142858') },
    })
    expect(heard).toEqual([{ id, state: 'redeemed', payout: usdt('12.5'), fee: usdt('0.42428571') }])
    await release(91)
  })

  it('of compound interest pays what is left of the interest beside the surplus', async () => {
    const uid = await stage.saver('1000')
    const { id } = await stage.buy(uid, product, '1000', 'compound')
    await pledge(92, id)
    await stage.pass(1)
    const { promised } = await sumsOf()
    // 0.98 accrued, half of it is the fee.
    const seen = await seize(92, '7')
    expect(seen).toMatchObject({ order: { payout: usdt('7.49'), fee: usdt('0.49') } })
    const { rows } = await sql<{ promised: bigint }>`
      select promised from invest_order where id = ${id}`.execute(db())
    expect(seen).toMatchObject({ sums: { promised: promised - (rows[0]?.promised ?? 0n) } })
    await release(92)
  })

  it('that had ended stays ended, pays the interest it had plus the surplus, and changes no sum', async () => {
    const uid = await stage.saver('1000')
    const { id } = await stage.buy(uid, product, '1000', 'compound')
    await pledge(93, id)
    await stage.pass(10)
    const before = await sumsOf()
    const { rows } = await sql<{ accrued: bigint }>`
      select accrued from invest_order where id = ${id}`.execute(db())
    expect(await seize(93, '40')).toEqual({
      order: {
        ...{ state: 'ended', payout: usdt('40') + (rows[0]?.accrued ?? 0n), fee: 0n },
        ...{ loan_id: null, ended_pledged: true },
      },
      sums: before,
    })
    expect(heard).toEqual([])
    await release(93)
    expect(await stage.broken()).toEqual({})
  })
})
