import type { OrderState } from '@glasshouse/core/contracts/codec'
import type { PositionSide } from '@glasshouse/core/contracts/rules'
import { price, type Usdt, usdt } from '@glasshouse/core/money/units'
import { longIt } from '@glasshouse/testkit/cases'
import { type ContractFixture, contractFixture, withEngine } from '@glasshouse/testkit/contracts'
import { plainOrder } from '@glasshouse/testkit/orderRequest'
import { seededRandom } from '@glasshouse/testkit/random'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listContractResults } from '../../contractResults/index.ts'
import { fundReserve } from '../../ledger/posting/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { getHouseDebt } from '../../tradingReserve/index.ts'
import { maxTransferOutOf } from '../index.fixture.ts'
import { type ContractDeps, closePosition, listOrders, orderReceipt, placeOrder } from '../index.ts'

let stage: ContractFixture
beforeEach(async () => {
  stage = await contractFixture()
})
afterEach(() => stage.database.drop())

const uid = 7
const open = (lots = 11, side: PositionSide = 'long', leverage = 10, pid = 1, deps: ContractDeps = stage) =>
  placeOrder(
    deps,
    { uid },
    {
      ...plainOrder,
      leverage,
      price: stage.markets.inForce(pid === 1 ? 'BTCUSDT' : 'ETHUSDT')?.tick.ask ?? price('0'),
      pid,
      lots,
      kind: 'market',
      side,
    },
  )
const close = (id: number, lots: number | null = null) => closePosition(stage, { uid }, { id, lots })
const listOf = (states: readonly OrderState[] | null = null) =>
  listOrders(
    stage,
    { uid },
    {
      pid: null,
      wallet: 'contract',
      states,
      page: 1,
      pageSize: 10,
      orderBy: 'id',
      direction: 'asc',
    },
  )
const pushesOf = async () => {
  const { rows } = await sql<{ body: { event: string; data: { id?: number } } }>`
    select body from platform_fact where kind = 'pushed' order by id`.execute(stage.database.db)
  return rows.map(({ body }) => body.event)
}

