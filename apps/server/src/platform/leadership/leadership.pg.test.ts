import { cloneDatabase, type TestDatabase } from '@glasshouse/testkit/database'
import { waitUntil } from '@glasshouse/testkit/manualFeed'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Db } from '../database/index.ts'
import { createLog } from '../telemetry/index.ts'
import { transact } from '../transactions/index.ts'
import {
  assertLeading,
  type Candidacy,
  databaseName,
  LeadershipLostError,
  standForLeader,
} from './leadership.ts'

let database: TestDatabase
const candidates: Candidacy[] = []
beforeEach(async () => {
  database = await cloneDatabase(4)
})
afterEach(async () => {
  for (const candidate of candidates.splice(0)) await candidate.close()
  await database.drop()
})

const stand = (db: Db = database.db) => {
  const heard: string[] = []
  const candidacy = standForLeader(db, 'platform_leader', createLog('silent'), {
    taken: (term) => heard.push(`taken ${term}`),
    lost: (term) => heard.push(`lost ${term}`),
    isConnected: () => true,
  })
  candidates.push(candidacy)
  return { heard, close: candidacy.close }
}
const proves = (term: number) => transact(database.db, (tx) => assertLeading(tx, term))

it('one of many leads, and when it ends another does at once, with the next term', async () => {
  const many = Array.from({ length: 10 }, () => stand())
  const leaders = () => many.filter(({ heard }) => heard.length > 0)
  await waitUntil(() => leaders().length > 0)
  expect(leaders().map(({ heard }) => heard)).toEqual([['taken 1']])
  await proves(1)
  await leaders()[0]?.close()
  await waitUntil(() => leaders().length === 2)
  expect(
    leaders()
      .flatMap(({ heard }) => heard)
      .sort(),
  ).toEqual(['taken 1', 'taken 2'])
  await expect(proves(1)).rejects.toThrow(LeadershipLostError)
  await proves(2)
})

it('names databases of one server apart', async () => {
  const other = await cloneDatabase(1)
  expect(await databaseName(database.db)).toMatch(/^glasshouse_[0-9a-f]{12}$/)
  expect(await databaseName(other.db)).not.toBe(await databaseName(database.db))
  await other.drop()
})
