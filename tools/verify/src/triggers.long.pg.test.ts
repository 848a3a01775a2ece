import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sideFromWire } from '@glasshouse/core/contracts/rules'
import { parseTrailing } from '@glasshouse/core/contracts/trailingStop'
import { DomainError } from '@glasshouse/core/errors/registry'
import { formatPrice, type Price, price } from '@glasshouse/core/money/units'
import { type ContractFixture, contractFixture } from '@glasshouse/testkit/contracts'
import { manualFeed } from '@glasshouse/testkit/manualFeed'
import { orderCommand } from '@glasshouse/testkit/orderRequest'
import { platformOf } from '@glasshouse/testkit/platform'
import { seededRandom } from '@glasshouse/testkit/random'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cancelOrder, openEngine, setTpSl } from '../../../apps/server/src/contracts/index.fixture.ts'
import { placeOrder } from '../../../apps/server/src/contracts/index.ts'
import { setClosingOrder } from '../../../apps/server/src/contracts/service/closingOrder.ts'
import { openMarkets } from '../../../apps/server/src/markets/index.fixture.ts'
import { insertSettlements } from '../../../apps/server/src/trust/store/settlements.ts'
import { exportDay } from './export.ts'
import { readListed } from './listed.fixture.ts'
import { verifySettlements } from './settlements.ts'
import { verifyTriggers } from './triggers.ts'

let stage: ContractFixture
let folder: string
const cents = (at: number) => (BigInt(at) * 10_000_000n) as Price

const isRefusal = (error: unknown): undefined => {
  if (!(error instanceof DomainError)) throw error
}

/** An afternoon of the real engine: sixty customers with stops, waiting orders, some of which expire, stop orders, closing orders, and a price that walks. */
beforeAll(async () => {
  stage = await contractFixture({ trading: '5000000', insurance: '50000' })
  folder = await mkdtemp(join(tmpdir(), 'verify-triggers-'))
  const feed = manualFeed(stage.clock)
  const platform = platformOf(stage.database, stage.clock, { MARKET_SYMBOLS: 'BTCUSDT' })
  const markets = await openMarkets(platform, feed)
  const engine = await openEngine({ ...platform, markets })
  const random = seededRandom(8)
  const placed: { readonly uid: number; readonly id: number }[] = []
  let middle = 6_585_000
  const say = () => {
    stage.clock.tick(random.whole(100, 900))
    feed.book('BTCUSDT', formatPrice(cents(middle)), formatPrice(cents(middle + random.whole(1, 30))))
    // A last price that stayed behind would make the market stale.
    feed.trade('BTCUSDT', formatPrice(cents(middle)))
  }
  feed.trade('BTCUSDT', '65850')
  say()
  const pid = markets.productNamed('BTCUSDT')?.pid ?? 0
  const cancels: Promise<unknown>[] = []
  for (let step = 0; step < 240; step += 1) {
    middle += random.whole(-20_000, 20_000)
    say()
    engine.elapse()
    // Some change their minds, at every moment: what the market had reached by then is not theirs to cancel.
    if (step % 3 === 0 && placed.length > 0) {
      const order = random.pick(placed)
      cancels.push(cancelOrder({ ...stage, markets, engine }, order, order.id).catch(isRefusal))
    }
    if (step >= 60) continue
    const type = random.pick([1, 2] as const)
    const sign = type === 1 ? 1 : -1
    const near = middle - sign * random.pick([0, 0, random.whole(1, 20_000)])
    const isStop = step % 5 === 2 && near !== middle
    const isExpiring = step % 5 === 3 && near !== middle
    // Far enough that some expire.
    const at = isExpiring ? near - sign * 150_000 : near
    // Some have just enough, and are closed out.
    const number = random.whole(1, 10)
    await stage.give(100 + step, step % 4 === 0 ? (number * 3.4).toFixed(2) : '500')
    const order = await placeOrder(
      { ...stage, markets, engine },
      { uid: 100 + step },
      orderCommand({
        ...{ leverage: step % 4 === 0 ? 20 : 10, pid, lots: number, side: sideFromWire(type) },
        ...{ kind: isStop ? 'stop' : at === middle ? 'market' : 'limit', price: formatPrice(cents(at)) },
        ...(isExpiring ? { expiresMs: stage.clock.now() + 60_001 } : {}),
        takeProfit: formatPrice(cents(at + sign * random.whole(500, 40_000))),
        ...(step % 4 === 0 ? {} : { stopLoss: formatPrice(cents(at - sign * random.whole(500, 40_000))) }),
      }),
    ).catch(isRefusal)
    if (order?.state === 'resting' && !isStop && !isExpiring) placed.push(order)
    if (order?.state === 'open' && step % 4 === 3)
      await setTpSl(
        { ...stage, markets, engine },
        { uid: 100 + step },
        { id: order.id, stops: {}, trailing: parseTrailing(step % 8 === 3 ? '120.5' : '0.25%') },
      ).catch(isRefusal)
    // Half of the lots near, the rest farther: a tick may reach one or both.
    if (order?.state === 'open' && number > 1 && step % 4 === 1)
      for (const [distance, lots] of [
        [3_000, Math.floor(number / 2)],
        [15_000, Math.ceil(number / 2)],
      ] as const)
        await setClosingOrder(
          { ...stage, markets, engine },
          { uid: 100 + step },
          { id: order.id, price: cents(middle + sign * distance), lots },
        ).catch(isRefusal)
  }
  await Promise.all(cancels)
  await engine.settled()
  await engine.close()
  await markets.close()
})
afterAll(async () => {
  await stage.database.drop()
  await rm(folder, { recursive: true, force: true })
})

