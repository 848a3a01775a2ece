import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { DomainError } from '@glasshouse/core/errors/registry'
import { customer, external } from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import { formatUsdt, price, usdt } from '@glasshouse/core/money/units'
import type { OptionType } from '@glasshouse/core/options/rules'
import { type FakeClock, fakeClock } from '@glasshouse/testkit/clock'
import { cloneDatabase, type TestDatabase } from '@glasshouse/testkit/database'
import { platformOf } from '@glasshouse/testkit/platform'
import { type Random, seededRandom } from '@glasshouse/testkit/random'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { marketDataFolder } from '../../../../packages/testkit/src/exchange/recorded.ts'
import { type ManualFeed, manualFeed } from '../../../../packages/testkit/src/manualFeed.ts'
import { ledgerInvariants } from '../ledger/checks/index.fixture.ts'
import { checkInvariants } from '../ledger/checks/index.ts'
import { fundReserve, post } from '../ledger/posting/index.ts'
import { openMarkets } from '../markets/index.fixture.ts'
import type { Markets } from '../markets/index.ts'
import { transact } from '../platform/transactions/index.ts'
import { optionInvariants, type SettlementWorker, startSettlementWorker } from './index.fixture.ts'
import { buyOption, type OptionDeps } from './index.ts'
import { optionBoughtPosting } from './postings.ts'
import type { OptionsTables } from './schema.ts'
import { insertEvents } from './store/events.ts'

const fileOf = (symbol: string): string =>
  join(marketDataFolder, 'trades', `${symbol}_trades_2024-08-08_11min.csv.gz`)
const isMissing = !existsSync(fileOf('BTCUSDT'))
if (isMissing) console.log(`options are not held against recorded trades: there is no ${fileOf('BTCUSDT')}`)

const symbols = ['BTCUSDT', 'ETHUSDT'] as const
const seconds = [6, 9, 15, 30, 60, 120] as const
const moments = 380
const perMoment = 6
/** How many of a moment go through the order call; the others are written as it writes them, all at once. */
const throughTheCall = 2

type Row = { readonly timeMs: number; readonly receivedMs: number; readonly price: string }
type Bet = {
  readonly symbol: (typeof symbols)[number]
  readonly type: OptionType
  readonly seconds: number
  readonly atMs: number
}

/** The recorded trades, each with the instant at which it arrives here: later, now and then too late. */
const rowsOf = (symbol: string, random: Random): Row[] => {
  let receivedMs = 0
  const rows = gunzipSync(readFileSync(fileOf(symbol)))
    .toString('utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [time = '', at = ''] = line.split(',')
      const timeMs = Number.parseInt(time, 10)
      const delay = random.chance(0.02) ? random.whole(250, 900) : random.whole(1, 120)
      receivedMs = Math.max(receivedMs, timeMs + delay)
      return { timeMs, receivedMs, price: at }
    })
  const firstMs = rows[0]?.timeMs ?? 0
  // Two stretches in which the connection is silent, one of them just long enough.
  return rows.filter(({ timeMs }) => {
    const second = (timeMs - firstMs) / 1000
    return !(second > 200 && second < 209) && !(second > 400 && second < 405.3)
  })
}

/** What the file itself says of an option, worked out in the plainest way and with nothing of the product. */
const judgeFromFile = (rows: readonly Row[], { type, seconds: length, atMs }: Bet) => {
  const units = (text: string): bigint => {
    const [whole = '', fraction = ''] = text.split('.')
    return BigInt(whole + fraction.padEnd(9, '0'))
  }
  const expiryMs = atMs + length * 1000
  const entry = rows.findLast(({ receivedMs }) => receivedMs <= atMs)
  const exit = rows.findLast(({ timeMs, receivedMs }) => timeMs <= expiryMs && receivedMs <= expiryMs + 300)
  const before = rows.findLast(({ receivedMs }) => receivedMs <= expiryMs)
  const after = rows.find(({ receivedMs }) => receivedMs > expiryMs)
  if (entry === undefined || exit === undefined) throw new Error('the file begins too late')
  const isVoid = before === undefined || after === undefined || after.receivedMs - before.receivedMs > 5000
  if (isVoid) return { entry: units(entry.price), exit: null, outcome: 'void' }
  const [from, to] = [units(entry.price), units(exit.price)]
  const outcome = from === to ? 'draw' : to > from === (type === 'call') ? 'win' : 'loss'
  return { entry: from, exit: to, outcome }
}

