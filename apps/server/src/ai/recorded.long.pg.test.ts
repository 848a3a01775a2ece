import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Candle } from '@glasshouse/core/markets/candles'
import { type Price, type Quantity, quantity, type Usdt, usdt } from '@glasshouse/core/money/units'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { marketDataFolder } from '../../../../packages/testkit/src/exchange/recorded.ts'
import { listAiOrders } from '../contracts/index.ts'
import { minuteMs, startAiFixture } from './aiRuns.fixture.ts'
import { settleTrade } from './service/settle.ts'

const file = join(marketDataFolder, 'candles', 'BTCUSDT_1m_2025-10-29_3d.csv.gz')
const isMissing = !existsSync(file)
if (isMissing) console.log(`AI ordering is not held against recorded minutes: there is no ${file}`)

const judged = 420

/** One recorded minute: prices as whole numbers of 1e-9. */
type Minute = { readonly high: bigint; readonly low: bigint; readonly close: bigint }

const units = (text: string): bigint => {
  const [whole = '', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(9, '0'))
}
const recorded = (): readonly Minute[] =>
  gunzipSync(readFileSync(file))
    .toString('utf8')
    .trim()
    .split('\n')
    .slice(1, judged + 32)
    .map((line) => line.split(','))
    .map(([, , high = '', low = '', close = '']) => ({
      ...{ high: units(high), low: units(low), close: units(close) },
    }))

const most = (...values: readonly bigint[]): bigint => values.reduce((a, b) => (a > b ? a : b))
const total = (values: readonly bigint[]): bigint => values.reduce((a, b) => a + b, 0n)
const distance = (a: bigint, b: bigint): bigint => (a > b ? a - b : b - a)

/** The strategy as it is published, computed from the recorded minutes alone. */
const judge = (minutes: readonly Minute[], at: number) => {
  const closes = minutes.slice(0, at + 1).map(({ close }) => close)
  const [s7, s30] = [total(closes.slice(-7)), total(closes.slice(-30))]
  const [c = 0n, c15 = 0n] = [closes[at], closes[at - 15]]
  let ranges = 0n
  for (let t = at - 13; t <= at; t += 1) {
    const [{ high, low } = { high: 0n, low: 0n }, before = 0n] = [minutes[t], closes[t - 1]]
    ranges += most(high - low, distance(high, before), distance(low, before))
  }
  const a = ranges / 14n
  const isUp = 30n * s7 > 7n * s30 && c > c15
  const isDown = 30n * s7 < 7n * s30 && c < c15
  return { s7, s30, c, c15, a, signal: isUp ? 'buy' : isDown ? 'sell' : 'wait' }
}

const candleOf = ({ high, low, close }: Minute, openMs: number): Candle => ({
  openMs,
  open: close as Price,
  high: high as Price,
  low: low as Price,
  close: close as Price,
  volume: quantity('1') as Quantity,
  turnover: 0n as Usdt,
})
const written = (at: bigint): string =>
  `${at / 10n ** 9n}.${String((at / 10n ** 7n) % 100n).padStart(2, '0')}`

it.skipIf(isMissing)(
  'decides on every recorded minute as the published strategy says, computed independently',
  async () => {
    const ai = await startAiFixture()
    const { db } = ai.stage.database
    const minutes = recorded()
    const id = await ai.place(await ai.trader('200000'), {
      stake: usdt('10000'),
      times: 10,
      maxLoss: usdt('90000'),
    })
    await sql`update ai_run set times = 1000`.execute(db)
    const startMs = ai.stage.clock.now() - (ai.stage.clock.now() % minuteMs)
    const openOf = (at: number): number => startMs + (at - 31) * minuteMs
    for (let at = 31; at < 31 + judged; at += 1) {
      const close = minutes[at]?.close ?? 0n
      ai.stage.markets.set('BTCUSDT', written(close), written(close + 10_000_000n))
      await ai.stage.engine.settled()
      await settleTrade(ai.deps, id)
      await ai.hearMinutes(
        minutes.slice(at - 30, at + 1).map((one, place) => candleOf(one, openOf(at - 30 + place))),
      )
    }
    const { rows } = await sql<Record<'s7' | 's30' | 'c' | 'c15' | 'a', bigint> & Record<string, unknown>>`
      select * from ai_decision where run_id = ${id} order by candle_ms`.execute(db)
    const orders = new Map((await listAiOrders(db, id)).map((order) => [order.id, order]))
    let side = 'none'
    for (const { candle_ms, outcome, order_id, s7, s30, c, c15, a } of rows) {
      const own = judge(minutes, 31 + ((candle_ms as number) - startMs) / minuteMs)
      expect({ s7, s30, c, c15, a }).toEqual({ ...own, signal: undefined })
      const opposite = side === 'long' ? 'sell' : 'buy'
      if (outcome === 'buy' || outcome === 'sell' || outcome === 'wait') expect(outcome).toBe(own.signal)
      if (outcome === 'hold') expect(own.signal).not.toBe(opposite)
      if (outcome === 'opposite') expect(own.signal).toBe(opposite)
      const order = orders.get(order_id as number)
      if (order === undefined) continue
      side = order.side
      expect(own.signal).toBe(side === 'long' ? 'buy' : 'sell')
      const loss = most(4n * own.a, (own.c * 3n + 999n) / 1000n)
      const gain = most(6n * own.a, (own.c * 45n + 9999n) / 10_000n)
      const [down, up] = side === 'long' ? [loss, gain] : [gain, loss]
      const cent = 10_000_000n
      const fill = order.open_price ?? 0n
      // Towards the fill: up below it, down above it.
      const [below, above] = [((fill - down + cent - 1n) / cent) * cent, ((fill + up) / cent) * cent]
      const stops = [order.stop_loss_price, order.target_profit_price]
      expect(stops).toEqual(side === 'long' ? [below, above] : [above, below])
    }
    const outcomes = new Set(rows.map(({ outcome }) => outcome))
    expect([...outcomes]).toEqual(expect.arrayContaining(['buy', 'sell', 'wait', 'hold']))
    expect(rows.length).toBeGreaterThan(judged - orders.size * 2 - 5)
    expect(orders.size).toBeGreaterThan(5)
    expect(await ai.broken()).toEqual([])
    await ai.close()
  },
)
