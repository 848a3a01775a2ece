import type { PlaceOrderCommand } from '@glasshouse/core/contracts/commands/codec'
import type { OrderChange } from '@glasshouse/core/contracts/decide/order'
import { price, usdt } from '@glasshouse/core/money/units'
import { caseStride, killPoints } from '@glasshouse/testkit/cases'
import { drainDeadConnections, killConnectionAt } from '@glasshouse/testkit/connectionFaults'
import { contractFixture, type EngineFixture, withEngine } from '@glasshouse/testkit/contracts'
import { plainOrder } from '@glasshouse/testkit/orderRequest'
import { seededRandom } from '@glasshouse/testkit/random'
import { expectDomainError } from '@glasshouse/testkit/refused'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createIdempotency } from '../../platform/idempotency/index.ts'
import { secretsFrom } from '../../platform/secrets/index.ts'
import { amendOrder, cancelOrder, setTpSl, walletTransfers } from '../index.fixture.ts'
import { orderReceipt, placeOrder } from '../index.ts'
import { findOrder } from '../store/orders.ts'

let stage: EngineFixture
beforeAll(async () => {
  stage = await withEngine(await contractFixture({ trading: '10000000', insurance: '10000' }))
})
afterAll(async () => {
  await stage.engine.close()
  await stage.database.drop()
})

/** Every test has a customer of its own. */
let uid = 0
beforeEach(() => {
  uid += 1
  stage.markets.set('BTCUSDT', '65849.99', '65850')
})

const request: PlaceOrderCommand = {
  ...plainOrder,
  leverage: 10,
  price: price('60000'),
  pid: 1,
  lots: 10,
  kind: 'limit',
  side: 'long',
}
const place = (changes: Partial<PlaceOrderCommand> = {}, who = uid) =>
  placeOrder(stage, { uid: who }, { ...request, ...changes })
type Amendment = OrderChange & { readonly id: number; readonly termsId?: string }
const amend = async ({ id, termsId, ...change }: Amendment, who = uid) =>
  (await amendOrder(stage, { uid: who }, { id, change, termsId })).order
const orderOf = async (id: number, who = uid) => {
  const order = await findOrder(stage.database.db, who, id)
  if (order === null) throw new Error('the order is gone')
  return order
}
/** Free balance, margin and holds of the wallet, USDT units. */
const money = async (who = uid) => {
  const [free = 0n, margin = 0n] = await stage.purses(who)
  return { free, margin, hold: (await stage.account(who)).hold }
}

