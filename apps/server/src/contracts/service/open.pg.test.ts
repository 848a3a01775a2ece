import { customer, external } from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import { price, usdt } from '@glasshouse/core/money/units'
import { type ContractFixture, contractFixture } from '@glasshouse/testkit/contracts'
import { plainOrder } from '@glasshouse/testkit/orderRequest'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postSingle } from '../../ledger/posting/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { listOrders, orderReceipt, placeOrder } from '../index.ts'

let stage: ContractFixture
beforeAll(async () => {
  stage = await contractFixture()
})
afterAll(() => stage.database.drop())

type Request = Parameters<typeof placeOrder>[2]
const request = (change: Partial<Request> = {}): Request => ({
  ...plainOrder,
  leverage: 10,
  price: price('65850'),
  pid: 1,
  lots: 11,
  kind: 'market',
  side: 'long',
  ...change,
})
const open = (uid: number, change: Partial<Request> = {}) => placeOrder(stage, { uid }, request(change))
const listOf = (uid: number) =>
  listOrders(
    stage,
    { uid },
    {
      states: null,
      pid: null,
      wallet: 'contract',
      page: 1,
      pageSize: 10,
      orderBy: 'created',
      direction: 'desc',
    },
  )

describe('opening at the market', () => {
  it('holds margin, charges the fee, and keeps the tick that filled it', async () => {
    await stage.give(1, '100')
    const order = await open(1)
    expect(order).toMatchObject({
      open_price: price('65850'),
      margin: usdt('72.435'),
      state: 'open',
      lots: 11,
    })
    const [free, margin, , fees] = await stage.purses(1)
    expect([free, margin, fees]).toEqual([usdt('27.202825'), usdt('72.435'), usdt('0.362175')])
    expect(stage.markets.kept.at(-1)).toEqual(stage.markets.inForce('BTCUSDT')?.tick)
    const receipt = await orderReceipt(stage, { uid: 1 }, order.id)
    expect(receipt.events).toMatchObject([
      { kind: 'opened', rule: 'marketBuyAtAsk', price: '65850', margin: '72.435', fee: '0.362175' },
    ])
    expect(receipt.events[0]?.tick).toMatchObject({
      symbol: 'BTCUSDT',
      ask: '65850',
      hash: stage.markets.kept.at(-1)?.hash,
    })
    expect(receipt.lot).toBe('0.001')
    expect(await stage.broken()).toEqual({})
  })

  it('a sell fills at the best bid', async () => {
    await stage.give(2, '100')
    expect((await open(2, { side: 'short' })).open_price).toBe(price('65849.99'))
  })

  it('shows what floats: price, profit, liquidation and the account', async () => {
    await stage.give(3, '100')
    await open(3)
    stage.markets.set('BTCUSDT', '66128.74', '66128.75')
    const { rows, total } = await listOf(3)
    expect(total).toBe(1)
    expect(rows[0]).toMatchObject({
      currentPrice: price('66128.74'),
      pnl: usdt('3.06614'),
      openPrice: price('65850'),
      margin: usdt('72.435'),
      fees: usdt('0.362175'),
      liquidationPrice: price('60084.515909091'),
      closePrice: null,
      state: 'open',
    })
    expect(await stage.account(3)).toEqual({
      balance: usdt('99.637825'),
      available: usdt('27.202825'),
      margin: usdt('72.435'),
      hold: usdt('0'),
      profit: usdt('3.06614'),
      marginLevelPercent: '141.78',
    })
    stage.markets.set('BTCUSDT', '65849.99', '65850')
  })

  it('bonus credit pays the fee first', async () => {
    await stage.give(4, '72.435')
    await expect(open(4)).rejects.toMatchObject({ code: 'insufficientBalance' })
    const bonus = { from: external('operatorCapital'), to: customer(4, 'bonus'), amount: usdt('0.4') }
    await transact(stage.database.db, (tx) =>
      postSingle(tx, 1, {
        cause: { kind: 'test', id: 1 },
        transfers: [{ ...bonus, type: journal.depositBonus }],
      }),
    )
    await open(4)
    expect((await stage.purses(4)).slice(0, 3)).toEqual([0n, usdt('72.435'), usdt('0.037825')])
  })
})

