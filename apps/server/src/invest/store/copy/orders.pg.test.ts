import { startOfNextDay } from '@glasshouse/core/calendar/days'
import { dayMs } from '@glasshouse/core/calendar/durations'
import { usdt } from '@glasshouse/core/money/units'
import { type CopyStage, copyFixture } from '@glasshouse/testkit/copying'
import { plantRows } from '@glasshouse/testkit/plantRows'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transact } from '../../../platform/transactions/index.ts'
import {
  findCopies,
  hasWaiting,
  listCopyOrders,
  listFollowerOrders,
  listPeriodEnds,
  listUnitPrices,
} from './orders.ts'
import {
  countFollowers,
  findOldestWaitingDealing,
  findPools,
  listPoolsOfLead,
  updateWaiting,
} from './pools.ts'

let stage: CopyStage
/** Orders of one pool: seven that run and one of each other state. */
const running: { readonly id: number; readonly uid: number }[] = []
const other = { waits: 0, refunded: 0, left: 0, waiter: 0 }
const ids = { product: 0, second: 0, lead: 0 }
beforeAll(async () => {
  stage = await copyFixture()
  stage.markets.set('BTCUSDT', '63999.99', '64000')
  const lead = await stage.lead('20000')
  ids.product = await stage.copyProduct(lead)
  ids.second = await stage.copyProduct(lead)
  const { rows } = await sql<{ id: number }>`select id from invest_lead where uid = ${lead}`.execute(
    stage.database.db,
  )
  ids.lead = rows[0]?.id ?? 0
  for (let at = 0; at < 7; at += 1) {
    const uid = await stage.saver('2000')
    running.push({ uid, id: await stage.ask(uid, ids.product, '100') })
  }
  const [leaver, refunded, waiter] = [
    await stage.saver('500'),
    await stage.saver('500'),
    await stage.saver('500'),
  ]
  other.left = await stage.ask(leaver, ids.product, '300')
  await stage.deal()
  await stage.end(leaver, other.left, 'now')
  await stage.deal()
  other.refunded = await stage.ask(refunded, ids.product, '200')
  await stage.end(refunded, other.refunded, 'now')
  other.waits = await stage.ask(waiter, ids.product, '400')
  other.waiter = waiter
})
afterAll(() => stage.drop())

const runningIds = () => running.map(({ id }) => id)
const set = (statement: string) => plantRows(stage.database.url, statement)

describe('orders whose period ends', () => {
  const ending = (untilMs: number, afterId: number, limit: number) =>
    transact(stage.database.db, (tx) => listPeriodEnds(tx, { untilMs, afterId, limit }))
  const allOf = async (untilMs: number, limit: number) => {
    const found: number[] = []
    for (let afterId = 0; ; ) {
      const page = await ending(untilMs, afterId, limit)
      expect(page.length).toBeLessThanOrEqual(limit)
      found.push(...page.map(({ order }) => order.id))
      const last = page.at(-1)
      if (last === undefined) return found
      afterId = last.order.id
    }
  }
  const endMs = async () => {
    const copy = (await findCopies(stage.database.db, runningIds())).get(running[0]?.id ?? 0)
    return copy?.period_end_ms ?? 0
  }

  it('are those that run until the instant itself, each once, in pages of any size', async () => {
    const end = await endMs()
    expect(await allOf(end - 1, 3)).toEqual([])
    for (const limit of [1, 2, 3, 7, 100])
      expect(await allOf(end, limit), `pages of ${limit}`).toEqual(runningIds())
    expect((await ending(end, running[3]?.id ?? 0, 100)).map(({ order }) => order.id)).toEqual(
      runningIds().slice(4),
    )
  })

  it('are none that wait, have left or were refunded, and none whose exit is announced', async () => {
    const end = await endMs()
    const [first] = running
    if (first === undefined) throw new Error('no order')
    await stage.end(first.uid, first.id, 'period')
    const found = await allOf(end + 400 * dayMs, 100)
    expect(found).toEqual(runningIds().slice(1))
    for (const id of [other.waits, other.left, other.refunded]) expect(found).not.toContain(id)
    await set(`update invest_copy set exit_mode = null, leaves_ms = null where order_id = ${first.id}`)
  })
})

