import { dayOf } from '@glasshouse/core/calendar/days'
import { formatUsdt, usdt } from '@glasshouse/core/money/units'
import { signOf, type TradeResult } from '@glasshouse/core/performance/rules'
import type { TradeRow } from '@glasshouse/core/performance/wire'
import { type ContractFixture, contractFixture } from '@glasshouse/testkit/contracts'
import { type FakeServer, startFakeServer } from '@glasshouse/testkit/fakeServer'
import { platformOf } from '@glasshouse/testkit/platform'
import { post } from '@glasshouse/testkit/requests'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { performanceRoutes } from './index.fixture.ts'
import { tradesCsv, verifyTradesLink } from './service/tradesCsv.ts'

const dayLong = 86_400_000
/** Trades of each kind. */
const closedCount = 60

let stage: ContractFixture
let server: FakeServer
let deps: Parameters<typeof performanceRoutes>[0]
let time = 0
let now = 0

/** Customer 7: 60 closed positions and 60 settled options over ten days; customer 8: one of each. */
beforeAll(async () => {
  stage = await contractFixture()
  now = stage.clock.now()
  deps = { ...platformOf(stage.database, stage.clock), markets: stage.markets }
  server = await startFakeServer(stage.database, { routes: performanceRoutes(deps) })
  time = server.clock.now()
  const { db } = stage.database
  await sql`
    insert into contracts_order (uid, wallet, pid, side, leverage, lots, quantity, open_price, margin, open_fee,
      close_fee, close_price, profit, close_reason, state, created_ms, opened_ms, closed_ms, fee_rate_ppm)
    select case when n = 0 then 8 else 7 end, 'contract', 1 + n % 3, case n % 2 when 0 then 'long' else 'short' end, 10, 1, 100000, 1000000000, 1, 3, 4, 1000000000,
      (n % 5 - 2) * 7, 'user', 'closed', 1, 1, ${now}::bigint - (n % 10) * ${dayLong}::bigint - n * 1000, 500
    from generate_series(0, ${closedCount}::int) n`.execute(db)
  await sql`
    insert into options_order (uid, pid, option_type, stake, percent, win, seen_price, entry_price, placed_ms, expires_ms, state,
      outcome, payout, exit_price, settled_ms, entry_n)
    select case when n = 0 then 8 else 7 end, 1 + n % 2, case n % 2 when 0 then 'call' else 'put' end, 100, 70, 70, 5, 5, 1, 2, 'settled',
      o.outcome,
      case o.outcome when 'win' then 170 when 'loss' then 0 else 100 end, o.exit_price,
      ${now}::bigint - (n % 10) * ${dayLong}::bigint - n * 1000, 1
    from generate_series(0, ${closedCount}::int) n
    cross join lateral (select case n % 3 when 0 then 'win' when 1 then 'loss' else 'draw' end as outcome,
      case n % 3 when 2 then 5 else case when (n % 3 = 0) = (n % 2 = 0) then 6 else 4 end end as exit_price) o`.execute(
    db,
  )
})
afterAll(async () => {
  await server.close()
  await stage.database.drop()
})

/** Each call a millisecond later, so that no two signatures are the same. */
const call = (path: string, fields: Record<string, string | number> = {}, uid = 7) => {
  time += 1
  return post(server.url, `/api/performance/${path}`, fields, { token: `user-${uid}`, time })
}

const everyPage = async (filter: Record<string, string | number>, pageSize = 7): Promise<TradeRow[]> => {
  const rows: TradeRow[] = []
  for (let pageNum = 1; ; pageNum += 1) {
    const { data, total } = await call('trades', { ...filter, pageNum, pageSize })
    rows.push(...(data as TradeRow[]))
    if ((data as TradeRow[]).length < pageSize) {
      expect(rows).toHaveLength(total ?? -1)
      return rows
    }
  }
}

const filters = [
  {},
  { kind: 'contract' },
  { kind: 'option', result: 'won' },
  { side: 'short', result: 'lost' },
  { pid: 2 },
  { result: 'even' },
  { from: 'twoDaysAgo', to: 'twoDaysAgo' },
  { kind: 'contract', side: 'call' },
] as const

