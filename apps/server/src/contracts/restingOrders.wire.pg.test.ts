import { longIt } from '@glasshouse/testkit/cases'
import { contractFixture, type EngineFixture, withEngine } from '@glasshouse/testkit/contracts'
import { type FakeServer, startFakeServer } from '@glasshouse/testkit/fakeServer'
import { post } from '@glasshouse/testkit/requests'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contractRoutes } from './index.fixture.ts'

let stage: EngineFixture
let house: FakeServer
let time = 0
beforeAll(async () => {
  stage = await withEngine(await contractFixture())
  house = await startFakeServer(stage.database, { routes: contractRoutes(stage) })
  time = house.clock.now()
})
afterAll(async () => {
  expect(await stage.broken()).toEqual({})
  await stage.engine.close()
  await house.close()
  await stage.database.drop()
})

/** Each call a millisecond later, so that no two signatures are the same. */
const call = (uid: number, path: string, fields: Record<string, string | number>) => {
  time += 1
  return post(house.url, `/api/contract/${path}`, fields, { token: `user-${uid}`, time })
}
const order = { levertype: 1, multiple: 10, originPrice: '65000', pid: 1, number: 10, status: 0, type: 1 }
const idOf = (answer: { readonly data?: unknown }) => (answer.data as { id: number }).id
const tick = async (bid: string, ask: string) => {
  stage.markets.set('BTCUSDT', bid, ask)
  await stage.engine.settled()
}
const calm = () => tick('65849.99', '65850')

describe('over the wire', () => {
  it('an order waits, is found among the pending, opens, and closes by its stop', async () => {
    await stage.give(1, '100')
    const placed = await call(1, 'buyContract', {
      ...order,
      stop_loss_price: '64000',
      target_profit_price: '',
    })
    expect(placed).toMatchObject({
      retCode: 0,
      data: {
        status: 0,
        openPrice: '65000',
        cautionMoney: '65',
        tradeFee: '0',
        factProfits: '0',
        stopLossPrice: '64000',
        targetProfitPrice: '0',
        transactionTime: null,
        liquidationPrice: null,
      },
    })
    const id = idOf(placed)
    expect(await call(1, 'myContractOrderList', { levertype: 1, status: 0 })).toMatchObject({ total: 1 })
    expect(await call(1, 'account', { levertype: 1 })).toMatchObject({
      data: { balance: '100', available: '34.675', hold: '65.325', riskRate: null },
    })
    await tick('64999.99', '65000')
    expect(await call(1, 'myContractOrderList', { levertype: 1, statusList: '1,2' })).toMatchObject({
      data: [{ id, status: 1, openPrice: '65000', tradeFee: '0.325' }],
    })
    await tick('63900', '63900.01')
    expect(await call(1, 'myContractOrderList', { levertype: 1, status: 3 })).toMatchObject({
      data: [{ id, closeReason: 'loss', closePrice: '63900', factProfits: '-11' }],
    })
    const { data } = await call(1, 'receipt', { id })
    expect((data as { events: { kind: string }[] }).events.map(({ kind }) => kind)).toEqual([
      'placed',
      'stopsSet',
      'opened',
      'closed',
    ])
    await calm()
  })

  it('is cancelled once', async () => {
    await stage.give(2, '100')
    const id = idOf(await call(2, 'buyContract', order))
    expect(await call(2, 'cheDanContract', { id })).toMatchObject({ data: { id, status: 4 } })
    expect(await call(2, 'cheDanContract', { id })).toMatchObject({ retCode: 2003 })
    expect(await call(3, 'cheDanContract', { id })).toMatchObject({ retCode: 1005 })
    expect(await call(2, 'pingcangContract', { id })).toMatchObject({ retCode: 2003 })
    expect(await call(2, 'myContractOrderList', { levertype: 1, status: 4 })).toMatchObject({ total: 1 })
  })

  it('refuses a stop on the wrong side with what would pass, and changes nothing', async () => {
    await stage.give(4, '100')
    const id = idOf(await call(4, 'buyContract', { ...order, originPrice: '65850', status: 1 }))
    const set = (stop_loss_price: string, target_profit_price: string) =>
      call(4, 'zhiyingzhisunContract', { id, stop_loss_price, target_profit_price })
    expect(await set('66000', '0')).toMatchObject({
      retCode: 2008,
      data: { rule: 'buyLoss', limit: '65849.99' },
    })
    expect(await set('1', '')).toMatchObject({ retCode: 2008, data: { rule: 'buyLoss', limit: '59175.425' } })
    expect(await set('', '65000')).toMatchObject({ retCode: 2008, data: { rule: 'buyProfit' } })
    expect(await set('60000', '70000')).toMatchObject({
      retCode: 0,
      data: { stopLossPrice: '60000', targetProfitPrice: '70000' },
    })
    expect(await set('0', '')).toMatchObject({ data: { stopLossPrice: '0', targetProfitPrice: '0' } })
    expect((await set('x', '')).retCode).toBe(1001)
  })

  it('what stays open of a part closed keeps its stops', async () => {
    await stage.give(5, '100')
    const bought = { ...order, originPrice: '65850', status: 1, target_profit_price: '67000' }
    const id = idOf(await call(5, 'buyContract', bought))
    const part = await call(5, 'pingcangContract', { id, number: 4 })
    expect(part).toMatchObject({ data: { number: 4, closeReason: 'user' } })
    await tick('67000', '67000.01')
    expect(await call(5, 'myContractOrderList', { levertype: 1, status: 3 })).toMatchObject({ total: 2 })
    expect(await call(5, 'receipt', { id })).toMatchObject({
      data: { order: { number: 6, closeReason: 'profit', closePrice: '67000', factProfits: '6.9' } },
    })
    await calm()
  })

  longIt('counts pending orders among the two hundred', async () => {
    await stage.give(6, '2000')
    const place = () => call(6, 'buyContract', { ...order, number: 1, originPrice: '60000' })
    const placed = await Promise.all(Array.from({ length: 200 }, place))
    expect(placed.filter(({ retCode }) => retCode !== 0)).toEqual([])
    expect(await call(6, 'buyContract', { ...order, number: 1 })).toMatchObject({
      retCode: 2005,
      data: { max: 200 },
    })
  })
})
