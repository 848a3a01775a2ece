import { minuteMs } from '@glasshouse/core/calendar/durations'
import { customer, external } from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import { formatPrice, type Price, quantity, usdt } from '@glasshouse/core/money/units'
import type { ConvertedCoins } from '@glasshouse/core/wallets/codec'
import { type OptionStage, optionFixture } from '@glasshouse/testkit/options'
import { type OrderInput, orderCommand } from '@glasshouse/testkit/orderRequest'
import { seededRandom } from '@glasshouse/testkit/random'
import {
  amendOrder,
  cancelOrder,
  openEngine,
  openPool,
  setTpSl,
} from '../../../apps/server/src/contracts/index.fixture.ts'
import { closePosition, type Engine, placeOrder } from '../../../apps/server/src/contracts/index.ts'
import { fundReserve, postSingle } from '../../../apps/server/src/ledger/posting/index.ts'
import { announceTerms } from '../../../apps/server/src/markets/service/announce.ts'
import { transact } from '../../../apps/server/src/platform/transactions/index.ts'
import { publishHeads } from '../../../apps/server/src/trust/service/heads.ts'
import { openSigner, type Signer } from '../../../apps/server/src/trust/service/signing.ts'
import { insertSettlements } from '../../../apps/server/src/trust/store/settlements.ts'
import { convertCoins } from '../../../apps/server/src/wallets/index.fixture.ts'
import { exportDay } from './export.ts'

const cents = (at: number): Price => (BigInt(at) * 10_000_000n) as Price

/** A day that was really traded and exported into a folder. */
export type TradedDay = {
  readonly folder: string
  readonly stage: OptionStage
  readonly signer: Signer
  readonly databaseUrl: string
  readonly day: string
  readonly close: () => Promise<void>
}

/**
 * Trades some minutes by the product itself: positions with stops, moved stops, waiting and cancelled orders,
 * liquidations, a close at zero margin, closes by hand and in parts, fair entries, options that win, lose, are void and end
 * by the source's record, coins sold, a process that is killed and one that restarts, terms that change, and heads every
 * minute; then exports the day. It begins at the instant `startsAt`, which may be shortly before midnight.
 */
