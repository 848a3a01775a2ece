import { setTimeout as pause } from 'node:timers/promises'
import type { ScriptMessage } from './script.ts'

/** A market that stands still: the last price with its decimals, and the quantity of every level and trade. */
export type StandingMarket = {
  readonly price: number
  readonly decimals: number
  readonly quantity: number
}

/** Sent often enough that every market stays alive. */
const everyMs = 200

/** Books and trades of several markets whose figures never change, by symbol; for tests of how figures are shown. */
export async function* standing(
  markets: Readonly<Record<string, StandingMarket>>,
): AsyncGenerator<ScriptMessage> {
  for (let n = Date.now(); ; n += 1) {
    for (const [symbol, { price, decimals, quantity }] of Object.entries(markets)) {
      const side = (way: 1 | -1) =>
        [1, 2, 3, 4, 5].map((level): readonly [string, string] => [
          (price + (way * level) / 10 ** decimals).toFixed(decimals),
          quantity.toFixed(5),
        ])
      const atMs = Date.now()
      yield { kind: 'depth', symbol, atMs, lastUpdateId: n, bids: side(-1), asks: side(1) }
      const trade = { kind: 'trade', symbol, atMs, id: n, buyerIsMaker: n % 2 === 0 } as const
      yield { ...trade, price: price.toFixed(decimals), quantity: quantity.toFixed(5) }
    }
    await pause(everyMs)
  }
}
