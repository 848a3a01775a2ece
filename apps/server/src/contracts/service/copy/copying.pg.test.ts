import { parseTrailing } from '@glasshouse/core/contracts/trailingStop'
import { price } from '@glasshouse/core/money/units'
import { contractFixture, type EngineFixture, withEngine } from '@glasshouse/testkit/contracts'
import { cloneDatabase } from '@glasshouse/testkit/database'
import { expectDomainError } from '@glasshouse/testkit/refused'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { transact } from '../../../platform/transactions/index.ts'
import { closePoolAtMarket, listPoolOrders, setPoolState, setTpSl, valuePool } from '../../index.fixture.ts'
import { closePosition, orderReceipt, placeOrder } from '../../index.ts'
import { setClosingOrder } from '../closingOrder.ts'
import { fundWallet, leadOpens, newPool, ordersOf } from './copying.fixture.ts'

let stage: EngineFixture
beforeAll(async () => {
  stage = await withEngine(await contractFixture())
})
afterAll(async () => {
  await stage.engine.close()
  await stage.database.drop()
})

/** Every test has a lead and pools of its own. */
let lead = 20_000
beforeEach(() => {
  lead += 1
  stage.markets.set('BTCUSDT', '65849.99', '65850')
})

const settings = { direction: 'asc', offset: 0, limit: 20, closedOnly: false } as const
const rowsOf = async (account: number) => (await listPoolOrders(stage, account, settings)).rows
const leadsWith = (amount: string) => fundWallet(stage, lead, 'contract2', amount)
const copyOf = async (account: number) => (await ordersOf(stage, account))[0]

