import { genesisHash, type Tick, tickEvidence } from '@glasshouse/core/markets/evidence'
import type { Price, Quantity, Usdt } from '@glasshouse/core/money/units'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sentStatements, unnestedRows } from '../../platform/database/rowColumns.fixture.ts'
import type { OrderRow } from '../schema.ts'
import { eventColumns, insertEvents, type NewEvent } from './events.ts'
import { addedOrderColumns, changedOrderColumns, insertOrders, updateOrders } from './orders.ts'

/** A value as PostgreSQL reads it. */
const written = (value: unknown): string | null => {
  if (value === null || value === undefined) return null
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const id = fc.integer({ min: 1, max: 2 ** 40 })
const amount = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n })
const price = amount as fc.Arbitrary<Price>
const money = amount as fc.Arbitrary<Usdt>

const order: fc.Arbitrary<OrderRow> = fc.record({
  id,
  parent_id: fc.option(id),
  uid: id,
  wallet: fc.constantFrom('contract', 'contract2'),
  pid: fc.nat(200),
  side: fc.constantFrom('long', 'short'),
  leverage: fc.nat(200),
  lots: id,
  quantity: amount as fc.Arbitrary<Quantity>,
  open_price: price,
  margin: money,
  open_fee: money,
  close_fee: fc.option(money),
  close_price: fc.option(price),
  profit: fc.option(money),
  close_reason: fc.option(fc.constantFrom('user', 'liquidation')),
  state: fc.constantFrom('resting', 'open', 'closed', 'cancelled'),
  fee_rate_ppm: fc.nat(1000),
  hold: money,
  target_profit_price: fc.option(price),
  stop_loss_price: fc.option(price),
  closing_orders: fc.option(fc.array(fc.record({ price: fc.string(), lots: id }), { maxLength: 3 })),
  trailing_stop: fc.option(fc.record({ distance: fc.string(), since: id, start: fc.string() })),
  entry_trigger: fc.option(fc.constantFrom('rises', 'falls')),
  expires_ms: fc.option(id),
  acceptance: id,
  ai_run: fc.option(id),
  created_ms: id,
  opened_ms: fc.option(id),
  closed_ms: fc.option(id),
  copy_of: fc.option(id),
  closing_lots: fc.option(id),
  closing_for: fc.option(id),
})

const only = <T>(all: readonly T[]): T => {
  const [one] = all
  if (one === undefined || all.length > 1) throw new Error(`${all.length} instead of one`)
  return one
}

it('new orders are written as they are; only a due close comes later', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(order, { maxLength: 4 }), async (rows) => {
      const sent = only(await sentStatements((tx) => insertOrders(tx, addedOrderColumns(rows))))
      const expected = rows.map(({ closing_lots: _lots, closing_for: _lead, ...row }) =>
        Object.fromEntries(Object.entries(row).map(([name, value]) => [name, written(value)])),
      )
      expect(only(unnestedRows(sent))).toEqual(expected)
    }),
  )
})

/** What no event of an order changes. */
const lasting = new Set([
  'parent_id',
  'uid',
  'wallet',
  'pid',
  'side',
  'leverage',
  'fee_rate_ppm',
  'created_ms',
  'copy_of',
  'ai_run',
])

it('changed orders are written but for what never changes, each column to its own', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(order, { maxLength: 4 }), async (rows) => {
      const sent = only(await sentStatements((tx) => updateOrders(tx, changedOrderColumns(rows))))
      const expected = rows.map((row) =>
        Object.fromEntries(
          Object.entries(row).flatMap(([name, value]) => (lasting.has(name) ? [] : [[name, written(value)]])),
        ),
      )
      expect(only(unnestedRows(sent))).toEqual(expected)
      const assigned = [...sent.text.matchAll(/(\w+) = n\.(\w+)[,\s]/g)].map(([, to, from]) => [to, from])
      const changing = Object.keys(rows[0] ?? {}).filter((name) => !lasting.has(name) && name !== 'id')
      if (rows.length > 0) expect(assigned.map(([to]) => to).sort()).toEqual(changing.sort())
      expect(assigned.filter(([to, from]) => to !== from && to !== 'id')).toEqual([])
    }),
  )
})

const tick = (n: number): Tick => ({
  ...{ symbol: 'BTCUSDT', n, kind: 'trade', source: 'simulator', sourceSequence: `s"${n}\\` },
  ...{ sourceTimeMs: n, recordedTimeMs: null, receivedTimeMs: n + 1, side: 'buy' },
  ...{ price: 65_850_000_000_000n as Price, quantity: 1n as Quantity },
  ...{ bid: 65_849_990_000_000n as Price, ask: 65_850_000_000_000n as Price },
  ...{ previousHash: genesisHash, hash: genesisHash },
})
const ticks = [tick(1), tick(2), tick(3)]

const event = fc.record(
  {
    order_id: id,
    kind: fc.constantFrom('opened' as const, 'closed' as const, 'stopsSet' as const),
    at_ms: id,
    rule: fc.string(),
    price,
    lots: id,
    margin: money,
    fee: money,
    profit: money,
    insurance: money,
    transaction_id: fc.option(id),
    tick: fc.option(fc.constantFrom(...ticks)),
    seen_price: amount,
    insured_profit: amount,
    owed: amount,
    held: amount,
    released: amount,
    bonus_fee: amount,
    drawn_margin: amount,
    unpaid_loss: amount,
    unpaid_fee: amount,
    api_key_id: fc.option(id),
    copy_of: fc.option(id),
    expires_ms: fc.option(id),
    trailing_stop: fc.record({ distance: fc.string() }),
  },
  {
    requiredKeys: [
      ...(['order_id', 'kind', 'at_ms', 'rule', 'price', 'lots', 'margin', 'fee', 'profit'] as const),
      ...(['insurance', 'transaction_id', 'tick'] as const),
    ],
  },
) as fc.Arbitrary<NewEvent>

const optionalAmounts = [
  'insured_profit',
  'owed',
  'held',
  'released',
  'bonus_fee',
  'drawn_margin',
  'unpaid_loss',
  'unpaid_fee',
] as const

it('events are written as they are, each with its own tick, 0 for amounts left out, and the key of the request', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(event, { minLength: 1, maxLength: 5 }),
      fc.option(id),
      async (given, requestKey) => {
        const sent = only(await sentStatements((tx) => insertEvents(tx, eventColumns(given, requestKey))))
        const evidence = JSON.parse(String(sent.parameters[0])) as readonly unknown[]
        const rows = only(unnestedRows(sent))
        expect(new Set(evidence.map((one) => JSON.stringify(one))).size).toBe(evidence.length)
        const read = rows.map((row) => ({
          ...row,
          tick: row.tick === null ? null : evidence[Number(row.tick) - 1],
        }))
        const expected = given.map(({ tick: by, ...one }) => ({
          ...Object.fromEntries(Object.entries(one).map(([name, value]) => [name, written(value)])),
          ...Object.fromEntries(optionalAmounts.map((name) => [name, written(one[name] ?? 0n)])),
          tick: by === null ? null : JSON.parse(JSON.stringify(tickEvidence(by))),
          api_key_id: written(one.api_key_id ?? requestKey),
          ...Object.fromEntries(
            (['seen_price', 'copy_of', 'expires_ms', 'trailing_stop', 'account', 'entry', 'ai'] as const).map(
              (name) => [name, written(one[name])],
            ),
          ),
        }))
        expect(read).toEqual(expected)
      },
    ),
  )
})
