import { dayMs } from '@glasshouse/core/calendar/durations'
import { cloneDatabase, type TestDatabase } from '@glasshouse/testkit/database'
import { testPlatform } from '@glasshouse/testkit/platform'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createMidnightRun, type Midnight, type MidnightSteps, midnightSteps } from './midnightRun.ts'

let database: TestDatabase
let platform: ReturnType<typeof testPlatform>
let done: string[]
beforeEach(async () => {
  database = await cloneDatabase(4)
  platform = testPlatform(database)
  done = []
})
afterEach(() => database.drop())

const note = (name: string) => async (midnight: Midnight) => {
  done.push(`${midnight.day} ${name}${midnight.isLast ? ' last' : ''}`)
}
const allSteps = (): MidnightSteps => Object.fromEntries(midnightSteps.map((name) => [name, note(name)]))

it('runs nine steps in their order, each midnight with its own date, and the last one is marked', async () => {
  const run = createMidnightRun(platform, allSteps())
  await run.prepare()
  expect(await run.run()).toBe(0)
  platform.clock.advance(2 * dayMs)
  expect(await run.run()).toBe(2)
  expect(done).toEqual([
    ...midnightSteps.map((name) => `20260616 ${name}`),
    ...midnightSteps.map((name) => `20260617 ${name} last`),
  ])
  expect(await run.run()).toBe(0)
  expect(await createMidnightRun(platform, allSteps()).run()).toBe(0)
  expect(done).toHaveLength(18)
})

it('begins with the day on which it was installed', async () => {
  platform.clock.advance(400 * dayMs)
  expect(await createMidnightRun(platform, allSteps()).run()).toBe(0)
  expect(done).toEqual([])
})

it('a step that fails holds the later ones up, and the next run continues with it', async () => {
  let isBroken = true
  const steps: MidnightSteps = {
    interestAccruals: note('interestAccruals'),
    endedOrders: async (midnight) => {
      if (isBroken) throw new Error('the database is away')
      await note('endedOrders')(midnight)
    },
    redemptions: note('redemptions'),
  }
  const run = createMidnightRun(platform, steps)
  await run.prepare()
  platform.clock.advance(dayMs)
  await expect(run.run()).rejects.toThrow('away')
  expect(done).toEqual(['20260616 interestAccruals last'])
  isBroken = false
  platform.clock.advance(dayMs)
  // Another process continues where the first stood.
  expect(await createMidnightRun(platform, steps).run()).toBe(2)
  expect(done.slice(1)).toEqual([
    '20260616 endedOrders',
    '20260616 redemptions',
    '20260617 interestAccruals last',
    '20260617 endedOrders last',
    '20260617 redemptions last',
  ])
  const { rows } = await sql<{ open: number }>`
    select count(*)::int as open from platform_midnight where finished_ms is null`.execute(database.db)
  expect(rows).toEqual([{ open: 0 }])
})

it('runs by itself when a midnight comes', async () => {
  const run = createMidnightRun(platform, allSteps())
  await run.prepare()
  platform.clock.advance(dayMs)
  const started = run.start()
  await expect.poll(() => done).toHaveLength(9)
  await started.close()
})