describe('refusals', () => {
  beforeAll(() => stage.give(10, '1000'))

  it.each<[string, Partial<Request>, object]>([
    ['an unknown product', { pid: 99 }, { code: 'notFound' }],
    ['no lots', { lots: 0 }, { code: 'outOfRange', data: { min: 1, step: 1 } }],
    ['another leverage', { leverage: 3 }, { code: 'outOfRange', data: { allowed: '2,5,10,20' } }],
    ['no price seen', { price: price('0') }, { code: 'outOfRange' }],
    ['a fixed price', { kind: 'limit' }, { code: 'invalidState', data: { reason: 'fixedPriceNotOffered' } }],
    ['a stop-profit', { takeProfit: price('70000') }, { code: 'invalidState' }],
    ['a stop-loss', { stopLoss: price('60000') }, { code: 'invalidState' }],
    ['a price that moved up', { price: price('65522') }, { code: 'priceChanged', data: { price: '65850' } }],
    ['a price that moved down', { side: 'short', price: price('66181') }, { code: 'priceChanged' }],
    ['a market without a price', { pid: 3, price: price('96') }, { code: 'priceChanged' }],
    ['too little money', { lots: 200 }, { code: 'insufficientBalance', data: { available: '1000' } }],
  ])('%s', async (_, change, refusal) => {
    await expect(open(10, change)).rejects.toMatchObject(refusal)
    expect(await listOf(10)).toEqual({ rows: [], total: 0 })
  })

  it('a silent market', async () => {
    stage.markets.silence('ETHUSDT')
    await expect(open(10, { pid: 2, price: price('2318') })).rejects.toMatchObject({
      code: 'priceChanged',
    })
    stage.markets.set('ETHUSDT', '2318.40', '2318.41')
  })

  it('more than the trading reserve covers', async () => {
    await stage.give(11, '10000000')
    // 20 % of the notional must stay below 100000.
    await expect(open(11, { lots: 7600 })).rejects.toMatchObject({ code: 'insufficientReserve' })
    await open(11, { lots: 7000 })
    await expect(open(11, { lots: 600 })).rejects.toMatchObject({ code: 'insufficientReserve' })
    expect(await stage.broken()).toEqual({})
  })

  it('a floating loss makes less available', async () => {
    await stage.give(12, '100')
    await open(12)
    stage.markets.set('BTCUSDT', '65000', '65000.01')
    const seen = { price: price('65000.01') }
    await expect(open(12, { ...seen, lots: 3 })).rejects.toMatchObject({
      code: 'insufficientBalance',
      data: { available: '17.852825' },
    })
    await open(12, { ...seen, lots: 2 })
    stage.markets.set('BTCUSDT', '65849.99', '65850')
  })

  it('the 201st order of a wallet', async () => {
    await stage.give(13, '100000')
    await open(13, { pid: 2, price: price('2318.41'), lots: 1 })
    await sql`
      insert into contracts_order (uid, wallet, pid, side, leverage, lots, quantity, open_price, margin, open_fee,
        fee_rate_ppm, state, created_ms, opened_ms)
      select uid, wallet, pid, side, leverage, lots, quantity, open_price, 0, 0, fee_rate_ppm, 'open', 1, 1
      from contracts_order, generate_series(1, 199) where uid = 13`.execute(stage.database.db)
    await expect(open(13, { pid: 2, price: price('2318.41'), lots: 1 })).rejects.toMatchObject({
      code: 'tooManyOrders',
      data: { max: 200 },
    })
    await sql`delete from contracts_order where uid = 13 and margin = 0`.execute(stage.database.db)
    // The product never deletes orders, so nothing takes the deleted ones off the running row.
    await sql`update contracts_size set cost = cost / 200 where uid = 13`.execute(stage.database.db)
  })
})

describe('under fire', () => {
  it('a hundred opens at once spend no more than the balance', async () => {
    await stage.give(20, '30')
    const tried = await Promise.allSettled(Array.from({ length: 100 }, () => open(20, { lots: 1 })))
    const done = tried.filter(({ status }) => status === 'fulfilled').length
    // One lot costs 6.585 and 0.032925.
    expect(done).toBe(4)
    for (const one of tried) {
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'insufficientBalance' })
    }
    expect((await listOf(20)).total).toBe(4)
    expect(await stage.broken()).toEqual({})
  })
})
