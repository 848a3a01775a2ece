import { DomainError, errorCodes } from '@glasshouse/core/errors/registry'
import { formatUsdt, price, type Usdt, usdt } from '@glasshouse/core/money/units'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { closePosition, listAiOrders, orderReceipt } from '../contracts/index.ts'
import { type AiFixture, minuteMs, minutesOf, startAiFixture } from './aiRuns.fixture.ts'
import { judgeCandle } from './service/judge.ts'
import { listOwnRuns, readStatus, stopRun } from './service/runs.ts'
import { settleTrade } from './service/settle.ts'
import { findRun } from './store/runs.ts'

let ai: AiFixture
beforeEach(async () => {
  ai = await startAiFixture()
})
afterEach(() => ai.close())

const db = () => ai.stage.database.db
const runOf = async (id: number) => {
  const run = await findRun(db(), id)
  if (run === undefined) throw new Error(`no run ${id}`)
  return run
}
const ordersOf = (id: number) => listAiOrders(db(), id)
const decisions = async (id: number) => {
  const { rows } = await sql<{ outcome: string; code: number | null }>`
    select outcome, ret_code as code from ai_decision where run_id = ${id} order by candle_ms`.execute(db())
  return rows.map(({ outcome, code }) => (code === null ? outcome : `${outcome} ${code}`))
}
const refusal = async (attempt: Promise<unknown>) => {
  const error = await attempt.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof DomainError)) throw error ?? new Error('nothing was refused')
  return { retCode: errorCodes[error.code], ...error.data }
}
/** Notices about runs that ended, by run. */
const notices = async () => {
  const { rows } = await sql<{ uid: number; params: Record<string, unknown> }>`
    select uid, params from notifications_notice where kind = 'aiRunEnded' order by key::int`.execute(db())
  return rows.map(
    ({ uid, params: { id, ...rest } }) => ({ uid, run: id, ...rest }) as Record<string, unknown>,
  )
}
const settleRun = (id: number) => settleTrade(ai.deps, id)

