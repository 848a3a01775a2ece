import { startOfNextDay } from '@glasshouse/core/calendar/days'
import { dayMs } from '@glasshouse/core/calendar/durations'
import { usdt } from '@glasshouse/core/money/units'
import { type CopyStage, copyFixture } from '@glasshouse/testkit/copying'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { transact } from '../platform/transactions/index.ts'
import { dealCopyProducts, listPoolClaims, sumPools } from './index.fixture.ts'
import { listDealings } from './service/copy/poolOrders.ts'
import { stopFallenPools } from './service/copy/stop.ts'

// Random lives of a pool in the database: a lead trades, prices move, followers come, leave and change their minds, nights
// are missed. After every dealing the money is counted from outside: wallets, holds, the pool, the lead and the platform
// together have what they had; and each figure of the dealing follows from the figures stored beside it, in own arithmetic.

const one = 1_000_000_000n
const floor = (over: bigint, under: bigint): bigint => {
  const cut = over / under
  return over % under !== 0n && over < 0n !== under < 0n ? cut - 1n : cut
}
const ceil = (over: bigint, under: bigint): bigint => -floor(-over, under)

type DealingRow = {
  readonly at_ms: number
  readonly balance: bigint
  readonly bid: bigint
  readonly offer: bigint
  readonly closing_cost: bigint
  readonly units_before: bigint
  readonly units_after: bigint
  readonly entry_price: bigint
  readonly exit_price: bigint
  readonly dust: bigint
  readonly is_ended: boolean
  readonly positions: readonly {
    readonly pid: number
    readonly side: string
    readonly quantity: string
    readonly openPrice: string
    readonly feeRatePpm: number
  }[]
  readonly ticks: readonly {
    readonly pid: number
    readonly tick: { readonly bid: string; readonly ask: string }
  }[]
}
type OrderRow = {
  readonly order_id: number
  readonly units_before: bigint
  readonly units_after: bigint
  readonly fee_units: bigint
  readonly fee: bigint
  readonly levy: bigint
  readonly put_in: bigint
  readonly paid_out: bigint
  readonly value: bigint
  readonly profit: bigint
  readonly exit_reason: string | null
  readonly exit_levy_ppm: number
  readonly lead_fee_ppm: number
  readonly stop_loss_percent: number
  readonly principal: bigint
}

/** A price of the wire in units of 1e-9. */
const priceUnits = (text: string): bigint => {
  const [whole = '0', part = ''] = text.split('.')
  return BigInt(whole) * one + BigInt(part.padEnd(9, '0'))
}

/** Values of a pool from its stored positions and ticks: bid, offer and the cost of closing. */
const valued = ({ balance, positions, ticks }: DealingRow) => {
  const best = new Map(
    ticks.map(({ pid, tick }) => [pid, { bid: priceUnits(tick.bid), ask: priceUnits(tick.ask) }]),
  )
  let [bid, offer, cost] = [balance, balance, 0n]
  for (const { pid, side, quantity, openPrice, feeRatePpm } of positions) {
    const market = best.get(pid)
    if (market === undefined) throw new Error(`no tick of market ${pid}`)
    const [coins, opened, isLong] = [BigInt(quantity), BigInt(openPrice), side === 'long']
    const [closing, opposite] = isLong ? [market.bid, market.ask] : [market.ask, market.bid]
    const gain = (price: bigint) => coins * (isLong ? price - opened : opened - price)
    bid += floor(gain(closing), one)
    offer += ceil(gain(opposite), one)
    cost += ceil(coins * closing * BigInt(feeRatePpm), one * 1_000_000n)
  }
  return { bid, offer, cost }
}

let stage: CopyStage
beforeAll(async () => {
  stage = await copyFixture()
})
afterAll(() => stage.drop())

const query = async <Row>(statement: string): Promise<readonly Row[]> =>
  (await sql.raw<Row>(statement).execute(stage.database.db)).rows
/** All USDT of the pool, its followers, its lead and the house accounts that trade with them. */
const moneyOf = async (owners: readonly number[]) => {
  const [row] = await query<{ total: bigint }>(`
    select coalesce(sum(balance), 0) as total from ledger_account where asset = 'USDT' and owner = 'customer'
      and owner_id in (${owners.join(', ')})`)
  return row?.total ?? 0n
}