/** Bets spread over the recording; every third expires in the very millisecond of a trade. */
const betsOn = (rows: ReadonlyMap<string, readonly Row[]>, random: Random): Bet[][] =>
  Array.from({ length: moments }, () => {
    const symbol = random.pick(symbols)
    const own = rows.get(symbol) ?? []
    const length = random.pick(seconds)
    const [first, last] = [own[0]?.timeMs ?? 0, own.at(-1)?.timeMs ?? 0]
    const latest = last - length * 1000 - 2000
    const exact = random.pick(own).timeMs - length * 1000
    const isExact = random.chance(0.34) && exact > first + 2000 && exact < latest
    const atMs = isExact ? exact : random.whole(first + 2000, latest)
    return Array.from({ length: perMoment }, (_, at) => ({
      symbol,
      type: at % 2 === 0 ? ('call' as const) : ('put' as const),
      seconds: length,
      atMs,
    }))
  })

let database: TestDatabase
let clock: FakeClock
let feed: ManualFeed
let markets: Markets
let settler: SettlementWorker
const rows = new Map<string, readonly Row[]>()
/** What was accepted, by the id of the option. */
const accepted = new Map<number, Bet>()
let refused = 0

const openMarket = async () => {
  const platform = platformOf(database, clock, { MARKET_SYMBOLS: symbols.join(',') })
  markets = await openMarkets(platform, { ...feed, hasBook: false })
  settler = await startSettlementWorker({ ...platform, markets })
  return platform
}

type PlacedBet = { readonly bet: Bet; readonly uid: number }

/** Accepts options at the price in force, the rows and postings of the order call in one transaction. */
const writeDown = async (placed: readonly PlacedBet[]): Promise<void> => {
  const [first] = placed
  const inForce = first === undefined ? null : markets.inForce(first.bet.symbol)
  if (inForce === null || inForce.lastStale) {
    refused += placed.length
    return
  }
  const { tick } = inForce
  const now = clock.now()
  const orders = await transact(database.db, async (tx) => {
    const rows = await tx
      .withTables<OptionsTables>()
      .insertInto('options_order')
      .values(
        placed.map(({ bet: { symbol, type, seconds: length }, uid }) => ({
          uid,
          pid: symbols.indexOf(symbol) + 1,
          option_type: type,
          stake: usdt('10'),
          percent: 70,
          win: usdt('7'),
          seen_price: tick.price,
          entry_price: tick.price,
          entry_n: tick.n,
          placed_ms: now,
          expires_ms: now + length * 1000,
        })),
      )
      .returningAll()
      .execute()
    await markets.keep(tx, tick)
    const posted = await post(tx, now, rows.map(optionBoughtPosting))
    const silent = { silent_from_ms: null, silent_to_ms: null }
    await insertEvents(
      tx,
      rows.map(({ id }, at) => {
        const paid = posted[at]
        if (paid === undefined || !paid.ok) throw new Error(`option ${id} was not paid for`)
        const event = { order_id: id, kind: 'placed' as const, at_ms: now, rule: 'atLastPrice', tick }
        return { ...event, ...silent, transaction_id: paid.id }
      }),
    )
    return rows
  })
  const betOf = new Map(placed.map(({ bet, uid }) => [uid, bet]))
  for (const order of orders) {
    const bet = betOf.get(order.uid)
    if (bet !== undefined) accepted.set(order.id, bet)
    settler.follow(order)
  }
}

/** Accepts an option through the order call. */
const callFor = async (deps: OptionDeps, { bet, uid }: PlacedBet): Promise<void> => {
  const seenPrice = markets.inForce(bet.symbol)?.tick.price ?? price('0')
  const pid = symbols.indexOf(bet.symbol) + 1
  const command = {
    pid,
    type: bet.type,
    seconds: bet.seconds,
    stake: usdt('10'),
    seenPrice,
    termsId: undefined,
  }
  try {
    const { id } = await buyOption(deps, { uid }, command)
    accepted.set(id, bet)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    refused += 1
  }
}

