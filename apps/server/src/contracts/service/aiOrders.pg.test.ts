import { domainError } from '@glasshouse/core/errors/registry'
import { type Price, price, usdt } from '@glasshouse/core/money/units'
import { type ContractFixture, contractFixture, withEngine } from '@glasshouse/testkit/contracts'
import { plainOrder } from '@glasshouse/testkit/orderRequest'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listAiTrades } from '../../contractResults/index.ts'
import {
  type AiOpening,
  type ContractDeps,
  closeAiPosition,
  closePosition,
  findOrderView,
  listAiOrders,
  orderReceipt,
  placeAiOrder,
  placeOrder,
} from '../index.ts'

let stage: ContractFixture
let deps: ContractDeps
let close: () => Promise<void>
beforeEach(async () => {
  const opened = await withEngine(await contractFixture())
  ;[stage, deps] = [opened, opened]
  close = opened.engine.close
  await stage.give(1, '1000')
  await stage.give(2, '1000')
})
afterEach(async () => {
  await close()
  await stage.database.drop()
})

const decision = {
  ...{ run: 7, rule: 'momentum-1', version: 1, candle: 60 },
  ...{ s7: '7', s30: '30', c: '65850', c15: '65000', a: '10' },
}
const opening = (more: Partial<AiOpening> = {}): AiOpening => ({
  decision,
  guard: async () => () => undefined,
  planAt: () => ({ lots: 10, stopLoss: price('65600'), takeProfit: price('66200') }),
  record: async () => undefined,
  ...more,
})
const command = { pid: 1, leverage: 10, side: 'long', seen: price('65850') } as const
const open = (more: Partial<AiOpening> = {}, uid = 1) => placeAiOrder(deps, { uid }, command, opening(more))
const byHand = (uid: number) =>
  placeOrder(deps, { uid }, {
    ...{ ...plainOrder, leverage: 10, price: price('65850'), pid: 1, lots: 4, kind: 'market', side: 'long' },
    ...{ takeProfit: null, stopLoss: null },
  } as const)
const ordersOfRun = () => listAiOrders(stage.database.db, 7)

describe('an order of AI ordering', () => {
  it('is sized and given stops at its fill, and names its run and candle', async () => {
    const fills: Price[] = []
    const order = await open({
      planAt: (fill) => {
        fills.push(fill)
        return { lots: 12, stopLoss: price('65600.5'), takeProfit: price('66200') }
      },
    })
    expect(order).toMatchObject({ lots: 12, ai_run: 7, open_price: price('65850') })
    expect(order).toMatchObject({
      ...{ stop_loss_price: price('65600.5'), target_profit_price: price('66200') },
    })
    expect(fills).toEqual([price('65850'), price('65850')])
    expect((await findOrderView(deps, 1, order.id))?.isAiOrder).toBe(true)
    expect(await findOrderView(deps, 2, order.id)).toBeNull()
    const { events } = await orderReceipt(deps, { uid: 1 }, order.id)
    expect(events[0]).toMatchObject({ kind: 'opened', rule: 'marketBuyAtAsk', ai: decision })
    expect(await stage.broken()).toEqual({})
  })

  it('never gets a stop loss beyond the liquidation price of the account', async () => {
    const planAt = () => ({ lots: 150, stopLoss: price('100'), takeProfit: price('66200') })
    const order = await open({ planAt })
    expect(order.stop_loss_price).toBeGreaterThan(price('55000'))
    expect(order.stop_loss_price).toBeLessThan(price('65850'))
  })

  it('is refused by its guard or for want of money alone, while other orders of the batch go on', async () => {
    const moved = () => {
      throw domainError('invalidState', { reason: 'runMoved' })
    }
    const tooMuch = () => ({ lots: 9000, stopLoss: price('1'), takeProfit: price('66200') })
    const results = await Promise.allSettled([
      open({ guard: async () => moved }),
      byHand(2),
      open({ planAt: tooMuch }),
    ])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected'])
    expect(results[0]).toMatchObject({ reason: { code: 'invalidState', data: { reason: 'runMoved' } } })
    expect(results[2]).toMatchObject({ reason: { code: 'insufficientBalance' } })
    expect(await ordersOfRun()).toEqual([])
  })

  it('is undone together with a record that fails', async () => {
    const record = async () => Promise.reject(new Error('the run could not be written'))
    await expect(open({ record })).rejects.toThrow('the run could not be written')
    expect(await ordersOfRun()).toEqual([])
    expect((await stage.purses(1))[0]).toBe(usdt('1000'))
    expect(await stage.broken()).toEqual({})
  })

  it('closes with its own reason and candle, publishes it, and counts with its closed parts', async () => {
    const order = await open()
    await closePosition(deps, { uid: 1 }, { id: order.id, lots: 4 })
    const closed = await closeAiPosition(deps, { uid: 1 }, order.id, { rule: 'aiOpposite', decision })
    expect(closed).toMatchObject({ close_reason: 'ai', lots: 6 })
    const { events } = await orderReceipt(deps, { uid: 1 }, order.id)
    expect(events.at(-1)).toMatchObject({ rule: 'aiOppositeSellAtBid', ai: decision })
    const { rows } = await sql<{ body: unknown }>`
      select body from platform_fact where kind = 'contracts.aiOrderClosed'`.execute(stage.database.db)
    expect(rows).toEqual([{ body: { id: order.id, run: 7 } }])
    const orders = await ordersOfRun()
    expect(orders.map(({ state }) => state)).toEqual(['closed', 'closed'])
    const period = { pid: 1, fromMs: 0, beforeMs: stage.clock.now() + 1, afterId: 0, limit: 10 }
    const [trade, ...more] = await listAiTrades(stage.database.db, period)
    expect(more).toEqual([])
    expect(trade).toMatchObject({ id: order.id, notional: usdt('658.5') })
    expect(trade?.profit).toBe(orders.reduce((sum, { profit }) => sum + (profit ?? 0n), 0n))
    await expect(closeAiPosition(deps, { uid: 2 }, order.id, { rule: 'aiAge' })).rejects.toThrow('notFound')
    await expect(closeAiPosition(deps, { uid: 1 }, order.id, { rule: 'aiAge' })).rejects.toThrow(
      'invalidState',
    )
    expect(await stage.broken()).toEqual({})
  })
})
