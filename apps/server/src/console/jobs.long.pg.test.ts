import { readFile } from 'node:fs/promises'
import { cloneDatabase, type TestDatabase } from '@glasshouse/testkit/database'
import { testPlatform } from '@glasshouse/testkit/platform'
import { startTestServer } from '@glasshouse/testkit/testServer'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMetrics, type Metrics } from '../platform/telemetry/index.ts'
import { updateAlertMetrics } from './jobs.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.drop())

const gaugeValue = async (metrics: Metrics, name: string): Promise<number | undefined> => {
  const found = await metrics.registry.getSingleMetric(`glasshouse_${name}`)?.get()
  return found?.values[0]?.value
}
type Status = Parameters<typeof updateAlertMetrics>[0]['markets']['status']
const status = (over: Partial<ReturnType<Status>> = {}, stale = false): ReturnType<Status> => ({
  source: 'simulator',
  connected: true,
  offsetMs: 12,
  lost: 0,
  symbols: [{ symbol: 'BTCUSDT', last: '1', lastTime: 1, stale, dropped: {} as never, missed: 0 }],
  ...over,
})

it('tells the state of the feed, the clock, the queues and the day files', async () => {
  const platform = testPlatform(database)
  const { clock } = platform
  const metrics = createMetrics()
  let present = status()
  const mails = { ...platform.settings, SMTP_URL: 'smtp://localhost' }
  const deps = { ...platform, settings: mails, metrics, markets: { status: () => present } }
  const names = [
    'feed_connected',
    'market_stale',
    'clock_offset_known',
    'clock_offset_ms',
    'events_oldest_seconds',
    'events_dead',
    'jobs_dead',
    'notifications_oldest_seconds',
    'day_files_behind',
    'copy_dealing_oldest_seconds',
  ]
  const values = async () => {
    await updateAlertMetrics(deps)
    return Promise.all(names.map((name) => gaugeValue(metrics, name)))
  }
  expect(await values()).toEqual([1, 0, 1, 12, 0, 0, 0, 0, 0, 0])
  present = status({ connected: false, offsetMs: null }, true)
  const ms = clock.now()
  await sql`insert into platform_fact (kind, body, announced_ms) values ('x', '{}', ${ms - 90_000})`.execute(
    database.db,
  )
  await sql`insert into platform_dead_fact (id, kind, body, announced_ms, failure, died_ms)
    values (1, 'x', '{}', 1, 'y', 1)`.execute(database.db)
  await sql`select platform_jobs.create_queue('x', '{"policy":"exclusive"}')`.execute(database.db)
  await sql`insert into platform_jobs.job (name, state, completed_on) values ('x', 'completed', now() - interval '1 s'),
    ('x', 'failed', now())`.execute(database.db)
  await sql`
    insert into notifications_message (channel, recipient, lang, template, subject, body, created_ms, expires_ms)
    values ('email', 'a@example.com', 'en', 'x', 'x', 'x', ${ms - 400_000}, ${ms + 1})`.execute(database.db)
  await sql`insert into markets_tick select 1, 1, 'trade', 's', '1', ${ms}, null, ${ms - 2 * 86_400_000}, 1, 1, 'buy', 1, 1,
    decode(repeat('00', 32), 'hex'), decode(repeat('00', 32), 'hex')`.execute(database.db)
  await sql`insert into trust_key values ('0123456789abcdef', decode(repeat('00', 32), 'hex'), 'x', 1)`.execute(
    database.db,
  )
  await sql`insert into trust_head values (${ms - (ms % 60_000)}, 'x', decode(repeat('00', 64), 'hex'), '0123456789abcdef')`.execute(
    database.db,
  )
  expect(await values()).toEqual([0, 1, 0, 0, 90, 1, 1, 400, 2, 0])
  // Practice without a mail server shows its messages in the outbox; in live mode the missing server is a fault.
  const oldest = async (changes: Partial<typeof platform.settings>) => {
    await updateAlertMetrics({ ...deps, settings: { ...platform.settings, ...changes } })
    return gaugeValue(metrics, 'notifications_oldest_seconds')
  }
  expect(await oldest({})).toBe(0)
  expect(await oldest({ SMS_WEBHOOK_URL: 'http://localhost' })).toBe(0)
  expect(await oldest({ MODE: 'live' })).toBe(400)
})

/** Metrics that a text names, without the parts of a histogram. */
const metricsIn = (text: string): ReadonlySet<string> =>
  new Set(
    (text.match(/\b(?:glasshouse|process|nodejs)_[a-z0-9_]+/g) ?? []).map((name) =>
      name.replace(/_bucket$/, ''),
    ),
  )

it('counts failed sign-ins, and serves every metric that an alert or the dashboard names', async () => {
  const own = await cloneDatabase()
  const house = await startTestServer(own)
  const wrong = { email: 'demo@glasshouse.test', pwd: 'WrongWord1!', type: 2 }
  expect((await house.ask('/api/user/login', wrong)).retCode).toBe(1007)
  expect(
    (await house.ask('/staff/api/login', { email: 'manager@glasshouse.test', pwd: 'WrongWord1!' })).retCode,
  ).toBe(1007)
  const text = await (await fetch(`${house.url}/metrics`)).text()
  for (const path of ['/api/user/login', '/staff/api/login'])
    expect(text).toContain(`glasshouse_http_requests_total{path="${path}",retCode="1007"} 1`)
  const fileOf = (path: string) => readFile(new URL(`../../../../${path}`, import.meta.url), 'utf8')
  const page = await fileOf('docs/runbooks/alerts.md')
  const named = metricsIn(await fileOf('docs/runbooks/alerts.yml'))
  expect(named.size).toBeGreaterThan(8)
  for (const name of named) expect(page).toContain(`\`${name}\``)
  const { panels } = JSON.parse(await fileOf('deploy/grafana/dashboards/glasshouse.json')) as {
    readonly panels: readonly { readonly targets: readonly { readonly expr: string }[] }[]
  }
  const shown = metricsIn(panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)).join('\n'))
  expect(shown.size).toBeGreaterThan(20)
  for (const name of [...named, ...shown]) expect(text).toContain(`# TYPE ${name} `)
  expect(text).toContain('glasshouse_leading 1')
  await house.close()
  await own.drop()
})
