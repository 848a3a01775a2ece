import type { CandleRow, MarketRow } from '@glasshouse/core/markets/wire'
import { price, type Usdt, usdt } from '@glasshouse/core/money/units'
import { maxProfitOf } from '@glasshouse/core/options/rules'

/** An option of a minute as it would have gone, had somebody bought it. */
export type Example = {
  readonly entry: string
  readonly exit: string
  /** When it would have expired, in epoch milliseconds. */
  readonly expiry: number
  readonly percent: number
  readonly result: 'won' | 'lost' | 'equal'
  /** What would have come back. */
  readonly back: Usdt
}

const minuteMs = 60_000
/** How long after an expiry a candle may still change by a trade that came late. */
const settledAfterMs = 1_000
export const exampleStake = usdt('100')

/** The payout of a one-minute option of this market in percent; null where none is sold. */
const percentOf = ({ protime, proscale }: MarketRow): number | null => {
  const scale = proscale.split(',')[protime.split(',').indexOf('1')]
  return scale === undefined ? null : Number.parseInt(scale, 10)
}

/**
 * A CALL of one minute on the last full minute: its price is what the minute before ended with, and it settles on the
 * last trade at or before its expiry, which is what its own minute ended with. Null without two full minutes in a row.
 */
export const exampleReceipt = (
  market: MarketRow,
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
