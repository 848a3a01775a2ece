import { cloneDatabase, type TestDatabase } from '@glasshouse/testkit/database'
import { waitUntil } from '@glasshouse/testkit/manualFeed'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Db, openDatabase } from '../database/index.ts'
import { createLog } from '../telemetry/index.ts'
import { transact } from '../transactions/index.ts'
import { assertLeading, type Candidacy, LeadershipLostError, standForLeader } from './leadership.ts'

let database: TestDatabase
const candidates: Candidacy[] = []
beforeEach(async () => {
  database = await cloneDatabase(4)
})
afterEach(async () => {
  for (const candidate of candidates.splice(0)) await candidate.close()
  await database.drop()
})

const stand = (db: Db = database.db, isConnected = () => true) => {
  const heard: string[] = []
  const candidacy = standForLeader(db, 'platform_leader', createLog('silent'), {
    taken: (term) => heard.push(`taken ${term}`),
    lost: (term) => heard.push(`lost ${term}`),
    isConnected,
  })
  candidates.push(candidacy)
  return { heard, close: candidacy.close }
}
const proves = (term: number) => transact(database.db, (tx) => assertLeading(tx, term))

it('a leader that stands still is replaced after its lease, learns it and writes nothing more', async () => {
  // Its renewals wait for a lock that a frozen process would hold up just so.
  const slow = openDatabase(database.url, 1)
  const first = stand(slow.db)
  await waitUntil(() => first.heard.length === 1)
  const frozen = slow.pool.connect()
  const client = await frozen
  const second = stand()
  const fromMs = performance.now()
  await waitUntil(() => second.heard.length === 1)
  expect(performance.now() - fromMs).toBeLessThan(5000)
  expect(second.heard).toEqual(['taken 2'])
  await expect(proves(1)).rejects.toThrow(LeadershipLostError)
  client.release()
  await waitUntil(() => first.heard.length === 2)
  expect(first.heard).toEqual(['taken 1', 'lost 1'])
  await first.close()
  await slow.close()
})

it('a leader whose connection is gone is replaced before the end of its lease, one that connects again is not', async () => {
  const own = openDatabase(database.url, 1)
  const first = stand(own.db)
  await waitUntil(() => first.heard.length === 1)
  const second = stand()
  const cut = () => sql`select pg_terminate_backend(backend) from platform_leader`.execute(database.db)
  await cut()
  const reconnected = async (): Promise<boolean> => {
    const { rows } = await sql`
      select from platform_leader join pg_stat_activity on pid = backend`.execute(database.db)
    return rows.length === 1
  }
  await waitUntil(reconnected)
  expect(second.heard).toEqual([])
  // A killed process connects no more.
  const client = await own.pool.connect()
  await cut()
  const fromMs = performance.now()
  await waitUntil(() => second.heard.length === 1)
  expect(performance.now() - fromMs).toBeLessThan(2500)
  client.release(true)
  await waitUntil(() => first.heard.length === 2)
  await first.close()
  await own.close()
})

it('no process takes over in the middle of a write that has proven its term', async () => {
  const first = stand()
  await waitUntil(() => first.heard.length === 1)
  let second = null as ReturnType<typeof stand> | null
  await transact(database.db, async (tx) => {
    await assertLeading(tx, 1)
    await sql`select set_config('idle_in_transaction_session_timeout', '20000', true)`.execute(tx)
    await first.close()
    second = stand()
    await new Promise((passed) => setTimeout(passed, 600))
    expect(second.heard).toEqual([])
  })
  await waitUntil(() => second?.heard.length === 1)
})

it('a leader that reaches no other process is replaced by a standby that does, and not while none does', async () => {
  let [isFirst, isSecond] = [true, true]
  const first = stand(database.db, () => isFirst)
  await waitUntil(() => first.heard.length === 1)
  const second = stand(database.db, () => isSecond)
  const cutOff = async (): Promise<number | null> => {
    const { rows } = await sql<{ ms: number | null }>`
      select (extract(epoch from clock_timestamp()) * 1000)::bigint - cut_off_since_ms as ms from platform_leader`.execute(
      database.db,
    )
    return rows[0]?.ms ?? null
  }
  // NATS is gone for all of them: no one takes over.
  ;[isFirst, isSecond] = [false, false]
  await waitUntil(async () => ((await cutOff()) ?? 0) > 3000)
  expect(second.heard).toEqual([])
  // It is back for all of them.
  ;[isFirst, isSecond] = [true, true]
  await waitUntil(async () => (await cutOff()) === null)
  expect(second.heard).toEqual([])
  // The leader alone is cut off.
  isFirst = false
  const fromMs = performance.now()
  await waitUntil(() => second.heard.length === 1)
  expect(performance.now() - fromMs).toBeLessThan(5000)
  expect(second.heard).toEqual(['taken 2'])
  await expect(proves(1)).rejects.toThrow(LeadershipLostError)
  await waitUntil(() => first.heard.length === 2)
  expect(await cutOff()).toBeNull()
})
