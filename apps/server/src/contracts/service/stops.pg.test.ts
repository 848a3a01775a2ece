import type { PlaceOrderCommand } from '@glasshouse/core/contracts/commands/codec'
import { formatPrice, price, usdt } from '@glasshouse/core/money/units'
import { contractFixture, type EngineFixture, withEngine } from '@glasshouse/testkit/contracts'
import { plainOrder } from '@glasshouse/testkit/orderRequest'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { setTpSl } from '../index.fixture.ts'
import { listOrders, placeOrder } from '../index.ts'

let stage: EngineFixture
beforeAll(async () => {
  stage = await withEngine(await contractFixture({ trading: '1000000', insurance: '10000' }))
})
afterAll(async () => {
  await stage.engine.close()
  await stage.database.drop()
})

const request: PlaceOrderCommand = {
  ...plainOrder,
  leverage: 10,
  price: price('65850'),
  pid: 1,
  lots: 10,
  kind: 'market',
  side: 'long',
}

it('a stop loss against the lighter side of a wallet is not bounded by a liquidation on the other side', async () => {
  const uid = 1
  await stage.give(uid, '400')
  await placeOrder(stage, { uid }, { ...request, side: 'short', price: price('65849.99'), lots: 20 })
  // More is sold than bought: only a rise closes out, at some price above; a fall never does.
  const { id } = await placeOrder(stage, { uid }, { ...request, stopLoss: price('60000') })
  await setTpSl(stage, { uid }, { id, stops: { stopLoss: price('50000'), takeProfit: null } })
  const { rows } = await listOrders(
    stage,
    { uid },
    { states: null, pid: null, wallet: 'contract', page: 1, pageSize: 10, orderBy: 'id', direction: 'desc' },
  )
  expect(rows[0]).toMatchObject({ id, stopLoss: price('50000') })
  // The heavier side stays bounded: beyond its close-out price a stop-loss would never fire.
  const [, sold] = rows
  const beyond = setTpSl(
    stage,
    { uid },
    { id: sold?.id ?? 0, stops: { stopLoss: price('99999'), takeProfit: null } },
  )
  await expect(beyond).rejects.toMatchObject({
    code: 'invalidTpSl',
    data: { rule: 'sellLoss', limit: formatPrice(sold?.liquidationPrice ?? price('0')) },
  })
})

it('a stop that is left out stays, and only an empty one is cleared', async () => {
  const uid = 2
  await stage.give(uid, '400')
  const stops = { stopLoss: price('60000'), takeProfit: price('70000') }
  const { id } = await placeOrder(stage, { uid }, { ...request, ...stops })
  const both = async () => {
    const paging = { page: 1, pageSize: 10, orderBy: 'id', direction: 'desc' } as const
    const { rows } = await listOrders(
      stage,
      { uid },
      { states: null, pid: null, wallet: 'contract', ...paging },
    )
    return [rows[0]?.stopLoss, rows[0]?.takeProfit]
  }
  await setTpSl(stage, { uid }, { id, stops: { stopLoss: price('61000') } })
  expect(await both()).toEqual([price('61000'), price('70000')])
  await setTpSl(stage, { uid }, { id, stops: { takeProfit: null } })
  expect(await both()).toEqual([price('61000'), null])
  await setTpSl(stage, { uid }, { id, stops: {} })
  expect(await both()).toEqual([price('61000'), null])
})

it('a pending order tells the price of the market, not its own', async () => {
  const uid = 3
  await stage.give(uid, '400')
  await placeOrder(stage, { uid }, { ...request, kind: 'limit', price: price('50000') })
  const paging = { page: 1, pageSize: 10, orderBy: 'id', direction: 'desc' } as const
  const { rows } = await listOrders(
    stage,
    { uid },
    { states: null, pid: null, wallet: 'contract', ...paging },
  )
  expect(rows[0]).toMatchObject({
    openPrice: price('50000'),
    currentPrice: price('65849.99'),
    pnl: usdt('0'),
    closePrice: null,
  })
})
