import { partitionOf } from '@glasshouse/core/contracts/partition'
import { cloneDatabase, type TestDatabase } from '@glasshouse/testkit/database'
import { waitUntil } from '@glasshouse/testkit/manualFeed'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { assertLeading } from '../../../platform/leadership/index.ts'
import { transact } from '../../../platform/transactions/index.ts'
import { acquirePartitions, releasePartitions, renewPartitions } from '../../store/partitions.ts'
import { insertPool } from '../../store/pools.ts'
import { fixPartitions, isLeaseHeld } from './lease.ts'
import { createPartitionMap } from './partitionMap.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await cloneDatabase(10)
})
afterEach(() => database.drop())

const stored = async (): Promise<readonly number[]> => {
  const { rows } = await sql<{ partition: number }>`
    select partition from contracts_partition order by partition`.execute(database.db)
  return rows.map(({ partition }) => partition)
}

/** How many statements on this database wait for a lock. */
const waiting = async (): Promise<number> => {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    database.db,
  )
  return rows.length
}

describe('the number of partitions', () => {
  it('is that of the first start, and a start with another one is refused with the reason', async () => {
    await fixPartitions(database.db, 16)
    await fixPartitions(database.db, 16)
    for (const other of [15, 17])
      await expect(fixPartitions(database.db, other)).rejects.toThrow(
        'ENGINE_PARTITIONS: the customers of this database are divided into 16 since its first start',
      )
    expect(await stored()).toEqual(Array.from({ length: 16 }, (_, partition) => partition))
  })

  it('is one number for starts at the same time, of which all with another one are refused', async () => {
    const wanted = [3, 5, 8, 3, 5, 8, 3, 5]
    // All have found none before any of them can make some.
    const starting = await transact(database.db, async (tx) => {
      await sql`lock table contracts_partition in exclusive mode`.execute(tx)
      const all = wanted.map((number) => fixPartitions(database.db, number))
      await waitUntil(async () => (await waiting()) === wanted.length)
      return { settled: Promise.allSettled(all) }
    })
    const started = await starting.settled
    const { length } = await stored()
    expect(started.map(({ status }) => status)).toEqual(
      wanted.map((number) => (number === length ? 'fulfilled' : 'rejected')),
    )
  })
})

/** A pool of a lead, which exists from then on. */
const poolOf = (leadUid: number): Promise<number> =>
  transact(database.db, (tx) => insertPool(tx, { lead_uid: leadUid, max_multiple: 10, opened_ms: 1 }))

describe('an engine that holds all partitions', () => {
  const customers = [10_000, 10_002] as const
  const partitions = createPartitionMap(16)
  const hold = async () => {
    await fixPartitions(database.db, 16)
    const held = await acquirePartitions(database.db, 60_000)
    if (held === null) throw new Error('no other engine has a lease')
    return held
  }
  const allIn = (term: number) => ({
    terms: new Map(Array.from({ length: 16 }, (_, partition) => [partition, term])),
    of: 16,
  })
  /** Another engine has taken the partition of an account over. */
  const takeOver = (uid: number) =>
    sql`update contracts_partition set term = term + 1 where partition = ${partitionOf(uid, 16)}`.execute(
      database.db,
    )

  it('decides on the customers of those that no other engine took over, and on pools with their leads', async () => {
    const held = await hold()
    const decides = (...accounts: number[]) =>
      transact(database.db, (tx) => isLeaseHeld(tx, held, partitions, accounts))
    const [one, other] = customers
    const [poolOfOne, poolOfOther] = [await poolOf(one), await poolOf(other)]
    expect(await decides(one, other, poolOfOne, poolOfOther)).toBe(true)
    await takeOver(one)
    expect(await decides(one)).toBe(false)
    expect(await decides(other)).toBe(true)
    expect(await decides(other, one)).toBe(false)
    expect(await decides(poolOfOne)).toBe(false)
    expect(await decides(poolOfOther)).toBe(true)
    expect(await renewPartitions(database.db, held, 60_000)).toBe(false)
  })

  it('decides on no customer of a partition that it gave up', async () => {
    const held = await hold()
    const [one, other] = customers
    const terms = new Map([...held.terms].filter(([partition]) => partition !== partitionOf(one, 16)))
    const decides = (...accounts: number[]) =>
      transact(database.db, (tx) => isLeaseHeld(tx, { ...held, terms }, partitions, accounts))
    expect(await decides(other)).toBe(true)
    expect(await decides(one)).toBe(false)
    expect(await decides(other, await poolOf(one))).toBe(false)
  })

  it('keeps them until it gives them back, or does not renew them', async () => {
    const held = await hold()
    expect(held).toEqual(allIn(1))
    expect(await acquirePartitions(database.db, 60_000)).toBeNull()
    // One that is free alone is not taken: a tick is looked at by one engine for all customers.
    await sql`update contracts_partition set until_ms = 0 where partition = 3`.execute(database.db)
    expect(await acquirePartitions(database.db, 60_000)).toBeNull()
    await releasePartitions(database.db, held)
    expect((await acquirePartitions(database.db, 0))?.terms.get(3)).toBe(2)
    expect(await renewPartitions(database.db, held, 60_000)).toBe(false)
    await sql`update contracts_partition set until_ms = 1`.execute(database.db)
    expect(await acquirePartitions(database.db, 60_000)).toEqual(allIn(3))
  })

  it('are acquired at once by a process that leads, and not by one that was replaced', async () => {
    const held = await hold()
    await sql`update platform_leader set term = 7`.execute(database.db)
    const replaced = acquirePartitions(database.db, 60_000, (tx) => assertLeading(tx, 6))
    await expect(replaced).rejects.toThrow('another process took over after term 6')
    expect(await renewPartitions(database.db, held, 60_000)).toBe(true)
    const acquired = await acquirePartitions(database.db, 60_000, (tx) => assertLeading(tx, 7))
    expect(acquired).toEqual(allIn(2))
    expect(await renewPartitions(database.db, held, 60_000)).toBe(false)
  })

  it('are not acquired in the middle of a batch that has proven them', async () => {
    const held = await hold()
    const acquiring = await transact(database.db, async (tx) => {
      expect(await isLeaseHeld(tx, held, partitions, [10_000])).toBe(true)
      const begun = acquirePartitions(database.db, 60_000, async () => undefined)
      await waitUntil(async () => (await waiting()) === 1)
      expect(await isLeaseHeld(tx, held, partitions, [10_000])).toBe(true)
      return { begun }
    })
    expect((await acquiring.begun)?.terms.get(0)).toBe(2)
  })
})
