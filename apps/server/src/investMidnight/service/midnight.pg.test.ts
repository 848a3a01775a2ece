import { dayOf, dayStart, startOfNextDay } from '@glasshouse/core/calendar/days'
import { hourMs } from '@glasshouse/core/calendar/durations'
import { formatUsdt, usdt } from '@glasshouse/core/money/units'
import { caseStride, killPoints } from '@glasshouse/testkit/cases'
import { drainDeadConnections, killConnectionAt } from '@glasshouse/testkit/connectionFaults'
import { type InvestStage, investFixture, stageMidnights } from '@glasshouse/testkit/investments'
import { expectDomainError } from '@glasshouse/testkit/refused'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listNotices } from '../../notifications/index.fixture.ts'
import { transact } from '../../platform/transactions/index.ts'
import { insertAccruals, listAccruing } from '../store.ts'

let stage: InvestStage
beforeAll(async () => {
  stage = await investFixture()
})
afterAll(() => stage.close())

const accrualsOf = async (id: number) => {
  const { rows } = await sql<{ day: number; amount: bigint }>`
    select day, amount from invest_accrual where order_id = ${id} order by day`.execute(stage.database.db)
  return rows.map(({ day, amount }) => [day, formatUsdt(amount)])
}

describe('midnights', () => {
  it('pay a fixed order day by day with its own dates and return the principal with the last', async () => {
    const [uid, product] = [await stage.saver('2700'), await stage.product()]
    const { id } = await stage.buy(uid, product, '2700')
    await stage.pass(1)
    expect(await accrualsOf(id)).toEqual([[20260616, '0.42428571']])
    expect(await stage.account(uid, 'wallet')).toBe(usdt('0.42428571'))
    expect(await stage.orders(uid)).toMatchObject([{ lastProfit: '0.42428571', left: 6, state: 'running' }])
    // Six midnights that were missed are made up one by one.
    expect(await stage.pass(6)).toBe(6)
    expect(await accrualsOf(id)).toEqual([
      ...[16, 17, 18, 19, 20, 21].map((day) => [20260600 + day, '0.42428571']),
      [20260622, '0.42428574'],
    ])
    expect(await stage.account(uid, 'wallet')).toBe(usdt('2702.97'))
    expect(await stage.orders(uid)).toMatchObject([
      { status: 1, state: 'ended', payout: '2700', profit: '2.97', left: 0, next: null },
    ])
    const { rows } = await sql<{ key: string; at_ms: number }>`
      select key, at_ms from ledger_transaction where cause_kind = 'investAccrued' and cause_id = ${id}
      order by id limit 1`.execute(stage.database.db)
    expect(rows).toEqual([{ key: `invest-accrual:${id}:20260616`, at_ms: Date.UTC(2026, 5, 16, 23) }])
    expect(await stage.broken()).toEqual({})
  })

  it('add to a compound order and pay all of it at the end, also into a locked account', async () => {
    const product = await stage.product({ cycles: [{ method: 'compound', rate: '0.0135', days: 90 }] })
    const uid = await stage.saver('3300')
    const { id } = await stage.buy(uid, product, '3300', 'compound')
    await stage.pass(89)
    expect((await accrualsOf(id)).slice(0, 3).map(([, amount]) => amount)).toEqual([
      '0.495',
      '0.49507425',
      '0.49514851',
    ])
    expect(await stage.account(uid, 'wallet')).toBe(0n)
    const from = stage.clock.business()
    await sql`insert into identity_lock (uid, reason, remark, origin, from_ms, until_ms)
      values (${uid}, 'customer_request', '', 'customer', ${from}, ${from + 3 * 24 * hourMs})`.execute(
      stage.database.db,
    )
    await stage.pass(1)
    expect(await stage.account(uid, 'wallet')).toBe(usdt('3344.84868351'))
    expect(await stage.orders(uid)).toMatchObject([{ state: 'ended', payout: '3344.84868351' }])
    expect(await stage.broken()).toEqual({})
  })

  it('run once: a second run, a restart and two processes change nothing', async () => {
    const [uid, product] = [await stage.saver('2700'), await stage.product()]
    const { id } = await stage.buy(uid, product, '2700')
    stage.clock.advance(3 * 24 * hourMs)
    const other = stageMidnights(stage)
    await Promise.all([stage.midnights.run(), other.run(), stage.midnights.run()])
    expect(await stageMidnights(stage).run()).toBe(0)
    expect(await accrualsOf(id)).toHaveLength(3)
    expect(await stage.broken()).toEqual({})
  })

  it('pass over an order that was asked back, or accrued, after it was read', async () => {
    const [uid, product] = [await stage.saver('300'), await stage.product({ redeemdays: 0 })]
    const ids: number[] = []
    for (let at = 0; at < 3; at += 1) ids.push((await stage.buy(uid, product, '100')).id)
    const [kept = 0, back = 0, done = 0] = ids
    const atMs = startOfNextDay(stage.clock.business())
    const { db } = stage.database
    const accrued = transact(db, async (tx) => {
      const orders = await listAccruing(tx, { atMs, afterId: kept - 1, limit: 10 })
      expect(orders.map(({ id }) => id)).toEqual(ids)
      const accruals = orders.map((order) => ({ order, day: 20260101, amount: usdt('0.01') }))
      await stage.redeem(uid, back)
      await insertAccruals(tx, atMs, accruals.slice(2))
      const written = await insertAccruals(tx, atMs, accruals)
      expect(written.map(({ order }) => order.id)).toEqual([kept])
      throw new Error(`rolled back with ${done} accrued`)
    })
    await expect(accrued).rejects.toThrow('rolled back')
    expect(await stage.broken()).toEqual({})
  })

  it('leave nothing undone when they are killed at any statement', async () => {
    const product = await stage.product({
      cycles: [
        { method: 'fixed', rate: '0.0011', days: 2 },
        { method: 'compound', rate: '0.0012', days: 2 },
      ],
      redeemdays: 1,
    })
    let deaths = 0
    for (const at of killPoints(60)) {
      const uid = await stage.saver('300')
      const orders = [
        await stage.buy(uid, product, '100'),
        await stage.buy(uid, product, '100', 'compound'),
        await stage.buy(uid, product, '100'),
      ]
      await stage.pass(1)
      await stage.redeem(uid, orders[2]?.id ?? 0)
      stage.clock.advance(24 * hourMs)
      const death = killConnectionAt(stage.database.url, at, at % 2 === 0 ? 'before' : 'after')
      await stage.midnights.run().catch(() => undefined)
      death.over()
      await drainDeadConnections(stage.database.pool)
      if (death.happened()) deaths += 1
      // The rest is done by a process that knows nothing of the first.
      await stageMidnights(stage).run()
      expect((await stage.orders(uid)).map(({ state }) => state)).toEqual(['ended', 'ended', 'redeemed'])
      expect(await stage.account(uid, 'wallet')).toBe(usdt('300.230036'))
      if (!death.happened()) break
    }
    expect(deaths).toBeGreaterThan(15 / caseStride())
    expect(await stage.broken()).toEqual({})
  })
})

