import { dayMs } from '@glasshouse/core/calendar/durations'
import { isInProcess } from '@glasshouse/core/invest/codec'
import { attributedTradeToWire } from '@glasshouse/core/invest/copy/pool/codec'
import { investSummaryToWire } from '@glasshouse/core/invest/orders/codec'
import { price, usdt } from '@glasshouse/core/money/units'
import { type CopyStage, copyFixture } from '@glasshouse/testkit/copying'
import { type InvestStage, investFixture } from '@glasshouse/testkit/investments'
import { expectDomainError } from '@glasshouse/testkit/refused'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { getSummary, listAttribution, listOrderAccruals, listOrders } from './orders.ts'

/** The rows behind a day as the wire shows them. */
const attributionOf = async (...asked: Parameters<typeof listAttribution>) => {
  const { rows, total } = await listAttribution(...asked)
  return { rows: rows.map(attributedTradeToWire), total }
}

let stage: InvestStage
beforeAll(async () => {
  stage = await investFixture()
})
afterAll(() => stage.close())

type Query = Parameters<typeof listOrders>[2]
const idsOf = async (uid: number, query: Partial<Query> = {}) => {
  const page = { processing: null, orderBy: 'id', offset: 0, limit: 10, direction: 'asc', ...query } as const
  const { rows, total } = await listOrders(stage, uid, page)
  return { ids: rows.map(({ id }) => id), total }
}
const summaryOf = async (of: Pick<InvestStage, 'clock' | 'database'>, uid: number) =>
  investSummaryToWire(await getSummary(of, uid))

describe('a list of orders', () => {
  it('has those of the customer alone, in each order and direction, by pages that neither repeat nor miss one', async () => {
    const product = await stage.product({
      cycles: [
        { method: 'fixed', rate: '0.0011', days: 7 },
        { method: 'compound', rate: '0.0054', days: 30 },
      ],
    })
    const [uid, other] = [await stage.saver('1000'), await stage.saver('1000')]
    const ids: number[] = []
    for (const method of ['compound', 'fixed', 'fixed', 'compound', 'fixed'] as const) {
      ids.push((await stage.buy(uid, product, '100', method)).id)
      await stage.buy(other, product, '100', method)
      stage.clock.advance(1000)
    }
    const [a, b, c, d, e] = ids
    expect(await idsOf(uid)).toEqual({ ids, total: 5 })
    expect((await idsOf(uid, { direction: 'desc' })).ids).toEqual(ids.toReversed())
    expect((await idsOf(uid, { orderBy: 'created', direction: 'desc' })).ids).toEqual(ids.toReversed())
    // The fixed ones end first; of one end the order of their ids decides.
    expect((await idsOf(uid, { orderBy: 'ends' })).ids).toEqual([b, c, e, a, d])
    expect((await idsOf(uid, { orderBy: 'ends', direction: 'desc' })).ids).toEqual([d, a, e, c, b])
    const pages: number[] = []
    for (let offset = 0; offset < 6; offset += 2) {
      const page = await idsOf(uid, { offset, limit: 2 })
      expect(page.total).toBe(5)
      pages.push(...page.ids)
    }
    expect(pages).toEqual(ids)
    expect(await idsOf(uid, { offset: 5 })).toEqual({ ids: [], total: 5 })
    expect(await idsOf(uid, { offset: 1_000_000 })).toEqual({ ids: [], total: 5 })
    expect(await idsOf(uid, { offset: 4, limit: 1 })).toEqual({ ids: [e], total: 5 })
    expect(await idsOf(999_999)).toEqual({ ids: [], total: 0 })
  })

  it('tells those in processing from those that finished, whatever ended them', async () => {
    const product = await stage.product({ redeemdays: 0 })
    const short = await stage.product({ cycles: [{ method: 'fixed', rate: '0.0009', days: 1 }] })
    const uid = await stage.saver('300')
    const [runs, asked, ends] = [
      await stage.buy(uid, product, '100'),
      await stage.buy(uid, product, '100'),
      await stage.buy(uid, short, '100'),
    ]
    await stage.redeem(uid, asked.id)
    expect((await idsOf(uid, { processing: true })).ids).toEqual([runs.id, asked.id, ends.id])
    expect(await idsOf(uid, { processing: false })).toEqual({ ids: [], total: 0 })
    await stage.pass(1)
    expect(await idsOf(uid, { processing: true })).toEqual({ ids: [runs.id], total: 1 })
    expect((await idsOf(uid, { processing: false })).ids).toEqual([asked.id, ends.id])
  })
})

