import { customer, external } from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import { usdt } from '@glasshouse/core/money/units'
import { type ContractFixture, contractFixture } from '@glasshouse/testkit/contracts'
import { type FakeServer, startFakeServer } from '@glasshouse/testkit/fakeServer'
import { post } from '@glasshouse/testkit/requests'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { postSingle } from '../ledger/posting/index.ts'
import { transact } from '../platform/transactions/index.ts'
import { contractRoutes } from './index.fixture.ts'

let stage: ContractFixture
let house: FakeServer
let time = 0
beforeAll(async () => {
  stage = await contractFixture()
  house = await startFakeServer(stage.database, { routes: contractRoutes(stage) })
  time = house.clock.now()
  await stage.give(1, '100')
})
afterAll(async () => {
  await house.close()
  await stage.database.drop()
})

/** Each call a millisecond later, so that no two signatures are the same. */
const call = (path: string, fields: Record<string, string | number>, uid = 1, key?: string) => {
  time += 1
  return post(house.url, `/api/contract/${path}`, fields, {
    token: `user-${uid}`,
    time,
    ...(key === undefined ? {} : { key }),
  })
}
const order = { levertype: 1, multiple: 10, originPrice: '65850', pid: 1, number: 11, status: 1, type: 1 }

it('a trade over the wire: buy, watch, close, and the receipt, every answer by its schema', async () => {
  const bought = await call('buyContract', order)
  expect(bought).toMatchObject({
    retCode: 0,
    data: {
      openPrice: '65850',
      cautionMoney: '72.435',
      tradeFee: '0.362175',
      factProfits: '-0.00011',
      status: 1,
    },
  })
  const { id } = bought.data as { id: number }
  expect(await call('myContractOrderList', { levertype: 1, statusList: '1,2' })).toMatchObject({
    retCode: 0,
    total: 1,
    data: [{ id, number: 11 }],
  })
  expect(await call('account', { levertype: 1 })).toMatchObject({
    data: { margin: '72.435', riskRate: '137.55' },
  })
  stage.markets.set('BTCUSDT', '66128.74', '66128.75')
  expect(await call('pingcangContract', { id, number: 4 })).toMatchObject({
    data: { parentid: id, number: 4, status: 3, closeReason: 'user', factProfits: '1.11496' },
  })
  expect(await call('pingcangContract', { id })).toMatchObject({ data: { id, number: 7, status: 3 } })
  expect(await call('account', { levertype: 1 })).toMatchObject({
    data: { balance: '102.34025693', margin: '0', profit: '0', riskRate: null },
  })
  const receipt = await call('receipt', { id })
  expect(receipt.data).toMatchObject({ lot: '0.001', feeRatePpm: 500, order: { id } })
  expect((receipt.data as { events: { kind: string }[] }).events.map(({ kind }) => kind)).toEqual([
    'opened',
    'closedPart',
    'closed',
  ])
  stage.markets.set('BTCUSDT', '65849.99', '65850')
})

it('the same idempotency key a hundred times buys once', async () => {
  await stage.give(2, '1000')
  const answers = await Promise.all(Array.from({ length: 100 }, () => call('buyContract', order, 2, 'once')))
  const bought = answers.filter(({ retCode }) => retCode === 0)
  expect(bought.length).toBeGreaterThan(0)
  expect(new Set(bought.map(({ data }) => (data as { id: number }).id)).size).toBe(1)
  expect(answers.every(({ retCode }) => retCode === 0 || retCode === 1003 || retCode === 1004)).toBe(true)
  expect(await call('myContractOrderList', { levertype: 1 }, 2)).toMatchObject({ total: 1 })
})

it.each<[string, Record<string, string | number>, number, object]>([
  ['myContractOrderList', { levertype: 3 }, 1001, { field: 'levertype' }],
  ['myContractOrderList', { levertype: 1, pageSize: '1e9' }, 1001, { field: 'pageSize' }],
  ['buyContract', { ...order, originPrice: '6.5e4' }, 1001, { field: 'originPrice' }],
  ['buyContract', { ...order, number: '1.5' }, 1001, { field: 'number' }],
  ['buyContract', { ...order, number: 0 }, 2002, { min: 1, step: 1 }],
  ['buyContract', { ...order, stop_loss_price: '60000' }, 2003, {}],
  ['pingcangContract', { id: 1 }, 1005, {}],
  ['receipt', { id: 1 }, 1005, {}],
])('%s %j answers %d', async (path, fields, retCode, data) => {
  const answer = await call(path, fields, 3)
  expect(answer.retCode).toBe(retCode)
  expect(answer.data ?? {}).toMatchObject(data)
})

it('says in the answer and in the receipt what of each fee bonus credit paid', async () => {
  await stage.give(4, '100')
  const credit = { from: external('operatorCapital'), to: customer(4, 'bonus'), amount: usdt('0.4') }
  await transact(stage.database.db, (tx) =>
    postSingle(tx, 1, {
      cause: { kind: 'test', id: 4 },
      transfers: [{ ...credit, type: journal.depositBonus }],
    }),
  )
  const bought = await call('buyContract', order, 4)
  expect(bought.data).toMatchObject({ tradeFee: '0.362175', feeFromBonus: '0.362175' })
  const { id } = bought.data as { id: number }
  // 0.037825 of the bonus is left for the closing fee of 0.362174945, rounded up.
  const closed = await call('pingcangContract', { id }, 4)
  expect(closed.data).toMatchObject({ tradeFee: '0.72434995', feeFromBonus: '0.037825' })
  const receipt = await call('receipt', { id }, 4)
  expect(receipt.data).toMatchObject({
    events: [
      { kind: 'opened', fee: '0.362175', feeFromBonus: '0.362175' },
      { kind: 'closed', fee: '0.36217495', feeFromBonus: '0.037825' },
    ],
  })
  expect((await call('account', { levertype: 1 }, 4)).data).toMatchObject({ balance: '99.67554005' })
})

it('leaves sound books', async () => {
  expect(await stage.broken()).toEqual({})
})