const checkDealing = async (product: number, dealing: DealingRow): Promise<void> => {
  const { bid, offer, cost } = valued(dealing)
  expect([dealing.bid, dealing.offer, dealing.closing_cost]).toEqual([bid, offer, cost])
  const issued = dealing.units_before
  const notNegative = (price: bigint) => (price < 0n ? 0n : price)
  const entry = issued === 0n ? one : notNegative(ceil(offer * one, issued))
  const exit = issued === 0n ? one : notNegative(floor((bid - cost) * one, issued))
  expect([dealing.entry_price, dealing.exit_price]).toEqual([entry, exit])
  const rows = await query<OrderRow>(`
    select d.*, c.exit_levy_ppm, c.lead_fee_ppm, c.stop_loss_percent, o.principal
    from invest_dealing_order d join invest_copy c using (order_id) join invest_order o on o.id = d.order_id
    where d.product_id = ${product} and d.at_ms = ${dealing.at_ms} order by d.order_id`)
  const sum = (of: (row: OrderRow) => bigint) => rows.reduce((total, row) => total + of(row), 0n)
  expect(sum((row) => row.units_before)).toBe(issued)
  expect(sum((row) => row.units_after)).toBe(dealing.units_after)
  for (const row of rows) {
    const isEntry = row.units_before === 0n && row.put_in > 0n
    if (isEntry) expect(row.units_after).toBe(floor(row.put_in * one, entry))
    expect(row.value).toBe(floor(row.units_after * exit, one))
    expect(row.fee).toBe(floor(row.fee_units * exit, one))
    if (row.exit_reason === null) {
      expect([row.paid_out, row.levy]).toEqual([0n, 0n])
      // Who stays has lost less than the stop-loss allows.
      if (!isEntry)
        expect(
          row.units_before * exit * 100n > BigInt(100 - row.stop_loss_percent) * row.principal * one,
        ).toBe(true)
      continue
    }
    const worth = floor((row.units_before - row.fee_units) * exit, one)
    expect(row.units_after).toBe(0n)
    expect(row.paid_out + row.levy).toBe(worth)
    const isLevied = row.exit_reason === 'now' && dealing.units_after > 0n
    expect(row.levy).toBe(isLevied ? ceil(worth * BigInt(row.exit_levy_ppm), 1_000_000n) : 0n)
  }
  if (dealing.units_after > 0n) expect(dealing.dust).toBe(0n)
  else expect(dealing.dust).toBeLessThan(usdt('0.001'))
}

const moves = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: -200, max: 200 }) },
  { weight: 1, arbitrary: fc.integer({ min: -1500, max: 1500 }) },
)
const steps = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('ask' as const),
        who: fc.nat(4),
        hundreds: fc.integer({ min: 1, max: 30 }),
        stop: fc.constantFrom(5, 40, 95),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('end' as const),
        who: fc.nat(4),
        when: fc.constantFrom('period' as const, 'now' as const),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('open' as const),
        side: fc.constantFrom(1 as const, 2 as const),
        lots: fc.integer({ min: 1, max: 200 }),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('close' as const), place: fc.nat() }) },
    { weight: 5, arbitrary: fc.record({ kind: fc.constant('move' as const), basisPoints: moves }) },
    {
      weight: 5,
      arbitrary: fc.record({ kind: fc.constant('night' as const), missed: fc.constantFrom(0, 0, 0, 2) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('hours' as const), hours: fc.integer({ min: 1, max: 12 }) }),
    },
  ),
  { minLength: 20, maxLength: 45, size: 'max' },
)

