import { price } from '@glasshouse/core/money/units'
import { type ContractFixture, contractFixture } from '@glasshouse/testkit/contracts'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { closePosition } from '../index.ts'
import { fundWallet, leadOpens, leadUid, newPool } from '../service/copy/copying.fixture.ts'

let stage: ContractFixture
beforeAll(async () => {
  stage = await contractFixture()
  await fundWallet(stage, leadUid, 'contract2', '3000')
  await newPool(stage, '5000')
  await newPool(stage, '10')
  const { id } = await leadOpens(stage)
  await leadOpens(stage, { lots: 8 })
  await closePosition(stage, { uid: leadUid }, { id, lots: 10 })
})
afterAll(() => stage.database.drop())

const copies =
  'every order of a copy pool opened together with the order of its lead that it names, at its tick'
const proportion =
  'every copied order has its row, with no more lots than the equities of pool and lead allow'
const rows = 'every copy and part that a pool tells of is an order of it, and a skip is none'

/** Runs statements with every trigger off, reads what is broken, and undoes them. */
const brokenBy = async (plant: string, undo: string) => {
  const client = new pg.Client({ connectionString: stage.database.url })
  await client.connect()
  await client.query('set session_replication_role = replica')
  await client.query(plant)
  const broken = await stage.broken()
  await client.query(undo)
  await client.end()
  return broken
}

it('holds before anything is planted', async () => {
  expect(await stage.broken()).toEqual({})
})

it.each([
  [
    'update contracts_order set copy_of = 4 where id = 2',
    'update contracts_order set copy_of = 1 where id = 2',
    { [copies]: 'order 2 of pool 1001 is no copy of order 4', [proportion]: expect.any(String) },
  ],
  [
    "update contracts_event set tick = jsonb_set(tick, '{hash}', '\"x\"') where order_id = 2 and kind = 'opened'",
    "update contracts_event c set tick = l.tick from contracts_event l where c.order_id = 2 and c.kind = 'opened' and l.order_id = 1 and l.kind = 'opened'",
    { [copies]: 'order 2 of pool 1001 is no copy of order 1' },
  ],
  [
    "update contracts_copy set pool_equity = pool_equity - 20000000000 where id = 2 and kind = 'open'",
    "update contracts_copy set pool_equity = pool_equity + 20000000000 where id = 2 and kind = 'open'",
    { [proportion]: 'order 2 of pool 1001 opened 66 lots, its row tells 66' },
  ],
  [
    "update contracts_copy set id = 2 where kind = 'skip' and id = 3",
    "update contracts_copy set id = 3 where kind = 'skip' and id = 2",
    { [rows]: 'row skip 2 of pool 1002 has no such order' },
  ],
])('reports: %s', async (plant, undo, broken) => {
  expect(await brokenBy(plant, undo)).toEqual(broken)
})

it('holds for a copy at another price', async () => {
  stage.markets.set('BTCUSDT', '65000', '65000.01')
  await leadOpens(stage, { lots: 2, price: price('65000.01') })
  expect(await stage.broken()).toEqual({})
})
