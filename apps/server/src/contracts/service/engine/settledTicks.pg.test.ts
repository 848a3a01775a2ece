import { partitionOf } from '@glasshouse/core/contracts/partition'
import { price } from '@glasshouse/core/money/units'
import { longIt } from '@glasshouse/testkit/cases'
import { type ContractFixture, contractFixture, withEngine } from '@glasshouse/testkit/contracts'
import { waitUntil } from '@glasshouse/testkit/manualFeed'
import { plainOrder } from '@glasshouse/testkit/orderRequest'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLog } from '../../../platform/telemetry/index.ts'
import { transact } from '../../../platform/transactions/index.ts'
import { placeOrder } from '../../index.ts'
import { acquirePartitions, type HeldPartitions, renewPartitions } from '../../store/partitions.ts'
import { listSettledTicks, upsertPartitionTicks } from '../../store/settledTicks.ts'
import { assertAllHeld, fixPartitions } from './lease.ts'
import { createPartitionMap } from './partitionMap.ts'
import { type EngineTerm, startTerm } from './term.ts'

/** Two partitions with a customer each; the database has four. */
const [one, other] = [1, 2].map((uid) => partitionOf(uid, 4)) as [number, number]
const rest = [0, 1, 2, 3].filter((partition) => partition !== one && partition !== other)

let stage: ContractFixture
const terms: EngineTerm[] = []
beforeEach(async () => {
  stage = await contractFixture()
  await fixPartitions(stage.database.db, 4)
})
afterEach(async () => {
  for (const term of terms.splice(0)) await term.end()
  expect(await stage.broken()).toEqual({})
  await stage.database.drop()
})

const set = (bid: string, ask: string): void => stage.markets.set('BTCUSDT', bid, ask)
/** Opens a position with a stop at 65000 where an engine leads that is closed before any further tick. */
const openWithStop = async (...uids: readonly number[]): Promise<void> => {
  const led = await withEngine({ ...stage, settings: { ...stage.settings, ENGINE_PARTITIONS: 4 } })
  for (const uid of uids) {
    await stage.give(uid, '100')
    await placeOrder(
      led,
      { uid },
      {
        ...plainOrder,
        ...{ leverage: 10, price: price('65850'), pid: 1, lots: 4, kind: 'market', side: 'long' },
        stopLoss: price('65000'),
      },
    )
  }
  await led.engine.close()
}
const closings = async (): Promise<readonly string[]> => {
  const { rows } = await sql<{ closing: string }>`
    select o.uid || ' at ' || (o.close_price / 1000000000)::int || ' by ' || o.close_reason as closing
    from contracts_order o where o.state = 'closed' order by o.uid`.execute(stage.database.db)
  return rows.map(({ closing }) => closing)
}
/** As another engine has left it. */
const plant = async (
  common: number | null,
  own: Readonly<Record<number, Readonly<Record<number, number>>>>,
): Promise<void> => {
  const { db } = stage.database
  await sql`delete from contracts_settled_tick`.execute(db)
  await sql`delete from contracts_settled_by_partition`.execute(db)
  if (common !== null) await sql`insert into contracts_settled_tick values (1, ${common})`.execute(db)
  for (const [partition, settled] of Object.entries(own))
    await sql`insert into contracts_settled_by_partition
      values (${partition}::int, ${JSON.stringify(settled)}::jsonb)`.execute(db)
}
const newest = (): number => stage.markets.inForce('BTCUSDT')?.tick.n ?? 0

/** Begins a term over some partitions, or over all. */
const term = async (...partitions: readonly number[]): Promise<EngineTerm> => {
  await sql`update contracts_partition set until_ms = 0`.execute(stage.database.db)
  const all = await acquirePartitions(stage.database.db, 60_000)
  if (all === null) throw new Error('no other engine has a lease')
  const held: HeldPartitions = {
    ...all,
    terms: new Map([...all.terms].filter(([partition]) => partitions.includes(partition))),
  }
  const begun = startTerm(
    { ...stage, log: createLog('silent'), partitions: createPartitionMap(4) },
    held,
    () => undefined,
  )
  terms.push(begun)
  stage.markets.onTick(begun.hear)
  await begun.settled()
  return begun
}
const everywhere = [0, 1, 2, 3]
const marks = () => listSettledTicks(stage.database.db)

