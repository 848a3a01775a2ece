import type { PlaceOrderCommand } from '@glasshouse/core/contracts/commands/codec'
import { price, usdt } from '@glasshouse/core/money/units'
import { contractFixture, type EngineFixture, withEngine } from '@glasshouse/testkit/contracts'
import { plainOrder } from '@glasshouse/testkit/orderRequest'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { cancelOrder } from '../index.fixture.ts'
import { closePosition, orderReceipt, placeOrder } from '../index.ts'
import { amendOrder } from './amend.ts'
import { limitsOfMarket, maxOrderOf, readSizeLimits } from './size.ts'

let stage: EngineFixture
const uid = 7
beforeEach(async () => {
  stage = await withEngine(await contractFixture({ trading: '100000000', insurance: '5000' }))
  for (const one of [uid, 8]) await stage.give(one, '1000000')
  stage.markets.set('BTCUSDT', '49999.99', '50000')
})
afterEach(async () => {
  await stage.engine.close()
  await stage.database.drop()
})

const order = {
  ...plainOrder,
  leverage: 20,
  price: price('50000'),
  pid: 1,
  lots: 1,
  kind: 'market',
  side: 'long',
} as const
const open = (changes: Partial<PlaceOrderCommand> = {}, who = uid) =>
  placeOrder(stage, { uid: who }, { ...order, ...changes })
const set = async (key: string, value: string) => {
  await sql`
    insert into content_setting (key, value, changed_ms) values (${key}, ${value}, 1)
    on conflict (key) do update set value = excluded.value`.execute(stage.database.db)
}
const refusedWith = (max: string) => ({ code: 'outOfRange', data: { rule: 'notional', max } })

describe('the size of contracts', () => {
  it('of one order ends at its cap, refused with the largest that would pass', async () => {
    await set('max_order_notional', '1000')
    // Lots of 0.001 at 50,000 are 50 each.
    await expect(open({ lots: 21 })).rejects.toMatchObject(refusedWith('1000'))
    await open({ lots: 20 })
    await expect(open({ lots: 21, kind: 'limit', price: price('49000') })).rejects.toMatchObject(
      refusedWith('1000'),
    )
    expect(await stage.broken()).toEqual({})
    // 1,000 are open and count towards the side; the other side is as wide as an order may be.
    await set('max_open_interest', '1500')
    expect(await maxOrderOf(stage, uid, 1, null)).toEqual({ long: usdt('500'), short: usdt('1000') })
    await expect(open({ lots: 11 })).rejects.toMatchObject(refusedWith('500'))
    await expect(maxOrderOf(stage, uid, 99, null)).rejects.toMatchObject({ code: 'notFound' })
  })

  it('of a customer counts both wallets, both sides and what rests, and comes free again', async () => {
    await set('max_order_notional', '1000')
    await set('max_position_notional', '2000')
    const held = await open({ lots: 10 })
    const resting = await open({ lots: 10, kind: 'limit', price: price('40000') })
    await open({ lots: 10, side: 'short', price: price('49999.99') })
    // 500 + 400 + 499.9999 are there.
    await expect(open({ lots: 20 })).rejects.toMatchObject(refusedWith('600.0001'))
    expect(await maxOrderOf(stage, uid, 1, null)).toEqual({ long: usdt('600.0001'), short: usdt('600.0001') })
    // Amended, the order that rests may use its own 400 again; an open one, and that of another customer, give nothing.
    expect(await maxOrderOf(stage, uid, 1, resting.id)).toMatchObject({ long: usdt('1000') })
    const amend = (lots: number) => {
      const change = { lots, price: price('40000') }
      return amendOrder(stage, { uid }, { id: resting.id, change, termsId: undefined })
    }
    await expect(amend(26)).rejects.toMatchObject(refusedWith('1000'))
    expect(await maxOrderOf(stage, uid, 1, held.id)).toMatchObject({ long: usdt('600.0001') })
    for (const [who, pid] of [
      [8, 1],
      [uid, 2],
    ] as const)
      await expect(maxOrderOf(stage, who, pid, resting.id)).rejects.toMatchObject({ code: 'notFound' })
    await expect(open({ lots: 20 }, 8)).resolves.toMatchObject({ state: 'open' })
    await expect(open({ lots: 20, pid: 2, price: price('2318.41') })).resolves.toBeDefined()
    await cancelOrder(stage, { uid }, resting.id)
    await closePosition(stage, { uid }, { id: held.id, lots: 4 })
    await expect(open({ lots: 30 })).rejects.toMatchObject(refusedWith('1000'))
    await open({ lots: 20 })
    await expect(open({ lots: 20 })).rejects.toMatchObject(refusedWith('200.0001'))
    expect(await stage.broken()).toEqual({})
  })

  it('of a customer cannot be passed by orders at once', async () => {
    await set('max_position_notional', '1000000')
    const tried = await Promise.allSettled(Array.from({ length: 30 }, () => open({ lots: 1_000 })))
    // 50,000 each.
    expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
    expect(await stage.broken()).toEqual({})
  })

  it('of one side of a market is that of all customers, and a resting order that does not fit is cancelled', async () => {
    const resting = await open({ lots: 10, kind: 'limit', price: price('49000') }, 8)
    await set('max_order_notional', '1000')
    await set('max_position_notional', '1000')
    await set('max_open_interest', '1000')
    await open({ lots: 15 })
    await expect(open({ lots: 10 }, 8)).rejects.toMatchObject(refusedWith('250'))
    await expect(open({ lots: 10, side: 'short', price: price('49999.99') }, 8)).resolves.toBeDefined()
    stage.markets.set('BTCUSDT', '48999.99', '49000')
    await stage.engine.settled()
    const { order: after, events } = await orderReceipt(stage, { uid: 8 }, resting.id)
    expect([after.state, events.at(-1)?.rule]).toEqual(['cancelled', 'revokedTooLarge'])
    expect(await stage.broken()).toEqual({})
  })

  it('is bound in live mode by a tenth of the depth of the book, and to nothing while no book is known', async () => {
    const caps = await readSizeLimits(stage.database.db)
    const live = { ...stage, settings: { ...stage.settings, MODE: 'live' as const } }
    const none = { order: 0n, position: 0n, interest: 0n }
    expect(limitsOfMarket(live, caps, 'BTCUSDT')).toEqual(none)
    stage.markets.setDepth('BTCUSDT', usdt('20000000'))
    expect(limitsOfMarket(live, caps, 'BTCUSDT')).toEqual({
      order: usdt('1000000'),
      position: usdt('2000000'),
      interest: usdt('2000000'),
    })
    expect(limitsOfMarket(stage, caps, 'BTCUSDT')).toEqual(caps)
  })
})
