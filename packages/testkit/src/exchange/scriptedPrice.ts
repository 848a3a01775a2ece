import { setTimeout as pause } from 'node:timers/promises'
import type { Script, ScriptMessage } from './script.ts'

/** A market whose price a test holds in its hand, told often enough to stay alive. */
export type ScriptedPrice = {
  readonly script: Script
  /** From now on the best bid, in hundredths; the ask is one hundredth above it. */
  readonly set: (cents: number) => void
}

const everyMs = 100
const decimal = (cents: number): string =>
  `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`

async function* messages(symbol: string, bid: () => number): AsyncGenerator<ScriptMessage> {
  for (let n = Date.now(); ; n += 1) {
    const [best, atMs] = [bid(), Date.now()]
    const side = (direction: 1 | -1, from: number) =>
      [0, 1, 2, 3, 4].map((level): readonly [string, string] => [
        decimal(from + direction * level),
        '1.00000',
      ])
    yield { kind: 'depth', symbol, atMs, lastUpdateId: n, bids: side(-1, best), asks: side(1, best + 1) }
    yield {
      kind: 'trade',
      symbol,
      atMs,
      id: n,
      price: decimal(best),
      quantity: '0.01000',
      buyerIsMaker: true,
    }
    await pause(everyMs)
  }
}

/** Starts at a best bid in hundredths. */
export const scriptedPrice = (symbol: string, cents: number): ScriptedPrice => {
  let bid = cents
  return {
    script: messages(symbol, () => bid),
    set: (to) => {
      bid = to
    },
  }
}
