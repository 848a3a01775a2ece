import { cloneDatabase } from '@glasshouse/testkit/database'
import { expect, it } from 'vitest'
import { runWorld } from './run.ts'
import { openWorld } from './world.ts'

const tamperings = [
  ['money without a posting', `update ledger_account set balance = balance + 1 where purpose = 'wallet'`],
  ['an order that grew', "update contracts_order set lots = lots + 1 where state = 'open'"],
  ['a changed entry', 'update ledger_entry set amount = amount + 1 where id = 1'],
  ['a deleted audit record', 'delete from staff_audit where id = (select min(id) from staff_audit)'],
  [
    'a session that stays open after revocation',
    'update identity_session set ended_by = null, ended_ms = null where ended_by is not null',
  ],
  ['a limit that was never set', `update protection_limit set value = value + 1 where name <> 'pauseUntil'`],
] as const

it.each(tamperings)('detects %s', async (_, statement) => {
  const database = await cloneDatabase(1)
  try {
    const world = await openWorld(database.url, 3)
    try {
      let tamperedAt: number | null = null
      const tamper = async (step: number) => {
        if (step < 4) return
        const client = await database.pool.connect()
        await client.query('set session_replication_role = replica')
        const { rowCount } = await client.query(statement)
        client.release(true)
        if (rowCount !== 0) tamperedAt ??= step
      }
      // Cut connections shift the draws, so the scenario that notices comes sooner or later; a run ends when it does.
      const { broken } = await runWorld(world, 3, 160, tamper)
      expect(tamperedAt).not.toBeNull()
      expect(broken?.step).toBeGreaterThanOrEqual(tamperedAt ?? 0)
    } finally {
      await world.close()
    }
  } finally {
    await database.drop()
  }
})