describe('copies and orders of a product', () => {
  it('are those in processing, by id, each with its copy part', async () => {
    const rows = await listCopyOrders(stage.database.db, ids.product)
    expect(rows.map(({ order }) => order.id)).toEqual([...runningIds(), other.waits])
    for (const { order, copy } of rows) expect(copy.order_id).toBe(order.id)
    expect(rows.map(({ copy }) => copy.units > 0n)).toEqual([...running.map(() => true), false])
    expect(await listCopyOrders(stage.database.db, ids.second)).toEqual([])
    expect(await listCopyOrders(stage.database.db, 999_999)).toEqual([])
  })

  it('are found by their ids alone, and none for no ids', async () => {
    expect(await findCopies(stage.database.db, [])).toEqual(new Map())
    const found = await findCopies(stage.database.db, [other.left, 999_999, other.waits])
    expect([...found.keys()].toSorted((a, b) => a - b)).toEqual([other.left, other.waits])
    expect(found.get(other.left)?.units).toBe(0n)
  })

  it('of followers are all that ever had units, with their money and what it came to', async () => {
    const rows = await listFollowerOrders(stage.database.db, [ids.product, ids.second])
    expect(rows.map(({ money }) => money).toSorted()).toEqual(
      [...running.map(() => usdt('100')), usdt('300')].toSorted(),
    )
    expect(await listFollowerOrders(stage.database.db, [ids.second])).toEqual([])
    expect(await listFollowerOrders(stage.database.db, [])).toEqual([])
  })

  it('that wait are known by customer and product', async () => {
    const waits = (uid: number, product: number) =>
      transact(stage.database.db, (tx) => hasWaiting(tx, uid, product))
    expect(await waits(other.waiter, ids.product)).toBe(true)
    expect(await waits(other.waiter, ids.second)).toBe(false)
    expect(await waits(running[0]?.uid ?? 0, ids.product)).toBe(false)
  })
})

describe('pools', () => {
  it('have the followers that wait or run, each customer once however many orders', async () => {
    expect([...(await countFollowers(stage.database.db, [ids.product, ids.second]))]).toEqual([
      [ids.product, 8],
    ])
    const twice = running[1]
    if (twice === undefined) throw new Error('no order')
    await stage.ask(twice.uid, ids.product, '100')
    expect((await countFollowers(stage.database.db, [ids.product])).get(ids.product)).toBe(8)
    expect(await countFollowers(stage.database.db, [])).toEqual(new Map())
  })

  it('are found by product with their lead, and of a lead by product', async () => {
    const found = await findPools(stage.database.db, [ids.second, ids.product, 999_999])
    expect([...found.keys()].toSorted((a, b) => a - b)).toEqual([ids.product, ids.second])
    for (const { pool, lead } of found.values()) expect(lead.id).toBe(pool.lead_id)
    expect((await listPoolsOfLead(stage.database.db, ids.lead)).map(({ product_id }) => product_id)).toEqual([
      ids.product,
      ids.second,
    ])
    expect(await findPools(stage.database.db, [])).toEqual(new Map())
    const prices = await listUnitPrices(stage.database.db, [ids.product, ids.second])
    expect(prices.get(ids.second)).toBe(1_000_000_000n)
    expect(prices.get(ids.product)).toBe(found.get(ids.product)?.pool.unit_price)
  })

  it('take what waits from what may still enter, never below nothing', async () => {
    const capacityOf = async () => {
      const { pool } = (await findPools(stage.database.db, [ids.second])).get(ids.second) ?? {}
      return [pool?.waiting, pool?.capacity]
    }
    await set(`update invest_pool set waiting = 0, capacity = 1000 where product_id = ${ids.second}`)
    const wait = (by: bigint) => transact(stage.database.db, (tx) => updateWaiting(tx, ids.second, by))
    await wait(400n)
    expect(await capacityOf()).toEqual([400n, 600n])
    await wait(700n)
    expect(await capacityOf()).toEqual([1100n, 0n])
    await wait(-700n)
    expect((await capacityOf())[0]).toBe(400n)
    await set(`update invest_pool set waiting = 0 where product_id = ${ids.second}`)
  })

  it('whose dealing waits are known by the one that waits longest, by the wall clock', async () => {
    expect(await findOldestWaitingDealing(stage.database.db)).toBeNull()
    const due = startOfNextDay(stage.clock.business())
    const wait = (product: number, sinceMs: number) =>
      set(`update invest_pool set due_ms = ${due}, due_since_ms = ${sinceMs} where product_id = ${product}`)
    await wait(ids.product, 700)
    await wait(ids.second, 300)
    expect(await findOldestWaitingDealing(stage.database.db)).toBe(300)
    await set(`update invest_pool set due_ms = null, due_since_ms = null where product_id = ${ids.second}`)
    expect(await findOldestWaitingDealing(stage.database.db)).toBe(700)
    await set('update invest_pool set due_ms = null, due_since_ms = null')
    expect(await stage.broken()).toEqual({})
  })
})
