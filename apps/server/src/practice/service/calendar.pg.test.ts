import { dayMs } from '@glasshouse/core/calendar/durations'
import { fakeClock } from '@glasshouse/testkit/clock'
import { cloneDatabase, type TestDatabase } from '@glasshouse/testkit/database'
import { testPlatform } from '@glasshouse/testkit/platform'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createClock } from '../../platform/time/index.ts'
import { calendarOffset, openCalendar } from './calendar.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await cloneDatabase()
})
afterEach(() => database.drop())

it('advances the business calendar, not the market clock, and survives a restart', async () => {
  const platform = testPlatform(database, fakeClock(1_000_000))
  const calendar = openCalendar(platform, [])
  expect(await calendarOffset(database.db)).toBe(0)
  expect(await calendar.advance(dayMs)).toBe(1_000_000 + dayMs)
  expect(await calendar.advance(dayMs)).toBe(1_000_000 + 2 * dayMs)
  expect(platform.clock.now()).toBe(1_000_000)
  const afterRestart = createClock(() => 2_000_000, await calendarOffset(database.db))
  expect(afterRestart.business()).toBe(2_000_000 + 2 * dayMs)
})

it('runs due jobs in order, one advance after the other', async () => {
  const platform = testPlatform(database)
  const start = platform.clock.business()
  const ran: string[] = []
  const job = (name: string) => ({
    name,
    run: async () => {
      await new Promise((resolve) => setTimeout(resolve, 2))
      ran.push(`${name} ${(platform.clock.business() - start) / dayMs}`)
    },
  })
  const calendar = openCalendar(platform, [job('accrual'), job('expiry')])
  const moved = await Promise.all([1, 2, 3].map(() => calendar.advance(dayMs)))
  expect(moved).toEqual([1, 2, 3].map((days) => start + days * dayMs))
  expect(ran).toEqual(['accrual 1', 'expiry 1', 'accrual 2', 'expiry 2', 'accrual 3', 'expiry 3'])
  expect(await calendarOffset(database.db)).toBe(3 * dayMs)
})

it('reports a failed job, keeps the advance, and runs the job again with the next one', async () => {
  const platform = testPlatform(database)
  let runs = 0
  const job = {
    name: 'moody',
    run: async () => {
      runs += 1
      if (runs === 1) throw new Error('not today')
    },
  }
  const calendar = openCalendar(platform, [job])
  await expect(calendar.advance(dayMs)).rejects.toThrow('not today')
  expect(await calendarOffset(database.db)).toBe(dayMs)
  await calendar.advance(0)
  expect(runs).toBe(2)
})
