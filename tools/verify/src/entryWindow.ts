import type { TickEvidence } from '@glasshouse/core/markets/wire'

/** A tick that came late or was fetched decides no entry. */
const isLive = ({ late, fetched }: TickEvidence): boolean => late !== true && fetched !== true

/** Ticks of each symbol in the order of their numbers. */
export type OrderedTicks = ReadonlyMap<string, readonly TickEvidence[]>

/** Sorts the exported ticks by symbol and number. */
export const orderTicks = (ticks: readonly TickEvidence[]): OrderedTicks =>
  new Map(
    [...Map.groupBy(ticks, ({ symbol }) => symbol)].map(([symbol, own]) => [
      symbol,
      own.toSorted((a, b) => a.n - b.n),
    ]),
  )

/** What an order waited for: from the tick in force at an instant to the first one that counts within a time. */
export type EntryWait = {
  readonly acceptedTime: number
  readonly windowMs: number
  readonly accepted: TickEvidence
  readonly next: TickEvidence | null
  readonly counts: (tick: TickEvidence) => boolean
}

const firstAfter = (own: readonly TickEvidence[], n: number): number => {
  let [low, high] = [0, own.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((own[middle]?.n ?? 0) <= n) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * Verifies the two ticks of an entry against the log: the first was in force when the order was accepted, the second is
 * the first one that counts within the window, and none is left out.
 */
export const entryWaitProblems = (
  { acceptedTime, windowMs, accepted, next, counts }: EntryWait,
  log: OrderedTicks,
): readonly string[] => {
  const own = log.get(accepted.symbol) ?? []
  const until = acceptedTime + windowMs
  const found: string[] = []
  if (accepted.receivedTime > acceptedTime) found.push('it was accepted before its tick was received')
  if (!isLive(accepted)) found.push(`tick ${accepted.n} of its acceptance was never in force`)
  if (next !== null && (next.n <= accepted.n || next.receivedTime > until || !isLive(next) || !counts(next)))
    found.push(`tick ${next.n} is no tick within ${windowMs} ms of its acceptance`)
  for (let at = firstAfter(own, accepted.n); at < own.length; at += 1) {
    const tick = own[at]
    if (tick === undefined || tick.receivedTime > until || (next !== null && tick.n >= next.n)) break
    if (!isLive(tick)) continue
    if (tick.receivedTime < acceptedTime)
      found.push(`tick ${tick.n} was in force when it was accepted, not ${accepted.n}`)
    else if (counts(tick))
      found.push(`tick ${tick.n} came first within the window, and the receipt leaves it out`)
    if (found.length > 0) break
  }
  return found
}
