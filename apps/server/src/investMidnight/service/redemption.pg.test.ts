import { startOfNextDay } from '@glasshouse/core/calendar/days'
import { dayMs } from '@glasshouse/core/calendar/durations'
import { formatUsdt, usdt } from '@glasshouse/core/money/units'
import { type InvestStage, investFixture, stageMidnights } from '@glasshouse/testkit/investments'
import { expectDomainError } from '@glasshouse/testkit/refused'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pledgeOrders, releaseOrders } from '../../collateral/index.ts'
import { transact } from '../../platform/transactions/index.ts'

let stage: InvestStage
beforeAll(async () => {
  stage = await investFixture()
})
afterAll(() => stage.close())

const refused = async (attempt: Promise<unknown>) => {
  const { code, data } = await expectDomainError(attempt)
  return { code, ...data }
}
const row = async (id: number) => {
  const { rows } = await sql<{
    state: string
    accrued: bigint
    accrued_days: number
    payout: bigint
    fee: bigint
    finished_ms: number | null
  }>`select state, accrued, accrued_days, payout, fee, finished_ms from invest_order where id = ${id}`.execute(
    stage.database.db,
  )
  const [found] = rows
  if (found === undefined) throw new Error(`no order ${id}`)
  return found
}
const sums = async (product: number) => {
  const { rows } = await sql<{ sold: bigint; promised: bigint }>`
    select sold, promised from invest_product where id = ${product}`.execute(stage.database.db)
  return rows[0]
}
/** Moves the calendar to so long before the next midnight, UTC+1. */
const toBeforeMidnight = (ms: number): number => {
  const now = stage.clock.business()
  const midnight = startOfNextDay(now)
  stage.clock.advance(midnight - ms - now)
  return midnight
}

describe('when redemption opens', () => {
  it.each([
    [1, 1],
    [3, 3],
    [6, 6],
  ])(
    'after %i midnights it does at that midnight and not a millisecond before',
    async (redeemdays, nights) => {
      const [uid, product] = [await stage.saver('100'), await stage.product({ redeemdays })]
      const { id, redeemable_ms } = await stage.buy(uid, product, '100')
      await stage.pass(nights - 1)
      const midnight = toBeforeMidnight(1)
      expect(redeemable_ms).toBe(midnight)
      expect(await refused(stage.redeem(uid, id))).toEqual({
        ...{ code: 'invalidState', reason: 'until', until: midnight },
      })
      stage.clock.advance(1)
      await stage.midnights.run()
      expect(await stage.redeem(uid, id)).toMatchObject({ state: 'redeeming' })
      await stage.pass(1)
      expect(await stage.account(uid, 'wallet')).toBe(usdt('100'))
    },
  )

  it('from the purchase on it returns the principal whole before the first interest, without a fee', async () => {
    const [uid, product] = [await stage.saver('500'), await stage.product({ redeemdays: 0 })]
    const reserve = await stage.reserveOf(product)
    const { id } = await stage.buy(uid, product, '500')
    await stage.redeem(uid, id)
    await stage.pass(1)
    expect(await row(id)).toMatchObject({
      ...{ state: 'redeemed', accrued: 0n, accrued_days: 0, payout: usdt('500'), fee: 0n },
    })
    expect(await stage.account(uid, 'wallet')).toBe(usdt('500'))
    expect(await stage.reserveOf(product)).toBe(reserve)
    expect(await sums(product)).toEqual({ sold: 0n, promised: 0n })
    expect(await stage.broken()).toEqual({})
  })

  it('after as many midnights as the cycle has days it never does: the order ends first', async () => {
    const cycles = [{ method: 'fixed', rate: '0.0011', days: 3 }] as const
    const product = await stage.product({ cycles, redeemdays: 3 })
    const uid = await stage.saver('100')
    const { id, ends_ms, redeemable_ms } = await stage.buy(uid, product, '100')
    expect(redeemable_ms).toBe(ends_ms)
    await stage.pass(2)
    expect(await refused(stage.redeem(uid, id))).toMatchObject({ reason: 'until', until: ends_ms })
    await stage.pass(1)
    expect(await refused(stage.redeem(uid, id))).toMatchObject({ reason: 'finished' })
    expect(await row(id)).toMatchObject({ state: 'ended', payout: usdt('100'), fee: 0n })
  })
})

