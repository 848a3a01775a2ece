import { customer, house } from '@glasshouse/core/ledger/chart'
import { formatPrice, type Price, usdt } from '@glasshouse/core/money/units'
import { contractFixture, type EngineFixture, withEngine } from '@glasshouse/testkit/contracts'
import { plainOrder } from '@glasshouse/testkit/orderRequest'
import { type Random, seededRandom } from '@glasshouse/testkit/random'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { getBalances } from '../../../ledger/posting/index.ts'
import { cancelOrder, setTpSl } from '../../index.fixture.ts'
import { closePosition, placeOrder } from '../../index.ts'
import type { OrderRow } from '../../schema.ts'
import { isLive, PlainWallet } from './referenceEngine.fixture.ts'

const cents = (at: bigint): Price => (at * 10_000_000n) as Price
const centsOrNull = (at: bigint | null): Price | null => (at === null ? null : cents(at))
const happened = new Map<string, number>()
const markDirty = (what: string) => happened.set(what, (happened.get(what) ?? 0) + 1)

/** Tries a deed of a customer; whatever the product refuses, the plain book is not told. */
const tried = async <Done>(command: Promise<Done>): Promise<Done | null> =>
  command.catch((refusal) => {
    expect(['insufficientBalance', 'invalidTpSl', 'invalidState']).toContain(refusal.code)
    markDirty(refusal.code)
    return null
  })

const order = async (
  stage: EngineFixture,
  random: Random,
  uid: number,
  plain: PlainWallet,
): Promise<void> => {
  const buy = random.chance(0.5)
  const isLimit = random.chance(0.5)
  const away = BigInt(random.whole(-20_000, 120_000))
  const limit = buy ? plain.ask - away : plain.bid + away
  const lots = random.whole(1, 9)
  const multiple = random.pick([5, 10, 20, 20])
  const opened = await tried(
    placeOrder(
      stage,
      { uid },
      {
        ...plainOrder,
        leverage: multiple,
        price: cents(isLimit ? limit : buy ? plain.ask : plain.bid),
        pid: 1,
        lots,
        kind: isLimit ? 'limit' : 'market',
        side: buy ? 'long' : 'short',
      },
    ),
  )
  if (opened !== null) plain.accept(opened.id, buy, BigInt(lots), BigInt(multiple), isLimit ? limit : null)
}

const runCommand = async (
  stage: EngineFixture,
  random: Random,
  uid: number,
  plain: PlainWallet,
): Promise<void> => {
  const live = plain.orders.filter(isLive)
  if (live.length < 3 || random.chance(0.6)) return order(stage, random, uid, plain)
  const { id, buy, open, state } = random.pick(live)
  if (random.chance(0.6)) {
    const sign = buy ? 1n : -1n
    const loss = random.chance(0.7) ? open - sign * BigInt(random.whole(1, 150_000)) : null
    const profit = random.chance(0.7) ? open + sign * BigInt(random.whole(1, 150_000)) : null
    // Stops of a pending order may be reached by the very tick that opens it, in either order with a close-out.
    if (state === 'resting') return
    const stops = { stopLoss: centsOrNull(loss), takeProfit: centsOrNull(profit) }
    if ((await tried(setTpSl(stage, { uid }, { id, stops }))) !== null) plain.stops(id, loss, profit)
  } else if (state === 'resting') {
    if ((await tried(cancelOrder(stage, { uid }, id))) !== null) plain.revoke(id)
  } else if ((await tried(closePosition(stage, { uid }, { id, lots: null }))) !== null) plain.close(id)
}

const compare = async (stage: EngineFixture, uid: number, plain: PlainWallet): Promise<void> => {
  const { db } = stage.database
  const purposes = ['contract', 'contractMargin', 'contractHold'] as const
  const held = await getBalances(
    db,
    purposes.map((purpose) => customer(uid, purpose)),
  )
  const { rows } = await sql<OrderRow>`select * from contracts_order where uid = ${uid} order by id`.execute(
    db,
  )
  expect(
    rows.map((row) => [row.id, row.state, row.open_price, row.close_price, row.close_reason, row.hold]),
  ).toEqual(
    plain.orders.map((one) => [
      one.id,
      one.state,
      cents(one.open),
      one.state === 'closed' ? cents(one.close) : null,
      one.reason,
      one.hold,
    ]),
  )
  expect(rows.filter(({ state }) => state === 'open').map(({ margin }) => margin)).toEqual(
    plain.orders.filter(({ state }) => state === 'open').map(({ margin }) => margin),
  )
  expect(held).toEqual([plain.free, plain.margin(), plain.held()])
}

describe('the engine against a plain one', () => {
  it.each([1, 2, 3, 4, 5])('is the same to the unit after every step of 500 (seed %d)', async (seed) => {
    const random = seededRandom(seed)
    const stage = await withEngine(await contractFixture({ trading: '50000000', insurance: '5000000' }))
    const { db } = stage.database
    const reserves = [house('trading'), house('contractFees'), house('insurance')]
    const houseBefore = (await getBalances(db, reserves)).reduce((sum, one) => sum + one, 0n)
    const wallets = new Map([11, 12, 13].map((uid) => [uid, new PlainWallet()]))
    let middle = 6_585_000n
    const tick = () => {
      const [bid, ask] = [middle, middle + BigInt(random.whole(1, 40))]
      stage.markets.set('BTCUSDT', formatPrice(cents(bid)), formatPrice(cents(ask)))
      for (const plain of wallets.values()) plain.tick(bid, ask)
    }
    tick()
    for (let step = 0; step < 500; step += 1) {
      const [uid, plain] = random.pick([...wallets])
      // A tick may touch every account; a command touches its own, and the next tick shows which others.
      let touched: ReadonlyMap<number, PlainWallet> = new Map([[uid, plain]])
      if (plain.free < usdt('15') && plain.orders.filter(isLive).length < 4) {
        await stage.give(uid, '100')
        plain.free += usdt('100')
        stage.engine.moneyMoved({ uid, wallet: 'contract' })
      }
      if (random.chance(0.55)) await runCommand(stage, random, uid, plain)
      else {
        const reach = random.chance(0.05) ? 2_500_000 : random.chance(0.4) ? 250_000 : 9_000
        middle += BigInt(random.whole(-reach, reach))
        if (middle < 1_500_000n || middle > 15_000_000n) middle = 6_585_000n
        tick()
        touched = wallets
      }
      await stage.engine.settled()
      for (const [one, book] of touched) await compare(stage, one, book)
    }
    for (const [one, book] of wallets) await compare(stage, one, book)
    for (const plain of wallets.values())
      for (const { state, reason } of plain.orders) markDirty(reason ?? state)
    const moved = [...wallets.values()].reduce((sum, { house: paid, fund }) => sum + paid + fund, 0n)
    if ([...wallets.values()].some(({ fund }) => fund < 0n)) markDirty('insured')
    expect((await getBalances(db, reserves)).reduce((sum, one) => sum + one, 0n)).toBe(houseBefore + moved)
    expect(await stage.broken()).toEqual({})
    await stage.engine.close()
    await stage.database.drop()
  })

  it('had everything in it', () => {
    for (const what of [
      'loss',
      'profit',
      'liquidation',
      'user',
      'cancelled',
      'insured',
      'insufficientBalance',
      'invalidTpSl',
    ])
      expect(happened.get(what) ?? 0, what).toBeGreaterThan(0)
    expect(happened.get('liquidation') ?? 0).toBeGreaterThan(40)
  })
})
