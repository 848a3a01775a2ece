import type { Tick } from '@glasshouse/core/markets/evidence'
import type { FeedGap } from '@glasshouse/core/markets/rules'
import { lateTickGraceMs, wasFeedStale } from '@glasshouse/core/options/rules'
import type { SettlementMarkets } from '../terms.ts'
import type { ExpiryBatch } from './expiryQueue.ts'

/** What decides every option of one market with one expiry. */
export type ExitEvidence = {
  /** The tick that settles them; of a void the last one before the silence, if there was any. */
  readonly tick: Tick | null
  /** The silence around the expiry that makes them void; null when the market spoke. */
  readonly silence: FeedGap | null
}

/** An expiry with what decides it. */
export type ResolvedExpiry = { readonly expiry: ExpiryBatch; readonly exit: ExitEvidence }

/**
 * Judges expiries whose wait for stragglers is over; one in a silence that may still end in time is left out.
 * What this run did not hear is taken from the stored ticks. An expiry in a gap waits for the source's record, up to
 * 60 s; it is void when the source was silent itself or its record cannot be had.
 */
export const resolveExpiry = async (
  markets: Pick<SettlementMarkets, 'lastTrades' | 'silencesAt' | 'outagesAt' | 'recordAt'>,
  due: readonly ExpiryBatch[],
  nowMs: number,
): Promise<readonly ResolvedExpiry[]> => {
  const unknown = due.filter(({ tick }) => tick === null)
  const looked = await markets.lastTrades(
    unknown.map(({ pid, expiryMs }) => ({ pid, atMs: expiryMs, receivedByMs: expiryMs + lateTickGraceMs })),
  )
  const fromLog = new Map(unknown.map((expiry, place) => [expiry, looked[place] ?? null]))
  const stretches = await markets.silencesAt(due.map(({ pid, expiryMs }) => ({ pid, atMs: expiryMs })))
  const outages = await markets.outagesAt(due.map(({ pid, expiryMs }) => ({ pid, atMs: expiryMs })))
  const judged: ResolvedExpiry[] = []
  for (const [place, expiry] of due.entries()) {
    const stretch = stretches[place] ?? null
    const silent = stretch === null ? false : wasFeedStale(stretch, nowMs)
    if (silent === null) continue
    // Our own outage is not the market's silence: the source's record decides first.
    const record = silent || outages[place] === true ? markets.recordAt(expiry.pid, expiry.expiryMs) : null
    if (record?.kind === 'waiting') continue
    if (record?.kind === 'settled') {
      judged.push({ expiry, exit: { tick: record.tick, silence: null } })
      continue
    }
    const tick = expiry.tick ?? fromLog.get(expiry) ?? null
    // A market with messages but without any trade decides nothing either.
    const silence = silent || tick === null ? (stretch ?? { fromMs: null, toMs: null }) : null
    judged.push({ expiry, exit: { tick, silence } })
  }
  return judged
}
