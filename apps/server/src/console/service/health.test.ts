import { calls } from '@glasshouse/core/calls'
import { fakeClock } from '@glasshouse/testkit/clock'
import { beforeEach, expect, it, vi } from 'vitest'
import type { ManagerIdentity } from '../../platform/http/index.ts'
import { createMetrics } from '../../platform/telemetry/index.ts'
import { checkLedger, getHealth, type HealthDeps, retryJob } from './health.ts'

const job = { id: '4e7a2f10-9a39-4b9c-8f3e-0d1f6f6f8a11', name: 'uploads.sweep' }
const failed = { ...job, failedMs: 5, attempts: 3, failure: 'no space' }
const sound = {
  broken: [] as object[],
  sinceMs: null as number | null,
  checkedMs: null as number | null,
  findings: 4,
}
const nothing = {
  /** What was done, in order. */
  steps: [] as unknown[],
  backlog: { waiting: 0, oldest: null as number | null, dead: 0 },
  ...{ failedJobs: [failed], isRetried: true, head: null as object | null, ledger: sound },
  check: async (): Promise<unknown> => ({ balanced: true, at: 1, invariants: [] }),
}
const stage = vi.hoisted((): { state: typeof nothing | null } => ({ state: null }))
const now = (): typeof nothing => stage.state ?? nothing

vi.mock('../store.ts', () => ({ findEventBacklog: async () => now().backlog }))
vi.mock('../../platform/jobs/index.ts', () => ({
  listFailedJobs: async () => now().failedJobs,
  retryFailedJob: async () => {
    now().steps.push('retry')
    return now().isRetried
  },
}))
vi.mock('../../staff/index.ts', () => ({
  readAndAudit: async (...[, staff, origin, action, target]: readonly { readonly id: number }[]) => {
    now().steps.push([staff?.id, origin, action, target])
  },
  writeAudit: async (_db: unknown, record: unknown, atMs: number) => {
    now().steps.push([record, atMs])
  },
  auditHead: async () => now().head,
  verifyFullAudit: async () => {
    now().steps.push('whole audit log')
  },
}))
vi.mock('../../ledger/checks/index.ts', () => ({
  ledgerStatus: () => now().ledger,
  checkInvariants: () => now().check(),
  applyReport: async (_deps: unknown, report: unknown, findings: number) => {
    now().steps.push([report, findings])
  },
}))

beforeEach(() => {
  stage.state = { ...nothing, steps: [] }
})

const clock = fakeClock(1_000_000)
const symbol = {
  symbol: 'BTCUSDT',
  last: '1',
  lastTime: null as number | null,
  stale: true,
  missed: 2,
  dropped: {},
}
const status = { source: 'simulator', connected: false, offsetMs: null, lost: 3, symbols: [symbol] }
const metrics = createMetrics()
const deps = {
  ...{ settings: { MODE: 'practice' }, clock, metrics, invariants: [] },
  database: { db: {}, reports: {}, pool: { totalCount: 5, idleCount: 2, waitingCount: 1 } },
  markets: { status: () => status },
} as unknown as HealthDeps
const markets = (symbols: readonly (typeof symbol)[]) =>
  ({ ...deps, markets: { status: () => ({ ...status, symbols }) } }) as unknown as HealthDeps
const manager = { id: 7, role: 'manager' } as ManagerIdentity
const origin = { ip: '::1', userAgent: 'test' }
const change = (over: Partial<typeof nothing>): void => {
  stage.state = { ...now(), ...over }
}

it('an installation that just began has nothing checked, nothing waiting, and an answer of the wire', async () => {
  const health = await getHealth(deps, manager, origin)
  expect(calls['/staff/api/metrics'].data.parse(health)).toEqual(health)
  expect(health).toMatchObject({
    ...{ mode: 'practice', time: 1_000_000, ledger: null, audit: null },
    facts: { waiting: 0, oldestMs: null, dead: 0 },
    jobs: [{ ...job, time: 5, attempts: 3, failure: 'no space' }],
    pool: { open: 5, idle: 2, waiting: 1 },
    feed: { source: 'simulator', connected: false, lost: 3 },
  })
  expect(now().steps).toEqual([[7, origin, 'metrics', 'house']])
})

