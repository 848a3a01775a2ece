/**
 * Ticks that are kept while something is being judged and is not armed yet: an order between its acceptance and
 * its place in the books, a position between the tick that opened it and the commit that says so.
 */
import { isReached, type TriggerCondition } from '@glasshouse/core/contracts/engine/triggers'
import { advanceSnapshot, type MarketSnapshot } from '@glasshouse/core/contracts/marketSnapshot'
import type { BestPrices } from '@glasshouse/core/contracts/rules'
import { openPositions, shouldLiquidate } from '@glasshouse/core/contracts/valuation'
import type { Tick } from '@glasshouse/core/markets/evidence'
import type { Product } from '@glasshouse/core/markets/product'
import type { Price } from '@glasshouse/core/money/units'
import type { WalletState } from '../batch/batch.ts'
import { captureMarkets, type EngineMarkets } from '../markets.ts'

/** Orders that were judged (placed, opened, given stops), each with the number of the tick it was judged by. */
export type EvaluatedAt = ReadonlyMap<number, number>

/** A tick and its place among everything that was heard. */
export type BufferedTick = { readonly tick: Tick; readonly moment: number }

/** The lowest and the highest best prices of a market among its kept ticks. */
type PriceRange = { readonly low: BestPrices; readonly high: BestPrices }

/** Beyond this the older half is given up: the database has been away for long. */
const limit = 50_000

const lower = (a: Price, b: Price): Price => (a < b ? a : b)
const higher = (a: Price, b: Price): Price => (a > b ? a : b)

export type TickBuffer = ReturnType<typeof createTickBuffer>

/** Keeps nothing until it is told to. */
export const createTickBuffer = (markets: EngineMarkets) => {
  /** All markets when keeping began; null while nothing is kept. */
  let base: MarketSnapshot | null = null
  /** The moment of the base: before every kept tick. */
  let began = 0
  let ticks: BufferedTick[] = []
  const extremes = new Map<string, PriceRange>()

  const at = (until: number): MarketSnapshot =>
    advanceSnapshot(
      base ?? captureMarkets(markets),
      new Map(ticks.filter(({ moment }) => moment <= until).map(({ tick }) => [tick.symbol, tick])),
    )
  /** Worst case over the buffer: lowest bid, highest ask. An account that survives it needs no replay. */
  const worst = (): MarketSnapshot => {
    const now = base ?? captureMarkets(markets)
    return {
      get: (pid) => {
        const market = now.get(pid)
        const range = market === undefined ? undefined : extremes.get(market.product.symbol)
        const newest = ticks.at(-1)?.tick
        if (market === undefined || range === undefined || newest === undefined) return market
        return { ...market, tick: { ...newest, bid: range.low.bid, ask: range.high.ask }, fresh: true }
      },
    }
  }
  /** The moment of the newest kept tick that one of the wallet's judged positions was judged by, or 0. */
  const judgedUntil = (wallet: WalletState, judged: EvaluatedAt): number =>
    openPositions(wallet).reduce((latest, { id, pid }) => {
      const n = judged.get(id)
      const symbol = base?.get(pid)?.product.symbol
      const by =
        n === undefined ? undefined : ticks.findLast(({ tick }) => tick.symbol === symbol && tick.n <= n)
      return Math.max(latest, by?.moment ?? 0)
    }, 0)

  const widen = ({ bid, ask, symbol }: Tick): void => {
    const { low, high } = extremes.get(symbol) ?? { low: { bid, ask }, high: { bid, ask } }
    extremes.set(symbol, {
      low: { bid: lower(low.bid, bid), ask: lower(low.ask, ask) },
      high: { bid: higher(high.bid, bid), ask: higher(high.ask, ask) },
    })
  }

  return {
    /** Keeps the ticks from now on. */
    keep: (): void => {
      base ??= captureMarkets(markets)
    },
    forget: (): void => {
      base = null
      began = 0
      ticks = []
      extremes.clear()
    },
    hear: (tick: Tick, moment: number): void => {
      if (base === null) return
      ticks.push({ tick, moment })
      widen(tick)
      if (ticks.length <= limit) return
      base = at(ticks[limit / 2]?.moment ?? 0)
      ticks = ticks.slice(limit / 2 + 1)
    },
    /**
     * Puts ticks of the log in front of those that were heard: what passed before this engine watched and may not be
     * settled. They happened at moments up to 0, which is before any account was read, so that the risk of an account
     * is not judged by them: its money may have moved since. `settled` are the ticks before them.
     */
    prepend: (logged: readonly Tick[], settled: readonly Tick[]): void => {
      if (base === null || logged.length === 0) return
      base = advanceSnapshot(base, new Map(settled.map((tick) => [tick.symbol, tick])))
      began = -logged.length
      ticks = [...logged.map((tick, index) => ({ tick, moment: index + 1 - logged.length })), ...ticks]
      for (const tick of logged) widen(tick)
    },
    /** All markets as they were at a kept tick. */
    at,
    /** The tick of a market in front of the kept ones; null while none are kept. */
    base: ({ pid }: Pick<Product, 'pid'>): Tick | null => base?.get(pid)?.tick ?? null,
    /** The tick of a market with a number, if it is kept or in front of the kept ones. */
    tickAt: ({ pid, symbol }: Pick<Product, 'pid' | 'symbol'>, n: number): Tick | null => {
      const first = base?.get(pid)?.tick ?? null
      if (first === null || first.n >= n) return first?.n === n ? first : null
      return ticks.find(({ tick }) => tick.symbol === symbol && tick.n === n)?.tick ?? null
    },
    /** The kept ticks of a market after one, in order. */
    ticksAfter: ({ symbol }: Pick<Product, 'symbol'>, n: number): readonly BufferedTick[] =>
      ticks.filter(({ tick }) => tick.symbol === symbol && tick.n > n),
    /**
     * The first tick of a market from its number `since` on that reaches a price. That tick itself counts: a stop
     * which the opening tick of its position has reached fires at it, however many ticks came meanwhile.
     */
    firstReaching: (
      watch: TriggerCondition & { readonly price: Price },
      { symbol, pid }: Pick<Product, 'symbol' | 'pid'>,
      since: number,
    ): BufferedTick | undefined => {
      const first = base?.get(pid)?.tick
      if (first?.n === since && isReached(watch, first)) return { tick: first, moment: began }
      const range = extremes.get(symbol)
      if (range === undefined || !(isReached(watch, range.low) || isReached(watch, range.high)))
        return undefined
      return ticks.find(({ tick }) => tick.symbol === symbol && tick.n >= since && isReached(watch, tick))
    },
    /**
     * The first tick at which a wallet had to be closed out, after all that was judged in it and after the moment
     * `since` from which on it is as it is now; without such a moment only for positions that were judged.
     */
    firstAtRisk: (
      wallet: WalletState,
      judged: EvaluatedAt,
      since: number | null,
    ): BufferedTick | undefined => {
      if (base === null) return undefined
      const positions = openPositions(wallet)
      if (positions.length === 0) return undefined
      if (since === null && !positions.some(({ id }) => judged.has(id))) return undefined
      if (!shouldLiquidate(wallet, worst())) return undefined
      const after = Math.max(judgedUntil(wallet, judged), since ?? 0)
      const newest = new Map<string, Tick>()
      const then = advanceSnapshot(base, newest)
      return ticks.find(({ tick, moment }) => {
        newest.set(tick.symbol, tick)
        return moment > after && shouldLiquidate(wallet, then)
      })
    },
  }
}