describe('an order that rests', () => {
  it('gets price, lots and stops in one step, keeps its id, and its hold changes by the difference', async () => {
    await stage.give(uid, '1000')
    const { id, acceptance } = await place()
    const changed = await amend({
      id,
      price: price('61000'),
      lots: 20,
      takeProfit: price('70000'),
    })
    expect(changed).toMatchObject({ id, state: 'resting', lots: 20, target_profit_price: price('70000') })
    // 20 × 0.001 × 61,000 ÷ 10 and 0.05 % of the notional.
    expect(changed.hold).toBe(usdt('122.61'))
    expect(changed.acceptance).toBeGreaterThan(acceptance)
    expect(await money()).toEqual({ free: usdt('877.39'), margin: 0n, hold: usdt('122.61') })
    const { events } = await orderReceipt(stage, { uid }, id)
    expect(events.map(({ kind, rule, price: at, number }) => [kind, rule, at, number])).toEqual([
      ['placed', 'placedBuy', '60000', 10],
      ['amended', 'amendedBuy', '61000', 20],
      ['stopsSet', 'stopProfitSet', '70000', 20],
    ])
    expect(await stage.broken()).toEqual({})
  })

  it('keeps its time priority where only stops change, and loses it with a new price or number of lots', async () => {
    await stage.give(uid, '1000')
    const { id, acceptance } = await place()
    expect((await amend({ id, stopLoss: price('59000') })).acceptance).toBe(acceptance)
    const sameValues = await amend({ id, price: price('60000'), lots: 10, stopLoss: null })
    expect(sameValues).toMatchObject({ acceptance, stop_loss_price: null })
    const repriced = await amend({ id, price: price('60000.01') })
    expect(repriced.acceptance).toBeGreaterThan(acceptance)
    expect((await amend({ id, lots: 9 })).acceptance).toBeGreaterThan(repriced.acceptance)
  })

  it('opens at once at a price that the market has reached, out of its hold', async () => {
    await stage.give(uid, '70')
    const { id } = await place()
    const opened = await amend({ id, price: price('66000') })
    expect(opened).toMatchObject({ id, state: 'open', open_price: price('65850'), hold: 0n })
    expect(await money()).toEqual({ free: usdt('70') - usdt('66.17925'), margin: usdt('65.85'), hold: 0n })
    const { events } = await orderReceipt(stage, { uid }, id)
    expect(events.map(({ rule, price: at }) => [rule, at])).toEqual([
      ['placedBuy', '60000'],
      ['amendedReached', '66000'],
      ['limitBuyAtAsk', '65850'],
    ])
    expect(await stage.broken()).toEqual({})
  })

  it('fills at its new price and not at the old one', async () => {
    await stage.give(uid, '1000')
    const { id } = await place({ price: price('65000') })
    await amend({ id, price: price('64000') })
    stage.markets.set('BTCUSDT', '64499.99', '64500')
    await stage.engine.settled()
    expect(await orderOf(id)).toMatchObject({ state: 'resting' })
    stage.markets.set('BTCUSDT', '63999.99', '64000')
    await stage.engine.settled()
    expect(await orderOf(id)).toMatchObject({ state: 'open', open_price: price('64000') })
  })

  it('is refused as a whole with the reason of a new order, and stays as it was', async () => {
    await stage.give(uid, '100')
    const { id } = await place()
    const before = await orderOf(id)
    const refusals = [
      [{ lots: 20 }, 'insufficientBalance'],
      [{ lots: 0 }, 'outOfRange'],
      [{ price: price('61000'), stopLoss: price('62000') }, 'invalidTpSl'],
      [{ price: price('61000'), termsId: 'old' }, 'priceChanged'],
    ] as const
    for (const [change, code] of refusals)
      expect((await expectDomainError(amend({ id, ...change }))).code).toBe(code)
    expect((await expectDomainError(amend({ id, lots: 5 }, uid + 500))).code).toBe('notFound')
    expect(await orderOf(id)).toEqual(before)
    await cancelOrder(stage, { uid }, id)
    expect((await expectDomainError(amend({ id, lots: 5 }))).code).toBe('invalidState')
  })
})

it('an open position gets stops only', async () => {
  await stage.give(uid, '100')
  const { id, acceptance } = await place({ kind: 'market', price: price('65850') })
  const changed = await amend({ id, takeProfit: price('70000') })
  expect(changed.target_profit_price).toBe(price('70000'))
  expect(changed.acceptance).toBeGreaterThan(acceptance)
  expect((await expectDomainError(amend({ id, lots: 5 }))).code).toBe('invalidState')
})

it('moves the money of a cancellation and a new order in one step, for any price and lots', async () => {
  const random = seededRandom(17)
  const other = uid + 200
  for (const who of [uid, other]) await stage.give(who, '500')
  let { id } = await place()
  let twin = (await place({}, other)).id
  const happened = new Set<number | string>()
  for (let round = 0; round < 40; round += 1) {
    // The last price is reached by the market.
    const at = price(random.pick(['50000', '60000', '65000', '65849.99', '65900']))
    const lots = random.whole(1, 90)
    const answer = await amend({ id, price: at, lots }).catch((error) => error.code)
    if (typeof answer === 'string') {
      happened.add(answer)
      continue
    }
    happened.add(answer.state)
    await cancelOrder(stage, { uid: other }, twin)
    const placed = await place({ price: at, lots }, other)
    twin = placed.id
    expect(placed).toMatchObject({
      ...answer,
      id: twin,
      uid: other,
      acceptance: placed.acceptance,
      created_ms: placed.created_ms,
    })
    expect(await money()).toEqual(await money(other))
    if (answer.state === 'open') {
      if ((await money()).free < usdt('100')) break
      const small = { price: price('60000'), lots: 1 }
      id = (await place(small)).id
      twin = (await place(small, other)).id
    }
  }
  expect(happened).toEqual(new Set(['resting', 'open', 'insufficientBalance']))
  expect(await stage.broken()).toEqual({})
})

