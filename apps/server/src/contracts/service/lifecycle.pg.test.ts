import type { ContractOrderView } from '@glasshouse/core/contracts/codec'
import { margin, quantityOf, tradingFee, unrealizedPnl } from '@glasshouse/core/contracts/rules'
import { customer, house } from '@glasshouse/core/ledger/chart'
import { evidenceHash } from '@glasshouse/core/markets/evidence'
import { formatPrice, formatUsdt, type Price, price, quantity, usdt } from '@glasshouse/core/money/units'
import { someCases } from '@glasshouse/testkit/cases'
import { type ContractFixture, contractFixture } from '@glasshouse/testkit/contracts'
import { firstOrders, plainOrder } from '@glasshouse/testkit/orderRequest'
import { type Random, seededRandom } from '@glasshouse/testkit/random'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getBalances } from '../../ledger/posting/index.ts'
import { sha256 } from '../../platform/secrets/index.ts'
import { closePosition, listOrders, orderReceipt, placeOrder } from '../index.ts'

/**
 * A second, obvious book of one wallet: two numbers and a list, with fractions settled in the plainest way. It
 * shares no code with the rules. Money in 1e-8 USDT, prices in 1e-2 USDT, lots of 0.001 BTC.
 */
type PlainPosition = {
  id: number
  buy: boolean
  lots: bigint
  open: bigint
  lever: bigint
  margin: bigint
  fee: bigint
}
const perLot = 1_000n
const up = (a: bigint, b: bigint): bigint => (a + b - 1n) / b

class PlainWallet {
  free = 0n
  house = 0n
  fund = 0n
  readonly positions: PlainPosition[] = []

  open(id: number, buy: boolean, lots: bigint, at: bigint, lever: bigint): void {
    // lots × 0.001 × at ÷ 100 USDT = lots × at × 1000 units.
    const worth = lots * at * perLot
    const one = { id, buy, lots, open: at, lever, margin: up(worth, lever), fee: up(worth * 5n, 10_000n) }
    this.free -= one.margin + one.fee
    this.house += one.fee
    this.positions.push(one)
  }

  profitOf(one: PlainPosition, lots: bigint, at: bigint): bigint {
    return lots * perLot * (one.buy ? at - one.open : one.open - at)
  }

  /** Whether the close is done; false when another position has to be closed first. */
  close(id: number, lots: bigint, at: bigint, marketNow: (buy: boolean) => bigint): boolean {
    const one = this.positions.find((candidate) => candidate.id === id)
    if (one === undefined) throw new Error('closed a position nobody has')
    const whole = lots === one.lots
    const needed = up((one.lots - lots) * one.open * perLot, one.lever)
    const rest = whole ? 0n : needed < one.margin ? needed : one.margin
    const profit = this.profitOf(one, lots, at)
    const charge = up(lots * at * perLot * 5n, 10_000n)
    const others = this.positions.filter((other) => other !== one)
    const everything = this.free + one.margin + others.reduce((sum, other) => sum + other.margin, 0n)
    const lossUnpaid = -profit - everything
    if (
      lossUnpaid > 0n &&
      others.some((other) => this.profitOf(other, other.lots, marketNow(other.buy)) > 0n)
    ) {
      return false
    }
    this.free += one.margin - rest + profit - charge
    this.house += charge - profit
    one.margin = rest
    one.lots -= lots
    one.fee -= whole ? one.fee : (one.fee * lots) / (one.lots + lots)
    if (whole) this.positions.splice(this.positions.indexOf(one), 1)
    for (const other of [...this.positions].sort((a, b) => a.id - b.id)) {
      if (this.free >= 0n) break
      const taken = -this.free < other.margin ? -this.free : other.margin
      other.margin -= taken
      this.free += taken
    }
    if (this.free < 0n) {
      this.fund += this.free
      this.free = 0n
    }
    return true
  }
}

let stage: ContractFixture
beforeAll(async () => {
  stage = await contractFixture({ trading: '1000000', insurance: '100000' })
})
afterAll(() => stage.database.drop())

const cents = (at: bigint): Price => (at * 10_000_000n) as Price
const openOf = async (uid: number): Promise<readonly ContractOrderView[]> => {
  return (await listOrders(stage, { uid }, { ...firstOrders, states: ['open'] })).rows
}