describe('notices', () => {
  const noticesOf = async (uid: number) => {
    const page = { offset: 0, limit: 100, direction: 'asc', onlyUnread: false, tab: null } as const
    const { rows } = await listNotices(stage.database.db, uid, page, 'en')
    // Those of midnights that are made up late bear the times of the midnights.
    expect(rows.map(({ time }) => time)).toEqual(rows.map(({ time }) => time).toSorted((a, b) => a - b))
    for (const { kind, time } of rows) if (!kind.endsWith('Bought')) expect(dayStart(dayOf(time))).toBe(time)
    return rows.map(({ kind, content, link }) => [kind, content, link])
  }

  it('tell of the purchase, the first interest and the end of an order, and of nothing in between', async () => {
    const [uid, product] = [await stage.saver('2700'), await stage.product()]
    const { id } = await stage.buy(uid, product, '2700')
    await stage.pass(7)
    const about = `Order ${id} (Stage product)`
    expect(await noticesOf(uid)).toEqual([
      [
        'investBought',
        expect.stringMatching(/^2,700 USDT for 7 days\. Interest is first booked on \d+ \w+ \d{4}, 00:00 /),
        `/order?id=${id}`,
      ],
      ['investFirstAccrual', expect.stringContaining('0.42428571 USDT for'), `/revenueRecord?id=${id}`],
      [
        'investEnded',
        `${about} has ended. 2,700 USDT were credited to your wallet. Interest in all: 2.97 USDT.`,
        `/order?id=${id}`,
      ],
    ])
  })

  it('tell of a redemption with its fee, and of trial funds without a payout', async () => {
    const uid = await stage.saver('2700')
    const order = await stage.buy(uid, await stage.product(), '2700')
    await stage.give(uid, 'experience', usdt('100'))
    const cycles = [{ method: 'fixed', rate: '0.0006', days: 2 }] as const
    const trial = await stage.buyTrial(uid, await stage.product({ type: 'experience', cycles }))
    await stage.pass(1)
    await stage.redeem(uid, order.id)
    await stage.pass(1)
    expect((await noticesOf(uid)).filter(([, , link]) => link === `/order?id=${order.id}`)[1]).toEqual([
      'investRedeemed',
      `Order ${order.id} (Stage product) was redeemed early. 2,699.57571429 USDT were credited to your wallet. Fee: 0.42428571 USDT.`,
      `/order?id=${order.id}`,
    ])
    expect((await noticesOf(uid)).filter(([, , link]) => link === `/order?id=${trial.id}`)).toMatchObject([
      ['investTrialBought', expect.stringMatching(/^Trial funds: 100 USDT for 2 days\./), expect.anything()],
      ['investTrialEnded', expect.stringContaining('wallet in all: 0.06 USDT'), expect.anything()],
    ])
  })
})