export const tradeDay = async (
  folder: string,
  { seed = 5, startsAt = null }: { readonly seed?: number; readonly startsAt?: number | null } = {},
): Promise<TradedDay> => {
  const stage = await optionFixture('5000000', 16)
  const random = seededRandom(seed)
  const signer = await openSigner(stage)
  const { clock, feed, database } = stage
  await transact(database.db, (tx) => fundReserve(tx, 1, 'insurance', usdt('50000'), { kind: 'test', id: 2 }))
  await transact(database.db, (tx) => fundReserve(tx, 1, 'trading', usdt('1000'), { kind: 'test', id: 3 }))
  const sequencer = {
    drain: async () => void (await insertSettlements(database.db, 100_000, clock.now())),
  }
  const give = (uid: number, place: 'contract' | 'contract2' | 'wallet', amount: string, asset = 'USDT') =>
    transact(database.db, (tx) =>
      postSingle(tx, 1, {
        cause: { kind: 'test', id: uid },
        transfers: [
          {
            from: external('deposits:sandbox', asset),
            to: customer(uid, place, asset),
            amount: usdt(amount),
            type: journal.deposit,
          },
        ],
      }),
    )
  let engine: Engine = await openEngine({ ...stage, markets: stage.deps.markets })
  const deps = () => ({ ...stage.deps, engine })
  const published = async (): Promise<void> => {
    const minute = Math.floor(clock.now() / minuteMs) * minuteMs
    await publishHeads({ ...stage, markets: stage.deps.markets, sequencer, signer }, [minute])
  }
  let middle = 6_000_000
  let lastMinute = 0
  /** Moves the clock to the next message, with the heads of a minute that begins on the way. */
  const pass = async (byMs: number): Promise<void> => {
    await sequencer.drain()
    clock.tick(byMs)
    const minute = Math.floor(clock.now() / minuteMs)
    if (minute !== lastMinute) await published()
    lastMinute = minute
  }
  const say = async (to = middle): Promise<void> => {
    middle = to
    await pass(random.whole(200, 900))
    feed.book('BTCUSDT', formatPrice(cents(middle)), formatPrice(cents(middle + 10)))
    feed.trade('BTCUSDT', formatPrice(cents(middle)))
    await stage.deps.settling.look()
  }
  const walk = () => say(middle + random.whole(-9_000, 9_000))
  const buy = (uid: number, more: Partial<OrderInput> = {}) =>
    placeOrder(deps(), { uid }, orderCommand({ lots: 20, price: formatPrice(cents(middle + 10)), ...more }))
  const set = (key: string, value: string) =>
    database.pool.query(
      `insert into content_setting (key, value, changed_ms) values ($1, $2, 1)
       on conflict (key) do update set value = excluded.value`,
      [key, value],
    )
  /** Lets the market go on while an order waits for its next tick. */
  const during = async <T>(placed: Promise<T>): Promise<T> => {
    let isOver = false
    const end = () => {
      isOver = true
    }
    placed.then(end, end)
    while (!isOver) await say(middle + random.whole(-40, 40))
    return placed
  }
  /** Orders that fill at the worse of two ticks, and an option that enters at the next trade. */
  const enterFairly = async (): Promise<void> => {
    await set('entry_window_ms', '1000')
    for (let at = 0; at < 4; at += 1) {
      await give(200 + at, 'contract', '500')
      const side = at % 2 === 0 ? 'long' : 'short'
      const stopLoss = formatPrice(side === 'long' ? cents(middle - 40_000) : cents(middle + 40_000))
      const price = formatPrice(cents(side === 'long' ? middle + 10 : middle))
      await during(buy(200 + at, { side, price, stopLoss }))
    }
    await give(204, 'wallet', '1000')
    await during(stage.place(204))
    await set('entry_window_ms', '0')
  }
  /** A lead whose orders are copied into a pool: closed in parts and whole, by a stop, and with fair entry. */
  const copyLead = async (): Promise<void> => {
    await give(230, 'contract2', '3000')
    const pool = await transact(database.db, (tx) =>
      openPool(stage.deps, tx, { leadUid: 230, maxMultiple: 10 }),
    )
    await give(pool, 'contract', '7000')
    const led = { wallet: 'contract2' as const }
    await say()
    const byHand = await buy(230, led)
    const stopped = await buy(230, { ...led, stopLoss: formatPrice(cents(middle - 9_000)) })
    await walk()
    await closePosition(deps(), { uid: 230 }, { id: byHand.id, lots: 8 })
    await say(middle - 12_000)
    await engine.settled()
    await closePosition(deps(), { uid: 230 }, { id: stopped.id, lots: null }).catch(() => undefined)
    await closePosition(deps(), { uid: 230 }, { id: byHand.id, lots: null })
    await set('entry_window_ms', '1000')
    const fair = await during(buy(230, led))
    await set('entry_window_ms', '0')
    await walk()
    await closePosition(deps(), { uid: 230 }, { id: fair.id, lots: null })
  }
  /** A stop that was moved away before its first price came, and one whose move came too late. */
  const moveStops = async (): Promise<void> => {
    for (const uid of [210, 211]) await give(uid, 'contract', '500')
    const moved = await buy(210, { stopLoss: formatPrice(cents(middle - 8_000)) })
    const late = await buy(211, { stopLoss: formatPrice(cents(middle - 8_000)) })
    await setTpSl(deps(), { uid: 210 }, { id: moved.id, stops: { stopLoss: cents(middle - 200_000) } })
    await say(middle - 20_000)
    await setTpSl(deps(), { uid: 211 }, { id: late.id, stops: { stopLoss: cents(middle - 200_000) } }).catch(
      () => undefined,
    )
    await engine.settled()
    await say(middle + 20_000)
    await closePosition(deps(), { uid: 210 }, { id: moved.id, lots: null })
  }
  /** Announces another fee and other payouts, and goes on until they are in force. */
  const changeTerms = async (): Promise<void> => {
    await set('terms_notice_minutes', '1')
    const product = stage.deps.markets.product(1)
    if (product === null) throw new Error('no product 1')
    const terms = { ...product, feeRatePpm: 600, payoutPercents: [60, 65, 70, 72, 75] }
    const listed = await transact(database.db, (tx) => announceTerms(tx, clock, 1, terms))
    stage.deps.markets.followTerms([listed])
    while (clock.now() < listed.fromMs) await walk()
  }
  /** An option whose expiry lies in a disconnection, settled by what the source recorded. */
  const endByRecord = async (): Promise<void> => {
    await give(220, 'wallet', '100')
    const { id, expires_ms } = await stage.place(220)
    const first = feed.skip(2)
    const trades = [-300, 700].map((byMs, place) => ({
      ...{ symbol: 'BTCUSDT', sequence: first + place, timeMs: expires_ms + byMs, recordedMs: null },
      ...{ price: cents(middle + 500 + place), quantity: quantity('0.5'), side: 'buy' as const },
    }))
    feed.keepRecord(async (_, fromMs, toMs) =>
      trades.filter(({ timeMs }) => timeMs >= fromMs && timeMs <= toMs),
    )
    await pass(29_000)
    await pass(9_000)
    while ((await stage.list(220, 'open')).some((open) => open.id === id)) await say()
  }
  const tradeRound = async (round: number): Promise<void> => {
    const uid = 100 + round * 10
    for (let at = 0; at < 10; at += 1) await give(uid + at, 'contract', at === 4 ? '65' : '500')
    await give(uid, 'wallet', '1000')
    await say()
    const stopped = await buy(uid, { stopLoss: formatPrice(cents(middle - 12_000)) })
    const target = middle + 12_000
    const earned = await buy(uid + 1, { takeProfit: formatPrice(cents(target)) })
    const byHand = await buy(uid + 2)
    const resting = await buy(uid + 3, { kind: 'limit', price: formatPrice(cents(middle - 150_000)) })
    await buy(uid + 4, { leverage: 20 })
    // Two positions of one wallet: what the fall takes from the first leaves the second without margin.
    await give(300 + round, 'contract', '67')
    await buy(300 + round, { leverage: 20 })
    await buy(300 + round, { leverage: 20, lots: 2 })
    const sold = await buy(uid + 5, { side: 'short', price: formatPrice(cents(middle)) })
    await stage.place(uid)
    await stage.place(uid, { type: 'put' })
    for (let step = 0; step < 25; step += 1) await walk()
    const raised = { id: stopped.id, stops: { stopLoss: cents(middle - 90_000) } }
    await setTpSl(deps(), { uid }, raised).catch(() => undefined)
    await closePosition(deps(), { uid: uid + 2 }, { id: byHand.id, lots: 7 })
    await walk()
    await closePosition(deps(), { uid: uid + 2 }, { id: byHand.id, lots: null })
    await amendOrder(
      deps(),
      { uid: uid + 3 },
      { id: resting.id, change: { price: cents(middle - 160_000) }, termsId: undefined },
    )
    await cancelOrder(deps(), { uid: uid + 3 }, resting.id)
    await closePosition(deps(), { uid: uid + 5 }, { id: sold.id, lots: null }).catch(() => undefined)
    for (let step = 0; step < 60; step += 1) await walk()
    // A fall in one tick: stops fire late, and the position with little behind it is closed out.
    await say(middle - 330_000)
    await engine.settled()
    // And a rise that reaches the take profit, if the random steps did not.
    await say(Math.max(middle + 330_000, target + 100))
    await engine.settled()
    await closePosition(deps(), { uid: uid + 1 }, { id: earned.id, lots: null }).catch(() => undefined)
    const { rows } = await database.pool.query<{ uid: number }>(
      `insert into identity_customer (username, email, phone, password_hash, activation_code, referrer_uid, lang,
        registered_ms, transfer_switch)
       values ($1, $1 || '@example.com', '1202555' || $2::text, 'x', $1, 10000, 'en', 1, 2) returning uid`,
      [`seller${round}`, `${1000 + round}`],
    )
    const seller = rows[0]?.uid ?? 0
    await give(seller, 'wallet', '1', 'BTC')
    const reserve = {
      isReserveSufficient: async () => true,
      inHousePart: (run: () => Promise<ConvertedCoins>) => run(),
    }
    await convertCoins({ ...stage.deps, ...reserve }, seller, {
      place: 'wallet',
      pid: 1,
      amount: quantity('0.001'),
    })
    for (let step = 0; step < 20; step += 1) await walk()
    await engine.settled()
  }
  await published()
  if (startsAt !== null) {
    const first = Math.floor(clock.now() / minuteMs) + 1
    clock.set(startsAt)
    const minutes = Array.from({ length: Math.floor(startsAt / minuteMs) - first + 1 }, (_, at) => first + at)
    await publishHeads(
      { ...stage, markets: stage.deps.markets, sequencer, signer },
      minutes.map((minute) => minute * minuteMs),
    )
  }
  lastMinute = Math.floor(clock.now() / minuteMs)
  await tradeRound(1)
  // An option that ends in a silence is void.
  await stage.place(110)
  await pass(29_000)
  await pass(9_000)
  await say()
  await stage.pass(300)
  await say()
  await engine.close()
  await stage.crash()
  engine = await openEngine({ ...stage, markets: stage.deps.markets })
  await say()
  await enterFairly()
  await copyLead()
  await changeTerms()
  await tradeRound(2)
  await moveStops()
  await endByRecord()
  for (let step = 0; step < 90; step += 1) await walk()
  await engine.close()
  const day = new Date(clock.now()).toISOString().slice(0, 10).replaceAll('-', '')
  await stage.restart()
  await pass(minuteMs)
  await exportDay(database.url, day, folder)
  return { folder, stage, signer, databaseUrl: database.url, day, close: stage.close }
}