/** One random deed, done by the product and by the plain book. */
const runCommand = async (
  random: Random,
  uid: number,
  plain: PlainWallet,
  bid: bigint,
  ask: bigint,
): Promise<string> => {
  const held = plain.positions.length > 0 && random.chance(0.5) ? random.pick(plain.positions) : null
  if (held !== null) {
    const lots = BigInt(random.whole(1, Number.parseInt(held.lots.toString(), 10)))
    const { id, buy } = held
    const done = plain.close(id, lots, buy ? bid : ask, (bought) => (bought ? bid : ask))
    const closing = closePosition(stage, { uid }, { id, lots: Number.parseInt(lots.toString(), 10) })
    if (done) await closing
    else await expect(closing).rejects.toMatchObject({ code: 'invalidState' })
    return done ? 'closed' : 'forbidden'
  }
  const side = random.pick(['long', 'short'] as const)
  const request = {
    ...plainOrder,
    leverage: random.pick([2, 5, 10, 20]),
    price: cents(side === 'long' ? ask : bid),
    pid: 1,
    lots: random.whole(1, 12),
    kind: 'market',
    side,
  } as const
  const opened = await placeOrder(stage, { uid }, request).catch((refusal) => {
    expect(refusal).toMatchObject({ code: 'insufficientBalance' })
    return null
  })
  if (opened === null) return 'short'
  const isLong = side === 'long'
  plain.open(opened.id, isLong, BigInt(request.lots), isLong ? ask : bid, BigInt(request.leverage))
  return 'opened'
}

describe('a random story of one wallet', () => {
  const happened = new Set<string>()
  it.each(someCases([1, 2, 3, 4], 0))(
    'equals the plain book to the unit after every deed (seed %d)',
    async (seed) => {
      const random = seededRandom(seed)
      const uid = 100 + seed
      const { db } = stage.database
      const reserves = [house('trading'), house('contractFees'), house('insurance')]
      const sumOfHouse = async () => (await getBalances(db, reserves)).reduce((sum, one) => sum + one, 0n)
      const plain = new PlainWallet()
      await stage.give(uid, '400')
      plain.free = usdt('400')
      const houseBefore = await sumOfHouse()
      const [fundBefore = 0n] = await getBalances(db, [house('insurance')])
      const round = new Set<string>()
      let at = 6_585_000n
      for (let step = 0; step < 60; step += 1) {
        at += BigInt(random.whole(-1_500_000, 1_500_000))
        if (at < 2_000_000n || at > 14_000_000n) at = 6_585_000n
        const ask = at + 7n
        stage.markets.set('BTCUSDT', formatPrice(cents(at)), formatPrice(cents(ask)))
        if (plain.free < usdt('10')) {
          await stage.give(uid, '60')
          plain.free += usdt('60')
        }
        round.add(await runCommand(random, uid, plain, at, ask))
        const [free, held] = await getBalances(db, [
          customer(uid, 'contract'),
          customer(uid, 'contractMargin'),
        ])
        expect(free).toBe(plain.free)
        expect(held).toBe(plain.positions.reduce((sum, one) => sum + one.margin, 0n))
        expect((await openOf(uid)).map((row) => [row.id, row.lots, row.margin, row.fees])).toEqual(
          plain.positions.map((one) => [
            one.id,
            Number.parseInt(one.lots.toString(), 10),
            one.margin,
            one.fee,
          ]),
        )
      }
      for (const one of round) happened.add(one)
      if (plain.fund < 0n) happened.add('insured')
      expect(await sumOfHouse()).toBe(houseBefore + plain.house + plain.fund)
      const [fundAfter = 0n] = await getBalances(db, [house('insurance')])
      expect(fundAfter).toBe(fundBefore + plain.fund)
      expect(await stage.broken()).toEqual({})
    },
  )

  it('had everything in it: too little money, a loss beyond the wallet, a profit to be closed first', () => {
    expect([...happened].sort()).toEqual(['closed', 'forbidden', 'insured', 'opened', 'short'])
  })
})

describe('every receipt', () => {
  it('can be worked out again from its ticks by anyone', async () => {
    const { rows } = await listOrders(stage, { uid: 101 }, firstOrders)
    expect(rows.length).toBeGreaterThan(10)
    for (const { id } of rows) {
      const { order, lot, feeRatePpm, events } = await orderReceipt(stage, { uid: 101 }, id)
      for (const { kind, rule, tick, ...event } of events) {
        if (tick === null) throw new Error('an event without a tick')
        expect(evidenceHash(tick, sha256)).toBe(tick.hash)
        const at = price(rule === 'marketBuyAtAsk' ? tick.ask : tick.bid)
        const coins = quantityOf(event.number, quantity(lot))
        expect(event.price).toBe(formatPrice(at))
        expect(event.fee).toBe(formatUsdt(tradingFee(coins, at, feeRatePpm)))
        if (kind === 'opened') {
          expect(event.margin).toBe(formatUsdt(margin(coins, at, order.leverage)))
          expect(formatPrice(order.openPrice)).toBe(event.price)
        } else {
          const profit = unrealizedPnl({ ...order, quantity: coins }, at)
          expect(event.profit).toBe(formatUsdt(profit))
        }
      }
    }
  })
})