it('the age of a tick and of an event is never below 0, and every reason of a dropped tick counts', async () => {
  const dropped = { stale: 2, spread: 0, jump: 5 }
  const symbols = [null, 999_000, 1_000_000, 1_000_001].map((lastTime) => ({ ...symbol, lastTime, dropped }))
  const { feed } = await getHealth(markets(symbols), manager, origin)
  expect(feed.symbols.map(({ ageMs }) => ageMs)).toEqual([null, 1000, 0, 0])
  expect(feed.symbols[0]).toEqual({ symbol: 'BTCUSDT', stale: true, ageMs: null, dropped: 7, missed: 2 })
  for (const [oldest, age] of [
    [999_000, 1000],
    [1_000_000, 0],
    [1_000_001, 0],
  ] as const) {
    change({ backlog: { waiting: 1, oldest, dead: 2 } })
    expect((await getHealth(deps, manager, origin)).facts).toEqual({ waiting: 1, oldestMs: age, dead: 2 })
  }
})

it('the ledger is balanced exactly while nothing was found broken since', async () => {
  change({ ledger: { ...sound, checkedMs: 9 } })
  expect((await getHealth(deps, manager, origin)).ledger).toEqual({
    at: 9,
    balanced: true,
    since: null,
    broken: [],
  })
  const broken = [{ name: 'sum of entries', examples: ['account 1', 'account 2'] }]
  change({ ledger: { ...sound, checkedMs: 9, sinceMs: 8, broken } })
  expect((await getHealth(deps, manager, origin)).ledger).toEqual({
    at: 9,
    balanced: false,
    since: 8,
    broken,
  })
})

it('the queues are the gauges of the product, each label apart, and no counter or figure of the process', async () => {
  metrics.reviewsWaiting.set({ kind: 'kyc' }, 2)
  metrics.reviewsWaiting.set({ kind: 'loan' }, 0)
  metrics.ledgerChecks.inc({ outcome: 'sound' })
  const { queues } = await getHealth(deps, manager, origin)
  expect(queues.filter(({ name }) => name === 'reviews_pending')).toEqual([
    { name: 'reviews_pending', labels: { kind: 'kyc' }, value: 2 },
    { name: 'reviews_pending', labels: { kind: 'loan' }, value: 0 },
  ])
  const names = queues.map(({ name }) => name)
  expect(names).toContain('push_clients')
  expect(names.filter((name) => /glasshouse|process|nodejs|total|seconds_/.test(name))).toEqual([])
})

it('a failed job runs again only after who asked is in the audit log', async () => {
  expect(await retryJob(deps, manager, origin, job)).toBe(true)
  const record = { staffId: 7, action: 'jobRetry', target: 'job uploads.sweep', ...origin }
  expect(now().steps).toEqual([
    [{ ...record, before: { failure: 'no space' }, after: null }, 1_000_000],
    'retry',
  ])
})

it('a job that is not failed, or no longer, is not found', async () => {
  for (const other of [
    { ...job, name: 'x' },
    { ...job, id: 'x' },
  ])
    await expect(retryJob(deps, manager, origin, other)).rejects.toMatchObject({ code: 'notFound' })
  change({ failedJobs: [] })
  await expect(retryJob(deps, manager, origin, job)).rejects.toMatchObject({ code: 'notFound' })
  expect(now().steps).toEqual([])
  change({ failedJobs: [failed], isRetried: false })
  await expect(retryJob(deps, manager, origin, job)).rejects.toMatchObject({ code: 'notFound' })
})

it('a check reads the audit log whole only when asked, and applies what it found to the status before it', async () => {
  const report = { balanced: true, at: 1, invariants: [] }
  const asked = [7, origin, 'ledgerCheck', 'books']
  expect(await checkLedger(deps, manager, origin, { isWhole: false })).toEqual(report)
  expect(now().steps).toEqual([asked, [report, 4]])
  await checkLedger(deps, manager, origin, { isWhole: true })
  expect(now().steps.slice(2)).toEqual([asked, 'whole audit log', [report, 4]])
  // Something is found while the check runs: it counts as it was before, so that a clean check cannot clear it.
  const check = async () => {
    change({ ledger: { ...sound, findings: 5 } })
    return report
  }
  change({ check, steps: [] })
  await checkLedger(deps, manager, origin, { isWhole: false })
  expect(now().steps).toEqual([asked, [report, 4]])
})

it('checks of staff run one at a time, also after one that failed', async () => {
  let [running, most] = [0, 0]
  const check = async () => {
    running += 1
    most = Math.max(most, running)
    await new Promise((resolve) => setImmediate(resolve))
    running -= 1
    throw new Error('lost')
  }
  change({ check })
  const results = await Promise.allSettled(
    Array.from({ length: 5 }, () => checkLedger(deps, manager, origin, { isWhole: false })),
  )
  expect(results.map((one) => one.status)).toEqual(Array.from({ length: 5 }, () => 'rejected'))
  expect([most, running]).toEqual([1, 0])
})
