import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { DomainError } from '@glasshouse/core/errors/registry'
import { house } from '@glasshouse/core/ledger/chart'
import type { Tick } from '@glasshouse/core/markets/evidence'
import { formatUsdt, type Price, price, usdt } from '@glasshouse/core/money/units'
import { type ContractFixture, contractFixture } from '@glasshouse/testkit/contracts'
import { marketDataFolder, missingRecordingsReason } from '@glasshouse/testkit/exchange/recorded'
import { waitUntil } from '@glasshouse/testkit/manualFeed'
import { plainOrder } from '@glasshouse/testkit/orderRequest'
import { platformOf } from '@glasshouse/testkit/platform'
import { type Random, seededRandom } from '@glasshouse/testkit/random'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { getBalances } from '../../../ledger/posting/index.ts'
import { openMarkets } from '../../../markets/index.fixture.ts'
import type { Markets } from '../../../markets/index.ts'
import { systemClock } from '../../../platform/time/index.ts'
import { openEngine } from '../../index.fixture.ts'
import { type ContractDeps, placeOrder } from '../../index.ts'
import { type ReportedOrder, scan } from './bruteForceEngine.fixture.ts'

const missing = missingRecordingsReason()
if (missing !== null) console.log(`recorded days are not traded: ${missing}`)

/** A minute takes about 67 ms; the halt of two and a half hours is still longer than a market may be silent. */
const speed = 900
const reserves = { trading: '5000000', insurance: '500000' }

type Day = {
  readonly what: string
  readonly from: string
  readonly to: string
  readonly files: Readonly<Record<string, string>>
  readonly halts: boolean
}
const days: readonly Day[] = [
  {
    what: 'the halt of 2023-03-24',
    from: '2023-03-24T10:45:00Z',
    to: '2023-03-24T14:20:00Z',
    files: {
      BTCUSDT: 'BTCUSDT_1m_2023-03-16_46d',
      ETHUSDT: 'ETHUSDT_1m_2023-03-16_46d',
      SOLUSDT: 'SOLUSDT_1m_2023-03-16_46d',
    },
    halts: true,
  },
  {
    what: 'the drop of 2023-04-19',
    from: '2023-04-19T07:40:00Z',
    to: '2023-04-19T08:50:00Z',
    files: {
      BTCUSDT: 'BTCUSDT_1m_2023-03-16_46d',
      ETHUSDT: 'ETHUSDT_1m_2023-03-16_46d',
      SOLUSDT: 'SOLUSDT_1m_2023-03-16_46d',
    },
    halts: false,
  },
  {
    what: 'the drop of 2025-06-21',
    from: '2025-06-21T20:45:00Z',
    to: '2025-06-21T22:00:00Z',
    files: { BTCUSDT: 'BTCUSDT_1m_2025-06-01_30d', ETHUSDT: 'ETHUSDT_1m_2025-06-01_30d' },
    halts: false,
  },
]

type Candle = {
  readonly symbol: string
  readonly openMs: number
  readonly high: bigint
  readonly low: bigint
}

/** Cuts the hours out of the recordings into a folder for the replay, and answers the candles that had trades. */
const cutOut = async (day: Day, folder: string): Promise<readonly Candle[]> => {
  const candles: Candle[] = []
  for (const [symbol, file] of Object.entries(day.files)) {
    const path = join(marketDataFolder, 'candles', `${file}.csv.gz`)
    const [header = '', ...lines] = gunzipSync(readFileSync(path)).toString('utf8').trim().split('\n')
    const within = lines.filter((line) => {
      const openMs = Number.parseInt(line, 10)
      return openMs >= Date.parse(day.from) && openMs < Date.parse(day.to)
    })
    await writeFile(join(folder, `${symbol}.csv`), `${[header, ...within].join('\n')}\n`)
    for (const line of within) {
      const [openMs = '', , high = '', low = '', , volume = ''] = line.split(',')
      if (!/^0(\.0*)?$/.test(volume))
        candles.push({ symbol, openMs: Number.parseInt(openMs, 10), high: price(high), low: price(low) })
    }
  }
  return candles
}

