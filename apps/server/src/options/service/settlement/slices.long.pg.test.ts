import { optionFixture } from '@glasshouse/testkit/options'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { startSettlementWorker } from '../../index.fixture.ts'

// A storm in slices leaves what it leaves as one transaction: the same options end by the same ticks, in the same order.

const options = 120

/** Everything a storm writes, in the order in which it was written. */
const tables = {
  orders: sql`select * from options_order order by id`,
  events: sql`select order_id, kind, at_ms, rule, transaction_id, tick - 'hash' - 'previousHash' as tick from options_event order by transaction_id`,
  transactions: sql`select id, cause_kind, cause_id, key, at_ms from ledger_transaction order by id`,
  entries: sql`select transaction_id, account_id, sequence, amount, balance, type from ledger_entry order by transaction_id, account_id, sequence`,
  accounts: sql`select id, name, balance, sequence from ledger_account order by id`,
  days: sql`select * from options_result_day order by 1, 2, 3, 4, 5`,
  // Numbered by id within a statement.
  settlements: sql`select kind, settled_id, transaction_id, at_ms from trust_settlement_outbox order by kind, settled_id`,
  pushes: sql`
    select push->>'uid' as uid, push->'data' as data
    from platform_fact cross join lateral
      jsonb_array_elements(coalesce(body->'pushes', jsonb_build_array(body))) with ordinality as each (push, place)
    where push->>'event' = 'OPTION_SETTLED' order by platform_fact.id, place`,
}

const tablesAfterStorm = async (batchSize: number): Promise<Record<string, readonly unknown[]>> => {
  const stage = await optionFixture('1000000')
  try {
    for (let uid = 1; uid <= 30; uid += 1) await stage.give(uid, '1000')
    for (let one = 0; one < options; one += 1) {
      const random = (Math.imul(one + 1, 0x9e37_79b1) >>> 8) % 1000
      await stage.place(1 + (one % 30), {
        type: random % 2 === 0 ? 'call' : 'put',
        seconds: random % 3 === 0 ? 60 : 30,
        stake: `${10 * (1 + (random % 3))}`,
      })
      if (random % 4 === 0) {
        stage.clock.tick(random)
        stage.trade(`${60_000 + (random % 7) - 3}`)
      }
    }
    await stage.deps.settling.close()
    const worker = await startSettlementWorker({ ...stage, markets: stage.deps.markets, batchSize })
    for (let second = 0; second < 90; second += 1) {
      stage.clock.tick(1000)
      stage.trade(`${60_000 + (second % 5) - 2}`)
    }
    await worker.look()
    expect(worker.open()).toBe(0)
    await worker.close()
    expect(await stage.broken()).toEqual({})
    const found: Record<string, readonly unknown[]> = {}
    for (const [name, query] of Object.entries(tables))
      found[name] = (await query.execute(stage.database.db)).rows
    return found
  } finally {
    await stage.close()
  }
}

it('leaves identical tables in slices of one, of seven and in one transaction', async () => {
  const whole = await tablesAfterStorm(options)
  expect(whole.orders).toHaveLength(options)
  expect(new Set(whole.orders?.map((order) => (order as { outcome: string }).outcome)).size).toBe(3)
  for (const batchSize of [1, 7]) expect(await tablesAfterStorm(batchSize)).toEqual(whole)
})