it.each(filters)('pages, sums and the file of %j are the same trades', async (asked) => {
  const day = dayOf(now - 2 * dayLong)
  const filter = 'from' in asked ? { from: day, to: day } : asked
  const rows = await everyPage(filter)
  const places = rows.map(({ closed, kind, id }) => [-closed, kind === 'contract' ? 0 : 1, -id])
  expect(places).toEqual(
    places.toSorted(([a = 0, b = 0, c = 0], [d = 0, e = 0, f = 0]) => a - d || b - e || c - f),
  )
  expect(new Set(rows.map(({ kind, id }) => `${kind}${id}`)).size).toBe(rows.length)
  const all = await everyPage({}, 100)
  const matching = all.filter(
    (row) =>
      (!('kind' in filter) || row.kind === filter.kind) &&
      (!('pid' in filter) || row.pid === filter.pid) &&
      (!('side' in filter) || row.side === filter.side) &&
      (!('from' in filter) || dayOf(row.closed) === day) &&
      (!('result' in filter) ||
        signOf(filter.result as TradeResult) === Math.sign(Number.parseFloat(row.pnl))),
  )
  expect(rows).toEqual(matching)
  const { data } = await call('days', filter)
  const { sum, days } = data as {
    sum: Record<string, unknown>
    days: { day: string; trades: number; pnl: string }[]
  }
  const added = (text: 'pnl' | 'fee', of = rows) =>
    formatUsdt(of.reduce((total, row) => total + usdt(row[text]), 0n))
  expect(sum).toMatchObject({ trades: rows.length, pnl: added('pnl'), fee: added('fee') })
  for (const { day: of, trades, pnl } of days) {
    const inDay = rows.filter(({ closed }) => dayOf(closed) === of)
    expect([inDay.length, added('pnl', inDay)]).toEqual([trades, pnl])
  }
  const { url } = (await call('export', filter)).data as { url: string }
  const request = verifyTradesLink(deps, url.split('link=')[1] ?? '')
  if (request === null) throw new Error('the link is good')
  let file = ''
  for await (const part of tradesCsv(deps, request)) file += part
  const lines = file.trim().split('\r\n')
  expect(lines.slice(1).map((line) => line.split(',').slice(0, 2).join('/'))).toEqual(
    rows.map(({ kind, id }) => `${kind}/${id}`),
  )
})

it('another customer has only the own trades, and a link that was changed opens nothing', async () => {
  expect((await call('trades', {}, 8)).total).toBe(2)
  expect((await call('trades', {}, 9)).data).toEqual([])
  const { url } = (await call('export', {}, 8)).data as { url: string }
  const link = url.split('link=')[1] ?? ''
  const [text = '', signature = ''] = link.split('.')
  const changed = Buffer.from(
    Buffer.from(text, 'base64url').toString().replace('"uid":8', '"uid":7'),
  ).toString('base64url')
  expect(verifyTradesLink(deps, `${changed}.${signature}`)).toBeNull()
  expect(verifyTradesLink(deps, link)?.uid).toBe(8)
})

it('days that are none, reversed or too many are refused', async () => {
  expect(await call('trades', { from: '20260230' })).toMatchObject({ retCode: 1001, data: { field: 'from' } })
  expect(await call('days', { from: '20260102', to: '20260101' })).toMatchObject({
    retCode: 2002,
    data: { min: '20260102' },
  })
  expect(await call('export', { from: '20240101', to: '20260101' })).toMatchObject({ retCode: 2002 })
})

it('the curve covers the days up to today, whatever was booked', async () => {
  const days = (await call('equity', { days: 3 }, 9)).data as Record<string, string>[]
  expect(days.map(({ day }) => day)).toEqual(
    [2, 1, 0].map((ago) => dayOf(stage.clock.business() - ago * dayLong)),
  )
  expect(days.at(-1)).toMatchObject({ balance: '0', change: '0', result: '0', fee: '0', earned: '0' })
  expect((await call('equity', { days: 367 })).retCode).toBe(1001)
})
