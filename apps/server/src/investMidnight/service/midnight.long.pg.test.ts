import { dayMs } from '@glasshouse/core/calendar/durations'
import { usdt } from '@glasshouse/core/money/units'
import { drainDeadConnections, killConnectionAt } from '@glasshouse/testkit/connectionFaults'
import { type InvestStage, investFixture, stageMidnights } from '@glasshouse/testkit/investments'
import { sellManyOrders } from '@glasshouse/testkit/manyOrders'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'

let stage: InvestStage
beforeAll(async () => {
  stage = await investFixture()
})
afterAll(() => stage.close())

/** More than two batches, so that two run side by side and a third waits. */
const many = 2_300

it('accrues each order once a day when connections die at any statement of batches that run side by side', async () => {
  const days = 200
  const product = await stage.product({
    cycles: [{ method: 'fixed', rate: '0.02', days }],
    reserve: '1000000',
  })
  const { rows: cycles } = await sql<{ id: number }>`
    select id from invest_cycle where product_id = ${product}`.execute(stage.database.db)
  await sellManyOrders(stage.database, {
    ...{ product, cycle: cycles[0]?.id ?? 0, rate: 2_000_000n, days, promised: usdt('2'), many },
    createdMs: stage.clock.business(),
  })
  let deaths = 0
  let nights = 0
  for (let at = 1; at <= 150; at += 2) {
    stage.clock.advance(dayMs)
    nights += 1
    const death = killConnectionAt(stage.database.url, at, at % 4 === 1 ? 'before' : 'after')
    await stage.midnights.run().catch(() => undefined)
    death.over()
    await drainDeadConnections(stage.database.pool)
    await stageMidnights(stage).run()
    const { rows } = await sql<{ days: number; orders: number; accruals: number; wallets: bigint }>`
      select min(accrued_days)::int as days, count(*)::int as orders,
        (select count(*)::int from invest_accrual) as accruals,
        (select sum(balance) from ledger_account where owner_id > 20000 and purpose = 'wallet') as wallets
      from invest_order where accrued_days = ${nights}`.execute(stage.database.db)
    expect(rows).toEqual([
      { days: nights, orders: many, accruals: many * nights, wallets: usdt('0.01') * BigInt(many * nights) },
    ])
    if (!death.happened()) break
    deaths += 1
  }
  expect(deaths).toBeGreaterThan(15)
  expect(await stage.broken()).toEqual({})
})
