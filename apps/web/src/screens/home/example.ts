import type { Market } from '@glasshouse/core/markets/codec'
import type { CandleRow } from '@glasshouse/core/markets/wire'
import { price, type Usdt, usdt } from '@glasshouse/core/money/units'
import { maxProfitOf } from '@glasshouse/core/options/rules'

/** Hypothetical one-minute option. */
export type Example = {
  readonly entry: string
  readonly exit: string
  /** Expiry in epoch milliseconds. */
  readonly expiry: number
  readonly percent: number
  readonly result: 'won' | 'lost' | 'equal'
  /** Payout in USDT. */
  readonly back: Usdt
}

const minuteMs = 60_000
/** Time after the expiry in which a late trade can change the candle. */
const settledAfterMs = 1_000
export const exampleStake = usdt('100')

/** Payout of a one-minute option of this market in percent; null if not offered. */
const percentOf = ({ expiryMinutes, payoutPercents }: Market): number | null =>
  payoutPercents[expiryMinutes.indexOf('1')] ?? null

/**
 * One-minute CALL on the last complete minute: the entry price is the close of the previous minute, and it settles
 * at the last trade at or before its expiry, the close of its own minute. Null without two complete minutes in a row.
 */
export const exampleReceipt = (
  market: Market,
  candles: readonly CandleRow[],
  now: number,
): Example | null => {
  const percent = percentOf(market)
  const full = candles.filter(({ time }) => time * 1000 + minuteMs + settledAfterMs <= now)
  const [before, last] = full.slice(-2)
  if (percent === null || !before || !last || last.time - before.time !== 60) return null
  const entry = price(before.close)
  const exit = price(last.close)
  const result = exit > entry ? 'won' : exit < entry ? 'lost' : 'equal'
  const backs = { won: exampleStake + maxProfitOf(exampleStake, percent), lost: 0n, equal: exampleStake }
  return {
    entry: before.close,
    exit: last.close,
    expiry: last.time * 1000 + minuteMs,
    percent,
    result,
    back: backs[result] as Usdt,
  }
}
