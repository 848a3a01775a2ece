import { createHash } from 'node:crypto'
import { genesisHash, type Tick, tickHash } from '@glasshouse/core/markets/evidence'
import type { Product } from '@glasshouse/core/markets/product'
import { type FeedGap, staleAfterMs } from '@glasshouse/core/markets/rules'
import { type Price, price, quantity } from '@glasshouse/core/money/units'
import type { FakeClock } from '@glasshouse/testkit/clock'
import type { Random } from '@glasshouse/testkit/random'
import type { Markets } from '../../../apps/server/src/markets/index.ts'
import { insertTicks } from '../../../apps/server/src/markets/store.ts'
import type { MarketLog } from './modelOptions.ts'

/** Markets of a seeded world: prices move and feeds go stale only on command. */
export type SimMarket = {
  readonly markets: Markets
  readonly products: readonly Product[]
  /** Emits one more tick of a symbol, which ends a gap; sometimes a jump instead of a step. */
  readonly move: (symbol: string) => void
  /** Emits a tick at another price, in millionths of the last one. */
  readonly jump: (symbol: string, parts: number) => void
  /** Emits a message that changes nothing; none during a gap. */
  readonly chatter: (symbol: string) => void
  /** Stops all messages of this symbol until it moves. */
  readonly silence: (symbol: string) => void
  readonly isSilent: (symbol: string) => boolean
  /** All messages of a symbol. */
  readonly logOf: (symbol: string) => MarketLog
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

const firstPrices: Readonly<Record<string, Price>> = {
  BTCUSDT: price('66128.74'),
  ETHUSDT: price('2318.4'),
  SOLUSDT: price('96.42'),
}

/** Products traded in the world, as created by the migration. */
export const simSymbols = Object.keys(firstPrices)

type Walk = {
  last: Tick
  silent: boolean
  readonly trades: Tick[]
  readonly messages: number[]
}

const nextPrice = (random: Random, last: bigint): bigint => {
  // Usually a few hundredths of a percent; one in fifty is a jump of up to 15 %.
  const parts = random.chance(0.02) ? random.whole(-150_000, 150_000) : random.whole(-600, 600)
  return last + (last * BigInt(parts)) / 1_000_000n
}

const tickAfter = (
  { clock, random }: { readonly clock: FakeClock; readonly random: Random },
  symbol: string,
  before: Tick | null,
  at: bigint,
): Tick => {
  const n = (before?.n ?? 0) + 1
  // Delivered at once or delayed, often within the same millisecond as the previous one.
  const emittedMs = clock.now() - random.pick([0, 0, 20, 250, 400])
  const unhashed = {
    symbol,
    n,
    kind: 'trade' as const,
    source: 'simulator',
    sourceSequence: String(n),
    sourceTimeMs: Math.max(emittedMs, before?.sourceTimeMs ?? 0),
    recordedTimeMs: null,
    receivedTimeMs: clock.now(),
    price: at as Price,
    quantity: quantity('0.02'),
    side: 'buy' as const,
    bid: (at - at / 20_000n) as Price,
    ask: (at + at / 20_000n) as Price,
  }
  const previousHash = before?.hash ?? genesisHash
  return { ...unhashed, previousHash, hash: tickHash(previousHash, unhashed, sha256) }
}

const notInThisWorld = (what: string) => () => {
  throw new Error(`the simulated markets do not support ${what}`)
}

/** Rounds to the market's grid of hundredths, never to zero. */
const onGrid = (at: bigint): bigint => (at < 100_000_000n ? 100_000_000n : at - (at % 10_000_000n))

const openWalks = (
  products: readonly Product[],
  clock: FakeClock,
  random: Random,
): ReadonlyMap<string, Walk> =>
  new Map(
    products.map(({ symbol }): [string, Walk] => {
      const first = firstPrices[symbol]
      if (first === undefined) throw new Error(`no first price for ${symbol}`)
      const last = tickAfter({ clock, random }, symbol, null, first)
      return [symbol, { last, silent: false, trades: [last], messages: [clock.now()] }]
    }),
  )

/** The feed gap around an instant; null if it is short. */
const silenceAround = (messages: readonly number[], atMs: number): FeedGap | null => {
  const place = messages.findIndex((ms) => ms > atMs)
  const fromMs = (place < 0 ? messages.at(-1) : messages[place - 1]) ?? null
  const toMs = (place < 0 ? null : messages[place]) ?? null
  return fromMs !== null && toMs !== null && toMs - fromMs <= staleAfterMs ? null : { fromMs, toMs }
}

/** Creates the markets of a world for the given products. */
export const createSimMarket = (
  products: readonly Product[],
  clock: FakeClock,
  random: Random,
): SimMarket => {
  const walks = openWalks(products, clock, random)
  const listeners = new Set<(tick: Tick) => void>()
  const walkOf = (symbol: string): Walk => {
    const walk = walks.get(symbol)
    if (walk === undefined) throw new Error(`no market ${symbol}`)
    return walk
  }
  const product = (pid: number) => products.find((one) => one.pid === pid) ?? null
  const walkNumbered = (pid: number): Walk => walkOf(product(pid)?.symbol ?? `${pid}`)
  const speak = (symbol: string, at: bigint): void => {
    const walk = walkOf(symbol)
    walk.last = tickAfter({ clock, random }, symbol, walk.last, onGrid(at))
    walk.silent = false
    walk.trades.push(walk.last)
    walk.messages.push(clock.now())
    for (const listener of listeners) listener(walk.last)
  }
  const markets: Markets = {
    products: () => products,
    product,
    productNamed: (symbol) => products.find((one) => one.symbol === symbol) ?? null,
    inForce: (symbol) => {
      const walk = walks.get(symbol)
      return walk === undefined ? null : { tick: walk.last, stale: walk.silent, lastStale: walk.silent }
    },
    followTerms: () => {},
    outagesAt: async (asked) => asked.map(() => false),
    recordAt: () => ({ kind: 'unavailable' }),
    announcedTerms: () => [],
    depth: () => null,
    isClockSteady: () => true,
    keep: async (tx, ...kept) => {
      const logged = kept.map((tick) => {
        const pid = products.find(({ symbol }) => symbol === tick.symbol)?.pid
        if (pid === undefined) throw new Error(`no product for ${tick.symbol}`)
        return { pid, tick }
      })
      await insertTicks(tx, 'markets_kept_tick', logged)
    },
    registerDecision: () => () => undefined,
    onTick: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onChained: notInThisWorld('engines elsewhere'),
    chainHead: notInThisWorld('engines elsewhere'),
    pendingTicks: notInThisWorld('engines elsewhere'),
    catalogVersion: notInThisWorld('engines elsewhere'),
    onMessage: () => () => undefined,
    offer: notInThisWorld('staff who change markets'),
    view: notInThisWorld('view'),
    dayOpen: notInThisWorld('dayOpen'),
    candles: notInThisWorld('candles'),
    tickAt: notInThisWorld('history'),
    newestTrades: notInThisWorld('history'),
    // Nothing is logged in this world: ticks without a watching engine are missed.
    ticksBetween: async () => [],
    bestTicksSince: async (pid, extreme, from, upTo) => {
      const heard = walkNumbered(pid).trades
      const isBetter = (one: Tick, than: Tick) =>
        extreme === 'highestBid' ? one.bid > than.bid : one.ask < than.ask
      return from.map((first) =>
        heard
          .filter(({ n }) => n >= first && n <= upTo)
          .reduce<Tick | null>((best, one) => (best === null || isBetter(one, best) ? one : best), null),
      )
    },
    lastTrades: async (asked) =>
      asked.map(({ pid, atMs, receivedByMs }) => {
        const answers = (tick: Tick) => tick.sourceTimeMs <= atMs && tick.receivedTimeMs <= receivedByMs
        return walkNumbered(pid).trades.findLast(answers) ?? null
      }),
    silencesAt: async (asked) =>
      asked.map(({ pid, atMs }) => silenceAround(walkNumbered(pid).messages, atMs)),
    heads: notInThisWorld('heads'),
    status: notInThisWorld('status'),
    close: async () => undefined,
  }
  return {
    markets,
    products,
    move: (symbol) => speak(symbol, nextPrice(random, walkOf(symbol).last.price)),
    jump: (symbol, parts) => {
      const { price } = walkOf(symbol).last
      speak(symbol, price + (price * BigInt(parts)) / 1_000_000n)
    },
    chatter: (symbol) => {
      const walk = walkOf(symbol)
      if (!walk.silent) walk.messages.push(clock.now())
    },
    silence: (symbol) => {
      walkOf(symbol).silent = true
    },
    isSilent: (symbol) => walkOf(symbol).silent,
    logOf: (symbol) => {
      const { trades, messages } = walkOf(symbol)
      return {
        messages,
        trades: trades.map(({ sourceTimeMs, receivedTimeMs, price }) => ({
          timeMs: sourceTimeMs,
          receivedMs: receivedTimeMs,
          price,
        })),
      }
    },
  }
}
