import { price } from '@glasshouse/core/money/units'
import { type ContractFixture, contractFixture } from '@glasshouse/testkit/contracts'
import { plainOrder } from '@glasshouse/testkit/orderRequest'
import { plantForALook } from '@glasshouse/testkit/plantRows'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { closePosition, placeOrder } from '../index.ts'

let stage: ContractFixture
/** An order of 7 lots (1) of which 4 were closed (3), and one of 5 lots (2). */
beforeAll(async () => {
  stage = await contractFixture()
  await stage.give(1, '1000')
  for (const number of [11, 5]) {
    await placeOrder(
      stage,
      { uid: 1 },
      {
        ...plainOrder,
        leverage: 10,
        price: price('65850'),
        pid: 1,
        lots: number,
        kind: 'market',
        side: 'long',
      },
    )
  }
  await closePosition(stage, { uid: 1 }, { id: 1, lots: 4 })
})
afterAll(() => stage.database.drop())

const tables = [
  ...['contracts_order', 'contracts_event', 'contracts_exposure', 'contracts_size', 'contracts_result_day'],
  'ledger_transaction',
]

const margin = 'the margin held in every contract wallet equals the margin of its open orders'
const opened = 'every order was opened by exactly one transaction and tells the tick'
const settled =
  'every closed order has exactly one settlement transaction and tells the tick, an open one has none'
const exposure = 'the exposure of every market equals its open orders'
const sizes = 'the size kept of every customer on a market equals the open and resting orders'
const prices = 'profit, fee and margin of every contract event follow from its price'

/** Entries of a transaction without its event. */
const unstated = {
  'the entries of every contract transaction are what its event states': expect.stringMatching(/ states 0$/),
}

/** An event with other figures than its price gives. */
const unpriced = (kind: string, order: number) => ({
  [prices]: expect.stringMatching(new RegExp(`^event \\d+ \\(${kind}\\) of order ${order} states profit `)),
})
const misstated = {
  'the entries of every contract transaction are what its event states': expect.stringMatching(
    /^transaction \d+ of contract/,
  ),
}

it('holds before anything is planted', async () => {
  expect(await stage.broken()).toEqual({})
})

it.each([
  [
    'update contracts_order set margin = margin + 1 where id = 2',
    { [margin]: 'customer 1 wallet contract holds 7902000000, its open orders need 7902000001' },
  ],
  [
    "update ledger_transaction set cause_id = 77 where cause_kind = 'contractOpened' and cause_id = 2",
    { [opened]: 'order 2 has 0 opening transactions and 0 opening events', ...unstated },
  ],
  [
    "delete from contracts_event where kind = 'opened' and order_id = 2",
    { [opened]: 'order 2 has 1 opening transactions and 0 opening events', ...unstated },
  ],
  [
    "update ledger_transaction set cause_id = 77 where cause_kind = 'contractClosed'",
    { [settled]: 'order 3 in state closed has 0 settlement transactions and 1 closing events', ...unstated },
  ],
  [
    "update ledger_transaction set cause_id = 2 where cause_kind = 'contractClosed'",
    { [settled]: 'order 2 in state open has 1 settlement transactions and 0 closing events', ...unstated },
  ],
  [
    "delete from contracts_event where kind = 'closed'",
    {
      [settled]: 'order 3 in state closed has 1 settlement transactions and 0 closing events',
      'a contract event without a transaction moves nothing, and a part closes as its order does':
        'event 3 of order 1 tells of a part that did not close so',
      ...unstated,
    },
  ],
  [
    'update contracts_exposure set long_quantity = long_quantity - 100000',
    { [exposure]: 'market 1 is told as 1100000 long and 0 short, open are 1200000 and 0' },
  ],
  [
    'insert into contracts_exposure (pid, short_quantity) values (2, 5)',
    { [exposure]: 'market 2 is told as 0 long and 5 short, open are 0 and 0' },
  ],
  [
    'update contracts_size set cost = cost + 1',
    { [sizes]: expect.stringMatching(/^customer 1 market 1 is told as \d+1, open and resting are \d+0$/) },
  ],
  [
    'insert into contracts_size (uid, pid, cost) values (1, 2, 5)',
    { [sizes]: 'customer 1 market 2 is told as 5, open and resting are 0' },
  ],
  [
    "update contracts_event set fee = fee + 1 where kind = 'opened' and order_id = 2",
    { ...unpriced('opened', 2), ...misstated },
  ],
  [
    "update contracts_event set margin = margin - 1 where kind = 'opened' and order_id = 2",
    { ...unpriced('opened', 2), ...misstated },
  ],
  [
    "update contracts_event set price = price + 100000000 where kind = 'opened' and order_id = 2",
    unpriced('opened', 2),
  ],
  [
    "update contracts_event set profit = profit + 1 where kind = 'closed'",
    {
      ...unpriced('closed', 3),
      ...misstated,
      'a contract event without a transaction moves nothing, and a part closes as its order does':
        'event 3 of order 1 tells of a part that did not close so',
    },
  ],
  [
    'update contracts_result_day set trades = trades + 1',
    {
      'the results kept per day equal the closed orders': expect.stringMatching(
        /^customer 1 market 1 day \d+ is told as 2 trades and (-\d+), closed are 1 and \1$/,
      ),
    },
  ],
])('reports: %s', async (statement, broken) => {
  await plantForALook(stage.database.url, tables, statement, async () => {
    expect(await stage.broken()).toEqual(broken)
  })
})

it('evidence is never changed', async () => {
  const attempts = [
    'update contracts_event set price = 1',
    'delete from contracts_event',
    'truncate contracts_event',
  ]
  for (const attempt of attempts) {
    await expect(sql.raw(attempt).execute(stage.database.db)).rejects.toThrow('is not allowed')
  }
})
