import type { Tick } from '@glasshouse/core/markets/evidence'
import { canSettle, lateTickGraceMs } from '@glasshouse/core/options/rules'
import type { SettlementMarkets } from '../terms.ts'

/** Every open option of one market with one expiry, and the tick that settles them as soon as it is certain. */
export type ExpiryBatch = {
  readonly pid: number
  readonly symbol: string
  readonly expiryMs: number
  readonly ids: Set<number>
  /** Told to the markets when nothing is left to settle. */
  readonly release: () => void
  /** The last trade that may settle it; null as long as this run does not know one. */
  tick: Tick | null
}

/** Open options by market and expiry. A tick that settles nothing costs one comparison. */
export type ExpiryQueue = {
  readonly add: (pid: number, symbol: string, expiryMs: number, id: number) => void
  /** Looks at a tick; ticks of a market come in order. */
  readonly hear: (tick: Tick) => void
  /** Everything whose wait for stragglers is over. A `tick` of null has to be looked up in the log. */
  readonly due: (nowMs: number) => readonly ExpiryBatch[]
  /** Takes settled options out. */
  readonly done: (expiry: ExpiryBatch, ids: Iterable<number>) => void
  /** When the next wait for stragglers is over; null without one. */
  readonly nextMs: () => number | null
  readonly size: () => number
}

type ExpiryBucket = {
  /** The newest trade of this run. */
  last: Tick | null
  /** Expiries whose tick is not certain yet, ascending. */
  readonly ahead: ExpiryBatch[]
  /** Expiries whose tick is certain and which are not settled yet, by their instant. */
  readonly certain: Map<number, ExpiryBatch>
}

/** The place at which an expiry stands among ascending ones, or would stand. */
const placeOf = (ahead: readonly ExpiryBatch[], expiryMs: number): number => {
  let [low, high] = [0, ahead.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ahead[middle]?.expiryMs ?? 0) < expiryMs) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * Starts with no options. Each market and expiry is registered with the markets while one of its options is
 * open, so that the ticks which decide it are stored at once.
 */
export const createExpiryQueue = (registerDecision: SettlementMarkets['registerDecision']): ExpiryQueue => {
  const shelves = new Map<string, ExpiryBucket>()
  const shelfOf = (symbol: string): ExpiryBucket => {
    const known = shelves.get(symbol)
    if (known !== undefined) return known
    const shelf: ExpiryBucket = { last: null, ahead: [], certain: new Map() }
    shelves.set(symbol, shelf)
    return shelf
  }
  /** The first expiry ahead is certain now: nothing that comes later may settle it. */
  const settleFirst = (shelf: ExpiryBucket): void => {
    const first = shelf.ahead.shift()
    if (first === undefined) return
    first.tick = shelf.last
    shelf.certain.set(first.expiryMs, first)
  }

  return {
    add: (pid, symbol, expiryMs, id) => {
      const shelf = shelfOf(symbol)
      const place = placeOf(shelf.ahead, expiryMs)
      const waiting = shelf.ahead[place]
      const known = waiting?.expiryMs === expiryMs ? waiting : shelf.certain.get(expiryMs)
      if (known !== undefined) {
        known.ids.add(id)
        return
      }
      const release = registerDecision(pid, expiryMs)
      const expiry: ExpiryBatch = { pid, symbol, expiryMs, ids: new Set([id]), release, tick: null }
      // Trades after it were heard already, and which one was the last before them is not remembered.
      if (shelf.last !== null && !canSettle(shelf.last, expiryMs)) shelf.certain.set(expiryMs, expiry)
      else shelf.ahead.splice(place, 0, expiry)
    },
    hear: (tick) => {
      if (tick.kind !== 'trade' || tick.late === true) return
      const shelf = shelfOf(tick.symbol)
      for (let first = shelf.ahead[0]; first !== undefined; first = shelf.ahead[0]) {
        if (canSettle(tick, first.expiryMs)) break
        settleFirst(shelf)
      }
      shelf.last = tick
    },
    due: (nowMs) => {
      const found: ExpiryBatch[] = []
      for (const shelf of shelves.values()) {
        for (let first = shelf.ahead[0]; first !== undefined; first = shelf.ahead[0]) {
          if (first.expiryMs + lateTickGraceMs > nowMs) break
          settleFirst(shelf)
        }
        for (const expiry of shelf.certain.values())
          if (expiry.expiryMs + lateTickGraceMs <= nowMs) found.push(expiry)
      }
      return found.sort((a, b) => a.expiryMs - b.expiryMs)
    },
    done: (expiry, ids) => {
      for (const id of ids) expiry.ids.delete(id)
      if (expiry.ids.size > 0) return
      expiry.release()
      shelves.get(expiry.symbol)?.certain.delete(expiry.expiryMs)
    },
    nextMs: () => {
      let next: number | null = null
      for (const { ahead, certain } of shelves.values())
        for (const expiryMs of [ahead[0]?.expiryMs, ...certain.keys()])
          if (expiryMs !== undefined && (next === null || expiryMs + lateTickGraceMs < next))
            next = expiryMs + lateTickGraceMs
      return next
    },
    size: () => {
      let ids = 0
      for (const { ahead, certain } of shelves.values())
        for (const expiry of [...ahead, ...certain.values()]) ids += expiry.ids.size
      return ids
    },
  }
}