describe('what redemption pays', () => {
  // Accrued after k of n days, the fee and what reaches the wallet in all; calculated with fractions by hand.
  it.each([
    ['fixed', '0.0011', 7, '2700', 2, '1', '0.84857142', '0.84857142', '2700'],
    ['fixed', '0.0011', 7, '2700', 2, '0.5', '0.84857142', '0.42428571', '2700.42428571'],
    ['fixed', '0.0011', 7, '2700', 5, '0.33333333', '2.12142855', '0.70714285', '2701.4142857'],
    ['fixed', '0.0011', 7, '2700', 6, '0', '2.54571426', '0', '2702.54571426'],
    ['fixed', '0.00000001', 101, '100', 2, '1', '0', '0', '100'],
    ['compound', '0.0135', 90, '3300', 1, '1', '0.495', '0.495', '3300'],
    ['compound', '0.0135', 90, '3300', 3, '0.5', '1.48522276', '0.74261138', '3300.74261138'],
    ['compound', '0.0135', 90, '3300', 3, '0.00000001', '1.48522276', '0.00000002', '3301.48522274'],
    ['compound', '0.0135', 90, '3300', 3, '0', '1.48522276', '0', '3301.48522276'],
  ] as const)(
    '%s %s in %i days of %s after %i days at a share of %s',
    async (method, rate, days, money, after, redeemfee, accrued, fee, received) => {
      const product = await stage.product({ cycles: [{ method, rate, days }], redeemfee })
      const uid = await stage.saver(money)
      const before = await stage.reserveOf(product)
      const { id } = await stage.buy(uid, product, money, method)
      await stage.pass(after)
      await stage.redeem(uid, id)
      await stage.pass(1)
      const { state, ...figures } = await row(id)
      expect(state).toBe('redeemed')
      expect([figures.accrued, figures.fee].map(formatUsdt)).toEqual([accrued, fee])
      expect(formatUsdt(await stage.account(uid, 'wallet'))).toBe(received)
      // What the customer has more is what the reserve has less, and nothing stays held.
      expect(await stage.reserveOf(product)).toBe(before - (usdt(received) - usdt(money)))
      expect(await stage.account(uid, 'principal')).toBe(0n)
      expect(await sums(product)).toEqual({ sold: 0n, promised: 0n })
    },
  )

  it('takes no more of a fixed order than its principal, and settles the orders beside it', async () => {
    // More interest than money is paid before the end where a cycle is long or the largest rate is high.
    await sql`insert into content_setting (key, value, changed_ms) values ('invest_apr_max', '1000', 1)`.execute(
      stage.database.db,
    )
    const cycles = [{ method: 'fixed', rate: '1.08', days: 40 }] as const
    const product = await stage.product({ cycles })
    const [rich, plain] = [await stage.saver('100'), await stage.saver('2700')]
    const { id } = await stage.buy(rich, product, '100')
    await stage.pass(37)
    const other = await stage.buy(plain, await stage.product(), '2700')
    await stage.pass(2)
    // 39 × 2.7 were paid.
    expect(await stage.account(rich, 'wallet')).toBe(usdt('105.3'))
    await stage.redeem(rich, id)
    await stage.redeem(plain, other.id)
    await stage.pass(1)
    expect(await row(id)).toMatchObject({ state: 'redeemed', payout: 0n, fee: usdt('100') })
    expect(await stage.account(rich, 'wallet')).toBe(usdt('105.3'))
    expect(await row(other.id)).toMatchObject({ state: 'redeemed', payout: usdt('2699.15142858') })
    expect(await stage.broken()).toEqual({})
  })

  it('of trial funds takes the fee out of the funds and never pays them out', async () => {
    const cycles = [{ method: 'fixed', rate: '0.0006', days: 3 }] as const
    const product = await stage.product({ type: 'experience', cycles, redeemfee: '0.5' })
    const uid = await stage.saver('0.00000001')
    await stage.give(uid, 'experience', usdt('200'))
    const { id } = await stage.buyTrial(uid, product)
    await stage.pass(1)
    await stage.redeem(uid, id)
    await stage.pass(1)
    // One day of 0.12 ÷ 3; half of it comes out of the funds.
    expect(await stage.account(uid, 'wallet')).toBe(usdt('0.04000001'))
    expect(await row(id)).toMatchObject({ state: 'redeemed', payout: 0n, fee: usdt('0.02') })
    expect(await stage.account(uid, 'experiencePrincipal')).toBe(0n)
    expect(await stage.account(uid, 'experience')).toBe(0n)
    expect(await stage.broken()).toEqual({})
  })
})

