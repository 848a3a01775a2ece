import { fakeClock } from '@glasshouse/testkit/clock'
import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { createMetrics } from '../platform/telemetry/index.ts'
import { type AlertDeps, updateAlertMetrics } from './jobs.ts'

type Backlogs = {
  backlog: { waiting: number; oldest: number | null; dead: number }
  failedJobs: number
  letter: number | null
  unfiled: string | null
  dealing: number | null
}
const sound: Backlogs = {
  backlog: { waiting: 0, oldest: null, dead: 0 },
  ...{ failedJobs: 0, letter: null, unfiled: null, dealing: null },
}
const stored = vi.hoisted((): { backlogs: Backlogs | null } => ({ backlogs: null }))
const backlogs = (): Backlogs => stored.backlogs ?? sound
vi.mock('./store.ts', () => ({ findEventBacklog: () => Promise.resolve(backlogs().backlog) }))
vi.mock('../platform/jobs/index.ts', () => ({
  listFailedJobs: () => Promise.resolve(Array.from({ length: backlogs().failedJobs })),
}))
vi.mock('../notifications/index.ts', () => ({ findOldestWaiting: () => Promise.resolve(backlogs().letter) }))
vi.mock('../trust/index.ts', () => ({ findUnfiledDay: () => Promise.resolve(backlogs().unfiled) }))
vi.mock('../invest/index.ts', () => ({ findOldestWaitingDealing: () => Promise.resolve(backlogs().dealing) }))

const metrics = createMetrics()
const clock = fakeClock()
const symbol = { symbol: 'BTCUSDT', last: '1', lastTime: 1, stale: false, dropped: {}, missed: 0 }
const status = {
  ...{ source: 'simulator', connected: true, offsetMs: 0 as number | null, lost: 0 },
  symbols: [symbol],
}
const update = async (over: Partial<Backlogs>, nowMs: number, markets: Partial<typeof status> = {}) => {
  stored.backlogs = { ...sound, ...over }
  clock.set(nowMs)
  const deps = { clock, database: {}, metrics, markets: { status: () => ({ ...status, ...markets }) } }
  await updateAlertMetrics(deps as unknown as AlertDeps)
}
const value = async (
  name: string,
  of: Readonly<Record<string, string>> = {},
): Promise<number | undefined> => {
  const { values } = (await metrics.registry.getSingleMetric(`glasshouse_${name}`)?.get()) ?? { values: [] }
  return values.find(({ labels }) => Object.entries(of).every(([key, label]) => labels[key] === label))?.value
}

const instants = fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2032, 0, 1) })

it('a queue is as old as its oldest entry in seconds, 0 while it is empty or from a clock ahead', async () => {
  const ages = fc.option(fc.integer({ min: -86_400_000, max: 10 ** 9 }))
  await fc.assert(
    fc.asyncProperty(instants, ages, ages, ages, async (nowMs, event, letter, dealing) => {
      const since = (age: number | null) => (age === null ? null : nowMs - age)
      const backlog = { waiting: 1, oldest: since(event), dead: 3 }
      await update({ backlog, letter: since(letter), dealing: since(dealing), failedJobs: 2 }, nowMs)
      const seconds = (age: number | null) => (age === null || age < 0 ? 0 : age / 1000)
      expect(await value('events_oldest_seconds')).toBe(seconds(event))
      expect(await value('notifications_oldest_seconds')).toBe(seconds(letter))
      expect(await value('copy_dealing_oldest_seconds')).toBe(seconds(dealing))
      expect([await value('events_dead'), await value('jobs_dead')]).toEqual([3, 2])
    }),
  )
  await update({}, clock.now())
  for (const name of ['events_oldest_seconds', 'notifications_oldest_seconds', 'copy_dealing_oldest_seconds'])
    expect(await value(name), name).toBe(0)
  expect([await value('events_dead'), await value('jobs_dead')]).toEqual([0, 0])
})

it.each([
  ['20260616', '2026-06-16T23:59:59.999Z', 0],
  ['20260616', '2026-06-17T00:00:00.000Z', 1],
  ['20260616', '2026-06-17T23:59:59.999Z', 1],
  ['20260616', '2026-06-15T12:00:00.000Z', 0],
  ['20251231', '2026-01-01T00:00:00.000Z', 1],
  ['20240228', '2024-03-01T00:00:00.000Z', 2],
  ['20250228', '2025-03-01T00:00:00.000Z', 1],
  [null, '2026-06-17T00:00:00.000Z', 0],
])(
  'the day files from %s on are at %s behind by %i days that are over in UTC',
  async (unfiled, at, behind) => {
    await update({ unfiled }, Date.parse(at))
    expect(await value('day_files_behind')).toBe(behind)
  },
)

it('day files are behind by as many days as begin after the unfiled one and until now', async () => {
  const dayMs = 86_400_000
  await fc.assert(
    fc.asyncProperty(instants, fc.integer({ min: 0, max: 400 }), async (nowMs, back) => {
      const unfiled = new Date(nowMs - back * dayMs).toISOString().slice(0, 10).replaceAll('-', '')
      await update({ unfiled }, nowMs)
      expect(await value('day_files_behind')).toBe(back)
    }),
  )
})

it('a clock that was not compared is unknown, not right, and an offset keeps its sign', async () => {
  for (const [offsetMs, known] of [
    [null, [0, 0]],
    [0, [1, 0]],
    [-1500, [1, -1500]],
    [2500, [1, 2500]],
  ] as const) {
    await update({}, clock.now(), { offsetMs })
    expect([await value('clock_offset_known'), await value('clock_offset_ms')]).toEqual(known)
  }
})

it('every market is stale or fresh by itself, and the feed is connected or not', async () => {
  const markets = (...stale: readonly boolean[]) =>
    ['BTCUSDT', 'ETHUSDT'].map((name, at) => ({ ...symbol, symbol: name, stale: stale[at] ?? false }))
  const states = async () => [
    await value('market_stale', { symbol: 'BTCUSDT' }),
    await value('market_stale', { symbol: 'ETHUSDT' }),
    await value('feed_connected'),
  ]
  await update({}, clock.now(), { symbols: markets(true, false), connected: false })
  expect(await states()).toEqual([1, 0, 0])
  await update({}, clock.now(), { symbols: markets(false, true), connected: true })
  expect(await states()).toEqual([0, 1, 1])
})