describe('an order of a cycle over its life', () => {
  it('shows at each midnight what accrued, what is still to come and when', async () => {
    const product = await stage.product({ redeemdays: 2, redeemfee: '0.25' })
    const uid = await stage.saver('2700')
    const { id, created_ms, redeemable_ms, ends_ms, next_ms } = await stage.buy(uid, product, '2700')
    const row = async () => (await stage.orders(uid)).find((one) => one.id === id)
    expect(await row()).toMatchObject({
      ...{ createtime: created_ms, typeid: product, typename: 'Stage product', kind: 'yield' },
      ...{ interesttype: 1, typerete: '0.0011', typerete2: '0', buymoney: '2700', creditmoney: '0' },
      ...{ profit: '0', lastProfit: '0', promised: '2.97', freezedate: 7, left: 7, status: 0 },
      ...{ state: 'running', canover: 1, overself: 1, nextstep: 0, returntime: redeemable_ms },
      ...{ endtime: ends_ms, next: next_ms, redeemfee: '0.25', payout: '0', fee: '0', pledged: null },
    })
    expect(await row()).not.toHaveProperty('units')
    for (let night = 1; night <= 6; night += 1) {
      await stage.pass(1)
      expect(await row()).toMatchObject({
        ...{ left: 7 - night, next: next_ms + night * dayMs, lastProfit: '0.42428571', status: 0 },
      })
    }
    // On a day without a midnight in between there is nothing of yesterday.
    stage.clock.advance(dayMs)
    expect(await row()).toMatchObject({ lastProfit: '0', left: 1 })
    await stage.midnights.run()
    expect(await row()).toMatchObject({
      ...{ state: 'ended', status: 1, left: 0, next: null, profit: '2.97', payout: '2700', fee: '0' },
    })
    // What it was paid for its last day is yesterday's for one day.
    expect(await row()).toMatchObject({ lastProfit: '0.42428574' })
    await stage.pass(1)
    expect(await row()).toMatchObject({ lastProfit: '0', profit: '2.97' })
  })

  it('has a row for every day, newest first, each with its own number and label', async () => {
    const product = await stage.product({ cycles: [{ method: 'compound', rate: '0.0135', days: 90 }] })
    const uid = await stage.saver('3300')
    const { id } = await stage.buy(uid, product, '3300', 'compound')
    const list = async (offset: number, limit: number, direction: 'asc' | 'desc' = 'desc') =>
      listOrderAccruals(stage, uid, { orderId: id, offset, limit, direction })
    expect(await list(0, 10)).toEqual({ rows: [], total: 0 })
    await stage.pass(5)
    const { rows, total } = await list(0, 10)
    expect(total).toBe(5)
    expect(rows.map(({ number }) => number)).toEqual([5, 4, 3, 2, 1])
    expect(rows.at(-1)).toMatchObject({ orderId: id, accrued: usdt('0.495'), dealt: null })
    expect(rows.map(({ day }) => Number(day)).toSorted()).toEqual(
      rows.map(({ day }) => Number(day)).toReversed(),
    )
    expect((await list(3, 10)).rows.map(({ number }) => number)).toEqual([2, 1])
    expect((await list(0, 2, 'asc')).rows.map(({ number }) => number)).toEqual([1, 2])
    expect(await list(5, 10)).toEqual({ rows: [], total: 5 })
    const [other] = [await stage.saver('1')]
    for (const [who, orderId] of [
      [other, id],
      [uid, id + 10_000],
    ] as const) {
      const page = { orderId, offset: 0, limit: 10, direction: 'desc' } as const
      expect((await expectDomainError(listOrderAccruals(stage, who, page))).code).toBe('notFound')
      const day = { ...page, number: 1 }
      const titled = { ...stage, titleOf: String }
      expect((await expectDomainError(listAttribution(titled, who, day))).code).toBe('notFound')
    }
    // Of interest no trades stand behind a day; a day that is not there is not found.
    const behind = (number: number) =>
      attributionOf({ ...stage, titleOf: String }, uid, {
        ...{ orderId: id, number, offset: 0, limit: 10, direction: 'desc' },
      })
    expect(await behind(1)).toEqual({ rows: [], total: 0 })
    for (const number of [0, 6, -1]) expect((await expectDomainError(behind(number))).code).toBe('notFound')
  })
})

describe('the summary', () => {
  it('of a customer without an order is nothing, and of each it is the sum of the rows shown', async () => {
    const none = await stage.saver('1')
    expect(await summaryOf(stage, none)).toEqual({
      ...{ principal: '0', copyvalue: '0', accrued: '0', yesterday: '0', total: '0', running: 0, next: null },
    })
    const product = await stage.product({
      cycles: [
        { method: 'fixed', rate: '0.0011', days: 3 },
        { method: 'compound', rate: '0.0054', days: 30 },
      ],
    })
    const trial = await stage.product({ type: 'experience' })
    const uid = await stage.saver('5000')
    await stage.give(uid, 'experience', usdt('300'))
    await stage.buy(uid, product, '2700')
    const { id } = await stage.buy(uid, product, '1000', 'compound')
    await stage.buyTrial(uid, trial)
    for (let night = 0; night < 5; night += 1) {
      if (night === 3) await stage.redeem(uid, id)
      const rows = await stage.orders(uid)
      const running = rows.filter(isInProcess)
      const sum = (amounts: readonly string[]) => amounts.reduce((all, one) => all + usdt(one), 0n)
      const summary = await summaryOf(stage, uid)
      expect(usdt(summary.principal)).toBe(sum(running.map(({ buymoney }) => buymoney)))
      expect(usdt(summary.accrued)).toBe(sum(running.map(({ profit }) => profit)))
      expect(usdt(summary.yesterday)).toBe(sum(running.map(({ lastProfit }) => lastProfit)))
      expect(usdt(summary.total)).toBe(sum(rows.map(({ profit }) => profit)))
      expect(summary.running).toBe(running.length)
      expect(summary.next).toBe(Math.min(...running.map(({ next }) => next ?? 0)))
      await stage.pass(1)
    }
    // Trial funds are not own money.
    expect((await summaryOf(stage, uid)).principal).toBe('0')
    expect((await summaryOf(stage, uid)).running).toBe(1)
  })
})