describe('an opening of a lead', () => {
  it('is copied in the proportion of the equities at its own tick, with its stops and its name in the receipt', async () => {
    await leadsWith('2500')
    const pool = await newPool(stage, '5190.923', 10, lead)
    const led = await leadOpens(stage, { stopLoss: price('65000') }, lead)
    const [copy, ...more] = await ordersOf(stage, pool)
    expect(more).toEqual([])
    expect(copy).toMatchObject({ lots: 83, leverage: 10, copy_of: led.id, stop_loss_price: price('65000') })
    expect(copy?.open_price).toBe(led.open_price)
    const [row] = await rowsOf(pool)
    expect(row).toMatchObject({ lots: 83, difference: 0n, isReduced: false })
    expect([row?.leadPrice, row?.price]).toEqual([price('65850'), price('65850')])
    const { events } = await orderReceipt(stage, { uid: lead }, led.id)
    const opened = row?.receipt.find(({ kind }) => kind === 'opened')
    expect(opened).toMatchObject({ rule: 'copyBuyAtAsk', copyof: led.id })
    expect(opened?.tick).toEqual(events.find(({ kind }) => kind === 'opened')?.tick)
    expect(await stage.broken()).toEqual({})
  })

  it('is skipped with its reason while the order of the lead is kept', async () => {
    await leadsWith('2500')
    const poor = await newPool(stage, '20', 10, lead)
    const narrow = await newPool(stage, '5000', 1, lead)
    const stopped = await newPool(stage, '5000', 10, lead)
    await transact(stage.database.db, (tx) => setPoolState(tx, stopped, 'stopped'))
    await expect(leadOpens(stage, {}, lead)).resolves.toMatchObject({ state: 'open' })
    expect((await rowsOf(poor)).map(({ skipped, lots, orderId }) => ({ skipped, lots, orderId }))).toEqual([
      { skipped: 'tooSmall', lots: 0, orderId: null },
    ])
    expect((await rowsOf(narrow)).map(({ skipped }) => skipped)).toEqual(['leverage'])
    expect(await rowsOf(stopped)).toEqual([])
  })

  it('below the smallest equity of a lead is not copied, and its closing is', async () => {
    await leadsWith('1010')
    const pool = await newPool(stage, '5000', 10, lead)
    const { id } = await leadOpens(stage, { lots: 60 }, lead)
    stage.markets.set('BTCUSDT', '65400', '65400.01')
    await leadOpens(stage, { lots: 1, price: price('65400.01') }, lead)
    expect((await rowsOf(pool)).map(({ skipped }) => skipped)).toEqual([null, 'leadBelowMinimum'])
    await closePosition(stage, { uid: lead }, { id, lots: null })
    expect(await copyOf(pool)).toMatchObject({ state: 'closed', close_reason: 'copy' })
  })

  it('by a stop order is copied at the tick that triggers it, and what its closing orders close there is too', async () => {
    await leadsWith('2500')
    const pool = await newPool(stage, '5000', 10, lead)
    const stop = await leadOpens(stage, { kind: 'stop', price: price('66000') }, lead)
    expect(await rowsOf(pool)).toEqual([])
    stage.markets.set('BTCUSDT', '66009.99', '66010')
    await stage.engine.settled()
    expect(await copyOf(pool)).toMatchObject({ copy_of: stop.id, open_price: price('66010'), state: 'open' })
    const open = (await copyOf(pool))?.lots ?? 0
    for (const [at, number] of [
      ['66500', 10],
      ['67000', 30],
    ] as const)
      await setClosingOrder(stage, { uid: lead }, { id: stop.id, price: price(at), lots: number })
    expect((await rowsOf(pool)).length).toBe(1)
    stage.markets.set('BTCUSDT', '66500', '66500.01')
    stage.markets.set('BTCUSDT', '67001', '67001.01')
    await stage.engine.settled()
    const copies = await ordersOf(stage, pool)
    expect(copies.map((row) => [row.state, row.close_reason, row.close_price])).toEqual([
      ['closed', 'copy', price('67001')],
      ['closed', 'copy', price('66500')],
    ])
    expect(copies[1]?.lots).toBe(Math.floor(open / 4))
    expect(await stage.broken()).toEqual({})
  })

  it('closes with the trailing stop of the lead at its tick, and has none of its own', async () => {
    await leadsWith('2500')
    const pool = await newPool(stage, '5000', 10, lead)
    const led = await leadOpens(stage, {}, lead)
    const stops = { id: led.id, stops: { stopLoss: price('65000') }, trailing: parseTrailing('0.5%') }
    await setTpSl(stage, { uid: lead }, stops)
    expect(await copyOf(pool)).toMatchObject({ trailing_stop: null, stop_loss_price: price('65000') })
    stage.markets.set('BTCUSDT', '66400', '66400.01')
    stage.markets.set('BTCUSDT', '66068', '66068.01')
    await stage.engine.settled()
    expect(await copyOf(pool)).toMatchObject({ close_reason: 'copy', close_price: price('66068') })
    expect(await stage.broken()).toEqual({})
  })

  it('in the first contract wallet is not copied, and what was held before is not either', async () => {
    await leadsWith('2500')
    await fundWallet(stage, lead, 'contract', '2500')
    const before = await leadOpens(stage, {}, lead)
    const pool = await newPool(stage, '5000', 10, lead)
    await leadOpens(stage, { wallet: 'contract' }, lead)
    await closePosition(stage, { uid: lead }, { id: before.id, lots: null })
    expect(await rowsOf(pool)).toEqual([])
  })

  it('against the other contract wallet is refused in both directions, resting orders included', async () => {
    await leadsWith('2500')
    await fundWallet(stage, lead, 'contract', '2500')
    await newPool(stage, '5000', 10, lead)
    const resting = { kind: 'limit' as const, price: price('60000') }
    const { id } = await leadOpens(stage, resting, lead)
    const sell = { wallet: 'contract', side: 'short', price: price('65849.99') } as const
    expect(await expectDomainError(leadOpens(stage, sell, lead))).toEqual({
      code: 'invalidState',
      data: { reason: 'leadConflict' },
    })
    await expect(leadOpens(stage, { ...sell, pid: 2, price: price('2318.40') }, lead)).resolves.toBeDefined()
    const against = { pid: 2, price: price('2318.41') }
    expect((await expectDomainError(leadOpens(stage, against, lead))).data).toEqual({
      reason: 'leadConflict',
    })
    expect(id).toBeGreaterThan(0)
  })
})

