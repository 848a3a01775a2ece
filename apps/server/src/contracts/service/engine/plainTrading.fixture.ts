import { customer } from '@glasshouse/core/ledger/chart'
import type { Price } from '@glasshouse/core/money/units'
import { plainOrder } from '@glasshouse/testkit/orderRequest'
import type { Random } from '@glasshouse/testkit/random'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { getBalances } from '../../../ledger/posting/index.ts'
import { cancelOrder, setTpSl } from '../../index.fixture.ts'
import { type ContractDeps, closePosition, placeOrder } from '../../index.ts'
import type { OrderRow } from '../../schema.ts'
import { isLive, type PlainWallet } from './referenceEngine.fixture.ts'

/** A price of a number of cents. */
export const cents = (at: bigint): Price => (at * 10_000_000n) as Price
const centsOrNull = (at: bigint | null): Price | null => (at === null ? null : cents(at))
/** How often what happened. */
export const happened = new Map<string, number>()
/** Counts what happened. */
export const countHappened = (what: string) => happened.set(what, (happened.get(what) ?? 0) + 1)

/** Tries a command of a customer; whatever the product refuses, the plain book is not told. */
const tried = async <Done>(command: Promise<Done>): Promise<Done | null> =>
  command.catch((refusal) => {
    expect(['insufficientBalance', 'invalidTpSl', 'invalidState']).toContain(refusal.code)
    countHappened(refusal.code)
    return null
  })

const order = async (stage: ContractDeps, random: Random, uid: number, plain: PlainWallet): Promise<void> => {
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

/** Places an order of a customer, or changes or ends one; the plain book is told of what the product accepts. */
export const runCommand = async (
  stage: ContractDeps,
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

/** Requires that orders and balances of a customer are the same in both. */
export const compare = async (stage: ContractDeps, uid: number, plain: PlainWallet): Promise<void> => {
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
