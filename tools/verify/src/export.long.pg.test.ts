import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cloneDatabase, type TestDatabase } from '@glasshouse/testkit/database'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { insertSettlements } from '../../../apps/server/src/trust/store/settlements.ts'
import { runWorld } from '../../sim/src/run.ts'
import { openWorld, type World } from '../../sim/src/world.ts'
import { verifyTicks } from './chains.ts'
import { exportDay } from './export.ts'
import { readListed } from './listed.fixture.ts'
import { verifySettlements } from './settlements.ts'

let database: TestDatabase
let world: World
let folder: string
beforeAll(async () => {
  database = await cloneDatabase(2)
  world = await openWorld(database.url, 2)
  folder = await mkdtemp(join(tmpdir(), 'verify-export-'))
  // A day of trading by the product itself, faults and all.
  expect((await runWorld(world, 2, 30)).broken).toBeNull()
})
afterAll(async () => {
  await world.close()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

const day = () => new Date(world.clock.now()).toISOString().slice(0, 10).replaceAll('-', '')
const exported = async () => {
  await insertSettlements(database.db, 100_000, world.clock.now())
  await exportDay(database.url, day(), folder)
  return readListed(folder)
}
const asPlanter = async (statement: string): Promise<void> => {
  const client = await database.pool.connect()
  await client.query('set session_replication_role = replica')
  await client.query(statement)
  client.release(true)
}

it('finds no difference in what the product charged', async () => {
  const { ticks, receipts } = await exported()
  const settlements = verifySettlements(receipts, ticks)
  expect(settlements.differences).toEqual([])
  // This world stores the ticks that settled something, and no others.
  expect(verifyTicks(ticks).differences.filter(({ what }) => !what.includes('missing'))).toEqual([])
  expect(settlements.counts.fills).toBeGreaterThan(20)
  // Whether a part of a position was closed depends on which of the concurrent commands came first.
  const parts = receipts.filter(({ order }) => order.parentid !== null).map(({ order }) => order.id)
  const { rows } = await database.pool.query(
    'select id from contracts_order where parent_id is not null order by id',
  )
  expect(parts.toSorted((a, b) => a - b)).toEqual(rows.map(({ id }) => Number(id)))
})

it('exports the receipt that the customer is shown', async () => {
  const { receipts } = await exported()
  const closed = receipts.filter(({ order }) => order.status === 3)
  expect(closed.length).toBeGreaterThan(5)
  for (const receipt of closed.slice(0, 10)) {
    const { rows } = await database.pool.query('select uid from contracts_order where id = $1', [
      receipt.order.id,
    ])
    expect(await world.ask(rows[0].uid, '/api/contract/receipt', { id: receipt.order.id })).toEqual(receipt)
  }
})

it('changes nothing in the database', async () => {
  const sum = 'select count(*) as n, sum(id) as s from ledger_entry'
  const before = await database.pool.query(sum)
  await exported()
  expect((await database.pool.query(sum)).rows).toEqual(before.rows)
})

it('finds a fee that was changed afterwards', async () => {
  await asPlanter(`update contracts_event set fee = fee + 1
    where id = (select max(id) from contracts_event where kind = 'closed')`)
  const { ticks, receipts } = await exported()
  const { differences } = verifySettlements(receipts, ticks)
  expect(differences.map(({ what }) => what).join()).toContain('the fee is')
})

it('finds a kept tick that was changed afterwards', async () => {
  await asPlanter(`update markets_kept_tick set price = price + 1
    where (pid, n) = (select pid, max(n) from markets_kept_tick group by pid order by pid limit 1)`)
  const { ticks } = await exported()
  expect(verifyTicks(ticks).differences.filter(({ what }) => !what.includes('missing'))).toHaveLength(1)
})