describe('copy orders', () => {
  let copies: CopyStage
  beforeAll(async () => {
    copies = await copyFixture()
  })
  afterAll(() => copies.drop())
  beforeEach(() => copies.markets.set('BTCUSDT', '63999.99', '64000'))

  it('have days that add up to their profit, and trades that add up to each day, in pages', async () => {
    const lead = await copies.lead('10000')
    const product = await copies.copyProduct(lead, { freezedate: 2 })
    const [uid, second] = [await copies.saver('3000'), await copies.saver('1234')]
    const order = await copies.ask(uid, product, '3000')
    await copies.deal()
    const late = await copies.ask(second, product, '1200')
    const prices = [
      ['64100', '64100.01'],
      ['63500', '63500.01'],
      ['66000', '66000.01'],
      ['65000', '65000.01'],
    ] as const
    const positions: number[] = []
    for (const [at, [bid, ask]] of prices.entries()) {
      positions.push(await copies.open(lead, at % 2 === 0 ? 1 : 2, 40 + at))
      copies.markets.set('BTCUSDT', bid, ask)
      if (at === 2) await copies.close(lead, positions[0] ?? 0)
      await copies.deal()
    }
    const orders = [
      [uid, order, 5],
      [second, late, 4],
    ] as const
    for (const [who, orderId, count] of orders) {
      const page = { orderId, offset: 0, limit: 100, direction: 'asc' } as const
      const { rows: days } = await listOrderAccruals(copies, who, page)
      expect(days).toHaveLength(count)
      const shown = await copies.order(who, orderId)
      expect(days.reduce((sum, { accrued }) => sum + accrued, 0n)).toBe(usdt(shown.profit))
      for (const { number, accrued } of days) {
        const all = await attributionOf({ ...copies, titleOf: String }, who, { ...page, number })
        expect(all.rows.reduce((sum, { profit }) => sum + usdt(profit), 0n)).toBe(accrued)
        expect(all.rows).toHaveLength(all.total)
        expect(all.rows.at(-1)?.kind).toBe('rest')
        const paged = []
        for (let offset = 0; offset < all.total; offset += 2) {
          const some = { ...page, number, offset, limit: 2 }
          paged.push(...(await attributionOf({ ...copies, titleOf: String }, who, some)).rows)
        }
        expect(paged).toEqual(all.rows)
      }
      // Every row of the last day names its market, side and prices.
      const { rows } = await listAttribution({ ...copies, titleOf: (pid) => `market ${pid}` }, who, {
        ...page,
        number: count,
      })
      const traded = rows.filter(({ kind }) => kind === 'open' || kind === 'closed')
      expect(traded.length).toBeGreaterThan(0)
      for (const { title, side, openPrice, closePrice, kind } of traded) {
        expect(title).toMatch(/^market \d+$/)
        expect(['long', 'short']).toContain(side)
        expect(openPrice).toBeGreaterThan(price('60000'))
        expect(closePrice === null).toBe(kind === 'open')
      }
    }
    const sums = await summaryOf(copies, uid)
    const shown = await copies.order(uid, order)
    expect(sums).toMatchObject({ principal: '0', copyvalue: shown.value, total: shown.profit, running: 1 })
    expect(await copies.broken()).toEqual({})
  })

  it('that wait count as money, those that run by their value, and a refunded one as nothing', async () => {
    const product = await copies.copyProduct(await copies.lead('10000'))
    const uid = await copies.saver('900')
    const first = await copies.ask(uid, product, '500')
    expect(await summaryOf(copies, uid)).toMatchObject({ principal: '500', copyvalue: '0', running: 1 })
    await copies.deal()
    const second = await copies.ask(uid, product, '400')
    expect(await summaryOf(copies, uid)).toMatchObject({ principal: '400', copyvalue: '500', running: 2 })
    await copies.end(uid, second, 'now')
    expect(await summaryOf(copies, uid)).toMatchObject({
      ...{ principal: '0', copyvalue: '500', running: 1, total: '0' },
    })
    await copies.end(uid, first, 'now')
    await copies.deal()
    expect(await summaryOf(copies, uid)).toMatchObject({
      ...{ principal: '0', copyvalue: '0', running: 0, next: null },
    })
    const { rows } = await sql<{ state: string }>`
      select state from invest_order where uid = ${uid} order by id`.execute(copies.database.db)
    expect(rows.map(({ state }) => state)).toEqual(['ended', 'refunded'])
  })
})