describe('closing', () => {
  it('adds each closed part and the rest to the results of its day', async () => {
    await stage.give(uid, '1000')
    const { id } = await open(10)
    const parts = [await close(id, 4), await close(id)]
    const sum = (pick: (part: (typeof parts)[number]) => bigint | null) =>
      parts.reduce((total, part) => total + (pick(part) ?? 0n), 0n)
    expect(await listContractResults(stage.database.db, uid, { fromDay: 0, toDay: 100_000 })).toEqual([
      {
        ...{ day: expect.any(Number), pid: 1, side: 'long', result: -1, trades: 2 },
        profit: sum(({ profit }) => profit),
        fees: sum(({ open_fee }) => open_fee) + sum(({ close_fee }) => close_fee),
      },
    ])
    expect(await stage.broken()).toEqual({})
  })
  it('pays a profit from the trading reserve, to the unit', async () => {
    await stage.give(uid, '100')
    const { id } = await open()
    stage.markets.set('BTCUSDT', '66128.74', '66128.75')
    const closed = await close(id)
    // Profit 0.011 × 278.74, closing fee 0.05 % of 0.011 × 66128.74 rounded up.
    expect(closed).toMatchObject({
      id,
      state: 'closed',
      profit: usdt('3.06614'),
      close_fee: usdt('0.36370807'),
    })
    expect(await stage.purses(uid)).toEqual([
      usdt('102.34025693'),
      0n,
      0n,
      usdt('0.72588307'),
      usdt('99996.93386'),
      usdt('5000'),
    ])
    expect((await listOf()).rows).toMatchObject([
      {
        state: 'closed',
        closePrice: price('66128.74'),
        currentPrice: price('66128.74'),
        pnl: usdt('3.06614'),
        fees: usdt('0.72588307'),
        liquidationPrice: null,
        closeReason: 'user',
      },
    ])
    expect(await stage.account(uid)).toMatchObject({
      balance: usdt('102.34025693'),
      margin: usdt('0'),
      marginLevelPercent: null,
    })
    expect(await pushesOf()).toEqual(['WALLET_CHANGED', 'CLOSE_LEVER_ORDER', 'WALLET_CHANGED'])
    expect(await stage.broken()).toEqual({})
  })

  it('a loss goes to the trading reserve, and the receipt tells both ticks', async () => {
    await stage.give(uid, '100')
    const { id } = await open(11, 'short')
    stage.markets.set('BTCUSDT', '65999.99', '66000')
    await close(id)
    const { events, order } = await orderReceipt(stage, { uid }, id)
    expect(order.pnl).toBe(usdt('-1.65011'))
    expect(events.map(({ kind, rule, price, profit }) => [kind, rule, price, profit])).toEqual([
      ['opened', 'marketSellAtBid', '65849.99', '0'],
      ['closed', 'marketBuyAtAsk', '66000', '-1.65011'],
    ])
    expect(events[1]?.tick?.ask).toBe('66000')
    expect(stage.markets.kept).toHaveLength(2)
    expect(await stage.broken()).toEqual({})
  })

  it('a part becomes a closed order of its own and the rest keeps the remainder', async () => {
    await stage.give(uid, '100')
    const { id } = await open()
    stage.markets.set('BTCUSDT', '66128.74', '66128.75')
    const part = await close(id, 4)
    expect(part).toMatchObject({
      parent_id: id,
      lots: 4,
      state: 'closed',
      margin: usdt('26.34'),
      open_fee: usdt('0.1317'),
      profit: usdt('1.11496'),
    })
    const { rows } = await listOf(['open'])
    expect(rows).toMatchObject([
      { id, lots: 7, margin: usdt('46.095'), fees: usdt('0.230475'), state: 'open' },
    ])
    expect(await stage.broken()).toEqual({})
    const receipt = await orderReceipt(stage, { uid }, part.id)
    expect(receipt.events.map(({ kind }) => kind)).toEqual(['opened', 'closed'])
    await close(id, 7)
    const whole = await orderReceipt(stage, { uid }, id)
    expect(whole.events.map(({ kind, number }) => [kind, number])).toEqual([
      ['opened', 11],
      ['closedPart', 4],
      ['closed', 7],
    ])
    expect((await stage.purses(uid)).slice(0, 2)).toEqual([usdt('102.34025693'), 0n])
    expect(await stage.broken()).toEqual({})
  })

  it.each([
    [0, { code: 'outOfRange', data: { min: 1, max: 11 } }],
    [12, { code: 'outOfRange', data: { max: 11 } }],
    [20, { code: 'outOfRange', data: { max: 11 } }],
  ])('refuses %d of 11 lots', async (lots, refusal) => {
    await stage.give(uid, '100')
    const { id } = await open()
    await expect(close(id, lots)).rejects.toMatchObject(refusal)
  })

  it('refuses what is not there, not yours, closed before, or without a fresh price', async () => {
    await stage.give(uid, '100')
    const { id } = await open()
    await expect(close(999)).rejects.toMatchObject({ code: 'notFound' })
    await expect(closePosition(stage, { uid: 8 }, { id, lots: null })).rejects.toMatchObject({
      code: 'notFound',
    })
    await expect(orderReceipt(stage, { uid: 8 }, id)).rejects.toMatchObject({ code: 'notFound' })
    stage.markets.silence('BTCUSDT')
    await expect(close(id)).rejects.toMatchObject({ code: 'priceChanged' })
    stage.markets.set('BTCUSDT', '65849.99', '65850')
    await close(id)
    await expect(close(id)).rejects.toMatchObject({ code: 'invalidState' })
  })

  it('a hundred closes at once close once', async () => {
    await stage.give(uid, '100')
    const { id } = await open()
    const tried = await Promise.allSettled(Array.from({ length: 100 }, () => close(id)))
    expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const one of tried) {
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'invalidState' })
    }
    expect(await stage.broken()).toEqual({})
  })

  it('parts closed at once close no more than there is', async () => {
    await stage.give(uid, '100')
    const { id } = await open()
    const tried = await Promise.allSettled(Array.from({ length: 12 }, () => close(id, 2)))
    // Five parts of two leave one lot; the others are refused.
    expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    expect((await listOf(['open'])).rows).toMatchObject([{ lots: 1, margin: usdt('6.585') }])
    expect(await stage.broken()).toEqual({})
  })
})