it('is no transfer of the wallet: only the deposit is', async () => {
  await stage.give(uid, '1000')
  const { id } = await place()
  await amend({ id, lots: 20 })
  const flows = await walletTransfers(stage.database.db, uid, 'contract')
  expect(Object.values(flows).reduce((sum, one) => sum + BigInt(one), 0n)).toBe(usdt('1000'))
})

it('a hundred at once are one order with one hold', async () => {
  await stage.give(uid, '1000')
  const { id } = await place()
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, at) => amend({ id, lots: 11 + (at % 7), price: price('61000') })),
  )
  const last = await orderOf(id)
  expect(answers.map(({ acceptance }) => acceptance)).toContain(last.acceptance)
  expect((await money()).hold).toBe(last.hold)
  expect(await stage.broken()).toEqual({})
})

it('repeated with its key it happens once', async () => {
  await stage.give(uid, '1000')
  const { id } = await place()
  const repeats = createIdempotency(
    stage.database.db,
    secretsFrom('the secret of the tests, always the same'),
  )
  const asked = {
    ...{ caller: `u${uid}`, signature: null, key: 'amend', path: '/api/contract/amendContract' },
    fields: new Map([['id', String(id)]]),
  }
  const once = () =>
    repeats.once(asked, 1, async () => ({
      data: { acceptance: (await amend({ id, lots: 7 })).acceptance },
    }))
  const first = await once()
  expect(await once()).toEqual(first)
  const { rows } = await sql`select from contracts_event where order_id = ${id} and kind = 'amended'`.execute(
    stage.database.db,
  )
  expect(rows).toHaveLength(1)
})

it('dying at any statement it happened wholly or not at all', async () => {
  await stage.give(uid, '1000')
  const { id } = await place()
  let deaths = 0
  for (const at of killPoints(20)) {
    const before = await orderOf(id)
    const lots = before.lots === 10 ? 20 : 10
    const death = killConnectionAt(stage.database.url, at, at % 2 === 0 ? 'before' : 'after')
    const result = await amend({ id, lots }).then(
      () => 'done',
      () => 'died',
    )
    death.over()
    await drainDeadConnections(stage.database.pool)
    if (death.happened()) deaths += 1
    const after = await orderOf(id)
    if (result === 'done') expect(after.lots).toBe(lots)
    if (after.lots === before.lots) expect(after).toEqual(before)
    expect((await money()).hold).toBe(after.hold)
    expect(await stage.broken()).toEqual({})
  }
  expect(deaths).toBeGreaterThanOrEqual(10 / caseStride())
})

it('racing the fill of its order it comes before or is refused, never both prices', async () => {
  await stage.give(uid, '5000')
  const seen = new Set<string>()
  for (let round = 0; round < 12; round += 1) {
    stage.markets.set('BTCUSDT', '65849.99', '65850')
    const { id } = await place({ price: price('65000') })
    // In half of the rounds the tick is heard before the request, in the others right after it.
    const tick = () => stage.markets.set('BTCUSDT', '64999.99', '65000')
    if (round % 2 === 0) tick()
    const answer = amend({ id, price: price('50000') }).then(
      () => 'amended',
      (error) => String(error.code),
    )
    if (round % 2 === 1) tick()
    const result = await answer
    await stage.engine.settled()
    const order = await orderOf(id)
    seen.add(result)
    if (result === 'amended') expect(order).toMatchObject({ state: 'resting', open_price: price('50000') })
    else expect(order).toMatchObject({ state: 'open', open_price: price('65000') })
    if (round % 2 === 0) expect(result).toBe('invalidState')
    if (order.state === 'resting') await cancelOrder(stage, { uid }, id)
  }
  expect(seen).toContain('invalidState')
  expect(await stage.broken()).toEqual({})
})

it('of a position with stops set meanwhile is judged by what is there', async () => {
  await stage.give(uid, '1000')
  const { id } = await place()
  await Promise.all([
    amend({ id, price: price('61000') }),
    setTpSl(stage, { uid }, { id, stops: { takeProfit: price('70000') } }),
  ])
  expect(await orderOf(id)).toMatchObject({ open_price: price('61000'), target_profit_price: price('70000') })
})