/** Every recorded minute with trades was heard, up to both of its extremes and not beyond. */
const heardAll = (candles: readonly Candle[], ticks: readonly Tick[]): readonly string[] => {
  const byMinute = new Map<string, Tick[]>()
  for (const tick of ticks) {
    const minute = Math.floor((tick.recordedTimeMs ?? 0) / 60_000) * 60_000
    const key = `${tick.symbol} ${minute}`
    byMinute.set(key, [...(byMinute.get(key) ?? []), tick])
  }
  return candles.flatMap(({ symbol, openMs, high, low }) => {
    const prices = (byMinute.get(`${symbol} ${openMs}`) ?? []).map((tick) => tick.price as bigint)
    const isWhole = prices.includes(high) && prices.includes(low)
    return isWhole && prices.every((one) => one >= low && one <= high)
      ? []
      : [`${symbol} ${new Date(openMs).toISOString()}`]
  })
}

type Watching = ContractDeps & { readonly markets: Markets }

/** A customer with a position and TP/SL, one with a resting order and TP/SL, or one close to liquidation. */
const tradeAs = async (
  deps: Watching,
  stage: ContractFixture,
  random: Random,
  uid: number,
): Promise<void> => {
  const product = random.pick(deps.markets.products())
  const now = deps.markets.inForce(product.symbol)?.tick.price
  if (now === undefined) return
  const side = random.pick(['long', 'short'] as const)
  const number = Number.parseInt(`${(usdt('1000') * 1_000_000_000n) / (now * product.lot)}`, 10) + 1
  const away = (most: number): Price => ((now * BigInt(random.whole(2, most))) / 10_000n) as Price
  const onEdge = random.chance(0.4)
  const multiple = random.pick(onEdge ? [10, 20, 20] : [2, 5, 10, 20])
  const rests = !onEdge && random.chance(0.4)
  const sign = side === 'long' ? 1n : -1n
  const at = (rests ? now - sign * away(150) : now) as Price
  const margin = (product.lot * BigInt(number) * now) / 1_000_000_000n / BigInt(multiple)
  // On the edge: a fee, the margin and a thousandth more; the others have plenty.
  const given = onEdge ? margin + margin / 100n + usdt('1') : margin * 2n
  await stage.give(uid, formatUsdt(given))
  await placeOrder(
    deps,
    { uid },
    {
      ...plainOrder,
      leverage: multiple,
      price: at,
      pid: product.pid,
      lots: number,
      kind: rests ? 'limit' : 'market',
      side,
      takeProfit: onEdge ? null : ((at + sign * away(150)) as Price),
      stopLoss: onEdge ? null : ((at - sign * away(120)) as Price),
    },
  ).catch((error: unknown) => {
    // The price moved past a stop or the order: the error is a valid result.
    if (!(error instanceof DomainError)) throw error
  })
}

const reportedOrders = async ({
  database: { db },
}: ContractFixture): Promise<readonly (ReportedOrder & { given: bigint })[]> => {
  const tickOf = (kind: string) =>
    sql`(select (tick->>'n')::bigint from contracts_event where order_id = o.id and kind = ${kind})`
  const { rows } = await sql<ReportedOrder & { given: bigint }>`
    select o.id, p.symbol, o.side, o.leverage, o.state, o.close_reason as reason, o.quantity, o.open_price as price,
      o.close_price as "closePrice", o.margin, o.open_fee as "openFee", o.stop_loss_price as loss,
      o.target_profit_price as profit, ${tickOf('placed')} as placed, ${tickOf('opened')} as opened,
      (select price from contracts_event where order_id = o.id and kind = 'placed') as limit,
      coalesce(${tickOf('closed')}, ${tickOf('revoked')}) as ended,
      (select sum(e.amount) from ledger_entry e join ledger_account a on a.id = e.account_id
        join ledger_transaction t on t.id = e.transaction_id
        where a.owner = 'customer' and a.owner_id = o.uid and t.cause_kind = 'test') as given
    from contracts_order o join markets_product p using (pid) order by o.id`.execute(db)
  return rows
}

