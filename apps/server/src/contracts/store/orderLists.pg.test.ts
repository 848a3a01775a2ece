import { orderStates } from '@glasshouse/core/contracts/codec'
import { cloneDatabase, type TestDatabase } from '@glasshouse/testkit/database'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { OrderRow } from '../schema.ts'
import { listOrderRows, type OrderQuery } from './orders.ts'

const uid = 7
let database: TestDatabase
let all: readonly OrderRow[]
beforeAll(async () => {
  database = await cloneDatabase(4)
  // Several were placed and ended in the same millisecond, in another order than that of their numbers.
  await sql`
    insert into contracts_order (uid, wallet, pid, side, leverage, lots, quantity, open_price, margin, open_fee, close_fee,
        close_price, profit, close_reason, hold, state, created_ms, opened_ms, closed_ms, fee_rate_ppm)
      select case n % 7 when 0 then 8 else ${uid} end, case n % 11 when 0 then 'contract2' else 'contract' end, 1 + n % 3,
        'long', 10, 1, 100000, 1, 1, 1, case state when 'closed' then 1 end, case state when 'closed' then 1 end,
        case state when 'closed' then 0 end, case state when 'closed' then 'user' end, case state when 'resting' then 1 else 0 end,
        state, n * 37 % 50, n, case when state in ('closed', 'cancelled') then n * 17 % 40 end, 500
      from generate_series(1, 200) n, lateral (select (${[...orderStates]}::text[])[1 + n % 5] as state) s`.execute(
    database.db,
  )
  const { rows } = await sql<OrderRow>`
    select * from contracts_order where uid = ${uid} and wallet = 'contract'`.execute(database.db)
  all = rows
})
afterAll(() => database.drop())

const columnOf = { created: 'created_ms', closed: 'closed_ms', id: 'id' } as const

/** The list as a plain sort has it: what has no end comes last in both directions. */
const plainList = ({ states, pid, orderBy, direction }: OrderQuery): readonly number[] => {
  const sign = direction === 'asc' ? 1 : -1
  const place = (row: OrderRow) => row[columnOf[orderBy]] ?? sign * Number.MAX_SAFE_INTEGER
  return all
    .filter((row) => (states?.includes(row.state) ?? true) && (pid === null || row.pid === pid))
    .sort((a, b) => sign * (place(a) - place(b) || a.id - b.id))
    .map(({ id }) => id)
}

it.each(
  (['created', 'closed', 'id'] as const).flatMap((orderBy) =>
    (['asc', 'desc'] as const).map((direction) => [orderBy, direction] as const),
  ),
)('pages of a list by %s %s are those of a plain sort', async (orderBy, direction) => {
  for (const states of [null, ['closed', 'cancelled'], ['open', 'closed', 'open'], ['resting']] as const)
    for (const pid of [null, 2]) {
      const query: OrderQuery = {
        uid,
        wallet: 'contract',
        states,
        pid,
        orderBy,
        direction,
        offset: 0,
        limit: 7,
      }
      const wanted = plainList(query)
      const found: number[] = []
      for (let offset = 0; offset <= wanted.length; offset += 7) {
        const page = await listOrderRows(database.db, { ...query, offset })
        expect(page.total).toBe(wanted.length)
        found.push(...page.orders.map(({ id }) => id))
      }
      expect(found).toEqual(wanted)
    }
})
