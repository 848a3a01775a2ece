import type { TickEvidence } from '@glasshouse/core/markets/wire'
import type { Price } from '@glasshouse/core/money/units'
import { createPackedTicks, type PackedTicks } from './packedTicks.ts'

/** The ticks of one symbol in the order of their numbers, in which the receive times only grow. */
export type SymbolTicks = {
  readonly length: number
  /** A tick exactly as it was exported. */
  readonly at: (index: number) => TickEvidence
  readonly n: (index: number) => number
  readonly receivedTime: (index: number) => number
  readonly bid: (index: number) => Price
  readonly ask: (index: number) => Price
  readonly shape: PackedTicks['shape']
  /** The first place of a number above one; the length where there is none. */
  readonly firstAbove: (n: number) => number
  /** The first place received after an instant; the length where there is none. */
  readonly firstReceivedAfter: (atMs: number) => number
  readonly [Symbol.iterator]: () => Iterator<TickEvidence>
}

/** The ticks of an export, packed: a day of several million would not fit into memory as objects. */
export type TickLog = {
  readonly length: number
  readonly symbols: readonly string[]
  /** The ticks of a symbol; without any, an empty list. */
  readonly of: (symbol: string) => SymbolTicks
  readonly hashOf: (symbol: string, n: number) => string | undefined
  /** When the newest tick of any symbol was received; 0 without any. */
  readonly newestMs: number
  readonly [Symbol.iterator]: () => Iterator<TickEvidence>
}

/** Ticks as a list, or packed already. */
export type Ticks = readonly TickEvidence[] | TickLog

/** The first of the places 0 to length − 1 that a growing condition holds for. */
const firstPlace = (length: number, holds: (index: number) => boolean): number => {
  let [low, high] = [0, length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}

/** Where the ticks stand in the order of their numbers; null where they were added in it. */
const orderOf = (packed: PackedTicks): Uint32Array | null => {
  const length = packed.length()
  let isAscending = true
  for (let place = 1; place < length && isAscending; place += 1)
    isAscending = packed.n(place - 1) <= packed.n(place)
  return isAscending
    ? null
    : Uint32Array.from({ length }, (_, place) => place).sort((a, b) => packed.n(a) - packed.n(b) || a - b)
}

const symbolTicks = (packed: PackedTicks): SymbolTicks => {
  const order = orderOf(packed)
  const placeOf = (index: number): number => order?.[index] ?? index
  const length = packed.length()
  const n = (index: number): number => packed.n(placeOf(index))
  const receivedTime = (index: number): number => packed.receivedTime(placeOf(index))
  const at = (index: number): TickEvidence => packed.at(placeOf(index))
  return {
    length,
    at,
    n,
    receivedTime,
    bid: (index) => packed.bid(placeOf(index)),
    ask: (index) => packed.ask(placeOf(index)),
    shape: (index) => packed.shape(placeOf(index)),
    firstAbove: (above) => firstPlace(length, (index) => n(index) > above),
    firstReceivedAfter: (atMs) => firstPlace(length, (index) => receivedTime(index) > atMs),
    *[Symbol.iterator]() {
      for (let index = 0; index < length; index += 1) yield at(index)
    },
  }
}

/** Packs ticks one by one; `close` gives the log. */
export const createTickLog = (): {
  readonly add: (tick: TickEvidence) => void
  readonly close: () => TickLog
} => {
  const packed = new Map<string, PackedTicks>()
  let newestMs = 0
  return {
    add: (tick) => {
      const own = packed.get(tick.symbol) ?? createPackedTicks(tick.symbol)
      packed.set(tick.symbol, own)
      own.add(tick)
      newestMs = Math.max(newestMs, tick.receivedTime)
    },
    close: () => {
      const logs = new Map([...packed].map(([symbol, own]) => [symbol, symbolTicks(own)]))
      const none = symbolTicks(createPackedTicks(''))
      const of = (symbol: string): SymbolTicks => logs.get(symbol) ?? none
      return {
        length: [...logs.values()].reduce((sum, { length }) => sum + length, 0),
        symbols: [...logs.keys()],
        of,
        hashOf: (symbol, n) => {
          const own = of(symbol)
          const last = own.firstAbove(n) - 1
          return last >= 0 && own.n(last) === n ? own.at(last).hash : undefined
        },
        newestMs,
        *[Symbol.iterator]() {
          for (const own of logs.values()) yield* own
        },
      }
    },
  }
}

/** Ticks as a log, packed unless they are already. */
export const tickLogOf = (ticks: Ticks): TickLog => {
  if (!Array.isArray(ticks)) return ticks as TickLog
  const log = createTickLog()
  for (const tick of ticks) log.add(tick)
  return log.close()
}