it('random days of a pool lose and make no money, and every figure follows from those beside it', async () => {
  let dealt = 0
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      stage.markets.set('BTCUSDT', '63999.99', '64000')
      const lead = await stage.lead('20000')
      const product = await stage.copyProduct(lead, {
        freezedate: 3,
        exitlevy: '0.5',
        leadfee: '20',
        copystop: '60',
      })
      const account = await stage.poolOf(product)
      const savers = await Promise.all(Array.from({ length: 5 }, () => stage.saver('10000')))
      const open: number[] = []
      let cents = 6_400_000
      const owners = [lead, account, ...savers]
      const before = await moneyOf(owners)
      const night = async (missed: number) => {
        stage.clock.advance((missed + 1) * dayMs)
        const atMs = startOfNextDay(stage.clock.business()) - dayMs
        for (let back = missed; back >= 0; back -= 1)
          await dealCopyProducts(stage, { atMs: atMs - back * dayMs, day: '', isLast: back === 0 })
      }
      const quietly = (attempt: Promise<unknown>) =>
        attempt.catch((error: { code?: string }) => {
          if (error.code === undefined) throw error
        })
      for (const step of all) {
        if (step.kind === 'ask')
          await quietly(stage.ask(savers[step.who] ?? 0, product, `${step.hundreds * 100}`, step.stop))
        else if (step.kind === 'end') {
          const uid = savers[step.who] ?? 0
          for (const { id, status } of await stage.orders(uid))
            if (status < 1) await quietly(stage.end(uid, id, step.when))
        } else if (step.kind === 'open')
          await quietly(stage.open(lead, step.side, step.lots).then((id) => open.push(id)))
        else if (step.kind === 'close') {
          const id = open.splice(step.place % Math.max(1, open.length), 1)[0]
          if (id !== undefined) await quietly(stage.close(lead, id))
        } else if (step.kind === 'move') {
          cents = Math.max(1_000_000, Math.round((cents * (10_000 + step.basisPoints)) / 10_000))
          stage.markets.set('BTCUSDT', ((cents - 1) / 100).toFixed(2), (cents / 100).toFixed(2))
          await stage.engine.settled()
          await stopFallenPools(stage)
        } else if (step.kind === 'hours') stage.clock.advance(step.hours * 3_600_000)
        else await night(step.missed)
      }
      await night(0)
      const dealings = await query<DealingRow>(
        `select * from invest_dealing where product_id = ${product} order by at_ms`,
      )
      dealt += dealings.length
      for (const dealing of dealings) await checkDealing(product, dealing)
      const page = { id: product, offset: 0, limit: 100, direction: 'asc' } as const
      expect((await listDealings(stage, page)).total).toBe(dealings.length)
      // What all of them have together changed by trading, its fees and the rounding of the last unit alone.
      const [flows] = await query<{ outside: bigint }>(`
        select coalesce(sum(e.amount), 0) as outside from ledger_entry e
        join ledger_account a on a.id = e.account_id join ledger_transaction t on t.id = e.transaction_id
        where a.owner = 'customer' and a.asset = 'USDT' and a.owner_id in (${owners.join(', ')})
          and (t.cause_kind like 'contract%' or t.cause_kind = 'copyRounding')`)
      expect((await moneyOf(owners)) - before).toBe(flows?.outside ?? 0n)
      // Orders show what they came to: what was paid out, or is still worth, less what was put in.
      for (const uid of savers)
        for (const { state, profit, payout, buymoney, value } of await stage.orders(uid)) {
          const worth = state === 'running' ? usdt(value ?? '0') : usdt(payout)
          if (state !== 'waiting') expect(usdt(profit)).toBe(worth - usdt(buymoney))
        }
      // The claims of the report are the values of the running orders.
      const upTo = Math.max(...savers)
      const claims = await transact(stage.database.db, (tx) =>
        listPoolClaims(tx, { after: Math.min(...savers) - 1, upTo }),
      )
      const rows = (await Promise.all(savers.map((uid) => stage.orders(uid)))).flat()
      const values = rows.reduce(
        (sum, { state, value }) => sum + (state === 'running' ? usdt(value ?? '0') : 0n),
        0n,
      )
      expect(claims.reduce((sum, { amount }) => sum + amount, 0n)).toBe(values)
      expect((await transact(stage.database.db, sumPools)).get('pools.floating')).toBeTypeOf('bigint')
      expect(await stage.broken()).toEqual({})
    }),
    { numRuns: 6 },
  )
  expect(dealt).toBeGreaterThan(15)
})