const exported = async () => {
  await insertSettlements(stage.database.db, 100_000, stage.clock.now())
  const day = new Date(stage.clock.now()).toISOString().slice(0, 10).replaceAll('-', '')
  await exportDay(stage.database.url, day, folder)
  return readListed(folder)
}

it('finds that every trigger of the engine fired at the first tick that reached it', async () => {
  const { ticks, receipts } = await exported()
  const reasons = receipts.map(({ order }) => order.closeReason)
  expect(reasons.filter((reason) => reason === 'liquidation').length).toBeGreaterThan(0)
  const verdict = verifyTriggers(receipts, ticks)
  expect(verdict.differences).toEqual([])
  expect(verifySettlements(receipts, ticks).differences).toEqual([])
  const rules = receipts.flatMap(({ events }) => events.map(({ rule }) => rule))
  for (const rule of [
    /^revokedExpired$/,
    /^trigger(BuyAtAsk|SellAtBid)$/,
    /^placed(Buy|Sell)(Rises|Falls)$/,
    /^closingOrder(Buy|Sell)At/,
    /^trailingStop(Buy|Sell)At/,
  ])
    expect(rules.filter((one) => rule.test(one)).length, String(rule)).toBeGreaterThan(0)
  const [atMarket] = receipts.flatMap(({ events }) => events.filter(({ rule }) => rule.startsWith('market')))
  expect(atMarket?.seenPrice).toBeDefined()
  expect(verdict.counts.fired).toBeGreaterThan(30)
  expect(ticks.length).toBeGreaterThan(200)
})

it('finds a cancel of an order that the market had reached, told as if it had been heard later', async () => {
  const { ticks, receipts } = await exported()
  const last = ticks.at(-1)
  const cancels = receipts.filter(({ events }) => events.some(({ rule }) => rule === 'revokedByUser'))
  expect(cancels.length).toBeGreaterThan(3)
  const late = cancels.map((receipt) => ({
    ...receipt,
    events: receipt.events.map((event) =>
      event.rule === 'revokedByUser' && last !== undefined ? { ...event, tick: last } : event,
    ),
  }))
  const reached = cancels.filter(({ order, events }) => {
    const since = events.find(({ kind }) => kind === 'placed')?.tick?.n ?? 0
    const isReached = ({ bid, ask }: (typeof ticks)[number]) =>
      order.type === 1 ? price(ask) <= price(order.openPrice) : price(bid) >= price(order.openPrice)
    return ticks.some((tick) => tick.n > since && isReached(tick))
  })
  const { differences } = verifyTriggers(late, ticks)
  expect(reached.length).toBeGreaterThan(0)
  expect(differences.map(({ where }) => where)).toEqual(reached.map(({ order }) => `order ${order.id}`))
})

it('finds a fill that is too far from the price that was seen', async () => {
  const client = await stage.database.pool.connect()
  await client.query('begin; set local session_replication_role = replica')
  const { rowCount } = await client.query(`
    update contracts_event e set seen_price = e.price + case o.side when 'long' then -1 else 1 end * e.price / 150
    from contracts_order o where o.id = e.order_id and e.kind = 'opened' and e.rule like 'market%'`)
  await client.query('commit')
  client.release(true)
  const { ticks, receipts } = await exported()
  // The receipt of a part tells the same opening again.
  const whole = receipts.filter(({ order }) => order.parentid === null)
  const { differences } = verifySettlements(whole, ticks)
  expect(rowCount).toBeGreaterThan(5)
  expect(differences).toHaveLength(rowCount ?? 0)
  expect(differences[0]?.what).toMatch(/too far from the/)
})

it('finds a stop that was moved afterwards, so that it would have fired earlier', async () => {
  const client = await stage.database.pool.connect()
  await client.query('set session_replication_role = replica')
  // As if the stop had been a tenth nearer than it was: the log knows when that was reached.
  const { rowCount } = await client.query(`
    update contracts_event e set price = e.price + (o.open_price - e.price) * 6 / 10
    from contracts_order o where o.id = e.order_id and o.close_reason = 'loss' and e.rule = 'stopLossSet'`)
  client.release(true)
  const { ticks, receipts } = await exported()
  const { differences } = verifyTriggers(receipts, ticks)
  expect(rowCount).toBeGreaterThan(5)
  expect(differences.length).toBeGreaterThan(3)
  expect(differences[0]?.what).toMatch(/had reached its stop-loss/)
})
