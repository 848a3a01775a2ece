import { contractOrderToWire } from '@glasshouse/core/contracts/codec'
import type { PositionSide } from '@glasshouse/core/contracts/rules'
import { parseTrailing } from '@glasshouse/core/contracts/trailingStop'
import { price } from '@glasshouse/core/money/units'
import { contractFixture, type EngineFixture, withEngine } from '@glasshouse/testkit/contracts'
import { orderCommand } from '@glasshouse/testkit/orderRequest'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { closePosition, orderReceipt, placeOrder } from '../index.ts'
import { listOrders } from './list.ts'
import { setTpSl } from './stops.ts'

let stage: EngineFixture
beforeAll(async () => {
  stage = await withEngine(await contractFixture({ trading: '1000000', insurance: '10000' }))
})
afterAll(async () => {
  expect(await stage.broken()).toEqual({})
  await stage.engine.close()
  await stage.database.drop()
})

const open = async (uid: number, side: PositionSide = 'long') => {
  await stage.give(uid, '1000')
  const at = side === 'long' ? '65850' : '65849.99'
  return (await placeOrder(stage, { uid }, orderCommand({ lots: 10, side, price: at }))).id
}
const follow = (uid: number, id: number, distance: string) =>
  setTpSl(stage, { uid }, { id, stops: {}, trailing: parseTrailing(distance) })
const tick = (bid: string, ask: string) => stage.markets.set('BTCUSDT', bid, ask)
const calm = async () => {
  tick('65849.99', '65850')
  await stage.engine.settled()
}
/** The newest open position as the wire tells it. */
const shown = async (uid: number) => {
  const query = { wallet: 'contract', states: ['open'], pid: null, page: 1, pageSize: 10 } as const
  const [view] = (await listOrders(stage, { uid }, { ...query, orderBy: 'created', direction: 'desc' })).rows
  return view === undefined ? undefined : contractOrderToWire(view)
}
const closeOf = async (uid: number, id: number) => {
  const { order, events } = await orderReceipt(stage, { uid }, id)
  const event = events.find(({ kind }) => kind === 'closed')
  const { rule, trailing } = event ?? {}
  return {
    order,
    rule,
    at: event?.price,
    by: event?.tick?.bid,
    distance: trailing?.distance,
    best: trailing?.best?.bid,
  }
}

it('follows ticks heard together and names the best one and the one that fired', async () => {
  const id = await open(1)
  await follow(1, id, '100')
  // Until its engine has read the wallet, it keeps ticks for later.
  await stage.engine.settled()
  expect((await shown(1))?.trailing).toEqual({ distance: '100', best: '65849.99', trigger: '65749.99' })
  tick('66000', '66000.01')
  tick('66400', '66400.01')
  tick('66300.01', '66300.02')
  expect((await shown(1))?.trailing).toEqual({ distance: '100', best: '66400', trigger: '66300' })
  await closePosition(stage, { uid: 1 }, { id, lots: 4 })
  tick('66299', '66299.01')
  tick('67000', '67000.01')
  await calm()
  const { order, ...close } = await closeOf(1, id)
  expect(close).toEqual({
    ...{ rule: 'trailingStopSellAtBid', at: '66299', by: '66299', distance: '100', best: '66400' },
  })
  expect(order).toMatchObject({ state: 'closed', closeReason: 'trailingStop', lots: 6, trailing: null })
  expect(stage.markets.kept.map(({ bid }) => bid)).toEqual(
    expect.arrayContaining([price('66400'), price('66299')]),
  )
})

it('keeps its best tick over a restart, and the next engine fires what passed in between', async () => {
  const [long, short] = [await open(2), await open(3, 'short')]
  await follow(2, long, '0.5%')
  await follow(3, short, '300')
  tick('66000', '66000.01')
  tick('65400', '65400.01')
  tick('65700', '65700')
  // 0.5 % of 66000 is 330: the long one closed at 65400 already, the short one has its best ask of 65400.01.
  await stage.engine.settled()
  expect(await closeOf(2, long)).toMatchObject({ at: '65400', best: '66000', distance: '0.5%' })
  await stage.engine.close()
  tick('65200', '65200.01')
  tick('65500', '65500.01')
  await calm()
  stage = await withEngine(stage)
  await stage.engine.settled()
  const { order, ...close } = await closeOf(3, short)
  expect(close).toMatchObject({ rule: 'trailingStopBuyAtAsk', at: '65500.01', distance: '300' })
  expect(order.closeReason).toBe('trailingStop')
})

