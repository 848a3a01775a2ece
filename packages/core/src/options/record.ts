/**
 * Expiries in a gap of our connection or process: the source's own record decides them, by the same rules that its live
 * trades would have.
 */
import { isLater, staleAfterMs, type TickOrder } from '../markets/rules.ts'

/** How far around an expiry the record is needed: a silence of the source that makes a void is longer. */
export const recordReachMs = staleAfterMs
/** How long a due option waits for the record before its market counts as silent; milliseconds. */
export const recordPatienceMs = 60_000

/** What the source's record says about an expiry. */
export type RecordVerdict<T> =
  | { readonly kind: 'settled'; readonly tick: T }
  /** The source itself had no trade for more than 5 s around the expiry. */
  | { readonly kind: 'silent' }
  /** The next trade may still come. */
  | { readonly kind: 'undecided' }

/**
 * Decides an expiry by trades of the source that are complete from 5 s before it until `untilMs`: the last one at or
 * before it settles it, unless more than 5 s lie between that one and the next.
 *
 * @param untilMs up to when the record was complete, by the source's clock
 * @example settleByRecord([at(9_000), at(12_000)], 10_000, 15_000) // settled by the one at 9 000
 * @example settleByRecord([at(9_000), at(14_500)], 10_000, 15_000) // silent: 5.5 s without a trade
 */
export const settleByRecord = <T extends TickOrder>(
  trades: readonly T[],
  expiryMs: number,
  untilMs: number,
): RecordVerdict<T> => {
  let last: T | null = null
  let nextMs: number | null = null
  for (const trade of trades) {
    if (trade.kind !== 'trade' || trade.late === true) continue
    if (trade.sourceTimeMs > expiryMs) nextMs = Math.min(nextMs ?? trade.sourceTimeMs, trade.sourceTimeMs)
    else if (last === null || isLater(trade, last)) last = trade
  }
  if (last === null) return { kind: 'silent' }
  if ((nextMs ?? untilMs) - last.sourceTimeMs > staleAfterMs) return { kind: 'silent' }
  return nextMs === null ? { kind: 'undecided' } : { kind: 'settled', tick: last }
}
