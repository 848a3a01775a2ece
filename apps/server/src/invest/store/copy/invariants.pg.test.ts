import { poolUnitsFromWire } from '@glasshouse/core/invest/orders/codec'
import { usdt } from '@glasshouse/core/money/units'
import { type CopyStage, copyFixture } from '@glasshouse/testkit/copying'
import { plantRows } from '@glasshouse/testkit/plantRows'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { transact } from '../../../platform/transactions/index.ts'
import type { DealingOrderRow } from '../../schema.ts'
import { listCopyAttribution, listCopyAttributionPage } from '../../service/copy/attribution.ts'
import { insertPoolChanges, listPoolChanges } from './dealings.ts'

let stage: CopyStage
let [left, stays] = [0, 0]
/** An order that left with a profit and a fee, and one that stays. */
beforeAll(async () => {
  stage = await copyFixture()
  const lead = await stage.lead('10000')
  const product = await stage.copyProduct(lead)
  const [first, second] = [await stage.saver('1000'), await stage.saver('1000')]
  left = await stage.ask(first, product, '1000')
  stays = await stage.ask(second, product, '1000')
  await stage.deal()
  await stage.open(lead, 1, 100)
  stage.markets.set('BTCUSDT', '67500', '67500.1')
  await stage.end(first, left, 'now')
  await stage.deal()
})
afterAll(() => stage.drop())

const plant = (statement: string) => plantRows(stage.database.url, statement)

it('every invariant of copy trading finds what was planted, and nothing before and after', async () => {
  expect(await stage.broken()).toEqual({})
  const cases: readonly (readonly [plant: string, undo: string, name: string])[] = [
    [
      `update invest_copy set units = units + 1 where order_id = ${stays}`,
      `update invest_copy set units = units - 1 where order_id = ${stays}`,
      'the units and the waiting money of every copy pool equal those of its orders',
    ],
    [
      'update invest_pool set waiting = waiting + 1',
      'update invest_pool set waiting = waiting - 1',
      'the units and the waiting money of every copy pool equal those of its orders',
    ],
    [
      'update invest_dealing set bid = bid - 1000000000 where units_before > 0',
      'update invest_dealing set bid = bid + 1000000000 where units_before > 0',
      'at every dealing the value of all units was covered by the pool less its closing costs',
    ],
    [
      'update invest_pool set dealt_worth = dealt_worth - 100000000000',
      'update invest_pool set dealt_worth = dealt_worth + 100000000000',
      'the units of every copy pool are worth no more than the pool was right after its newest dealing',
    ],
    [
      "update ledger_transaction set cause_kind = 'fund' where cause_kind = 'copyFee'",
      "update ledger_transaction set cause_kind = 'copyFee' where cause_kind = 'fund' and key like 'copy-fee:%'",
      'the money of a copy pool goes to followers, the fee of the lead, trading and rounding alone',
    ],
    [
      `update ledger_transaction set cause_kind = 'copyRefunded' where key = 'copy-entered:${stays}'`,
      `update ledger_transaction set cause_kind = 'copyEntered' where key = 'copy-entered:${stays}'`,
      'every copy order was asked, refunded, entered and paid at most once, as its state says',
    ],
    [
      `update invest_accrual set amount = amount + 1 where order_id = ${stays}`,
      `update invest_accrual set amount = amount - 1 where order_id = ${stays}`,
      'every day of a copy order is one dealing with its profit, and a paid order earned what it was paid above its money',
    ],
    [
      `update invest_order set accrued = accrued + 1 where id = ${left}`,
      `update invest_order set accrued = accrued - 1 where id = ${left}`,
      'every day of a copy order is one dealing with its profit, and a paid order earned what it was paid above its money',
    ],
    [
      `update invest_dealing_order set fee = fee + 1 where order_id = ${left} and exit_reason is not null`,
      `update invest_dealing_order set fee = fee - 1 where order_id = ${left} and exit_reason is not null`,
      'the entries of every copy order are its amounts',
    ],
  ]
  for (const [statement, undo, name] of cases) {
    await plant(statement)
    expect(Object.keys(await stage.broken()), statement).toContain(name)
    await plant(undo)
  }
  expect(await stage.broken()).toEqual({})
})

it('a dealing writes the orders of a lead who traded 10,000 times since the one before', async () => {
  const { rows } = await stage.database.pool.query<{ product_id: number; at_ms: number }>(
    'select product_id, at_ms from invest_dealing order by at_ms desc limit 1',
  )
  const [dealing] = rows
  if (dealing === undefined) throw new Error('no dealing')
  const changes = Array.from({ length: 10_000 }, (_, at) => ({
    ...dealing,
    ...{ pool_order: 1_000_000 + at, pid: 1, side: 'long' as const, change: -5n, open_price: 7n },
    ...{ close_price: at % 2 === 0 ? null : 8n, changed_ms: 9 },
  }))
  const written = transact(stage.database.db, async (tx) => {
    await insertPoolChanges(tx, changes)
    const stored = await listPoolChanges(tx, dealing.product_id, dealing.at_ms)
    expect(stored.slice(-2)).toEqual(changes.slice(-2))
    // Pages of one follower's day are the slices of all its rows, which add up to its profit.
    const { rows } = await stage.database.pool.query<DealingOrderRow>(
      'select * from invest_dealing_order where product_id = $1 and at_ms = $2 and units_before > 0 limit 1',
      [dealing.product_id, dealing.at_ms],
    )
    const [follower] = rows
    if (follower === undefined) throw new Error('no follower')
    for (const fee of ['0', '0.00000003']) {
      const day = {
        ...{ ...follower, units_before: poolUnitsFromWire('0.00000007') },
        ...{ profit: usdt('-0.00012345'), fee: usdt(fee) },
      }
      const all = await listCopyAttribution(tx, day, String)
      expect(all.reduce((sum, { profit }) => sum + profit, 0n)).toBe(-12_345n)
      for (const fromEnd of [all.length, 23, 21, 20, 2, 1, 0]) {
        const offset = all.length - fromEnd
        const page = await listCopyAttributionPage(tx, day, String, { offset, limit: 20 })
        expect(page, `${fromEnd} before the end`).toEqual({
          rows: all.slice(offset, offset + 20),
          total: all.length,
        })
      }
    }
    throw new Error('undone')
  })
  await expect(written).rejects.toThrow('undone')
})
