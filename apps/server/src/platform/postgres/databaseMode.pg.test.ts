import { cloneDatabase, type TestDatabase } from '@glasshouse/testkit/database'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { InvalidSettingsError } from '../settings/index.ts'
import { pinMode } from './databaseMode.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await cloneDatabase()
})
afterEach(() => database.drop())

const hold = (mode: 'practice' | 'live', before: 'practice' | 'live' | null = null) =>
  pinMode(database.db, mode, async () => before)

it.each([
  ['live', 'practice', 'holds real money'],
  ['practice', 'live', 'play money never becomes real'],
] as const)('rejects a database of %s mode in %s mode', async (first, other, why) => {
  await hold(first)
  await expect(hold(other)).rejects.toThrow(why)
  await expect(hold(other)).rejects.toBeInstanceOf(InvalidSettingsError)
  await hold(first)
})

it('keeps the mode of a practice database from before the marker', async () => {
  await expect(hold('live', 'practice')).rejects.toThrow('MODE: this database has been used in practice mode')
  await hold('practice')
})

it('admits one mode when both modes start concurrently on an empty database', async () => {
  const modes = Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? 'live' : 'practice'))
  const started = await Promise.allSettled(modes.map((mode) => hold(mode)))
  const may = new Set(modes.filter((_, at) => started[at]?.status === 'fulfilled'))
  expect(may.size).toBe(1)
  expect(started.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
})
