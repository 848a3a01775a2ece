import { dayOf } from '@glasshouse/core/calendar/days'
import { dayMs } from '@glasshouse/core/calendar/durations'
import { formatUsdt, usdt } from '@glasshouse/core/money/units'
import { someCases } from '@glasshouse/testkit/cases'
import { type InvestStage, investFixture } from '@glasshouse/testkit/investments'
import { plantRows } from '@glasshouse/testkit/plantRows'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMidnightRun } from '../../platform/jobs/index.ts'
import { accrueInterest, endOrders, settleRedemptions } from './midnight.ts'

let stage: InvestStage
beforeAll(async () => {
  stage = await investFixture()
})
afterAll(() => stage.close())

const cycles = [
  { method: 'fixed', rate: '0.0029', days: 3 },
  { method: 'compound', rate: '0.0037', days: 4 },
] as const

/** Processes that end at a point of a midnight: before a step, or after it and before it is noted as done. */
const deathPoints = [
  ...['before interestAccruals', 'after interestAccruals', 'before endedOrders', 'after endedOrders'],
  ...['before redemptions', 'after redemptions'],
] as const
type DeathPoint = (typeof deathPoints)[number]

/** The run of a process that ends at a point of every midnight from `fromMs` on; later ones of it never run. */
const dyingRun = (point: DeathPoint) => {
  const dying =
    (name: string, step: typeof endOrders) => async (midnight: Parameters<typeof endOrders>[1]) => {
      if (point === `before ${name}`) throw new Error('the process ended')
      await step(stage, midnight)
      if (point === `after ${name}`) throw new Error('the process ended')
    }
  return createMidnightRun(stage, {
    interestAccruals: dying('interestAccruals', accrueInterest),
    endedOrders: dying('endedOrders', endOrders),
    redemptions: dying('redemptions', settleRedemptions),
  })
}

type Life = { readonly uid: number; readonly product: number }
/** A saver with orders that accrue, end and are asked back in the next midnights. */
const begin = async (): Promise<Life> => {
  const product = await stage.product({ cycles, redeemfee: '0.33333333', reserve: '500' })
  const uid = await stage.saver('3000')
  await stage.buy(uid, product, '700')
  const asked = await stage.buy(uid, product, '300', 'compound')
  await stage.pass(1)
  await stage.buy(uid, product, '900', 'compound')
  const { id } = await stage.buy(uid, product, '500')
  await stage.pass(1)
  await stage.redeem(uid, asked.id)
  await stage.redeem(uid, id)
  return { uid, product }
}
/** Days since 1970 of a label such as 20270131. */
const ordinal = (day: number): number =>
  Date.UTC(Math.floor(day / 10_000), (Math.floor(day / 100) % 100) - 1, day % 100) / dayMs
/** Every row and every entry of a life, without ids and dates: what two lives of the same orders have in common. */
const booksOf = async ({ uid, product }: Life, sinceMs: number) => {
  const orders = (await stage.orders(uid)).map(({ state, payout, fee, profit, lastProfit, left }) => ({
    ...{ state, payout, fee, profit, lastProfit, left },
  }))
  const { rows: accruals } = await sql<{ place: number; number: number; day: number; amount: bigint }>`
    select dense_rank() over (order by a.order_id)::int as place, a.number, a.day, a.amount
    from invest_accrual a join invest_order o on o.id = a.order_id where o.uid = ${uid}
    order by a.order_id, a.number`.execute(stage.database.db)
  const { rows: entries } = await sql<{ kind: string; type: number; amount: bigint; at_ms: number }>`
    select t.cause_kind as kind, e.type, e.amount, t.at_ms
    from ledger_entry e join ledger_account a on a.id = e.account_id join ledger_transaction t on t.id = e.transaction_id
    where a.owner = 'customer' and a.owner_id = ${uid} order by t.cause_id, t.at_ms, t.cause_kind, e.type, e.amount`.execute(
    stage.database.db,
  )
  return {
    orders,
    accruals: accruals.map(({ place, number, day, amount }) => [
      place,
      number,
      ordinal(day) - ordinal(Number(dayOf(sinceMs))),
      amount,
    ]),
    entries: entries.map(({ kind, type, amount, at_ms }) => [
      kind,
      type,
      amount,
      Math.round((at_ms - sinceMs) / 1000),
    ]),
    wallet: await stage.account(uid, 'wallet'),
    principal: await stage.account(uid, 'principal'),
    reserve: await stage.reserveOf(product),
  }
}

