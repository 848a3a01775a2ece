import { minuteMs } from '@glasshouse/core/calendar/durations'
import type { Script, ScriptMessage } from './script.ts'

/** Several markets that stand still until a test moves them. */
export type SteeredMarkets = {
  readonly script: Script
  /** How far the past of the script reaches back, for `startExchange({ pastMs })`. */
  readonly pastMs: number
  /** Resolves when the past was played and the markets can be moved. */
  readonly pastIsPlayed: Promise<void>
  /** Moves a market: its best bid from now on; the ask is one unit of the last place above it. */
  readonly set: (symbol: string, bid: string) => void
  readonly bid: (symbol: string) => string
}

type Walk = {
  readonly symbol: string
  readonly scale: number
  readonly opening: number
  bid: number
  tradeId: number
  bookId: number
}

/** A quiet market repeats its book this often, so that it does not count as stale. */
const repeatMs = 500
/** Seconds of a past minute at which something was traded: enough for a candle with a body. */
const tradedAtMs = [0, 20_000, 40_000]

const textOf = (units: number, scale: number): string => {
  const digits = units.toString().padStart(scale + 1, '0')
  return scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

const unitsOf = (text: string, scale: number): number => {
  const [whole = '0', fraction = ''] = text.split('.')
  if (fraction.length > scale) throw new RangeError(`${text} has more than ${scale} decimals`)
  return Number.parseInt(whole + fraction.padEnd(scale, '0'), 10)
}

const bookOf = (walk: Walk, atMs: number): ScriptMessage => {
  walk.bookId += 1
  const side = (direction: 1 | -1, from: number) =>
    [0, 1, 2, 3, 4].map((level): readonly [string, string] => [
      textOf(from + direction * level, walk.scale),
      `${level + 1}.00000`,
    ])
  const { symbol, bid, bookId } = walk
  return { kind: 'depth', symbol, atMs, lastUpdateId: bookId, bids: side(-1, bid), asks: side(1, bid + 1) }
}

const tradeOf = (walk: Walk, units: number, atMs: number): ScriptMessage => {
  walk.tradeId += 1
  const { symbol, tradeId: id } = walk
  return {
    kind: 'trade',
    symbol,
    atMs,
    id,
    price: textOf(units, walk.scale),
    quantity: '0.01000',
    buyerIsMaker: id % 2 === 0,
  }
}

/** Up to half a percent around the opening price, and at it now. */
const pastUnits = ({ opening }: Walk, beforeMs: number): number => {
  const minutes = beforeMs / minuteMs
  return Math.round(opening * (1 + 0.003 * Math.sin(minutes / 40) + 0.002 * Math.sin(minutes / 7)))
}

function* past(walks: readonly Walk[], pastMs: number): Generator<ScriptMessage> {
  const nowMs = Date.now()
  for (let beforeMs = pastMs; beforeMs >= minuteMs; beforeMs -= minuteMs)
    for (const afterMs of tradedAtMs)
      for (const walk of walks)
        yield tradeOf(walk, pastUnits(walk, beforeMs - afterMs), nowMs - beforeMs + afterMs)
}

/**
 * Markets by symbol with their opening best bid, whose decimals are the decimals of the market. The past before
 * now is always the same curve; from then on the book is repeated and nothing is traded until `set` is called.
 *
 * @example steeredMarkets({ BTCUSDT: '65850.00' }).set('BTCUSDT', '64990.00') // bid 64990.00, ask 64990.01, one trade
 */
export const steeredMarkets = (
  opening: Readonly<Record<string, string>>,
  pastMinutes = 1560,
): SteeredMarkets => {
  // Numbers go on where those of an exchange that ran before on the same data ended.
  const first = Date.now() * 1000
  const walks = Object.entries(opening).map(([symbol, text]): Walk => {
    const scale = text.split('.')[1]?.length ?? 0
    const units = unitsOf(text, scale)
    return { symbol, scale, opening: units, bid: units, tradeId: first, bookId: first }
  })
  const moves: { readonly walk: Walk; readonly bid: number }[] = []
  let wake: () => void = () => undefined
  const { promise: pastIsPlayed, resolve: pastEnds } = Promise.withResolvers<void>()
  const walkOf = (symbol: string): Walk => {
    const walk = walks.find((one) => one.symbol === symbol)
    if (walk === undefined) throw new Error(`there is no market ${symbol}`)
    return walk
  }

  async function* script(): AsyncGenerator<ScriptMessage> {
    yield* past(walks, pastMinutes * minuteMs)
    pastEnds()
    for (;;) {
      for (const walk of walks) yield bookOf(walk, Date.now())
      for (let move = moves.shift(); move !== undefined; move = moves.shift()) {
        move.walk.bid = move.bid
        yield bookOf(move.walk, Date.now())
        yield tradeOf(move.walk, move.bid, Date.now())
      }
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, repeatMs)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  }
  return {
    script: script(),
    pastMs: pastMinutes * minuteMs,
    pastIsPlayed,
    set: (symbol, bid) => {
      const walk = walkOf(symbol)
      moves.push({ walk, bid: unitsOf(bid, walk.scale) })
      wake()
    },
    bid: (symbol) => {
      const walk = walkOf(symbol)
      return textOf(moves.findLast((move) => move.walk === walk)?.bid ?? walk.bid, walk.scale)
    },
  }
}
