/**
 * How far the clock of a source is ahead of the receive clock, estimated from every message, and what a message that
 * does not fit that estimate is worth. Instants are epoch milliseconds.
 */

/** A message further ahead than this, the offset taken off, is dropped. */
export const maxAheadMs = 2_000
/** A message further behind than this, the offset taken off, is late: it fills, triggers and settles nothing. */
export const maxBehindMs = 5_000
/** New options are refused beyond this offset, and while it moved by more than `maxOffsetMoveMs` in the last minute. */
export const maxOffsetMs = 5_000
export const maxOffsetMoveMs = 1_000
const moveWindowMs = 60_000
/** Seconds with messages that the estimate rests on: one stalled or wrongly dated burst is one of them. */
const secondsKept = 15

type Second = { readonly second: number; readonly offsetMs: number }
type Estimate = { readonly atMs: number; readonly offsetMs: number }

/** What is known of a source's clock. */
export type SourceClock = {
  /** The newest seconds in which messages came, each with the largest offset: its least delayed message. */
  readonly seconds: readonly Second[]
  /** Source clock minus receive clock; null before the first message. */
  readonly offsetMs: number | null
  /** Estimates of the last minute, the newest last; each stands until the next. */
  readonly estimates: readonly Estimate[]
}

export const unknownSourceClock: SourceClock = { seconds: [], offsetMs: null, estimates: [] }

/** When a message was sent by the source's clock, and when it came by the receive clock. */
export type MessageTimes = { readonly timeMs: number; readonly receivedMs: number }

/** The middle of the offsets; of two middle ones the one nearer to zero, so that one bad second proves nothing. */
const middleOf = (seconds: readonly Second[]): number => {
  const sorted = seconds.map(({ offsetMs }) => offsetMs).sort((a, b) => a - b)
  const high = sorted[Math.floor(sorted.length / 2)] ?? 0
  const low = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0
  return Math.abs(low) < Math.abs(high) ? low : high
}

/** The estimates that stood within the last minute: the newest of those before it included. */
const recentOf = (estimates: readonly Estimate[], nowMs: number): readonly Estimate[] => {
  const first = estimates.findIndex(({ atMs }) => Math.abs(nowMs - atMs) <= moveWindowMs)
  if (first < 0) return estimates.slice(-1)
  return estimates.slice(Math.max(0, first - 1))
}

/**
 * Takes one message into the estimate, which is the median over the newest 15 seconds with messages, of each second
 * its least delayed message. So neither a backlog after a stall nor one wrongly dated message moves it.
 *
 * @example hearSource(unknownSourceClock, { timeMs: 41_000, receivedMs: 1_000 }).offsetMs // 40_000
 */
export const hearSource = (clock: SourceClock, { timeMs, receivedMs }: MessageTimes): SourceClock => {
  const second = Math.floor(receivedMs / 1000)
  const sample = timeMs - receivedMs
  const newest = clock.seconds.at(-1)
  if (newest?.second === second && sample <= newest.offsetMs) return clock
  const before = newest?.second === second ? clock.seconds.slice(0, -1) : clock.seconds
  const seconds = [...before, { second, offsetMs: sample }].slice(-secondsKept)
  const offsetMs = middleOf(seconds)
  const recent = recentOf(clock.estimates, receivedMs)
  const estimates = offsetMs === clock.offsetMs ? recent : [...recent, { atMs: receivedMs, offsetMs }]
  return { seconds, offsetMs, estimates }
}

/**
 * Tells whether the offset is known, at most 5 s, and moved by at most 1 s within the last minute. Options, whose
 * outcome hangs on seconds, are accepted only then.
 */
export const isSourceClockSteady = ({ offsetMs, estimates }: SourceClock, nowMs: number): boolean => {
  if (offsetMs === null || Math.abs(offsetMs) > maxOffsetMs) return false
  const offsets = recentOf(estimates, nowMs).map((one) => one.offsetMs)
  return Math.max(...offsets) - Math.min(...offsets) <= maxOffsetMoveMs
}

/** What the time of a message says: it fits, it claims to come from the future, or it comes too late to decide. */
export type Timeliness = 'onTime' | 'ahead' | 'late'

/**
 * Judges a message's time after the offset is taken off.
 *
 * @param offsetMs source clock minus receive clock
 * @example timelinessOf({ timeMs: 12_001, receivedMs: 10_000 }, 0) // 'ahead'
 * @example timelinessOf({ timeMs: 12_001, receivedMs: 10_000 }, 40_000) // 'late'
 */
export const timelinessOf = ({ timeMs, receivedMs }: MessageTimes, offsetMs: number): Timeliness => {
  const aheadMs = timeMs - (receivedMs + offsetMs)
  if (aheadMs > maxAheadMs) return 'ahead'
  return -aheadMs > maxBehindMs ? 'late' : 'onTime'
}
