import type { TickEvidence } from '@glasshouse/core/markets/wire'
import type { TickLog } from './tickLog.ts'

/** A tick that came late or was fetched decides no entry. */
const isLive = ({ late, fetched }: TickEvidence): boolean => late !== true && fetched !== true

/** What an order waited for: from the tick in force at an instant to the first one that counts within a time. */
export type EntryWait = {
  readonly acceptedTime: number
  readonly windowMs: number
  readonly accepted: TickEvidence
  readonly next: TickEvidence | null
  readonly counts: (tick: TickEvidence) => boolean
}

/**
 * Verifies the two ticks of an entry against the log: the first was in force when the order was accepted, the second is
 * the first one that counts within the window, and none is left out.
 */
export const entryWaitProblems = (
  { acceptedTime, windowMs, accepted, next, counts }: EntryWait,
  log: TickLog,
): readonly string[] => {
  const own = log.of(accepted.symbol)
  const until = acceptedTime + windowMs
  const found: string[] = []
  if (accepted.receivedTime > acceptedTime) found.push('it was accepted before its tick was received')
  if (!isLive(accepted)) found.push(`tick ${accepted.n} of its acceptance was never in force`)
  if (next !== null && (next.n <= accepted.n || next.receivedTime > until || !isLive(next) || !counts(next)))
    found.push(`tick ${next.n} is no tick within ${windowMs} ms of its acceptance`)
  for (let at = own.firstAbove(accepted.n); at < own.length; at += 1) {
    const tick = own.at(at)
    if (tick.receivedTime > until || (next !== null && tick.n >= next.n)) break
    if (!isLive(tick)) continue
    if (tick.receivedTime < acceptedTime)
      found.push(`tick ${tick.n} was in force when it was accepted, not ${accepted.n}`)
    else if (counts(tick))
      found.push(`tick ${tick.n} came first within the window, and the receipt leaves it out`)
    if (found.length > 0) break
  }
  return found
}
