import { price, usdt } from '@glasshouse/core/money/units'
import { optionOrderFromWire } from '@glasshouse/core/options/codec'
import { settleAtPrice } from '@glasshouse/core/options/rules'
import type { OptionOrderRow } from '@glasshouse/core/options/wire'
import { longIt } from '@glasshouse/testkit/cases'
import { type OptionStage, optionFixture } from '@glasshouse/testkit/options'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { optionReceipt, startSettlementWorker } from '../../index.fixture.ts'

let stage: OptionStage
let uid = 0
beforeAll(async () => {
  stage = await optionFixture('1000000')
})
afterAll(() => stage.close())
beforeEach(async () => {
  uid += 1
  await stage.give(uid, '1000')
  stage.clock.tick(60_000)
  stage.trade('60000')
})

const receipt = (id: number) => optionReceipt(stage.deps, { uid }, id)
const orderOf = async (id: number) => (await stage.list(uid)).find((order) => order.id === id)
/** What is still to be told to pages, one row for each of them. */
const everyPush = sql`platform_fact cross join lateral
  jsonb_array_elements(coalesce(body->'pushes', jsonb_build_array(body))) with ordinality as each (push, place)`
const pushes = async () => {
  const { rows } = await sql<{ event: string; data: Record<string, unknown> }>`
    select push->>'event' as event, push->'data' as data from ${everyPush}
    where (push->>'uid')::bigint = ${uid} order by id, place`.execute(stage.database.db)
  return rows
}
/** The option that a push tells of. */
const orderIn = (message: { readonly data: object } | undefined) =>
  message && optionOrderFromWire(message.data as OptionOrderRow)
/** Goes to an instant before the expiry of what was placed just now, 30 s after it. */
const toExpiry = (short: number) => stage.clock.tick(30_000 - short)

describe('an option that is due', () => {
  it.each([
    ['call', '60000.01', 'win', '7', '1007'],
    ['call', '59999.99', 'loss', '-10', '990'],
    ['put', '59999.99', 'win', '7', '1007'],
    ['put', '60000.01', 'loss', '-10', '990'],
    ['call', '60000', 'draw', '0', '1000'],
    ['put', '60000', 'draw', '0', '1000'],
  ] as const)('of the type %s at %s is a %s', async (type, at, outcome, pnl, wallet) => {
    const [reserve, escrow] = [await stage.house('trading'), await stage.house('optionEscrow')]
    const { id, expires_ms } = await stage.place(uid, { type })
    toExpiry(100)
    stage.trade(at)
    stage.clock.tick(101)
    stage.trade('70000')
    await stage.pass(298)
    expect(await orderOf(id)).toMatchObject({ outcome: null })
    await stage.pass(1)
    expect(await orderOf(id)).toMatchObject({
      ...{ outcome, pnl: usdt(pnl), exitPrice: price(at) },
    })
    expect(await stage.held(uid, 'wallet')).toBe(usdt(wallet))
    expect(await stage.held(uid, 'optionStake')).toBe(0n)
    expect(await stage.house('optionEscrow')).toBe(escrow)
    expect((await stage.house('trading')) - reserve).toBe(usdt('1000') - usdt(wallet))
    const settled = await receipt(id)
    expect(settled.exit).toMatchObject({ time: expires_ms + 300, silentFrom: null, silentTo: null })
    expect(settled.exit?.tick).toMatchObject({ price: at, sourceTime: expires_ms - 100 })
    expect(await stage.broken()).toEqual({})
  })

  it('tells the customer how it ended, and the wallet only when something came in', async () => {
    const [won, lost] = [await stage.place(uid), await stage.place(uid, { type: 'put' })]
    toExpiry(0)
    stage.trade('60000.01')
    stage.clock.tick(1)
    stage.trade('60000')
    await stage.pass(300)
    const messages = (await pushes()).slice(2)
    expect(messages.map(({ event }) => event)).toEqual(['OPTION_SETTLED', 'OPTION_SETTLED', 'WALLET_CHANGED'])
    expect(orderIn(messages[0])).toEqual(await orderOf(won.id))
    expect(orderIn(messages[1])).toEqual(await orderOf(lost.id))
  })

  it('pays stake and win as one line of the wallet’s journal', async () => {
    const { id } = await stage.place(uid)
    toExpiry(0)
    stage.trade('60000.01')
    await stage.pass(301)
    stage.trade('60000')
    await stage.pass(0)
    const { rows } = await sql<{ kind: string; type: number; amount: bigint }>`
      select t.cause_kind as kind, e.type, e.amount from ledger_entry e
      join ledger_transaction t on t.id = e.transaction_id join ledger_account a on a.id = e.account_id
      where a.name = ${`customer/${uid}/wallet/USDT`} and t.cause_id = ${id} and t.cause_kind <> 'test'
      order by e.sequence`.execute(stage.database.db)
    expect(rows).toEqual([
      { kind: 'optionPlaced', type: 40, amount: usdt('-10') },
      { kind: 'optionSettled', type: 41, amount: usdt('17') },
    ])
  })
})