describe('a run', () => {
  it('opens the trade of the specification’s example with its stops, receipt and decision', async () => {
    const uid = await ai.trader()
    const id = await ai.place(uid)
    await ai.closeMinute('wait')
    const openMs = await ai.closeMinute('buy')
    const [order] = await ordersOf(id)
    expect(order).toMatchObject({
      ...{ uid, pid: 1, side: 'long', leverage: 5, lots: 31, ai_run: id, state: 'open' },
      margin: usdt('398.97124'),
      open_fee: usdt('0.9974281'),
      open_price: 64350_200000000n,
      stop_loss_price: 64157_150000000n,
      target_profit_price: 64639_770000000n,
    })
    const receipt = await orderReceipt(ai.deps, { uid }, order?.id ?? 0)
    expect(receipt.order.isAiOrder).toBe(true)
    expect(receipt.events[0]?.ai).toEqual({
      ...{ run: id, rule: 'momentum-1', version: 1, candle: openMs / 1000 },
      ...{ s7: '450451.05', s30: '1930271.05', c: '64350.15', c15: '64340', a: '41.27' },
    })
    const status = await readStatus(ai.deps, uid)
    expect(status).toMatchObject({
      ...{ isActive: true, today: 1, max: 2, running: { id, state: 'trading', done: 0 } },
    })
    expect(status.running).toMatchObject({
      ...{ signal: { values: { c: price('64350.15') } }, order: { id: order?.id } },
    })
    expect(await decisions(id)).toEqual(['wait', 'buy'])
    expect(await ai.broken()).toEqual([])
  })

  it('judges a candle once, however often and by how many it is heard', async () => {
    const id = await ai.place(await ai.trader())
    const before = await runOf(id)
    const openMs = await ai.closeMinute('buy')
    const values = { s7: 8n, s30: 30n, c: minutesOf(openMs, 'buy')[30]?.close, c15: 1n, a: 1n } as never
    await Promise.all(Array.from({ length: 10 }, () => judgeCandle(ai.deps, before, { openMs, values })))
    expect(await ordersOf(id)).toHaveLength(1)
    expect(await decisions(id)).toEqual(['buy'])
    expect(await ai.broken()).toEqual([])
  })

  it('does not trade over a gap, on a silent market, or on a candle that was missed', async () => {
    const id = await ai.place(await ai.trader())
    await ai.closeMinute('gap')
    ai.stage.markets.silence('BTCUSDT')
    await ai.closeMinute('buy')
    ai.stage.markets.set('BTCUSDT', '64350.10', '64350.20')
    expect(await decisions(id)).toEqual(['gap', 'stale'])
    expect(await ordersOf(id)).toEqual([])
  })

  it('counts a trade that a stop closed, goes on, and ends after its last', async () => {
    const uid = await ai.trader()
    const id = await ai.place(uid, { times: 2 })
    await ai.closeMinute('buy')
    ai.stage.markets.set('BTCUSDT', '64157.10', '64157.20')
    await ai.stage.engine.settled()
    await settleRun(id)
    await settleRun(id)
    const [lost] = await ordersOf(id)
    expect(lost).toMatchObject({ state: 'closed', close_reason: 'loss' })
    expect(await runOf(id)).toMatchObject({ state: 1, done: 1, profit: lost?.profit, order_id: null })
    ai.stage.markets.set('BTCUSDT', '64350.10', '64350.20')
    await ai.closeMinute('sell')
    ai.stage.markets.set('BTCUSDT', '64000', '64000.10')
    await ai.stage.engine.settled()
    await settleRun(id)
    await settleRun(id)
    expect(await runOf(id)).toMatchObject({ state: 3, reason: 'times', done: 2 })
    expect(await notices()).toMatchObject([{ uid, run: id, reason: 'times', done: 2 }])
    const { rows } = await sql<{ body: { event?: string; data?: Record<string, unknown> } }>`
      select body from platform_fact where body->>'event' = 'CLOSE_LEVER_AI_ORDER' order by id`.execute(db())
    expect(rows.map(({ body }) => body.data)).toMatchObject([
      { runid: id, done: 1, times: 2, order: { type: 1, share: 31, closeReason: 'loss' } },
      { runid: id, done: 2, times: 2, order: { type: 2, closeReason: 'profit' } },
    ])
    expect((await listOwnRuns(ai.deps, uid, { offset: 0, limit: 5, direction: 'desc' })).total).toBe(1)
    expect(await ai.broken()).toEqual([])
  })

  it('closes by the opposite signal and after 60 candles, and says so', async () => {
    const uid = await ai.trader()
    const id = await ai.place(uid, { times: 2 })
    await ai.closeMinute('buy')
    await ai.closeMinute('wait')
    const openMs = await ai.closeMinute('sell')
    const [order] = await ordersOf(id)
    expect(order).toMatchObject({ state: 'closed', close_reason: 'ai' })
    const { events } = await orderReceipt(ai.deps, { uid }, order?.id ?? 0)
    expect(events.at(-1)).toMatchObject({
      rule: 'aiOppositeSellAtBid',
      ai: { candle: openMs / 1000, run: id },
    })
    await ai.closeMinute('sell')
    ai.stage.clock.tick(58 * minuteMs)
    await ai.closeMinute('wait')
    expect((await ordersOf(id))[1]).toMatchObject({ state: 'open' })
    await ai.closeMinute('wait')
    expect((await ordersOf(id))[1]).toMatchObject({ state: 'closed', close_reason: 'ai' })
    expect(await decisions(id)).toEqual(['buy', 'hold', 'opposite', 'sell', 'hold', 'age'])
    expect(await runOf(id)).toMatchObject({ state: 3, reason: 'times', done: 2 })
    expect(await ai.broken()).toEqual([])
  })

  it('stops at once while it waits, and closes its trade, on a silent market at the next fresh price', async () => {
    const uid = await ai.trader()
    const first = await ai.place(uid)
    expect(await refusal(stopRun(ai.deps, uid + 1, first))).toEqual({ retCode: 1005 })
    await stopRun(ai.deps, uid, first)
    expect(await notices()).toMatchObject([{ uid, run: first, reason: 'stopped', result: '0' }])
    expect(await runOf(first)).toMatchObject({ state: 3, reason: 'stopped' })
    expect(await refusal(stopRun(ai.deps, uid, first))).toEqual({ retCode: 2003 })
    const second = await ai.place(uid)
    await ai.closeMinute('buy')
    ai.stage.markets.silence('BTCUSDT')
    await stopRun(ai.deps, uid, second)
    expect(await runOf(second)).toMatchObject({ state: 2, closing: 'aiStop' })
    ai.stage.markets.set('BTCUSDT', '64340', '64340.10')
    await ai.worker.sweep()
    expect(await runOf(second)).toMatchObject({ state: 3, reason: 'stopped', done: 1 })
    expect((await ordersOf(second))[0]).toMatchObject({ close_reason: 'ai', close_price: 64340_000000000n })
    expect(await refusal(ai.place(uid))).toEqual({ retCode: 2006, max: 2 })
    expect(await ai.broken()).toEqual([])
  })

  it('ends when its loss reaches the largest, also when the customer removed the stop', async () => {
    const id = await ai.place(await ai.trader(), { maxLoss: usdt('9') })
    await ai.closeMinute('buy')
    await sql`update contracts_order set stop_loss_price = null where ai_run = ${id}`.execute(db())
    const [order] = await ordersOf(id)
    ai.stage.engine.changed(order?.uid ?? 0, 'contract')
    await ai.stage.engine.settled()
    ai.stage.markets.set('BTCUSDT', '64100', '64100.10')
    await ai.closeMinute('wait')
    expect(await runOf(id)).toMatchObject({ state: 3, reason: 'maxLoss' })
    expect(await decisions(id)).toEqual(['buy', 'maxLoss'])
    const next = await ai.place(order?.uid ?? 0, { maxLoss: usdt('3') })
    ai.stage.markets.set('BTCUSDT', '64350.10', '64350.20')
    await ai.closeMinute('buy')
    expect(await runOf(next)).toMatchObject({ state: 3, reason: 'maxLoss', done: 0 })
    expect(await ai.broken()).toEqual([])
  })

  it('counts a part that its customer closed by hand', async () => {
    const uid = await ai.trader()
    const id = await ai.place(uid)
    await ai.closeMinute('buy')
    const [order] = await ordersOf(id)
    await closePosition(ai.deps, { uid }, { id: order?.id ?? 0, lots: 11 })
    expect(await runOf(id)).toMatchObject({ state: 2, done: 0 })
    await closePosition(ai.deps, { uid }, { id: order?.id ?? 0, lots: null })
    await settleRun(id)
    const orders = await ordersOf(id)
    const fees = orders.reduce((sum, { open_fee, close_fee }) => sum + open_fee + (close_fee ?? 0n), 0n)
    expect(await runOf(id)).toMatchObject({ state: 1, done: 1, fees })
    expect(await ai.broken()).toEqual([])
  })
})