it('is told by the log to engine after engine that hears no tick of its rise', async () => {
  const id = await open(4)
  await follow(4, id, '200')
  tick('66100', '66100.01')
  for (let times = 0; times < 2; times += 1) {
    await stage.engine.close()
    // Everything until now is settled, so that the next engine looks at nothing of it again.
    const n = stage.markets.inForce('BTCUSDT')?.tick.n ?? 0
    await sql`update contracts_settled_tick set n = ${n} where pid = 1`.execute(stage.database.db)
    stage = await withEngine(stage)
    await stage.engine.settled()
    expect((await shown(4))?.trailing).toMatchObject({ best: '66100', trigger: '65900' })
  }
  tick('65900', '65900.01')
  await calm()
  expect(await closeOf(4, id)).toMatchObject({ at: '65900', best: '66100' })
})

it('is set once by ten at once, stays without being named, and ends when it is cleared or its owner closes', async () => {
  const id = await open(5)
  await Promise.all(Array.from({ length: 10 }, () => follow(5, id, '1%')))
  await setTpSl(stage, { uid: 5 }, { id, stops: { stopLoss: price('65000') } })
  const { events } = await orderReceipt(stage, { uid: 5 }, id)
  expect(events.map(({ rule }) => rule)).toEqual(['marketBuyAtAsk', 'trailingStopSet', 'stopLossSet'])
  expect(events[1]).toMatchObject({ price: '65191.4901', trailing: { distance: '1%' } })
  await expect(follow(6, id, '1%')).rejects.toMatchObject({ code: 'notFound' })
  await expect(follow(5, id, '50.01%')).rejects.toMatchObject({ data: { min: '0.01%', max: '50%' } })
  await expect(follow(5, id, '65849.99')).rejects.toMatchObject({ code: 'outOfRange' })
  await setTpSl(stage, { uid: 5 }, { id, stops: {}, trailing: null })
  expect((await shown(5))?.trailing).toBeUndefined()
  tick('66500', '66500.01')
  tick('65100', '65100.01')
  await calm()
  expect((await shown(5))?.status).toBe(1)
  await follow(5, id, '1%')
  await closePosition(stage, { uid: 5 }, { id, lots: null })
  expect((await closeOf(5, id)).rule).toBe('marketSellAtBid')
  await expect(follow(5, id, '1%')).rejects.toMatchObject({ code: 'invalidState' })
})

it('goes after the stop loss and before the take profit of its position on one tick', async () => {
  const [loss, profit] = [await open(7), await open(8)]
  await setTpSl(
    stage,
    { uid: 7 },
    { id: loss, trailing: parseTrailing('100'), stops: { stopLoss: price('65700') } },
  )
  await setTpSl(stage, { uid: 8 }, { id: profit, stops: {}, trailing: parseTrailing('100') })
  tick('65600', '65600.01')
  await calm()
  expect([(await closeOf(7, loss)).rule, (await closeOf(8, profit)).rule]).toEqual([
    'stopLossSellAtBid',
    'trailingStopSellAtBid',
  ])
})

it('is reported by the ledger check when its distance was changed behind the receipt', async () => {
  const id = await open(9)
  await follow(9, id, '400')
  const client = new pg.Client({ connectionString: stage.database.url })
  await client.connect()
  await client.query('set session_replication_role = replica')
  const plant = (field: string, value: string) =>
    client.query(
      `update contracts_order set trailing_stop = jsonb_set(trailing_stop, '{${field}}', '${value}') where id = ${id}`,
    )
  const before = await client.query(`select trailing_stop from contracts_order where id = ${id}`)
  const { distance, since } = before.rows[0].trailing_stop
  for (const [field, value] of [
    ['distance', '"40"'],
    ['since', '1'],
  ] as const) {
    await plant(field, value)
    expect(Object.values(await stage.broken())).toEqual([expect.stringContaining(`order ${id} follows at`)])
    await plant(field, JSON.stringify(field === 'since' ? since : distance))
  }
  await client.end()
})
