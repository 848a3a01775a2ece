import { price, usdt } from '@glasshouse/core/money/units'
import { contractFixture, type EngineFixture, withEngine } from '@glasshouse/testkit/contracts'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { cancelOrder, closePosition, orderReceipt, placeOrder } from '../index.ts'
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
  levertype: 1,
  multiple: 20,
  originPrice: price('50000'),
  pid: 1,
  number: 1,
  status: 1,
  type: 1,
  target_profit_price: null,
  stop_loss_price: null,
} as const
const open = (changes: object = {}, who = uid) => placeOrder(stage, { uid: who }, { ...order, ...changes })
const set = async (key: string, value: string) => {
  await sql`
    insert into content_setting (key, value, changed_ms) values (${key}, ${value}, 1)
    on conflict (key) do update set value = excluded.value`.execute(stage.database.db)
}
const refusedWith = (max: string) => ({ code: 'outOfRange', data: { rule: 'notional', max } })

describe('the size of contracts', () => {
  it('of one order ends at its cap, told with the largest that would pass', async () => {
    await set('max_order_notional', '1000')
    // Lots of 0.001 at 50,000 are 50 each.
    await expect(open({ number: 21 })).rejects.toMatchObject(refusedWith('1000'))
    await open({ number: 20 })
    await expect(open({ number: 21, status: 0, originPrice: price('49000') })).rejects.toMatchObject(
      refusedWith('1000'),
    )
    expect(await stage.broken()).toEqual({})
    // 1,000 are open and count towards the side; the other side is as wide as an order may be.
    await set('max_open_interest', '1500')
    expect(await maxOrderOf(stage, uid, 1, null)).toEqual({ long: usdt('500'), short: usdt('1000') })
    await expect(open({ number: 11 })).rejects.toMatchObject(refusedWith('500'))
    await expect(maxOrderOf(stage, uid, 99, null)).rejects.toMatchObject({ code: 'notFound' })
  })

  it('of a customer counts both wallets, both sides and what rests, and comes free again', async () => {
    await set('max_order_notional', '1000')
    await set('max_position_notional', '2000')
    const held = await open({ number: 10 })
    const resting = await open({ number: 10, status: 0, originPrice: price('40000') })
    await open({ number: 10, type: 2, originPrice: price('49999.99') })
    // 500 + 400 + 499.9999 are there.
    await expect(open({ number: 20 })).rejects.toMatchObject(refusedWith('600.0001'))
    expect(await maxOrderOf(stage, uid, 1, null)).toEqual({ long: usdt('600.0001'), short: usdt('600.0001') })
    // Amended, the order that rests may use its own 400 again; an open one, and that of another customer, give nothing.
    expect(await maxOrderOf(stage, uid, 1, resting.id)).toMatchObject({ long: usdt('1000') })
    const amend = (number: number) =>
      amendOrder(stage, { uid }, { id: resting.id, number, originPrice: price('40000') })
    await expect(amend(26)).rejects.toMatchObject(refusedWith('1000'))
    expect(await maxOrderOf(stage, uid, 1, held.id)).toMatchObject({ long: usdt('600.0001') })
    for (const [who, pid] of [
      [8, 1],
      [uid, 2],
    ] as const)
      await expect(maxOrderOf(stage, who, pid, resting.id)).rejects.toMatchObject({ code: 'notFound' })
    await expect(open({ number: 20 }, 8)).resolves.toMatchObject({ state: 'open' })
    await expect(open({ number: 20, pid: 2, originPrice: price('2318.41') })).resolves.toBeDefined()
    await cancelOrder(stage, { uid }, { id: resting.id })
    await closePosition(stage, { uid }, { id: held.id, number: 4 })
    await expect(open({ number: 30 })).rejects.toMatchObject(refusedWith('1000'))
    await open({ number: 20 })
    await expect(open({ number: 20 })).rejects.toMatchObject(refusedWith('200.0001'))
    expect(await stage.broken()).toEqual({})
  })

  it('of a customer cannot be passed by orders at once', async () => {
    await set('max_position_notional', '1000000')
    const tried = await Promise.allSettled(Array.from({ length: 30 }, () => open({ number: 1_000 })))
    // 50,000 each.
    expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
    expect(await stage.broken()).toEqual({})
  })

  it('of one side of a market is that of everybody, and a resting order that does not fit is cancelled', async () => {
    const resting = await open({ number: 10, status: 0, originPrice: price('49000') }, 8)
    await set('max_order_notional', '1000')
    await set('max_position_notional', '1000')
    await set('max_open_interest', '1000')
    await open({ number: 15 })
    await expect(open({ number: 10 }, 8)).rejects.toMatchObject(refusedWith('250'))
    await expect(open({ number: 10, type: 2, originPrice: price('49999.99') }, 8)).resolves.toBeDefined()
    stage.markets.set('BTCUSDT', '48999.99', '49000')
    await stage.engine.settled()
    const { order: after, events } = await orderReceipt(stage, { uid: 8 }, resting.id)
    expect([after.status, events.at(-1)?.rule]).toEqual([4, 'revokedTooLarge'])
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