it('ends for want of money, by an own limit, by staff, in time, when access is over, and after five refusals', async () => {
  const ids: number[] = []
  for (const days of [30, 30, 30, 30, 1, 30]) ids.push(await ai.place(await ai.trader('1000', days)))
  const [poor = 0, paused = 0, late = 0, house = 0, over = 0, refused = 0] = ids
  const uidOf = async (id: number) => (await runOf(id)).uid
  await sql`update ai_run set stake = 500000000000, max_loss = 500000000000 where id = ${poor}`.execute(db())
  await sql`insert into protection_limit (uid, name, value) values (${await uidOf(paused)}, 'pauseUntil', 9999999999999)`.execute(
    db(),
  )
  await sql`update ai_run set until_ms = 1 where id = ${late}`.execute(db())
  await sql`update ai_run set leverage = 3 where id = ${refused}`.execute(db())
  await sql`update identity_customer set activation_until_ms = 1 where uid = ${await uidOf(over)}`.execute(
    db(),
  )
  for (let minute = 0; minute < 4; minute += 1) await ai.closeMinute('buy')
  expect(await runOf(poor)).toMatchObject({ state: 3, reason: 'balance' })
  expect(await runOf(paused)).toMatchObject({ state: 3, reason: 'ownLimit' })
  expect(await runOf(late)).toMatchObject({ state: 3, reason: 'timeUp' })
  expect(await runOf(over)).toMatchObject({ state: 3, reason: 'expired' })
  expect(await runOf(refused)).toMatchObject({ state: 1, refusals: 4 })
  await ai.closeMinute('buy')
  expect(await runOf(refused)).toMatchObject({ state: 3, reason: 'refused', ret_code: 2002 })
  expect(await runOf(house)).toMatchObject({ state: 2 })
  await sql`update ai_switch set is_on = false`.execute(db())
  ai.stage.markets.set('BTCUSDT', '64157.10', '64157.20')
  await ai.stage.engine.settled()
  await settleRun(house)
  expect(await runOf(house)).toMatchObject({ state: 3, reason: 'staff', done: 1 })
  expect(await ai.broken()).toEqual([])
  const { profit, fees } = await runOf(house)
  const posted = await notices()
  expect(posted.map(({ run, reason }) => [run, reason])).toEqual([
    ...[
      [poor, 'balance'] as const,
      [paused, 'ownLimit'],
      [late, 'timeUp'],
      [house, 'staff'],
      [over, 'expired'],
    ],
    [refused, 'refused'],
  ])
  expect(posted.find(({ run }) => run === house)).toMatchObject({
    ...{ uid: await uidOf(house), symbol: 'BTCUSDT', done: 1, times: 3 },
    result: formatUsdt((profit - fees) as Usdt),
  })
})

