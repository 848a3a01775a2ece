import { cloneDatabase, type TestDatabase } from '@glasshouse/testkit/database'
import { startFakeServer } from '@glasshouse/testkit/fakeServer'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { practiceLimits } from './rateLimits.ts'
import { createSharedRateLimits, type RateWindow } from './sharedRateLimits.ts'
import { purgeRateWindows } from './store.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(async () => {
  await database.drop()
})

const anHour: RateWindow = { count: 5, seconds: 3600 }

const countStatements = async (work: () => Promise<unknown>): Promise<number> => {
  const { query } = database.pool
  let count = 0
  database.pool.query = ((...given: Parameters<typeof query>) => {
    count += 1
    return query.apply(database.pool, given)
  }) as typeof query
  await work()
  database.pool.query = query
  return count
}

it('allows exactly the budget of 100 concurrent requests, in two processes and across a restart', async () => {
  const [one, other] = [createSharedRateLimits(database.pool), createSharedRateLimits(database.pool)]
  const waits = await Promise.all(
    Array.from({ length: 100 }, (_, i) => (i % 2 === 0 ? one : other).take('codes', 'a', anHour)),
  )
  expect(waits.filter((wait) => wait === 0)).toHaveLength(5)
  for (const wait of waits.filter((left) => left > 0)) expect(wait).toBeLessThanOrEqual(3600)
  expect(await createSharedRateLimits(database.pool).take('codes', 'a', anHour)).toBeGreaterThan(3500)
  expect(await one.take('codes', 'b', anHour)).toBe(0)
  expect(await one.take('logins', 'a', anHour)).toBe(0)
})

it('does not query the database for an exhausted key', async () => {
  const budgets = createSharedRateLimits(database.pool)
  for (let i = 0; i < 6; i += 1) await budgets.take('codes', 'flooded', anHour)
  const count = await countStatements(async () => {
    for (let i = 0; i < 50; i += 1) expect(await budgets.take('codes', 'flooded', anHour)).toBeGreaterThan(0)
  })
  expect(count).toBe(0)
})

it('starts a new window after the old one', async () => {
  const short: RateWindow = { count: 1, seconds: 1 }
  const budgets = createSharedRateLimits(database.pool)
  expect(await budgets.take('short', 'a', short)).toBe(0)
  expect(await budgets.take('short', 'a', short)).toBe(1)
  await expect.poll(() => budgets.take('short', 'a', short)).toBe(0)
})

it('counts frequent calls asynchronously with few statements, and stops them in every process', async () => {
  const budget: RateWindow = { count: 1000, seconds: 3600 }
  const [one, other] = [createSharedRateLimits(database.pool), createSharedRateLimits(database.pool)]
  const count = await countStatements(async () => {
    for (let i = 0; i < 1001; i += 1) expect(one.takeBehind('writes', 'u1', budget, 0)).toBe(0)
    await expect.poll(() => one.takeBehind('writes', 'u1', budget, 0)).toBeGreaterThan(3500)
  })
  expect(count).toBeLessThan(10)
  expect(other.takeBehind('writes', 'u1', budget, 0)).toBe(0)
  await expect.poll(() => other.takeBehind('writes', 'u1', budget, 0)).toBeGreaterThan(3500)
  expect(other.takeBehind('writes', 'u1', budget, 3_600_001)).toBe(0)
  expect(one.takeBehind('writes', 'u2', budget, 0)).toBe(0)
})

it('throws database errors instead of allowing the call or returning a wait', async () => {
  const gone = { query: () => Promise.reject(new Error('connection terminated')) }
  const budgets = createSharedRateLimits(gone as unknown as TestDatabase['pool'])
  await expect(budgets.take('codes', 'a', anHour)).rejects.toThrow('connection terminated')
  expect(budgets.takeBehind('writes', 'a', anHour, 0)).toBe(0)
})

it('deletes only expired windows', async () => {
  await sql`insert into platform_budget (key, points, expire) values ('old', 1, 999), ('new', 1, 1001)`.execute(
    database.db,
  )
  await purgeRateWindows(database.db, 1000)
  const { rows } = await sql<{ key: string }>`
    select key from platform_budget where key in ('old', 'new')`.execute(database.db)
  expect(rows).toEqual([{ key: 'new' }])
})

it('limits a call across two servers and counts only signed requests', async () => {
  const limits = {
    ...practiceLimits,
    calls: { '/api/market/kList': { address: { count: 3, seconds: 3600 } } },
  }
  const [one, other] = [
    await startFakeServer(database, { limits }),
    await startFakeServer(database, { limits }, { TRUSTED_PROXIES: '127.0.0.1' }),
  ]
  expect((await one.kList({ sign: '00' })).retCode).toBe(1002)
  expect([(await one.kList()).retCode, (await other.kList()).retCode, (await one.kList()).retCode]).toEqual([
    0, 0, 0,
  ])
  for (const house of [one, other]) {
    const refused = await house.kList()
    expect(refused).toMatchObject({ status: 429, retCode: 1004 })
    expect((refused.data as { retryAfter: number }).retryAfter).toBeGreaterThan(3500)
  }
  // The header counts only from a trusted proxy, and then each caller has a separate budget.
  const elsewhere = { headers: { 'X-Forwarded-For': '203.0.113.9' } }
  expect((await one.kList(elsewhere)).retCode).toBe(1004)
  expect((await other.kList(elsewhere)).retCode).toBe(0)
  await one.close()
  await other.close()
})