describe('an engine that begins', () => {
  // The stop is reached by one tick that no engine heard, between two marks.
  const passBy = async (): Promise<number> => {
    await openWithStop(1, 2)
    set('64999', '64999.01')
    const reached = newest()
    set('65849.99', '65850')
    set('65849.98', '65850')
    return reached
  }

  it('looks again behind the marks that a former release left, and behind nothing else', async () => {
    const reached = await passBy()
    await plant(reached, {})
    await term(...everywhere)
    expect(await closings()).toEqual([])
    await plant(reached - 1, {})
    await term(...everywhere)
    expect(await closings()).toEqual(['1 at 64999 by loss', '2 at 64999 by loss'])
  })

  it('looks again behind the partition that is furthest behind', async () => {
    const reached = await passBy()
    await plant(reached - 2, {
      [one]: { 1: reached - 1 },
      [other]: { 1: newest() },
      [rest[0] ?? 0]: { 1: newest() },
    })
    await term(one, other)
    expect(await closings()).toEqual(['1 at 64999 by loss', '2 at 64999 by loss'])
  })

  longIt('looks again behind no partition of another engine', async () => {
    const reached = await passBy()
    await plant(reached - 1, { [one]: { 1: newest() } })
    await term(one)
    expect(await closings()).toEqual([])
  })

  it('looks at every tick for a partition without a mark, if another one of its own has one', async () => {
    await passBy()
    await plant(null, { [other]: { 1: newest() } })
    await term(one, other)
    expect(await closings()).toEqual(['1 at 64999 by loss', '2 at 64999 by loss'])
  })
})

describe('an engine that settles', () => {
  it('writes of all partitions what they have in common', async () => {
    await plant(1, { [one]: { 1: 5 } })
    await term(...everywhere)
    set('65800', '65800.01')
    await waitUntil(async () => (await marks()).common.get(1) === newest())
    expect((await marks()).byPartition).toEqual(new Map([[one, new Map([[1, 5]])]]))
  })

  longIt('writes of some the marks of each, and none that others have', async () => {
    await plant(1, { [rest[0] ?? 0]: { 1: 5 } })
    await term(one, other)
    set('65800', '65800.01')
    const isMarked = async (partition: number): Promise<boolean> =>
      (await marks()).byPartition.get(partition)?.get(1) === newest()
    await waitUntil(() => isMarked(one))
    expect(await isMarked(other)).toBe(true)
    expect((await marks()).common).toEqual(new Map([[1, 1]]))
    expect((await marks()).byPartition.get(rest[0] ?? 0)).toEqual(new Map([[1, 5]]))
  })

  it('neither writes nor locks the mark of a market that stands still', async () => {
    await term(...everywhere)
    const versions = async () => {
      const { rows } = await sql<{ pid: number; n: number; version: string }>`
        select pid, n, xmin || '/' || xmax as version from contracts_settled_tick order by pid`.execute(
        stage.database.db,
      )
      return new Map(rows.map((row) => [row.pid, row]))
    }
    const before = await versions()
    expect(before.size).toBe(2)
    set('65800', '65800.01')
    await waitUntil(async () => (await versions()).get(1)?.n === newest())
    const after = await versions()
    expect(after.get(1)?.version).not.toBe(before.get(1)?.version)
    expect(after.get(2)?.version).toBe(before.get(2)?.version)
  })

  it('keeps no lease from being renewed while a mark is written', async () => {
    const all = await acquirePartitions(stage.database.db, 60_000)
    if (all === null) throw new Error('no other engine has a lease')
    const half: HeldPartitions = { ...all, terms: new Map([...all.terms].slice(0, 2)) }
    await transact(stage.database.db, async (tx) => {
      await assertAllHeld(tx, half)
      await upsertPartitionTicks(tx, new Map([[0, new Map([[1, 7]])]]))
      expect(await renewPartitions(stage.database.db, all, 60_000)).toBe(true)
    })
  })

  longIt('writes no mark once another engine has one of its partitions', async () => {
    await plant(1, {})
    let isLost = false
    const all = await acquirePartitions(stage.database.db, 60_000)
    if (all === null) throw new Error('no other engine has a lease')
    const begun = startTerm(
      { ...stage, log: createLog('silent'), partitions: createPartitionMap(4) },
      all,
      () => (isLost = true),
    )
    terms.push(begun)
    stage.markets.onTick(begun.hear)
    await begun.settled()
    await sql`update contracts_partition set term = term + 1 where partition = ${one}`.execute(
      stage.database.db,
    )
    set('65800', '65800.01')
    await waitUntil(() => isLost)
    expect((await marks()).common).toEqual(
      new Map([
        [1, 1],
        [2, 1],
      ]),
    )
  })
})