it('finds sums that differ from the orders, an order of another run, and an order without a decision', async () => {
  const uid = await ai.trader()
  const id = await ai.place(uid)
  await ai.closeMinute('buy')
  expect(await ai.broken()).toEqual([])
  const examples = async () => (await ai.broken()).join()
  await sql`alter table ai_decision disable trigger ai_decision_stays`.execute(db())
  await sql`update ai_decision set order_id = null`.execute(db())
  expect(await examples()).toContain('has 0 decisions')
  await sql`update ai_run set order_id = 77 where id = ${id}`.execute(db())
  expect(await examples()).toContain(`is not the trade of run ${id}`)
  await sql`update ai_run set order_id = null, state = 1, fees = 5 where id = ${id}`.execute(db())
  expect(await examples()).toContain(`run ${id} tells 0 trades, 0 and 5`)
})

describe('starting a run', () => {
  it('is refused in the order of the specification', async () => {
    const idle = await ai.trader('1000', -1)
    expect(await refusal(ai.place(idle))).toEqual({ retCode: 1006, reason: 'notActive' })
    const uid = await ai.trader('200')
    const rejected = async (more: Parameters<AiFixture['place']>[1]) => refusal(ai.place(uid, more))
    expect(await rejected({ pid: 99, stake: usdt('1') })).toEqual({ retCode: 1005 })
    expect(await rejected({ stake: usdt('99') })).toMatchObject({ retCode: 2002, min: '100', max: '100000' })
    expect(await rejected({ times: 4 })).toMatchObject({ retCode: 2002, field: 'times' })
    expect(await rejected({ maxLoss: usdt('1200.1') })).toMatchObject({ retCode: 2002, field: 'maxloss' })
    expect(await rejected({})).toMatchObject({ retCode: 2001, available: '200' })
    ai.stage.markets.silence('BTCUSDT')
    expect(await rejected({ stake: usdt('199'), maxLoss: usdt('90') })).toEqual({ retCode: 2007 })
    await sql`update ai_switch set is_on = false`.execute(db())
    expect(await rejected({})).toEqual({ retCode: 1006, reason: 'switchedOff' })
  })
  it('is accepted once of ten at the same time', async () => {
    const uid = await ai.trader()
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => ai.place(uid)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const [first] = results.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[]
    expect(await refusal(Promise.reject(first?.reason))).toMatchObject({ retCode: 2003, reason: 'running' })
  })
})

it('ends in time on a market that closes no candle, and not before, nor while a trade is open', async () => {
  const [waiting, trading] = [await ai.place(await ai.trader()), await ai.place(await ai.trader())]
  await sql`update ai_run set last_candle_ms = 9999999999999 where id = ${waiting}`.execute(db())
  await ai.closeMinute('buy')
  expect(await runOf(trading)).toMatchObject({ state: 2 })
  await sql`update ai_run set last_candle_ms = 0 where id = ${waiting}`.execute(db())
  const untilMs = (await runOf(waiting)).until_ms
  await sql`update ai_run set until_ms = ${untilMs} where id = ${trading}`.execute(db())
  ai.stage.clock.set(untilMs - 1)
  await ai.worker.sweep()
  expect(await runOf(waiting)).toMatchObject({ state: 1, reason: null })
  ai.stage.clock.set(untilMs)
  await ai.worker.sweep()
  expect(await runOf(waiting)).toMatchObject({ state: 3, reason: 'timeUp', ended_ms: untilMs })
  expect(await runOf(trading)).toMatchObject({ state: 2, reason: null })
  await ai.worker.sweep()
  expect((await notices()).filter(({ run }) => run === waiting)).toHaveLength(1)
  expect(await ai.broken()).toEqual([])
})