describe('which tick settles', () => {
  it('is the last at or before the expiry, and of a shared millisecond the one with the highest number', async () => {
    const { id } = await stage.place(uid)
    toExpiry(0)
    for (const at of ['60001', '60002', '59990']) stage.trade(at)
    stage.clock.tick(1)
    stage.trade('60005')
    await stage.pass(300)
    expect(await orderOf(id)).toMatchObject({ outcome: 'loss', exitPrice: price('59990') })
  })

  it('is the same for all orders with the same market and expiry', async () => {
    const all = [await stage.place(uid), await stage.place(uid, { type: 'put' }), await stage.place(uid)]
    toExpiry(10)
    stage.trade('60003')
    await stage.pass(320)
    stage.trade('60004')
    await stage.pass(0)
    const exits = await Promise.all(all.map(async ({ id }) => (await receipt(id)).exit?.tick?.hash))
    expect(new Set(exits).size).toBe(1)
  })

  it('may come up to 300 ms late and changes nothing after that', async () => {
    const [inTime, late] = [await stage.place(uid), await stage.place(uid, { type: 'put' })]
    const { expires_ms } = inTime
    toExpiry(500)
    stage.trade('60001')
    stage.clock.tick(800)
    // Of the expiry's millisecond, received exactly 300 ms after it.
    stage.trade('60002', { timeMs: expires_ms })
    stage.clock.tick(1)
    stage.trade('59000', { timeMs: expires_ms })
    await stage.pass(0)
    expect(await orderOf(inTime.id)).toMatchObject({ outcome: 'win', exitPrice: price('60002') })
    expect(await orderOf(late.id)).toMatchObject({ outcome: 'loss', exitPrice: price('60002') })
    stage.trade('58000', { timeMs: expires_ms })
    await stage.pass(1000)
    expect(await orderOf(inTime.id)).toMatchObject({ outcome: 'win', exitPrice: price('60002') })
  })

  it('is a trade: a change of the book makes no price', async () => {
    const { id } = await stage.place(uid)
    toExpiry(200)
    stage.trade('60001')
    stage.clock.tick(50)
    stage.feed.book('BTCUSDT', '60007', '60008')
    await stage.pass(500)
    stage.trade('60001')
    await stage.pass(0)
    expect((await receipt(id)).exit?.tick).toMatchObject({ kind: 'trade', price: '60001' })
  })

  it('is the same whether this run heard it or the log tells it', async () => {
    const { id, expires_ms } = await stage.place(uid)
    toExpiry(0)
    for (const at of ['60001', '59990', '60003']) stage.trade(at)
    stage.clock.tick(1)
    stage.trade('59000')
    await stage.restart()
    stage.trade('59500')
    await stage.pass(300)
    const { exit } = await receipt(id)
    expect(exit?.tick).toMatchObject({ price: '60003', sourceTime: expires_ms })
  })
})

describe('a market that was silent around the expiry', () => {
  const silentFor = async (before: number, after: number, look = true) => {
    const { id } = await stage.place(uid)
    toExpiry(before)
    stage.trade('60001')
    if (look) await stage.pass(before + 300)
    else stage.clock.tick(before + 300)
    expect(await orderOf(id)).toMatchObject({ outcome: null })
    stage.clock.tick(after - 300)
    stage.trade('60002')
    await stage.pass(0)
    return { id, order: await orderOf(id) }
  }

  it('for exactly five seconds settles', async () => {
    const { order } = await silentFor(2000, 3000)
    expect(order).toMatchObject({ outcome: 'win', exitPrice: price('60001') })
  })

  it.each([true, false])(
    'for a millisecond more is void and gives the stake back (looked at before: %s)',
    async (look) => {
      const { id, order } = await silentFor(2000, 3001, look)
      expect(order).toMatchObject({ outcome: 'void', exitPrice: null, pnl: usdt('0') })
      expect(await stage.held(uid, 'wallet')).toBe(usdt('1000'))
      const { exit, order: settledOrder } = await receipt(id)
      expect(exit).toMatchObject({
        rule: 'silentAroundExpiry',
        silentFrom: settledOrder.selltime - 2000,
        silentTo: settledOrder.selltime + 3001,
      })
      expect(exit?.tick).toMatchObject({ price: '60001' })
      expect(await stage.broken()).toEqual({})
    },
  )

  it('is void as soon as five seconds are over, without waiting for it to speak', async () => {
    const { id } = await stage.place(uid)
    toExpiry(1000)
    stage.trade('60001')
    await stage.pass(5000)
    expect(await orderOf(id)).toMatchObject({ outcome: null })
    await stage.pass(1)
    expect(await orderOf(id)).toMatchObject({ outcome: 'void' })
    expect((await receipt(id)).exit).toMatchObject({ silentTo: null })
  })

  it('spoke when only its book did', async () => {
    const { id } = await stage.place(uid)
    toExpiry(4000)
    stage.trade('60001')
    stage.clock.tick(3500)
    stage.feed.book('BTCUSDT', '59999', '60001')
    stage.clock.tick(3000)
    stage.feed.book('BTCUSDT', '59999', '60001')
    await stage.pass(0)
    expect(await orderOf(id)).toMatchObject({ outcome: 'win', exitPrice: price('60001') })
  })
})