describe('a wallet never goes below zero', () => {
  it('the insurance fund pays the rest of a loss and the fee', async () => {
    await stage.give(uid, '80')
    const { id } = await open()
    stage.markets.set('BTCUSDT', '55000', '55000.01')
    await close(id)
    // The loss is 119.35; the wallet held 79.637825; the fee is 0.3025.
    const [free, margin, , fees, trading, insurance] = await stage.purses(uid)
    expect([free, margin]).toEqual([0n, 0n])
    expect(insurance).toBe(usdt('5000') - (usdt('119.35') - usdt('79.637825')) - usdt('0.3025'))
    expect(trading).toBe(usdt('100119.35'))
    expect(fees).toBe(usdt('0.362175') + usdt('0.3025'))
    const { events } = await orderReceipt(stage, { uid }, id)
    expect(events[1]?.insurance).toBe('40.014675')
    expect(await stage.broken()).toEqual({})
  })

  it('closes also when the fund is empty, and the rest of the loss stays with the platform', async () => {
    await stage.database.drop()
    stage = await contractFixture({ trading: '100000', insurance: '10' })
    await stage.give(uid, '80')
    const { id } = await open()
    stage.markets.set('BTCUSDT', '55000', '55000.01')
    await close(id)
    const [free, margin, , fees, trading, insurance] = await stage.purses(uid)
    expect([free, margin, insurance]).toEqual([0n, 0n, 0n])
    expect(trading).toBe(usdt('100000') + usdt('79.637825') + usdt('10'))
    expect(fees).toBe(usdt('0.362175'))
    expect(await stage.broken()).toEqual({})
  })

  it('a loss uses up the margin of the other positions before the fund', async () => {
    await stage.give(uid, '160')
    const first = await open()
    const other = await open(10, 'long', 10)
    stage.markets.set('BTCUSDT', '55000', '55000.01')
    await close(first.id)
    // 160 − 0.691425 in fees; loss 119.35 and fee 0.3025 leave 39.656075, all of it margin of the other.
    const { rows } = await listOf(['open'])
    expect(rows).toMatchObject([{ id: other.id, margin: usdt('39.656075') }])
    expect((await stage.purses(uid)).slice(0, 2)).toEqual([0n, usdt('39.656075')])
    expect((await stage.purses(uid))[5]).toBe(usdt('5000'))
    expect(await stage.broken()).toEqual({})
  })

  it('the fund does not pay while another position of the wallet is in profit', async () => {
    await stage.give(uid, '150')
    const lost = await open(11, 'long', 10)
    const won = await open(11, 'short', 10)
    stage.markets.set('BTCUSDT', '50000', '50000.01')
    await expect(close(lost.id)).rejects.toMatchObject({
      code: 'invalidState',
      data: { reason: 'closeProfitFirst', id: won.id },
    })
    await close(won.id)
    await close(lost.id)
    expect((await stage.purses(uid))[5]).toBe(usdt('5000'))
    expect(await stage.broken()).toEqual({})
  })
})