describe('at a midnight', () => {
  it('a request a millisecond before it earns no more, one at it still earns the day and waits a day', async () => {
    const product = await stage.product({ redeemfee: '0' })
    const [early, late] = [await stage.saver('2700'), await stage.saver('2700')]
    const [first, second] = [await stage.buy(early, product, '2700'), await stage.buy(late, product, '2700')]
    await stage.pass(1)
    const midnight = toBeforeMidnight(1)
    await stage.redeem(early, first.id)
    stage.clock.advance(1)
    // The run of this midnight has not begun.
    await stage.redeem(late, second.id)
    await stage.midnights.run()
    expect(await row(first.id)).toMatchObject({ state: 'redeemed', accrued_days: 1, finished_ms: midnight })
    expect(await row(second.id)).toMatchObject({ state: 'redeeming', accrued_days: 2 })
    await stage.pass(1)
    expect(await row(second.id)).toMatchObject({
      ...{ state: 'redeemed', accrued_days: 2, finished_ms: midnight + dayMs },
    })
    expect([await stage.account(early, 'wallet'), await stage.account(late, 'wallet')]).toEqual([
      ...[usdt('2700.42428571'), usdt('2700.84857142')],
    ])
    expect(await stage.broken()).toEqual({})
  })

  it('asked back on the last day an order is redeemed, not ended: the last interest is given up', async () => {
    const cycles = [{ method: 'compound', rate: '0.001', days: 2 }] as const
    const product = await stage.product({ cycles, redeemfee: '0' })
    const uid = await stage.saver('1000')
    const { id } = await stage.buy(uid, product, '1000', 'compound')
    await stage.pass(1)
    toBeforeMidnight(1)
    await stage.redeem(uid, id)
    await stage.pass(1)
    expect(await row(id)).toMatchObject({ state: 'redeemed', payout: usdt('1000.5'), accrued_days: 1 })
    expect(await sums(product)).toEqual({ sold: 0n, promised: 0n })
  })

  it('asked back after the last midnight, before it is run, an order ends in full', async () => {
    const cycles = [{ method: 'fixed', rate: '0.001', days: 2 }] as const
    const product = await stage.product({ cycles })
    const uid = await stage.saver('1000')
    const { id } = await stage.buy(uid, product, '1000')
    stage.clock.advance(2 * dayMs)
    await stage.redeem(uid, id)
    await stage.midnights.run()
    expect(await row(id)).toMatchObject({ state: 'ended', accrued: usdt('1'), payout: usdt('1000'), fee: 0n })
    expect(await stage.account(uid, 'wallet')).toBe(usdt('1001'))
    expect(await stage.broken()).toEqual({})
  })

  it('requests and the run at once leave every order settled once', async () => {
    const product = await stage.product()
    const savers = await Promise.all(Array.from({ length: 12 }, () => stage.saver('100')))
    const orders = await Promise.all(savers.map((uid) => stage.buy(uid, product, '100')))
    await stage.pass(1)
    stage.clock.advance(dayMs)
    await Promise.all([
      stage.midnights.run(),
      stageMidnights(stage).run(),
      ...savers.map((uid, at) => stage.redeem(uid, orders[at]?.id ?? 0)),
    ])
    await stage.pass(2)
    for (const { id } of orders) expect(await row(id)).toMatchObject({ state: 'redeemed' })
    for (const uid of savers) expect(await stage.account(uid, 'wallet')).toBe(usdt('100'))
    expect(await sums(product)).toEqual({ sold: 0n, promised: 0n })
    expect(await stage.broken()).toEqual({})
  })
})

describe('who may ask', () => {
  it('only the owner, of an order there is, that secures no loan', async () => {
    const [uid, other, product] = [
      await stage.saver('200'),
      await stage.saver('100'),
      await stage.product({ redeemdays: 0 }),
    ]
    const { id } = await stage.buy(uid, product, '200')
    for (const [who, what] of [
      [other, id],
      [uid, id + 1000],
      [uid, 0],
      [10_000, id],
    ] as const)
      expect(await refused(stage.redeem(who, what))).toEqual({ code: 'notFound' })
    await transact(stage.database.db, (tx) => pledgeOrders(tx, 77, [id]))
    expect(await refused(stage.redeem(uid, id))).toEqual({
      ...{ code: 'invalidState', reason: 'pledged', loan: 77 },
    })
    await transact(stage.database.db, (tx) => releaseOrders(tx, stage.clock, stage.clock.business(), 77))
    expect(await stage.redeem(uid, id)).toMatchObject({ state: 'redeeming' })
  })

  it('a locked customer too: the request and the payout go on', async () => {
    const [uid, product] = [await stage.saver('100'), await stage.product({ redeemdays: 0 })]
    const { id } = await stage.buy(uid, product, '100')
    const from = stage.clock.business()
    await sql`insert into identity_lock (uid, reason, remark, origin, from_ms, until_ms)
      values (${uid}, 'customer_request', '', 'customer', ${from}, ${from + 3 * dayMs})`.execute(
      stage.database.db,
    )
    await stage.redeem(uid, id)
    await stage.pass(1)
    expect(await stage.account(uid, 'wallet')).toBe(usdt('100'))
  })
})
