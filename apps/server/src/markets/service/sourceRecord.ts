import type { Tick } from '@glasshouse/core/markets/evidence'
import { recordPatienceMs, recordReachMs, settleByRecord } from '@glasshouse/core/options/record'
import type { Platform } from '../../platform/services/index.ts'
import type { Feed } from '../feeds/feed.ts'
import type { Market } from './market.ts'

/** What the source's record says about an instant in a gap of ours, as far as it is known. */
export type RecordAnswer =
  | { readonly kind: 'waiting' }
  /** The source was silent itself, or its record cannot be had. */
  | { readonly kind: 'silent' | 'unavailable' }
  | { readonly kind: 'settled'; readonly tick: Tick }

/** The source's record around instants that decide something. */
export type SourceRecord = {
  /** Answers at once; while the answer is on its way it is `waiting`, for 60 s at most. */
  readonly at: (pid: number, atMs: number) => RecordAnswer
}

type Inquiry = { readonly sinceMs: number; answer: RecordAnswer; tryMs: number; isBusy: boolean }

const retryMs = 1000
/** The newest second of a record may still be incomplete. */
const recordLagMs = 1000
/** Answers are forgotten this long after they were asked for first; their ticks stay in the log. */
const rememberedMs = 600_000

type Deps = Pick<Platform, 'clock' | 'log'> & {
  readonly feed: Feed
  readonly marketOf: (pid: number) => Market | null
  /** Live and fetched trades of the log between two instants of the source. */
  readonly tradesBetween: (market: Market, fromMs: number, toMs: number) => Promise<readonly Tick[]>
}

/** Opens the record of a feed; without one every answer is `unavailable`. */
export const createSourceRecord = ({ clock, feed, log, marketOf, tradesBetween }: Deps): SourceRecord => {
  const inquiries = new Map<string, Inquiry>()

  /** Fetches the record around an instant, logs what is new in it, and decides. */
  const inquire = async (market: Market, atMs: number): Promise<RecordAnswer> => {
    const { record } = feed
    if (record === undefined) return { kind: 'unavailable' }
    const untilMs = Math.min(clock.now() - recordLagMs, atMs + recordReachMs)
    const [fromMs, toMs] = [atMs - recordReachMs, atMs + recordReachMs]
    const trades = await record(market.product.symbol, fromMs, toMs)
    const known = await tradesBetween(market, fromMs, toMs)
    const sequences = new Set(known.map(({ sourceSequence }) => sourceSequence))
    const receivedMs = clock.now()
    const added = trades
      .filter(({ sequence }) => !sequences.has(sequence.toString()))
      .map((trade) => market.fetched({ ...trade, receivedMs }))
    const verdict = settleByRecord([...known, ...added], atMs, untilMs)
    return verdict.kind === 'undecided' ? { kind: 'waiting' } : verdict
  }
  const attempt = async (inquiry: Inquiry, market: Market, atMs: number): Promise<void> => {
    try {
      inquiry.answer = await inquire(market, atMs)
    } catch (error) {
      log.warn({ symbol: market.product.symbol, err: error }, 'source record could not be fetched, retrying')
    } finally {
      inquiry.isBusy = false
    }
  }

  return {
    at: (pid, atMs) => {
      const market = marketOf(pid)
      if (feed.record === undefined || market === null) return { kind: 'unavailable' }
      const now = clock.now()
      const key = `${pid} ${atMs}`
      const inquiry = inquiries.get(key) ?? {
        sinceMs: now,
        answer: { kind: 'waiting' },
        tryMs: now,
        isBusy: false,
      }
      if (!inquiries.has(key)) {
        for (const [old, { sinceMs }] of inquiries) if (now - sinceMs > rememberedMs) inquiries.delete(old)
        inquiries.set(key, inquiry)
      }
      if (inquiry.answer.kind !== 'waiting' || inquiry.isBusy) return inquiry.answer
      if (now - inquiry.sinceMs > recordPatienceMs) {
        log.error({ symbol: market.product.symbol, atMs }, 'source record unavailable, options become void')
        inquiry.answer = { kind: 'unavailable' }
      } else if (now >= inquiry.tryMs) {
        inquiry.isBusy = true
        inquiry.tryMs = now + retryMs
        void attempt(inquiry, market, atMs)
      }
      return inquiry.answer
    },
  }
}