describe('a close is never refused for want of reserve', () => {
  it('the fund pays what the reserve lacks, the rest is owed openly, and new risk waits for the operator', async () => {
    await stage.database.drop()
    stage = await contractFixture({ trading: '150', insurance: '4' })
    await stage.give(uid, '100')
    const { id } = await open()
    stage.markets.set('BTCUSDT', '80000', '80000.01')
    // 0.011 × 14150 is 155.65: 150 from the reserve, 4 from the fund, 1.65 owed.
    expect(await close(id)).toMatchObject({ state: 'closed', profit: usdt('155.65') })
    const [free, , , , trading, insurance] = await stage.purses(uid)
    expect(free).toBe(usdt('100') - usdt('0.362175') + usdt('155.65') - usdt('0.44'))
    expect([trading, insurance]).toEqual([0n, 0n])
    const db = stage.database.db
    expect(await getHouseDebt(db)).toBe(usdt('1.65'))
    const { events } = await orderReceipt(stage, { uid }, id)
    expect(events[1]).toMatchObject({ profit: '155.65', insuredProfit: '4', owed: '1.65' })
    expect(await stage.broken()).toEqual({})
    await expect(open()).rejects.toMatchObject({ code: 'insufficientReserve' })
    const fund = (amount: string, cause: number) =>
      transact(db, (tx) => fundReserve(tx, 1, 'trading', usdt(amount), { kind: 'test', id: cause }))
    await fund('1', 11)
    expect(await getHouseDebt(db)).toBe(usdt('0.65'))
    expect((await stage.purses(uid))[4]).toBe(0n)
    // Another reserve is not the one that is short.
    await transact(db, (tx) => fundReserve(tx, 1, 'insurance', usdt('9'), { kind: 'test', id: 12 }))
    await expect(open()).rejects.toMatchObject({ code: 'insufficientReserve' })
    await fund('1000.65', 13)
    expect(await getHouseDebt(db)).toBe(0n)
    expect((await stage.purses(uid))[4]).toBe(usdt('1000'))
    expect((await open(11, 'long', 10)).state).toBe('open')
    expect(await stage.broken()).toEqual({})
  })

  it('a position whose margin is gone closes at nothing further, once the fund is empty', async () => {
    await stage.database.drop()
    stage = await contractFixture({ trading: '100000', insurance: '0' })
    await stage.give(uid, '200')
    const lost = await open(20, 'long', 20)
    const bare = await open(50, 'long', 20, 2)
    stage.markets.set('BTCUSDT', '52000', '52000.01')
    await close(lost.id)
    expect((await listOf(['open'])).rows).toMatchObject([{ id: bare.id, margin: usdt('0') }])
    stage.markets.set('ETHUSDT', '2300', '2300.01')
    const before = await stage.purses(uid)
    expect(await close(bare.id)).toMatchObject({ state: 'closed', profit: usdt('-9.205') })
    expect(await stage.purses(uid)).toEqual(before)
    const { events } = await orderReceipt(stage, { uid }, bare.id)
    expect(events[1]).toMatchObject({ kind: 'closed', margin: '0', insurance: '0', transactionId: null })
    expect(await stage.broken()).toEqual({})
  })

  it('a liquidation leaves nothing behind whose margin is gone', async () => {
    await stage.database.drop()
    const watched = await withEngine(await contractFixture({ trading: '100000', insurance: '0' }))
    stage = watched
    await stage.give(uid, '200')
    await open(20, 'long', 20, 1, watched)
    await open(50, 'long', 20, 2, watched)
    stage.markets.set('BTCUSDT', '52000', '52000.01')
    await watched.engine.settled()
    expect((await listOf(['open'])).total).toBe(0)
    expect((await stage.purses(uid)).slice(0, 2)).toEqual([0n, 0n])
    expect(await stage.broken()).toEqual({})
    await watched.engine.close()
  })
})

describe('what may leave', () => {
  const most = () => transact(stage.database.db, (tx) => maxTransferOutOf(stage, tx, uid, 'contract'))

  it('is everything without positions, and keeps 200 % with them', async () => {
    await stage.give(uid, '200')
    expect(await most()).toBe(usdt('200'))
    await open()
    // 199.637825 − 0.00011 floating − 2 × 72.435
    expect(await most()).toBe(usdt('54.767715'))
    stage.markets.set('BTCUSDT', '58000', '58000.01')
    expect(await most()).toBe(0n as Usdt)
    stage.markets.silence('BTCUSDT')
    await expect(most()).rejects.toMatchObject({ code: 'priceChanged' })
  })
})

longIt('many customers opening and closing leave the books sound and every unit in place', async () => {
  const random = seededRandom(3)
  const people = [11, 12, 13, 14]
  for (const one of people) await stage.give(one, '500')
  let refused = 0
  for (let step = 0; step < 40; step += 1) {
    const at = 65_850 + random.whole(-9_000, 9_000)
    stage.markets.set('BTCUSDT', `${at}.01`, `${at + 1}`)
    const deeds = people.map(async (one) => {
      const { rows } = await listOrders(
        stage,
        { uid: one },
        {
          ...{ pid: null, wallet: 'contract', states: ['open'] },
          ...{ page: 1, pageSize: 50, orderBy: 'id', direction: 'asc' },
        },
      )
      const held = rows.length > 0 && random.chance(0.5) ? random.pick(rows) : null
      if (held !== null)
        return closePosition(stage, { uid: one }, { id: held.id, lots: random.whole(1, held.lots) })
      return placeOrder(
        stage,
        { uid: one },
        {
          ...plainOrder,
          leverage: random.pick([2, 5, 10, 20]),
          price: price(`${at}`),
          pid: 1,
          lots: random.whole(1, 30),
          kind: 'market',
          side: random.pick(['long', 'short'] as const),
        },
      )
    })
    for (const one of await Promise.allSettled(deeds)) {
      if (one.status === 'fulfilled') continue
      refused += 1
      expect(['insufficientBalance', 'invalidState']).toContain(one.reason.code)
    }
  }
  expect(refused).toBeLessThan(120)
  expect(await stage.broken()).toEqual({})
})
