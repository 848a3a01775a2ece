import { usdt } from '@glasshouse/core/money/units'
import { type CopyStage, copyFixture } from '@glasshouse/testkit/copying'
import { plantForALook, plantRows } from '@glasshouse/testkit/plantRows'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkInvariants } from '../../../ledger/checks/index.ts'
import { copyInvariants } from './invariants.ts'

// What an operator could gain who edits rows with every trigger off: units of one follower for another, a fee twice or
// early, a levy that is not owed. The sums over a pool stay right in most of it.

let stage: CopyStage
/** Orders of one pool with periods of two days: one that paid a fee and runs on, one that left in between, a late one. */
const ids = { rolled: 0, left: 0, late: 0, product: 0, lead: 0 }
beforeAll(async () => {
  stage = await copyFixture()
  stage.markets.set('BTCUSDT', '63999.99', '64000')
  ids.lead = await stage.lead('10000')
  ids.product = await stage.copyProduct(ids.lead, { freezedate: 2, exitlevy: '0.5', leadfee: '10' })
  const [first, second, third] = [
    await stage.saver('2000'),
    await stage.saver('1000'),
    await stage.saver('700'),
  ]
  ids.rolled = await stage.ask(first, ids.product, '2000')
  ids.left = await stage.ask(second, ids.product, '1000')
  await stage.deal()
  await stage.open(ids.lead, 1, 100)
  stage.markets.set('BTCUSDT', '66000', '66000.01')
  await stage.end(second, ids.left, 'now')
  ids.late = await stage.ask(third, ids.product, '700')
  await stage.deal()
  stage.markets.set('BTCUSDT', '68000', '68000.01')
  await stage.deal()
})
afterAll(() => stage.drop())

const tables = ['invest_copy', 'invest_pool', 'invest_dealing', 'invest_dealing_order']
/** A statement with the names of rows in place of `:name`. */
const filled = (statement: string): string =>
  statement.replaceAll(/:([a-z]+)\b/g, (text, name: string) =>
    name in ids ? String(ids[name as keyof typeof ids]) : text,
  )
/** Broken invariants of copy trading by name, with an example each. */
const broken = async (): Promise<Readonly<Record<string, string | undefined>>> => {
  const { invariants } = await checkInvariants(stage.database.db, 1, copyInvariants)
  return Object.fromEntries(
    invariants.filter(({ holds }) => !holds).map(({ name: what, examples }) => [what, examples[0]]),
  )
}
const name =
  'every copy order holds the units that its dealings left it, and each dealing took the fee and the levy of its terms'

