import { createHash } from 'node:crypto'
import { firstPreviousHash, type Tick, tickHash } from '@glasshouse/core/markets/evidence'
import type { Product } from '@glasshouse/core/markets/product'
import { type Price, price, quantity } from '@glasshouse/core/money/units'
import type { FakeClock } from '@glasshouse/testkit/clock'
import type { Random } from '@glasshouse/testkit/random'
import type { Markets } from '../../../apps/server/src/markets/index.ts'
import { writeTicks } from '../../../apps/server/src/markets/store.ts'

/** The markets of a seeded world: prices walk when the world says so, and fall silent when it says so. */
export type SimMarket = {
  readonly markets: Markets
  readonly products: readonly Product[]
  /** One more tick of a symbol; now and then a jump instead of a step. */
  readonly move: (symbol: string) => void
  /** From now on no message comes for this symbol, or they come again. */
  readonly silence: (symbol: string, isSilent: boolean) => void
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

const firstPrices: Readonly<Record<string, Price>> = {
  BTCUSDT: price('66128.74'),
  ETHUSDT: price('2318.4'),
  SOLUSDT: price('96.42'),
}

/** The products the world trades, as the migration made them. */
export const simSymbols = Object.keys(firstPrices)

type Walk = { last: Tick; silent: boolean }

const nextPrice = (random: Random, last: bigint): bigint => {
  // Mostly a few hundredths of a percent; once in fifty a jump of up to 15 %.
  const parts = random.chance(0.02) ? random.whole(-150_000, 150_000) : random.whole(-600, 600)
  const moved = last + (last * BigInt(parts)) / 1_000_000n
  // On the market's grid of hundredths, and never to nothing.
  return moved < 100_000_000n ? 100_000_000n : moved - (moved % 10_000_000n)
}

const tickAfter = (clock: FakeClock, symbol: string, before: Tick | null, at: bigint): Tick => {
  const n = (before?.n ?? 0) + 1
  const unhashed = {
    symbol,
    n,
    kind: 'trade' as const,
    source: 'simulator',
    sourceSequence: String(n),
    sourceTimeMs: clock.now(),
    recordedTimeMs: null,
    receivedTimeMs: clock.now(),
    price: at as Price,
    quantity: quantity('0.02'),
    side: 'buy' as const,
    bid: (at - at / 20_000n) as Price,
    ask: (at + at / 20_000n) as Price,
  }
  const previousHash = before?.hash ?? firstPreviousHash
  return { ...unhashed, previousHash, hash: tickHash(previousHash, unhashed, sha256) }
}

const notInThisWorld = (what: string) => () => {
  throw new Error(`the simulated markets have no ${what}`)
}

/** Builds the markets of a world on the given products. */
export const createSimMarket = (
  products: readonly Product[],
  clock: FakeClock,
  random: Random,
): SimMarket => {
  const walks = new Map<string, Walk>()
  for (const { symbol } of products) {
    const first = firstPrices[symbol]
    if (first === undefined) throw new Error(`no first price for ${symbol}`)
    walks.set(symbol, { last: tickAfter(clock, symbol, null, first), silent: false })
  }
  const walkOf = (symbol: string): Walk => {
    const walk = walks.get(symbol)
    if (walk === undefined) throw new Error(`no market ${symbol}`)
    return walk
  }
  const product = (pid: number) => products.find((one) => one.pid === pid) ?? null
  const markets: Markets = {
    products: () => products,
    product,
    productNamed: (symbol) => products.find((one) => one.symbol === symbol) ?? null,
    inForce: (symbol) => {
      const walk = walks.get(symbol)
      return walk === undefined ? null : { tick: walk.last, stale: walk.silent }
    },
    keep: async (tx, ...kept) => {
      const logged = kept.map((tick) => {
        const pid = products.find(({ symbol }) => symbol === tick.symbol)?.pid
        if (pid === undefined) throw new Error(`no product for ${tick.symbol}`)
        return { pid, tick }
      })
      await writeTicks(tx, 'markets_kept_tick', logged)
    },
    onTick: () => () => undefined,
    onMessage: () => () => undefined,
    offer: notInThisWorld('staff who change markets'),
    view: notInThisWorld('view'),
    candles: notInThisWorld('candles'),
    tickAt: notInThisWorld('history'),
    lastTrades: notInThisWorld('log'),
    silenceAt: notInThisWorld('receive clock'),
    status: notInThisWorld('status'),
    close: async () => undefined,
  }
  return {
    markets,
    products,
    move: (symbol) => {
      const walk = walkOf(symbol)
      if (walk.silent) return
      walk.last = tickAfter(clock, symbol, walk.last, nextPrice(random, walk.last.price))
    },
    silence: (symbol, isSilent) => {
      walkOf(symbol).silent = isSilent
    },
  }
}
