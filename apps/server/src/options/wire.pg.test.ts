import { type FakeServer, startFakeServer } from '@glasshouse/testkit/fakeServer'
import { type OptionStage, optionFixture } from '@glasshouse/testkit/options'
import { post } from '@glasshouse/testkit/requests'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { optionRoutes } from './index.fixture.ts'

let stage: OptionStage
let house: FakeServer
let time = 0
beforeAll(async () => {
  stage = await optionFixture()
  house = await startFakeServer(stage.database, { routes: optionRoutes(stage.deps) })
  time = house.clock.now()
  await stage.give(1, '1000')
})
afterAll(async () => {
  await house.close()
  await stage.close()
})

/** Each call a millisecond later, so that no two signatures are the same. */
const call = (path: string, fields: Record<string, string | number>, uid = 1, key?: string) => {
  time += 1
  return post(house.url, `/api/option/${path}`, fields, {
    token: `user-${uid}`,
    time,
    ...(key === undefined ? {} : { key }),
  })
}
const order = { pid: 1, ostyle: 0, endprofit: 30, fee: '10', buyprice: '60000' }

it('an option over the wire: placed, listed, settled, and the receipt, every answer by its schema', async () => {
  const placed = await call('placeOrder', order)
  expect(placed).toMatchObject({ retCode: 0, data: { fee: '10', scale: '70', buyprice: '60000', ostaus: 0 } })
  const { id } = placed.data as { id: number }
  expect(await call('orderList', { ostaus: 0 })).toMatchObject({ retCode: 0, total: 1, data: [{ id }] })
  expect(await call('receipt', { id })).toMatchObject({ retCode: 0, data: { exit: null, payout: null } })

  stage.clock.tick(30_000)
  stage.trade('60001')
  stage.clock.tick(1)
  stage.trade('60000')
  await stage.pass(300)
  expect(await call('orderList', { ostaus: 0 })).toMatchObject({ total: 0, data: [] })
  expect(await call('orderList', { ostaus: 1, pageSize: 20 })).toMatchObject({
    total: 1,
    data: [{ id, isWin: 1, ploss: '7', sellprice: '60001' }],
  })
  expect(await call('receipt', { id })).toMatchObject({
    retCode: 0,
    data: { payout: '17', exit: { rule: 'callAboveAtExpiry', tick: { price: '60001' } } },
  })
})

it('the same key is done once and answered the same', async () => {
  stage.trade('60000')
  const [first, again] = [
    await call('placeOrder', order, 1, 'once'),
    await call('placeOrder', order, 1, 'once'),
  ]
  expect(first).toMatchObject({ retCode: 0 })
  expect(again.data).toEqual(first.data)
  expect(await call('orderList', { ostaus: 0 })).toMatchObject({ total: 1 })
})

it('pages and sorts the customer’s own orders only', async () => {
  for (const ostyle of [1, 0])
    expect(await call('placeOrder', { ...order, ostyle })).toMatchObject({ retCode: 0 })
  const ids = async (fields: Record<string, string | number>) =>
    ((await call('orderList', fields)).data as { id: number }[]).map(({ id }) => id)
  const all = await ids({ isAsc: 'asc', orderByColumn: 'id' })
  expect(await ids({})).toEqual([...all].reverse())
  expect(await ids({ isAsc: 'asc', orderByColumn: 'selltime', pageSize: 2, pageNum: 2 })).toEqual(
    all.slice(2, 4),
  )
  expect(await call('orderList', {}, 2)).toMatchObject({ retCode: 0, total: 0, data: [] })
  expect(await call('receipt', { id: all[0] ?? 0 }, 2)).toMatchObject({ retCode: 1005 })
})

it.each([
  [
    { ...order, ostyle: 2 },
    { retCode: 1001, data: { field: 'ostyle' } },
  ],
  [
    { ...order, fee: '-10' },
    { retCode: 1001, data: { field: 'fee' } },
  ],
  [
    { ...order, fee: '1e1' },
    { retCode: 1001, data: { field: 'fee' } },
  ],
  [
    { ...order, buyprice: '' },
    { retCode: 1001, data: { field: 'buyprice' } },
  ],
  [
    { ...order, fee: '0' },
    { retCode: 2002, data: { min: '10', max: '10000', step: '10' } },
  ],
  [
    { ...order, endprofit: 29 },
    { retCode: 2002, data: { allowed: '30,60,180,300,900' } },
  ],
  [{ ...order, fee: '5000' }, { retCode: 2001 }],
  [
    { ...order, buyprice: '61000' },
    { retCode: 2007, data: { price: '60000' } },
  ],
  [{ ...order, pid: 4000 }, { retCode: 1005 }],
] as const)('%j is refused', async (fields, expected) => {
  stage.trade('60000')
  expect(await call('placeOrder', fields)).toMatchObject(expected)
})
