import type { Tick } from '@glasshouse/core/markets/evidence'
import { type ExitEvidence, lateTickGraceMs, wasFeedStale } from '@glasshouse/core/options/rules'
import type { FollowedMarkets } from '../../../markets/index.ts'
import type { Tx } from '../../../platform/database/index.ts'
import type { Platform } from '../../../platform/services/index.ts'
import type { SettlementMarkets } from '../terms.ts'
import type { ExpiryBatch } from './expiryQueue.ts'

/** What decides the options of one market with one expiry. */
export type Exit = ExitEvidence<Tick>

/** An expiry of one market that is to be judged; the tick is null where this run does not know it. */
type DueExpiry = Pick<ExpiryBatch, 'pid' | 'expiryMs' | 'tick'>

/** An expiry with what decides it. */
export type ResolvedExpiry<Expiry = ExpiryBatch> = { readonly expiry: Expiry; readonly exit: Exit }

type ExitMarkets = Pick<SettlementMarkets, 'lastTrades' | 'silencesAt' | 'outagesAt' | 'recordAt'>

/**
 * Judges expiries whose wait for stragglers is over; one in a silence that may still end in time is left out.
 * What this run did not hear is taken from the stored ticks. An expiry in a gap waits for the source's record, up to
 * 60 s; it is void when the source was silent itself or its record cannot be had.
 */
const resolveExpiry = async <Expiry extends DueExpiry>(
  markets: ExitMarkets,
  due: readonly Expiry[],
  nowMs: number,
): Promise<readonly ResolvedExpiry<Expiry>[]> => {
  const unknown = due.filter(({ tick }) => tick === null)
  const looked = await markets.lastTrades(
    unknown.map(({ pid, expiryMs }) => ({ pid, atMs: expiryMs, receivedByMs: expiryMs + lateTickGraceMs })),
  )
  const fromLog = new Map(unknown.map((expiry, place) => [expiry, looked[place] ?? null]))
  const stretches = await markets.silencesAt(due.map(({ pid, expiryMs }) => ({ pid, atMs: expiryMs })))
  const outages = await markets.outagesAt(due.map(({ pid, expiryMs }) => ({ pid, atMs: expiryMs })))
  const judged: ResolvedExpiry<Expiry>[] = []
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

/** Expiries with what decides them, those left out that are not decided yet. */
export type JudgedExpiries = {
  readonly judged: readonly ResolvedExpiry[]
  /** Where the leader judged: when, by its clock, and the proof in a transaction that it still leads. */
  readonly by?: LeaderJudgement
}

/** The judgement of a leader in another process. */
export type LeaderJudgement = { readonly atMs: number; readonly assertLed: (tx: Tx) => Promise<void> }

/** Judges expiries whose wait for stragglers is over. */
export type JudgeExpiries = (due: readonly ExpiryBatch[], nowMs: number) => Promise<JudgedExpiries>

/** Judges by the markets of this process. */
export const judgeHere =
  (markets: ExitMarkets): JudgeExpiries =>
  async (due, nowMs) => ({ judged: await resolveExpiry(markets, due, nowMs) })

/** Leaves it to the leader, which alone hears everything that a source says. */
export const judgeByLeader =
  (markets: Pick<FollowedMarkets, 'exitsAt'>): JudgeExpiries =>
  async (due) => {
    const asked = due.map(({ pid, expiryMs }) => ({ pid, atMs: expiryMs }))
    const { exits, atMs, assertLed } = await markets.exitsAt(asked)
    const judged = due.flatMap((expiry, place) => {
      const exit = exits[place] ?? null
      return exit === null ? [] : [{ expiry, exit }]
    })
    return { judged, by: { atMs, assertLed } }
  }

/**
 * How options with expiries at some instants end, in the order asked, as this process judges for engines elsewhere. Null of one
 * that is not decided yet, by the clock of this process too: another one's may be ahead.
 */
export const exitsAt =
  ({ clock, markets }: Pick<Platform, 'clock'> & { readonly markets: ExitMarkets }) =>
  async (
    due: readonly { readonly pid: number; readonly atMs: number }[],
  ): Promise<{ readonly atMs: number; readonly exits: readonly (Exit | null)[] }> => {
    const nowMs = clock.now()
    const over = due.flatMap(({ pid, atMs }, place) =>
      atMs + lateTickGraceMs > nowMs ? [] : [{ pid, expiryMs: atMs, tick: null, place }],
    )
    const judged = over.length === 0 ? [] : await resolveExpiry(markets, over, nowMs)
    const byPlace = new Map(judged.map(({ expiry, exit }) => [expiry.place, exit]))
    return { atMs: nowMs, exits: due.map((_, place) => byPlace.get(place) ?? null) }
  }