/** Plays the recording and places the bets on the way, everything in the order of its instant. */
const play = async (bets: readonly (readonly Bet[])[], random: Random): Promise<void> => {
  const platform = await openMarket()
  const deps = { ...platform, markets, settling: settler }
  const steps = [
    ...symbols.flatMap((symbol) =>
      (rows.get(symbol) ?? []).map((row) => ({ atMs: row.receivedMs, order: 0, symbol, row, placed: [] })),
    ),
    ...bets.map((moment, at) => ({
      atMs: moment[0]?.atMs ?? 0,
      order: 1,
      symbol: symbols[0],
      row: null,
      placed: moment.map((bet, place) => ({ bet, uid: at * perMoment + place + 1 })),
    })),
  ].sort((a, b) => a.atMs - b.atMs || a.order - b.order)
  let lookedMs = 0
  for (const { atMs, symbol, row, placed } of steps) {
    clock.set(atMs)
    if (row !== null) feed.trade(symbol, row.price, { timeMs: row.timeMs })
    await Promise.all(placed.slice(0, throughTheCall).map((one) => callFor(deps, one)))
    if (placed.length > 0) await writeDown(placed.slice(throughTheCall))
    // Looked at now and then: when it is looked at must not matter.
    if (atMs - lookedMs > random.whole(400, 20_000)) {
      lookedMs = atMs
      await settler.look()
    }
  }
  await settler.look()
}

describe.skipIf(isMissing)('options on recorded trades', () => {
  beforeAll(async () => {
    const random = seededRandom(20_240_808)
    for (const symbol of symbols) rows.set(symbol, rowsOf(symbol, random))
    database = await cloneDatabase(12)
    clock = fakeClock((rows.get('BTCUSDT')?.[0]?.timeMs ?? 0) - 1000)
    feed = manualFeed(clock)
    await sql`update markets_product set expiry_minutes = '0.1,0.15,0.25,0.5,1,2',
      payout_percents = '70,72,75,80,82,85', changed_ms = 0 where pid in (1, 2)`.execute(database.db)
    const bets = betsOn(rows, random)
    await transact(database.db, async (tx) => {
      await fundReserve(tx, 1, 'trading', usdt('1000000'), { kind: 'test', id: 1 })
      await post(
        tx,
        1,
        bets.flat().map((_, index) => ({
          cause: { kind: 'test', id: index + 1 },
          transfers: [
            {
              from: external('deposits:sandbox'),
              to: customer(index + 1, 'wallet'),
              amount: usdt('10'),
              type: journal.deposit,
            },
          ],
        })),
      )
    })
    await play(bets, random)
  })
  afterAll(async () => {
    await settler.close()
    await markets.close()
    await database.drop()
  })

  it('end as the file says, every one of thousands', async () => {
    const { rows: orders } = await sql<{
      id: number
      entry_price: bigint
      exit_price: bigint | null
      outcome: string
      placed_ms: number
    }>`select id, entry_price, exit_price, outcome, placed_ms from options_order order by id`.execute(
      database.db,
    )
    const counts: Record<string, number> = {}
    const different: string[] = []
    let exact = 0
    for (const order of orders) {
      const bet = accepted.get(order.id)
      if (bet === undefined) throw new Error(`option ${order.id} was never accepted`)
      const own = rows.get(bet.symbol) ?? []
      const said = judgeFromFile(own, bet)
      counts[order.outcome] = (counts[order.outcome] ?? 0) + 1
      if (own.some(({ timeMs }) => timeMs === bet.atMs + bet.seconds * 1000)) exact += 1
      const stored = { entry: order.entry_price, exit: order.exit_price, outcome: order.outcome }
      const text = (what: typeof stored | typeof said) => `${what.entry} ${what.exit} ${what.outcome}`
      if (text(stored) !== text(said))
        different.push(`${order.id}: ${text(stored)}, the file says ${text(said)}`)
    }
    expect(different).toEqual([])
    expect(orders.length).toBeGreaterThan(2000)
    expect(orders.length + refused).toBe(moments * perMoment)
    console.log(`${orders.length} options on recorded trades, ${exact} exactly on a trade:`, counts)
    for (const outcome of ['win', 'loss', 'draw', 'void']) expect(counts[outcome]).toBeGreaterThan(20)
    expect(exact).toBeGreaterThan(400)
  })

  it('leave the books balanced and nothing held', async () => {
    const report = await checkInvariants(database.db, 1, [...ledgerInvariants, ...optionInvariants])
    expect(report.invariants.filter(({ holds }) => !holds)).toEqual([])
    const { rows: held } = await sql<{ total: bigint }>`
      select coalesce(sum(balance), 0) as total from ledger_account
      where purpose in ('optionStake', 'optionEscrow')`.execute(database.db)
    expect(formatUsdt(held[0]?.total ?? -1n)).toBe('0')
  })
})