describe('early redemption', () => {
  it('of a fixed order takes the interest back and nothing else', async () => {
    const [uid, product] = [await stage.saver('2700'), await stage.product()]
    const { id, redeemable_ms } = await stage.buy(uid, product, '2700')
    const early = await expectDomainError(stage.redeem(uid, id))
    expect(early.data).toEqual({ reason: 'until', until: redeemable_ms })
    await stage.pass(2)
    const other = await stage.saver('1')
    expect((await expectDomainError(stage.redeem(other, id))).code).toBe('notFound')
    expect(await stage.redeem(uid, id)).toMatchObject({ state: 'redeeming' })
    expect((await expectDomainError(stage.redeem(uid, id))).data).toEqual({ reason: 'inRedemption' })
    expect(await stage.orders(uid)).toMatchObject([{ status: 0, nextstep: 1, left: 0, state: 'redeeming' }])
    const free = await stage.reserveOf(product)
    await stage.pass(1)
    expect(await stage.orders(uid)).toMatchObject([
      { status: 1, state: 'redeemed', payout: '2699.15142858', fee: '0.84857142', profit: '0.84857142' },
    ])
    expect(await stage.account(uid, 'wallet')).toBe(usdt('2700'))
    expect(await stage.reserveOf(product)).toBe(free + usdt('0.84857142'))
    expect((await expectDomainError(stage.redeem(uid, id))).data).toEqual({ reason: 'finished' })
    expect(await stage.broken()).toEqual({})
  })

  it('of a compound order pays what accrued less the fee', async () => {
    const product = await stage.product({
      cycles: [{ method: 'compound', rate: '0.0135', days: 90 }],
      redeemfee: '0.5',
    })
    const uid = await stage.saver('3300')
    const { id } = await stage.buy(uid, product, '3300', 'compound')
    await stage.pass(2)
    await stage.redeem(uid, id)
    await stage.pass(1)
    // 0.99007425 accrued, half of it rounded up is 0.49503713.
    expect(await stage.orders(uid)).toMatchObject([{ fee: '0.49503713', payout: '3300.49503712' }])
    expect(await stage.broken()).toEqual({})
  })

  it('asked for after a midnight that has not run yet still earns the day that ended', async () => {
    const [uid, product] = [await stage.saver('2700'), await stage.product({ redeemfee: '0' })]
    const { id } = await stage.buy(uid, product, '2700')
    stage.clock.advance(24 * hourMs)
    await stage.redeem(uid, id)
    await stage.midnights.run()
    expect(await accrualsOf(id)).toHaveLength(1)
    await stage.pass(1)
    expect(await accrualsOf(id)).toHaveLength(1)
    expect(await stage.account(uid, 'wallet')).toBe(usdt('2700.42428571'))
    expect(await stage.broken()).toEqual({})
  })
})
