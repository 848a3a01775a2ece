import { type Random, seededRandom } from '../random.ts'
import type { ScriptMessage } from './script.ts'

/** What a made-up exchange day looks like. */
export type GeneratedDay = {
  readonly symbols: readonly string[]
  readonly seed: number
  readonly startMs: number
  readonly lengthMs: number
  /** Mean time between trades of one symbol. */
  readonly tradeEveryMs?: number
  readonly bookEveryMs?: number
  readonly startPrice?: number
}

type Walk = { readonly symbol: string; cents: number; tradeId: number; bookId: number; nextTradeMs: number }

const decimal = (units: number, decimals: number): string => {
  const digits = units.toString().padStart(decimals + 1, '0')
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}
const priceText = (cents: number): string => `${decimal(cents, 2)}000000`
const quantityText = (random: Random): string => `${decimal(random.whole(1, 500_000), 5)}000`

const bookOf = (walk: Walk, atMs: number, random: Random): ScriptMessage => {
  const side = (direction: 1 | -1) =>
    [0, 1, 2, 3, 4].map((level): readonly [string, string] => [
      priceText(walk.cents + direction * (50 + level * 120)),
      quantityText(random),
    ])
  walk.bookId += 3
  return {
    kind: 'depth',
    symbol: walk.symbol,
    atMs,
    lastUpdateId: walk.bookId,
    bids: side(-1),
    asks: side(1),
  }
}

const tradeOf = (walk: Walk, atMs: number, random: Random): ScriptMessage => {
  const buyerIsMaker = random.chance(0.5)
  walk.tradeId += 1
  return {
    kind: 'trade',
    symbol: walk.symbol,
    atMs,
    id: walk.tradeId,
    price: priceText(walk.cents + (buyerIsMaker ? -50 : 50)),
    quantity: quantityText(random),
    buyerIsMaker,
  }
}

/**
 * A seeded day of trades and books: the same seed gives the same day. Trade ids follow the start time, so that
 * a later day of the same exchange has higher ones.
 */
export function* generatedDay(day: GeneratedDay): Generator<ScriptMessage> {
  const random = seededRandom(day.seed)
  const gap = day.tradeEveryMs ?? 120
  const step = day.bookEveryMs ?? 100
  const walks = day.symbols.map(
    (symbol, index): Walk => ({
      symbol,
      cents: Math.round((day.startPrice ?? 60_000 / 10 ** index) * 100),
      tradeId: day.startMs,
      bookId: day.startMs * 3,
      nextTradeMs: day.startMs + random.whole(1, gap),
    }),
  )
  for (let atMs = day.startMs; atMs < day.startMs + day.lengthMs; atMs += step) {
    for (const walk of walks) {
      walk.cents = Math.max(1000, walk.cents + Math.round(walk.cents * (random.next() - 0.5) * 0.0004))
      yield bookOf(walk, atMs, random)
      for (; walk.nextTradeMs < atMs + step; walk.nextTradeMs += random.whole(1, 2 * gap))
        if (walk.nextTradeMs >= atMs) yield tradeOf(walk, walk.nextTradeMs, random)
    }
  }
}
