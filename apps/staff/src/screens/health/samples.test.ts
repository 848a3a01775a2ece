import { expect, it } from 'vitest'
import { heightsOf, maxSamples, type Sample, sampleOf, withSample } from './samples.ts'

const sample = (at: number): Sample => ({ at, feedMs: 400, eventMs: 0, mailMs: 0, reviews: 2, reviewMs: 0 })

it('takes the market that is longest without a tick, the sum of the review queues and the oldest item of any', () => {
  const market = { symbol: 'BTCUSDT', stale: false, dropped: 0, missed: 0 }
  const metrics = {
    mode: 'practice' as const,
    time: 90_000,
    feed: {
      source: 'simulator',
      connected: true,
      lost: 0,
      symbols: [
        { ...market, ageMs: 400 },
        { ...market, ageMs: 7_000 },
        { ...market, ageMs: null },
      ],
    },
    facts: { waiting: 1, oldestMs: 1_500, dead: 0 },
    jobs: [],
    queues: [
      { name: 'reviews_pending', labels: { kind: 'deposit' }, value: 2 },
      { name: 'reviews_pending', labels: { kind: 'withdrawal' }, value: 3 },
      { name: 'reviews_oldest_seconds', labels: { kind: 'deposit' }, value: 30 },
      { name: 'reviews_oldest_seconds', labels: { kind: 'withdrawal' }, value: 600 },
      { name: 'notifications_oldest_seconds', labels: {}, value: 4 },
    ],
    pool: { open: 1, idle: 1, waiting: 0 },
    memoryMiB: 100,
    ledger: null,
    audit: null,
  }
  expect(sampleOf(metrics)).toEqual({
    ...{ at: 90_000, feedMs: 7_000, eventMs: 1_500, mailMs: 4_000 },
    ...{ reviews: 5, reviewMs: 600_000 },
  })
  const silent = {
    ...metrics,
    feed: { ...metrics.feed, symbols: [] },
    facts: { ...metrics.facts, oldestMs: null },
  }
  expect(sampleOf(silent)).toMatchObject({ feedMs: null, eventMs: 0 })
})

it('adds a sample each half minute, keeps two hours, and begins anew after a gap', () => {
  const every30s = Array.from({ length: maxSamples + 5 }, (_, index) => sample(index * 30_000))
  const kept = every30s.reduce<readonly Sample[]>(withSample, [])
  expect(kept).toHaveLength(maxSamples)
  expect(kept[0]?.at).toBe(5 * 30_000)
  const newest = kept.at(-1)?.at ?? 0
  for (const early of [0, 10_000]) expect(withSample(kept, sample(newest + early))).toBe(kept)
  expect(withSample(kept, sample(newest + 91_000))).toEqual([sample(newest + 91_000)])
})

it('draws heights over zero', () => {
  expect(heightsOf([0, 5, 10])).toEqual([0, 0.5, 1])
  expect(heightsOf([8, 8])).toEqual([1, 1])
  expect(heightsOf([0, 0])).toEqual([0, 0])
})