describe('what happens to the order of a lead afterwards', () => {
  it('closes the same share of the copy, and the rest with the rest', async () => {
    await leadsWith('2500')
    const pool = await newPool(stage, '5190.923', 10, lead)
    const { id } = await leadOpens(stage, {}, lead)
    const part = await closePosition(stage, { uid: lead }, { id, lots: 15 })
    expect((await ordersOf(stage, pool)).map(({ lots, state }) => ({ lots, state }))).toEqual([
      { lots: 52, state: 'open' },
      { lots: 31, state: 'closed' },
    ])
    const rows = await rowsOf(pool)
    expect(rows.map(({ leadPrice, price: own }) => [leadPrice, own])).toEqual([
      [price('65850'), price('65850')],
      [price('65850'), price('65850')],
    ])
    expect(rows[1]?.receipt.find(({ kind }) => kind === 'closed')).toMatchObject({
      rule: 'copySellAtBid',
      copyof: part.id,
    })
    await closePosition(stage, { uid: lead }, { id, lots: null })
    expect((await ordersOf(stage, pool)).map(({ state }) => state)).toEqual(['closed', 'closed'])
    expect(await stage.broken()).toEqual({})
  })

  it('copies a resting order when it fills, and its stop closes both at one tick', async () => {
    await leadsWith('2500')
    const pool = await newPool(stage, '5000', 10, lead)
    const rests = { kind: 'limit' as const, price: price('65000'), stopLoss: price('64000') }
    const { id } = await leadOpens(stage, rests, lead)
    expect(await ordersOf(stage, pool)).toEqual([])
    stage.markets.set('BTCUSDT', '64999', '65000')
    await stage.engine.settled()
    expect(await copyOf(pool)).toMatchObject({ state: 'open', lots: 80, open_price: price('65000') })
    stage.markets.set('BTCUSDT', '64000', '64000.01')
    await stage.engine.settled()
    expect(await copyOf(pool)).toMatchObject({ state: 'closed', close_price: price('64000') })
    expect((await ordersOf(stage, lead))[0]).toMatchObject({ id, state: 'closed', close_reason: 'loss' })
    expect(await stage.broken()).toEqual({})
  })

  it('sets changed stops on the copy too, and they fire for both', async () => {
    await leadsWith('2500')
    const pool = await newPool(stage, '5000', 10, lead)
    const { id } = await leadOpens(stage, {}, lead)
    await setTpSl(stage, { uid: lead }, { id, stops: { takeProfit: price('66000') } })
    expect(await copyOf(pool)).toMatchObject({ target_profit_price: price('66000'), stop_loss_price: null })
    stage.markets.set('BTCUSDT', '66000', '66000.01')
    await stage.engine.settled()
    expect(await copyOf(pool)).toMatchObject({ state: 'closed', close_price: price('66000') })
    expect(await stage.broken()).toEqual({})
  })

  it('closes a copy with the liquidation of the lead, and a pool is liquidated by itself', async () => {
    await leadsWith('1100')
    const steady = await newPool(stage, '1000', 2, lead)
    const { id } = await leadOpens(stage, { lots: 160, leverage: 20 }, lead)
    stage.markets.set('BTCUSDT', '60500', '60500.01')
    await stage.engine.settled()
    expect((await ordersOf(stage, lead))[0]).toMatchObject({ id, close_reason: 'liquidation' })
    expect((await ordersOf(stage, steady)).every(({ state }) => state === 'closed')).toBe(true)
    expect(await stage.broken()).toEqual({})
  })
})

describe('a pool that is closed at the market', () => {
  it('closes fresh markets at once and a silent one at its next tick', async () => {
    await leadsWith('5000')
    const pool = await newPool(stage, '5000', 10, lead)
    await leadOpens(stage, { lots: 20 }, lead)
    await leadOpens(stage, { pid: 2, lots: 50, price: price('2318.41') }, lead)
    stage.markets.silence('ETHUSDT')
    expect(await valuePool(stage, stage.database.db, pool)).toEqual({ silent: [2] })
    await transact(stage.database.db, (tx) => setPoolState(tx, pool, 'stopped'))
    expect(await closePoolAtMarket(stage, pool)).toBe(2)
    await stage.engine.settled()
    const states = async () =>
      (await ordersOf(stage, pool)).map(({ state, close_reason }) => [state, close_reason])
    expect(await states()).toEqual([
      ['closed', 'dealing'],
      ['open', null],
    ])
    stage.markets.set('ETHUSDT', '2310', '2310.01')
    await stage.engine.settled()
    expect(await states()).toEqual([
      ['closed', 'dealing'],
      ['closed', 'dealing'],
    ])
    expect(await stage.broken()).toEqual({})
  })
})

it('orders of a pool belong to no caller', async () => {
  await leadsWith('2500')
  const pool = await newPool(stage, '5000', 10, lead)
  await leadOpens(stage, {}, lead)
  const copy = await copyOf(pool)
  for (const uid of [lead, 30_000]) {
    const asked = closePosition(stage, { uid }, { id: copy?.id ?? 0, lots: null })
    expect((await expectDomainError(asked)).code).toBe('notFound')
  }
  expect(placeOrder).toBeDefined()
})

it('needs one connection for an order of a lead, its copy and the rules of copying', async () => {
  const narrow = await contractFixture(undefined, await cloneDatabase(1))
  await fundWallet(narrow, lead, 'contract2', '2500')
  const pool = await newPool(narrow, '5000', 10, lead)
  await leadOpens(narrow, {}, lead)
  expect(await ordersOf(narrow, pool)).toMatchObject([{ lots: 80 }])
  await narrow.database.drop()
})
