import { price } from '@glasshouse/core/money/units'
import { contractFixture, type EngineFixture, withEngine } from '@glasshouse/testkit/contracts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listOrders, placeOrder, setTpSl } from '../index.ts'

let stage: EngineFixture
beforeAll(async () => {
  stage = await withEngine(await contractFixture({ trading: '1000000', insurance: '10000' }))
})
afterAll(async () => {
  await stage.engine.close()
  await stage.database.drop()
})

const request = {
  levertype: 1 as const,
  multiple: 10,
  originPrice: price('65850'),
  pid: 1,
  number: 10,
  status: 1 as const,
  type: 1 as const,
  target_profit_price: null,
  stop_loss_price: null,
}

it('a stop-loss against the lighter side of a wallet is not bounded by a close-out on the other side', async () => {
  const uid = 1
  await stage.give(uid, '400')
  await placeOrder(stage, { uid }, { ...request, type: 2, originPrice: price('65849.99'), number: 20 })
  // More is sold than bought: only a rise closes out, at some price above; a fall never does.
  const { id } = await placeOrder(stage, { uid }, { ...request, stop_loss_price: price('60000') })
  await setTpSl(stage, { uid }, { id, stop_loss_price: price('50000'), target_profit_price: null })
  const { rows } = await listOrders(
    stage,
    { uid },
    { levertype: 1, pageNum: 1, pageSize: 10, orderByColumn: 'id', isAsc: 'desc' },
  )
  expect(rows[0]).toMatchObject({ id, stopLossPrice: '50000' })
  // The heavier side stays bounded: beyond its close-out price a stop-loss would never fire.
  const [, sold] = rows
  const beyond = setTpSl(
    stage,
    { uid },
    { id: sold?.id ?? 0, stop_loss_price: price('99999'), target_profit_price: null },
  )
  await expect(beyond).rejects.toMatchObject({
    code: 'invalidTpSl',
    data: { rule: 'sellLoss', limit: sold?.liquidationPrice },
  })
})

it('a stop that is left out stays, and only an empty one is cleared', async () => {
  const uid = 2
  await stage.give(uid, '400')
  const stops = { stop_loss_price: price('60000'), target_profit_price: price('70000') }
  const { id } = await placeOrder(stage, { uid }, { ...request, ...stops })
  const both = async () => {
    const paging = { pageNum: 1, pageSize: 10, orderByColumn: 'id', isAsc: 'desc' } as const
    const { rows } = await listOrders(stage, { uid }, { levertype: 1, ...paging })
    return [rows[0]?.stopLossPrice, rows[0]?.targetProfitPrice]
  }
  await setTpSl(stage, { uid }, { id, stop_loss_price: price('61000') })
  expect(await both()).toEqual(['61000', '70000'])
  await setTpSl(stage, { uid }, { id, target_profit_price: null })
  expect(await both()).toEqual(['61000', '0'])
  await setTpSl(stage, { uid }, { id })
  expect(await both()).toEqual(['61000', '0'])
})

it('a pending order tells the price of the market, not its own', async () => {
  const uid = 3
  await stage.give(uid, '400')
  await placeOrder(stage, { uid }, { ...request, status: 0, originPrice: price('50000') })
  const paging = { pageNum: 1, pageSize: 10, orderByColumn: 'id', isAsc: 'desc' } as const
  const { rows } = await listOrders(stage, { uid }, { levertype: 1, ...paging })
  expect(rows[0]).toMatchObject({
    openPrice: '50000',
    newPrice: '65849.99',
    factProfits: '0',
    closePrice: '0',
  })
})
