import { type ContractFixture, contractFixture } from '@glasshouse/testkit/contracts'
import { waitUntil } from '@glasshouse/testkit/manualFeed'
import { patientLimits } from '@glasshouse/testkit/patientLimits'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDatabase, type Tx } from '../../../platform/database/index.ts'
import { assertLeading } from '../../../platform/leadership/index.ts'
import { createLog } from '../../../platform/telemetry/index.ts'
import { openEngine } from '../../index.fixture.ts'
import type { Engine } from '../../index.ts'

/** The engine of the process that leads, alone and beside others. */

let stage: ContractFixture
let opened: { readonly engine: Engine; readonly close: () => Promise<void> }[]
beforeEach(async () => {
  stage = await contractFixture()
  opened = []
})
afterEach(async () => {
  for (const one of opened) await one.close()
  await stage.database.drop()
})

/** An engine beside the leader, or with a term that of a process that leads, or led, in it. */
const open = async (term?: number): Promise<Engine> => {
  const database = openDatabase(stage.database.url, 4, patientLimits)
  const leading = term === undefined ? {} : { assertLeading: (tx: Tx) => assertLeading(tx, term) }
  const engine = await openEngine({ ...stage, database, log: createLog('silent'), ...leading }, 'share')
  const close = async (): Promise<void> => {
    await engine.close()
    await database.close()
  }
  opened.push({ engine, close })
  return engine
}
const lead = async (term: number): Promise<Engine> => {
  await sql`update platform_leader set term = ${term}`.execute(stage.database.db)
  return open(term)
}
const counts = (...engines: readonly Engine[]): string =>
  engines.map((engine) => engine.partitions().length).join()
const engineRows = async (): Promise<number> =>
  (await sql`select from contracts_engine`.execute(stage.database.db)).rows.length

it('holds all and is not among the live ones while no other is; the next leader acquires them at once', async () => {
  const first = await lead(1)
  expect(first.partitions()).toHaveLength(16)
  const second = await lead(2)
  // Their leases had not expired.
  expect(second.partitions()).toHaveLength(16)
  await waitUntil(() => counts(first, second) === '0,16')
  expect(await engineRows()).toBe(0)
  const replaced = await open(1)
  expect(counts(second, replaced)).toBe('16,0')
})

it('gives half to an engine beside it, and its successor acquires its half at once and the other one never', async () => {
  const leader = await lead(1)
  const beside = await open()
  await waitUntil(() => counts(leader, beside) === '8,8')
  const own = leader.partitions()
  const successor = await lead(2)
  expect(successor.partitions()).toEqual(own)
  await waitUntil(() => counts(leader, beside, successor) === '0,8,8')
  const [, other] = opened
  await other?.close()
  opened = opened.filter((one) => one !== other)
  await waitUntil(() => counts(successor) === '16')
})
