import type { DataOf } from '@glasshouse/core/calls'

type Metrics = DataOf<'/staff/api/metrics'>

/** Figures of one moment that are drawn over time; null where nothing was known. */
export type Sample = {
  readonly at: number
  /** Age in milliseconds of the newest tick of the market whose tick is oldest. */
  readonly feedMs: number | null
  /** How long the oldest undelivered event and the oldest unsent mail wait, in milliseconds; 0 with none. */
  readonly eventMs: number
  readonly mailMs: number
  /** Review items that wait for a decision. */
  readonly reviews: number
  /** How long the oldest of them waits, in milliseconds of the business calendar; 0 with none. */
  readonly reviewMs: number
}

/** Two hours of samples, one each 30 s. */
export const maxSamples = 240

const sumOf = ({ queues }: Metrics, gauge: string): number =>
  queues.reduce((sum, { name, value }) => (name === gauge ? sum + value : sum), 0)

const maxOf = ({ queues }: Metrics, gauge: string): number =>
  Math.max(0, ...queues.flatMap(({ name, value }) => (name === gauge ? [value] : [])))

export const sampleOf = (metrics: Metrics): Sample => {
  const ages = metrics.feed.symbols.flatMap(({ ageMs }) => (ageMs === null ? [] : [ageMs]))
  return {
    at: metrics.time,
    feedMs: ages.length === 0 ? null : Math.max(...ages),
    eventMs: metrics.facts.oldestMs ?? 0,
    mailMs: sumOf(metrics, 'notifications_oldest_seconds') * 1000,
    reviews: sumOf(metrics, 'reviews_pending'),
    reviewMs: maxOf(metrics, 'reviews_oldest_seconds') * 1000,
  }
}

/** Times between two samples of one line: after a longer one it begins anew, a shorter one would bend its time axis. */
const maxGapMs = 90_000
const minGapMs = 25_000

/** The samples with one more; one that comes too early is left out, and the oldest beyond the limit go. */
export const withSample = (samples: readonly Sample[], sample: Sample): readonly Sample[] => {
  const newest = samples.at(-1)?.at
  if (newest === undefined || sample.at - newest > maxGapMs) return [sample]
  return sample.at - newest < minGapMs ? samples : [...samples, sample].slice(-maxSamples)
}

/**
 * Heights from 0 to 1 for a small chart. Zero is the floor, so that a steady small figure looks small.
 *
 * @example heightsOf([0, 5, 10]) // [0, 0.5, 1]
 */
export const heightsOf = (values: readonly number[]): readonly number[] => {
  const most = Math.max(...values, 0)
  return values.map((value) => (most === 0 ? 0 : value / most))
}