/** What every purse must hold, added up from the orders. */
const sumsHold = async (stage: ContractFixture): Promise<void> => {
  const { db } = stage.database
  const { rows } = await sql<{
    given: bigint
    profit: bigint
    fees: bigint
    insurance: bigint
    held: bigint
    least: bigint
  }>`
    select
      (select sum(-e.amount) from ledger_entry e join ledger_account a on a.id = e.account_id
        where a.owner = 'outside' and a.purpose = 'deposits:sandbox') as given,
      (select coalesce(sum(profit), 0) from contracts_order where state = 'closed') as profit,
      (select coalesce(sum(open_fee), 0) from contracts_order where opened_ms is not null)
        + (select coalesce(sum(close_fee), 0) from contracts_order where state = 'closed') as fees,
      (select coalesce(sum(insurance), 0) from contracts_event) as insurance,
      (select sum(balance) from ledger_account where owner = 'customer') as held,
      (select min(balance) from ledger_account where owner = 'customer') as least`.execute(db)
  const [sums] = rows
  if (sums === undefined) throw new Error('there are sums')
  expect(sums.least).toBeGreaterThanOrEqual(0n)
  expect(sums.held).toBe(sums.given + sums.profit - sums.fees + sums.insurance)
  expect(await getBalances(db, [house('trading'), house('contractFees'), house('insurance')])).toEqual([
    usdt(reserves.trading) - sums.profit,
    sums.fees,
    usdt(reserves.insurance) - sums.insurance,
  ])
}

it.skipIf(missing !== null).each(days)(
  '$what: every trigger fires at the tick that reaches it, and the sums of the house account are exact',
  async (day) => {
    const folder = await mkdtemp(join(tmpdir(), 'glasshouse-day-'))
    const candles = await cutOut(day, folder)
    const stage = await contractFixture(reserves)
    const platform = platformOf(stage.database, systemClock(), {
      MARKET_FEED: 'replay',
      MARKET_SYMBOLS: Object.keys(day.files).join(','),
      REPLAY_DIR: folder,
      REPLAY_SPEED: String(speed),
    })
    const markets = await openMarkets(platform)
    const ticks: Tick[] = []
    markets.onTick((tick) => ticks.push(tick))
    const engine = await openEngine({ ...platform, markets })
    const deps = { ...stage, ...platform, markets, engine }
    const random = seededRandom(24)
    await waitUntil(() => markets.products().every(({ symbol }) => markets.inForce(symbol)?.stale === false))
    const uids = Array.from({ length: 240 }, (_, index) => 1000 + index)
    const placing = Array.from({ length: 6 }, async () => {
      for (let uid = uids.pop(); uid !== undefined; uid = uids.pop()) await tradeAs(deps, stage, random, uid)
    })
    let silent = false
    const watching = setInterval(() => {
      silent ||= markets.status().connected && markets.status().symbols.every(({ stale }) => stale)
    }, 100)
    await Promise.all(placing)
    await waitUntil(() => !markets.status().connected, 40_000)
    clearInterval(watching)
    await engine.settled()

    expect(silent).toBe(day.halts)
    expect(heardAll(candles, ticks)).toEqual([])
    const orders = await reportedOrders(stage)
    const wrong = orders.flatMap((order) => {
      const own = ticks.filter(({ symbol }) => symbol === order.symbol)
      return scan(order, own, order.given)
    })
    expect(wrong).toEqual([])
    const fired = orders.map(({ reason, state, placed }) => reason ?? (placed !== null && `placed ${state}`))
    for (const kind of ['loss', 'profit', 'placed resting'] as const)
      expect(fired.filter((one) => one === kind).length, kind).toBeGreaterThan(0)
    expect(orders.filter(({ placed, opened }) => placed !== null && opened !== null).length).toBeGreaterThan(
      5,
    )
    expect(orders.length).toBeGreaterThan(100)
    await sumsHold(stage)
    expect(await stage.broken()).toEqual({})
    if (!day.halts) expect(fired.filter((one) => one === 'liquidation').length).toBeGreaterThan(2)
    await engine.close()
    await markets.close()
    await stage.database.drop()
    await rm(folder, { recursive: true, force: true })
  },
  60_000,
)
