import { createHash } from 'node:crypto'
import type { Candle } from '@glasshouse/core/markets/candles'
import { genesisHash, type Tick, tickHash } from '@glasshouse/core/markets/evidence'
import type { Product } from '@glasshouse/core/markets/product'
import { price, quantity, type Usdt } from '@glasshouse/core/money/units'
import { createTermsSchedule } from '../../../apps/server/src/markets/index.fixture.ts'
import type { Markets } from '../../../apps/server/src/markets/index.ts'

type PriceInForce = NonNullable<ReturnType<Markets['inForce']>>

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

const product = (pid: number, symbol: string, lot: string): Product => ({
  pid,
  symbol,
  title: `${symbol.slice(0, -4)}/USDT`,
  icon: symbol.slice(0, -4).toLowerCase(),
  lot: quantity(lot),
  minLots: 1,
  stepLots: 1,
  leverages: [2, 5, 10, 20],
  feeRatePpm: 500,
  expiryMinutes: ['0.5'],
  payoutPercents: [70],
  kind: 'crypto',
  scale: 2,
  isOnSale: true,
})

/** Markets whose prices a test sets by hand; every price is a tick with its place in a hash chain. */
export type FixedMarkets = {
  readonly products: () => readonly Product[]
  readonly onTick: (listener: (tick: Tick) => void) => () => void
  readonly product: (pid: number, atMs?: number) => Product | null
  readonly productNamed: (symbol: string) => Product | null
  /** Follows what staff changed of a product. */
  readonly offer: (product: Product) => void
  readonly followTerms: Markets['followTerms']
  readonly announcedTerms: Markets['announcedTerms']
  readonly inForce: (symbol: string) => PriceInForce | null
  /** Depth as a test sets it; null until then. */
  readonly depth: (symbol: string) => Usdt | null
  readonly setDepth: (symbol: string, depth: Usdt) => void
  readonly keep: (tx: unknown, ...ticks: readonly Tick[]) => Promise<void>
  readonly ticksBetween: Markets['ticksBetween']
  readonly bestTicksSince: (
    pid: number,
    extreme: 'highestBid' | 'lowestAsk',
    from: readonly number[],
    upTo: number,
  ) => Promise<readonly (Tick | null)[]>
  /** Sets best bid and best ask; the market is alive from then on. */
  readonly set: (symbol: string, bid: string, ask: string) => void
  /** Sets them without a message: the tick is in no log. */
  readonly setUnlogged: (symbol: string, bid: string, ask: string) => void
  /** Makes a market silent, as if nothing had come for five seconds. */
  readonly silence: (symbol: string) => void
  /** Minutes of a market, ascending; none until a test sets them. */
  readonly setMinutes: (pid: number, minutes: readonly Candle[]) => void
  readonly candles: (
    pid: number,
    asked: { readonly beforeMs: number | null; readonly limit: number },
  ) => Promise<readonly Candle[]>
  /** How many hear ticks now. */
  readonly listening: () => number
  /** Ticks that settled something, in order. */
  readonly kept: readonly Tick[]
}

/** Three markets: 1 BTCUSDT with lots of 0.001, 2 ETHUSDT with 0.01, 3 SOLUSDT with 0.1; `now` is when terms are asked for. */
export const fixedMarkets = (now: () => number = () => 0): FixedMarkets => {
  const schedule = createTermsSchedule()
  const inForceAt = (product: Product, atMs = now()): Product => schedule.at(product, atMs)
  const products = [
    product(1, 'BTCUSDT', '0.001'),
    product(2, 'ETHUSDT', '0.01'),
    product(3, 'SOLUSDT', '0.1'),
  ]
  const last = new Map<string, PriceInForce>()
  const depths = new Map<string, Usdt>()
  const kept: Tick[] = []
  const log: Tick[] = []
  const minutes = new Map<number, readonly Candle[]>()
  const listening = new Set<(tick: Tick) => void>()
  const move = (symbol: string, bid: string, ask: string): Tick => {
    const before = last.get(symbol)?.tick
    const n = (before?.n ?? 0) + 1
    const previousHash = before?.hash ?? genesisHash
    const unhashed = {
      symbol,
      n,
      kind: 'book' as const,
      source: 'test',
      sourceSequence: String(n),
      sourceTimeMs: 1_781_613_667_000 + n,
      recordedTimeMs: null,
      receivedTimeMs: Math.max(1_781_613_667_010 + n, now()),
      price: price(bid),
      quantity: quantity('0'),
      side: 'none' as const,
      bid: price(bid),
      ask: price(ask),
    }
    const tick = { ...unhashed, previousHash, hash: tickHash(previousHash, unhashed, sha256) }
    last.set(symbol, { tick, stale: false, lastStale: false })
    for (const listener of listening) listener(tick)
    return tick
  }
  return {
    products: () => products.map((one) => inForceAt(one)),
    onTick: (listener) => {
      listening.add(listener)
      return () => void listening.delete(listener)
    },
    product: (pid, atMs) => {
      const found = products.find((one) => one.pid === pid)
      return found === undefined ? null : inForceAt(found, atMs)
    },
    productNamed: (symbol) => {
      const found = products.find((one) => one.symbol === symbol)
      return found === undefined ? null : inForceAt(found)
    },
    followTerms: schedule.add,
    announcedTerms: (pid) => schedule.announced(pid, now()),
    offer: (changed) => {
      products.splice(
        products.findIndex(({ pid }) => pid === changed.pid),
        1,
        changed,
      )
    },
    ticksBetween: async (pid, after, upTo, newest = log.length) => {
      const symbol = products.find((one) => one.pid === pid)?.symbol
      const found = log.filter((tick) => tick.symbol === symbol && tick.n > after && tick.n <= upTo)
      return found.slice(-newest)
    },
    bestTicksSince: async (pid, extreme, from, upTo) => {
      const symbol = products.find((one) => one.pid === pid)?.symbol
      const isBetter = (one: Tick, than: Tick) =>
        extreme === 'highestBid' ? one.bid > than.bid : one.ask < than.ask
      return from.map((first) =>
        log
          .filter((tick) => tick.symbol === symbol && tick.n >= first && tick.n <= upTo)
          .reduce<Tick | null>((best, one) => (best === null || isBetter(one, best) ? one : best), null),
      )
    },
    inForce: (symbol) => last.get(symbol) ?? null,
    depth: (symbol) => depths.get(symbol) ?? null,
    setDepth: (symbol, depth) => void depths.set(symbol, depth),
    keep: async (_, ...ticks) => {
      kept.push(...ticks)
    },
    set: (symbol, bid, ask) => {
      log.push(move(symbol, bid, ask))
    },
    setUnlogged: (symbol, bid, ask) => void move(symbol, bid, ask),
    silence: (symbol) => {
      const now = last.get(symbol)
      if (now !== undefined) last.set(symbol, { ...now, stale: true, lastStale: true })
    },
    setMinutes: (pid, set) => void minutes.set(pid, set),
    candles: async (pid, { beforeMs, limit }) =>
      (minutes.get(pid) ?? []).filter(({ openMs }) => beforeMs === null || openMs < beforeMs).slice(-limit),
    listening: () => listening.size,
    kept,
  }
}