describe('after downtime', () => {
  it('what fell due is settled from stored ticks alone', async () => {
    const { id } = await stage.place(uid)
    toExpiry(1000)
    stage.trade('60001')
    stage.clock.tick(500)
    await stage.restart()
    // Down for less than five seconds around the expiry.
    stage.clock.tick(4000)
    stage.trade('70000')
    await stage.pass(0)
    expect(await orderOf(id)).toMatchObject({ outcome: 'win', exitPrice: price('60001') })
  })

  it('is void where there is none', async () => {
    const { id } = await stage.place(uid)
    stage.clock.tick(10_000)
    stage.trade('60001')
    await stage.deps.settling.close()
    stage.clock.tick(3_600_000)
    await stage.restart()
    await stage.pass(0)
    expect(await orderOf(id)).toMatchObject({ outcome: 'void' })
    expect(await stage.broken()).toEqual({})
  })

  it('each of several expiries is judged by its own silence', async () => {
    const ids: number[] = []
    for (let round = 0; round < 3; round += 1) {
      ids.push((await stage.place(uid)).id)
      stage.clock.tick(2000)
      stage.trade('60000')
    }
    // The first ends between two trades, the other two in the minute without any that follows.
    stage.clock.tick(23_900)
    stage.trade('60001')
    stage.clock.tick(200)
    stage.trade('60001')
    await stage.restart()
    stage.clock.tick(60_000)
    stage.trade('70000')
    await stage.pass(0)
    const ended = await Promise.all(ids.map(orderOf))
    expect(ended.map((order) => order?.outcome === 'void')).toEqual([false, true, true])
    expect(await stage.broken()).toEqual({})
  })

  it('is found by its row when no message announced it', async () => {
    const { id } = await stage.place(uid)
    await sql`update options_order set expires_ms = placed_ms + 1 where id = ${id}`.execute(stage.database.db)
    stage.clock.tick(5)
    stage.trade('60001')
    await stage.pass(10_000)
    expect(await orderOf(id)).toMatchObject({ outcome: expect.any(String) })
  })
})

longIt('two who settle at once settle each option once', async () => {
  const other = await startSettlementWorker({ ...stage, markets: stage.deps.markets })
  for (let round = 0; round < 5; round += 1) {
    const orders = await Promise.all(
      Array.from({ length: 8 }, (_, at) => stage.place(uid, { type: at % 2 === 0 ? 'call' : 'put' })),
    )
    for (const order of orders) other.follow(order)
    toExpiry(0)
    stage.trade('60001')
    stage.clock.tick(301)
    stage.trade('60000')
    await Promise.all([stage.deps.settling.look(), other.look()])
    expect((await stage.list(uid, 'open')).length).toBe(0)
    expect(await stage.broken()).toEqual({})
  }
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${everyPush}
    where push->>'event' = 'OPTION_SETTLED' and (push->>'uid')::bigint = ${uid}`.execute(stage.database.db)
  expect(rows[0]?.n).toBe(40)
  await other.close()
})

it('every outcome follows from its two prices', async () => {
  for (const { type, stake, entryPrice, exitPrice, pnl } of await stage.list(uid, 'settled')) {
    if (exitPrice === null) throw new Error('an option was settled without a price')
    const { payout } = settleAtPrice({ style: type, stake, win: usdt('7'), entry: entryPrice }, exitPrice)
    expect(pnl).toBe(payout - stake)
  }
})