describe('a process that ends between the steps of a midnight', () => {
  it('leaves the next one to pay what a run without an interruption pays, to the unit and with the same dates', async () => {
    const startMs = stage.clock.business()
    const plain = await begin()
    await stage.pass(4)
    const expected = await booksOf(plain, startMs)
    expect(expected.orders.map(({ state }) => state)).toEqual(['ended', 'redeemed', 'ended', 'redeemed'])
    expect(expected.principal).toBe(0n)
    for (const point of someCases(deathPoints, 0)) {
      const at = stage.clock.business()
      const life = await begin()
      for (let day = 0; day < 4; day += 1) {
        stage.clock.advance(dayMs)
        await expect(dyingRun(point).run(), point).rejects.toThrow('the process ended')
        // It dies twice at the same place before another process goes on.
        await expect(dyingRun(point).run(), point).rejects.toThrow('the process ended')
        await stage.midnights.run()
      }
      expect(await stage.broken(), point).toEqual({})
      expect(await booksOf(life, at), point).toEqual(expected)
    }
    expect(await stage.broken()).toEqual({})
  })

  it('in the middle of several midnights that are made up leaves each with its own date', async () => {
    const life = await begin()
    const startMs = stage.clock.business()
    stage.clock.advance(4 * dayMs)
    const points: readonly DeathPoint[] = [
      'after interestAccruals',
      'after endedOrders',
      'before redemptions',
    ]
    for (const point of points) await expect(dyingRun(point).run()).rejects.toThrow('the process ended')
    await stage.midnights.run()
    const { rows } = await sql<{ day: number }>`
      select distinct a.day from invest_accrual a join invest_order o on o.id = a.order_id
      where o.uid = ${life.uid} order by a.day`.execute(stage.database.db)
    const days = Array.from({ length: 5 }, (_, day) => Number(dayOf(startMs + (day - 2) * dayMs)))
    expect(rows.map(({ day }) => day)).toEqual(days)
    expect((await stage.orders(life.uid, 1)).length).toBe(4)
    expect(await stage.broken()).toEqual({})
  })

  it('and two that run the same midnight at once, one of which ends, pay once', async () => {
    const { uid, product } = await begin()
    const before = (await stage.account(uid, 'wallet')) + (await stage.account(uid, 'principal'))
    const funded = await stage.reserveOf(product)
    for (let day = 0; day < 4; day += 1) {
      stage.clock.advance(dayMs)
      const runs = [
        ...(['after interestAccruals', 'before endedOrders', 'after redemptions'] as const).map((point) =>
          dyingRun(point).run(),
        ),
        ...[stage.midnights.run(), stage.midnights.run()],
      ]
      await Promise.allSettled(runs)
      await stage.midnights.run()
    }
    const [wallet, reserve] = [await stage.account(uid, 'wallet'), await stage.reserveOf(product)]
    // What the saver gained the reserve of the product lost, and no one else anything.
    expect(wallet - before).toBe(funded - reserve)
    expect(wallet).toBeGreaterThan(before)
    expect(await stage.broken()).toEqual({})
  })
})

describe('a reserve that does not hold what was promised', () => {
  it('stops the step before anything of the batch is paid, and the step is whole once it is funded', async () => {
    const product = await stage.product({ cycles: [{ method: 'fixed', rate: '0.0011', days: 2 }] })
    const [first, second] = [await stage.saver('100'), await stage.saver('100')]
    await stage.buy(first, product, '100')
    await stage.buy(second, product, '100')
    const reserve = await stage.reserveOf(product)
    // An operator with the rights of the database takes the reserve away.
    const set = (balance: bigint) =>
      plantRows(
        stage.database.url,
        `update ledger_account set balance = ${balance} where name = 'house/interest:${product}/USDT'`,
      )
    await set(usdt('0.06'))
    expect(Object.keys(await stage.broken())).toContain(
      'the interest reserve of every product covers what it has promised and not paid',
    )
    stage.clock.advance(dayMs)
    await expect(stage.midnights.run()).rejects.toThrow('ledger_account_not_below_zero')
    for (const uid of [first, second]) expect(await stage.account(uid, 'wallet')).toBe(0n)
    const { rows } = await sql`select a.* from invest_accrual a join invest_order o on o.id = a.order_id
      where o.product_id = ${product}`.execute(stage.database.db)
    expect(rows).toEqual([])
    await set(reserve)
    await stage.midnights.run()
    for (const uid of [first, second])
      expect(formatUsdt((await stage.account(uid, 'wallet')) as never)).toBe('0.055')
    expect(await stage.broken()).toEqual({})
  })
})
