import { type OptionStage, optionFixture } from '@glasshouse/testkit/options'
import { plantForALook } from '@glasshouse/testkit/plantRows'
import { afterAll, beforeAll, expect, it } from 'vitest'

let stage: OptionStage
/** One open option (1), one that won (2), one that lost (3), one void (4). */
beforeAll(async () => {
  stage = await optionFixture()
  await stage.give(1, '100')
  const expire = async (at: string, silentMs: number) => {
    stage.clock.tick(30_000)
    stage.trade(at)
    stage.clock.tick(silentMs)
    stage.trade('60000')
    await stage.pass(300)
  }
  await stage.place(1, { seconds: 900 })
  await stage.place(1)
  await stage.place(1, { type: 'put' })
  await expire('60001', 1)
  await stage.place(1)
  await expire('60001', 5001)
})
afterAll(() => stage.close())

const tables = ['options_order', 'options_event', 'options_result_day', 'ledger_transaction']

const stakes = 'the stakes held for every customer equal those of the open options'
const escrow = 'the option escrow equals what the open options may win'
const placed = 'every option was paid for by exactly one transaction and tells the tick'
const settled =
  'every settled option has exactly one settlement transaction and its event, an open one has none'
const amounts = 'the entries of every option transaction are what its stake, its win and its outcome state'
const results = 'the results kept per day equal the settled options'
const prices = 'every settled option was decided by its two prices'

it('holds before anything is planted', async () => {
  expect(await stage.broken()).toEqual({})
})

it.each([
  [
    'update options_order set stake = stake + 1 where id = 1',
    {
      [stakes]: 'customer 1 has 1000000000 held, the open options took 1000000001',
      [amounts]: /states 1000000001$|states -1000000001$/,
    },
  ],
  [
    'update options_order set win = win + 1 where id = 1',
    { [escrow]: 'the escrow holds 850000000, promised are 850000001', [amounts]: /states -?850000001$/ },
  ],
  [
    "update ledger_transaction set cause_id = 77 where cause_kind = 'optionPlaced' and cause_id = 2",
    { [placed]: 'option 2 has 0 transactions and 0 events of its acceptance', [amounts]: /states 0$/ },
  ],
  [
    "delete from options_event where order_id = 3 and kind = 'placed'",
    { [placed]: 'option 3 has 1 transactions and 0 events of its acceptance', [amounts]: /states 0$/ },
  ],
  [
    `insert into ledger_transaction (cause_kind, cause_id, at_ms) values ('optionSettled', 1, 1)`,
    {
      [settled]: 'option 1 in state open has 1 settlement transactions and 0 events of it',
      'every entry has its account and its transaction, every transaction its entries': /has no entries/,
    },
  ],
  [
    "delete from options_event where order_id = 3 and kind = 'settled'",
    {
      [settled]: 'option 3 in state settled has 1 settlement transactions and 0 events of it',
      [amounts]: /states 0$/,
    },
  ],
  [
    "update options_order set outcome = 'loss', payout = 0 where id = 2",
    {
      [amounts]: /moved 1700000000 on customer\/1\/wallet\/USDT, its event states 0$/,
      [prices]: 'option 2 ended as loss from 60000000000000 to 60001000000000',
      [results]: /is told as 0 options and 0, settled are 1 and -1000000000$/,
    },
  ],
  [
    'update options_order set exit_price = entry_price where id = 3',
    { [prices]: 'option 3 ended as loss from 60000000000000 to 60000000000000' },
  ],
  [
    'update options_result_day set profit = profit + 1 where result = 1',
    { [results]: /is told as 1 options and 700000001, settled are 1 and 700000000$/ },
  ],
] as const)('finds what was planted: %s', (statement, expected) =>
  plantForALook(stage.database.url, tables, statement, async () => {
    const found = await stage.broken()
    expect(Object.keys(found).sort()).toEqual(Object.keys(expected).sort())
    for (const [name, message] of Object.entries(expected))
      expect(found[name]).toEqual(message instanceof RegExp ? expect.stringMatching(message) : message)
  }),
)

const payouts = 'the payout of a settled option follows from its outcome'

it('finds a payout that the constraint of the table lets in', async () => {
  const constraint = 'options_order_pays_as_promised'
  const { rows } = await stage.database.pool.query(
    'select pg_get_constraintdef(oid) as rule from pg_constraint where conname = $1',
    [constraint],
  )
  await stage.database.pool.query(`alter table options_order drop constraint ${constraint}`)
  await plantForALook(
    stage.database.url,
    tables,
    'update options_order set payout = payout + 1 where id = 2',
    async () => {
      const found = await stage.broken()
      expect(Object.keys(found).sort()).toEqual([payouts, results].sort())
      expect(found[payouts]).toBe('option 2 pays 1700000001 for win')
    },
  )
  await stage.database.pool.query(`alter table options_order add constraint ${constraint} ${rows[0].rule}`)
})

it('the database itself keeps what is settled, every row and every event', async () => {
  const tried = (statement: string) => stage.database.pool.query(statement)
  for (const statement of [
    "update options_order set outcome = 'win' where id = 3",
    "update options_order set state = 'open' where id = 3",
    'delete from options_order where id = 1',
    'truncate options_order cascade',
    "update options_event set rule = 'x'",
    'delete from options_event',
  ])
    await expect(tried(statement)).rejects.toMatchObject({ code: '23001' })
  await expect(
    tried(`insert into options_event (order_id, kind, at_ms, rule, transaction_id)
      values (1, 'settled', 1, 'silentAroundExpiry', 1), (999999, 'settled', 1, 'silentAroundExpiry', 1)`),
  ).rejects.toMatchObject({ code: '23503' })
  // A payout that does not follow from the outcome is refused before that.
  await expect(
    tried(
      "update options_order set state = 'settled', outcome = 'win', payout = 1, exit_price = 1, settled_ms = 1 where id = 1",
    ),
  ).rejects.toMatchObject({ code: '23514' })
})