describe('an edit of units, marks and periods', () => {
  it('has nothing to find before: a fee was paid at the end of a period, a levy in between', async () => {
    expect(await stage.broken()).toEqual({})
    const { rows } = await sql<{ order_id: number; fee_units: bigint; levy: bigint }>`
      select order_id, sum(fee_units) as fee_units, sum(levy) as levy from invest_dealing_order group by order_id
      order by order_id`.execute(stage.database.db)
    const found = rows.map(({ order_id, fee_units, levy }) => [order_id, fee_units > 0n, levy > 0n])
    expect(found).toEqual([
      [ids.rolled, true, false],
      [ids.left, true, true],
      [ids.late, false, false],
    ])
  })

  const gains: readonly (readonly [gain: string, statement: string])[] = [
    [
      'units of one follower for another, the pool as before',
      'update invest_copy set units = units + case order_id when :late then 100000000 else -100000000 end where order_id in (:rolled, :late)',
    ],
    ['units back for who has left', 'update invest_copy set units = 1 where order_id = :left'],
    [
      'a lower mark, by which the lead is paid a second time of the same profit',
      'update invest_copy set high_water_mark = entry_price where order_id = :rolled',
    ],
    [
      'a higher mark, by which the lead is not paid',
      'update invest_copy set high_water_mark = high_water_mark * 2 where order_id = :late',
    ],
    [
      'an earlier end of a period, at which a fee falls due',
      'update invest_copy set period_end_ms = period_end_ms - 86400000 where order_id = :late',
    ],
    [
      'a later end of a period, which puts the fee off',
      'update invest_copy set period_end_ms = period_end_ms + 2 * 86400000 where order_id = :rolled',
    ],
    [
      'a larger fee in a dealing',
      'update invest_dealing_order set fee_units = fee_units + 1 where order_id = :rolled and fee_units > 0',
    ],
    [
      'a fee in a dealing in which none was due',
      'update invest_dealing_order set fee_units = 1000 where order_id = :late and put_in = 0',
    ],
    [
      'the fee of a dealing left out',
      'update invest_dealing_order set fee_units = 0, fee = 0 where order_id = :left and fee_units > 0',
    ],
    [
      'a levy on who has paid one',
      'update invest_dealing_order set levy = levy + 1, paid_out = paid_out - 1 where order_id = :left and levy > 0',
    ],
    [
      'no levy on who left between two periods',
      'update invest_dealing_order set paid_out = paid_out + levy, levy = 0 where order_id = :left and levy > 0',
    ],
    [
      'an exit called the end of a period, which is free',
      "update invest_dealing_order set exit_reason = 'period' where order_id = :left and exit_reason = 'now'",
    ],
    [
      'more units for the same money',
      'update invest_dealing_order set units_after = units_after + 1 where order_id = :late and put_in > 0',
    ],
    [
      'units of a dealing that the one before did not leave',
      'update invest_dealing_order set units_before = units_before + 1, units_after = units_after + 1 where order_id = :rolled and put_in = 0',
    ],
    [
      'a value that is not units by price',
      'update invest_dealing_order set value = value + 1 where order_id = :rolled and put_in > 0',
    ],
    [
      'a lower price of entering',
      'update invest_dealing set entry_price = entry_price - 1000 where units_before > 0',
    ],
    [
      'a higher price of leaving',
      'update invest_dealing set exit_price = exit_price + 1 where units_before > 0',
    ],
    [
      'a lower fee in the terms of an order',
      'update invest_copy set lead_fee_ppm = 1 where order_id = :rolled',
    ],
    ['a levy of nothing in the terms', 'update invest_copy set exit_levy_ppm = 0 where order_id = :left'],
  ]
  it.each(gains)('is found: %s', async (_, statement) => {
    await plantForALook(stage.database.url, tables, filled(statement), async () => {
      const found = await broken()
      expect(Object.keys(found)).toContain(name)
      expect(found[name]).toMatch(/^copy order \d+/)
    })
  })

  it('names the order whose units were moved and the one they came from', async () => {
    const move = filled(
      'update invest_copy set units = units + case order_id when :late then 5 else -5 end where order_id in (:rolled, :late)',
    )
    await plantForALook(stage.database.url, tables, move, async () => {
      const { rows } = await sql<{ units: bigint }>`select units from invest_pool`.execute(stage.database.db)
      const { rows: sum } = await sql<{ units: bigint }>`select sum(units) as units from invest_copy`.execute(
        stage.database.db,
      )
      // The sum that the pool is compared by is as before.
      expect(rows).toEqual(sum)
      expect(Object.keys(await broken())).toEqual([name])
    })
    expect(await stage.broken()).toEqual({})
  })
})

it('a dealing after the units were moved pays the wrong follower, and is found for good', async () => {
  const amount = usdt('50')
  await plantRows(
    stage.database.url,
    filled(`update invest_copy set units = units + ${amount} where order_id = :late`),
    filled(`update invest_copy set units = units - ${amount} where order_id = :rolled`),
  )
  await stage.deal()
  // The rows of the newest dealing are all consistent with the table that was edited; their beginning is not.
  await plantRows(
    stage.database.url,
    filled(`update invest_copy set units = units - ${amount} where order_id = :late`),
    filled(`update invest_copy set units = units + ${amount} where order_id = :rolled`),
  )
  const found = await broken()
  expect(found[name]).toMatch(new RegExp(`^copy order (${ids.late}|${ids.rolled}) `))
})
