import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dayMs } from '@glasshouse/core/calendar/durations'
import type { DataOf } from '@glasshouse/core/calls'
import { sql } from 'kysely'
import type { Db } from '../platform/database/index.ts'

type Withdrawals = DataOf<'/api/trust/withdrawStats'>[number]
type HouseAccount = DataOf<'/api/trust/houseStats'>

/** The queries of `docs/statistics.md` by the name of their figure. */
const readQueries = async (): Promise<ReadonlyMap<string, string>> => {
  const path = join(import.meta.dirname, '..', '..', '..', '..', 'docs', 'statistics.md')
  const found = new Map<string, string>()
  let before = ''
  for (const section of (await readFile(path, 'utf8')).split('\n### ').slice(1)) {
    const [name = ''] = section.split('\n')
    const types = /same query with types? ([\d, ]+)\./.exec(section)?.[1]
    const query =
      types === undefined
        ? (/```sql\n([^`]*)```/.exec(section)?.[1] ?? '')
        : before.replace(/e\.type in \([\d, ]+\)/, `e.type in (${types})`)
    found.set(name, query)
    before = query
  }
  return found
}

/** Rows of a query as arrays of texts. */
const rowsOf = async (db: Db, query: string, values: Readonly<Record<string, number>>) => {
  const filled = query.replace(/:([a-z_]+_ms)\b/g, (_, name: string) => `(${values[name]}::bigint)`)
  const { rows } = await sql<{ cells: readonly (string | null)[] }>`
    select array(select value from json_each_text(row_to_json(q))) as cells
    from (${sql.raw(filled)}) q`.execute(db)
  return rows.map(({ cells }) => cells)
}

const ofWithdrawals = (stats: Withdrawals) => ({
  ...{ asked: stats.asked, sent: stats.sent, cancelled: stats.cancelled, waiting: stats.waiting },
  ...{ rejected: stats.rejected, medianMinutes: stats.medianMinutes, p95Minutes: stats.p95Minutes },
  ...{ over1h: stats.over1h, overdue: stats.overdue, oldestMinutes: stats.oldestMinutes },
})

const counted = ({ customers, lost }: HouseAccount['year']['lossRate']['all']) => ({ [customers]: lost })

const ofHouseAccount = ({ owed, reserves, locks, holds, year }: HouseAccount) => ({
  owed,
  'reserves.balance': Object.fromEntries(reserves.map(({ reserve, balance }) => [reserve, balance])),
  'reserves.floor': Object.fromEntries(
    reserves.flatMap(({ reserve, floor }) => (reserve === 'trading' ? [] : [[reserve, floor]])),
  ),
  ...{ 'locks.begun': locks[1]?.begun, 'locks.reasons': locks[1]?.reasons, 'holds.begun': holds[1]?.begun },
  ...{ 'year.since': year.since, 'year.lossRate.contracts': counted(year.lossRate.contracts) },
  ...{ 'year.lossRate.options': counted(year.lossRate.options) },
  ...{
    'year.lossRate.copying': counted(year.lossRate.copying),
    'year.lossRate.all': counted(year.lossRate.all),
  },
  ...{ 'year.fees.contracts': year.fees.contracts, 'year.fees.withdrawals': year.fees.withdrawals },
  ...{ 'year.fees.redemptions': year.fees.redemptions, 'year.fees.loans': year.fees.loans },
  'year.counterparty.contracts': year.counterparty.contracts,
  'year.counterparty.options': year.counterparty.options,
  ...{ 'year.insurance.draws': year.insurance.draws, 'year.insurance.amount': year.insurance.amount },
})

const asText = (figure: unknown): unknown =>
  typeof figure === 'object' && figure !== null
    ? Object.fromEntries(Object.entries(figure).map(([name, value]) => [name, String(value)]))
    : String(figure)

/** Published figures, and what the queries of the document tell; both by name and as texts. */
export const compareStatistics = async (
  db: Db,
  withdrawals: Withdrawals,
  house: HouseAccount,
  wallMs: number,
): Promise<{ readonly published: Record<string, unknown>; readonly queried: Record<string, unknown> }> => {
  const spanMs = withdrawals.days * dayMs
  const published: Record<string, unknown> = {}
  const queried: Record<string, unknown> = {}
  const queries = await readQueries()
  for (const [name, figure] of Object.entries({ ...ofWithdrawals(withdrawals), ...ofHouseAccount(house) })) {
    const at_ms = name in ofWithdrawals(withdrawals) ? withdrawals.at : house.at
    const from_ms = name.startsWith('year.') ? house.year.from : at_ms - spanMs
    const rows = await rowsOf(db, queries.get(name) ?? '', { at_ms, from_ms, wall_ms: wallMs })
    published[name] = asText(figure)
    queried[name] =
      typeof figure === 'object' && figure !== null
        ? Object.fromEntries(rows.map(([key, value]) => [key, value]))
        : (rows[0]?.[0] ?? 'null')
  }
  return { published, queried: { ...queried, ...unpublished(queries, published) } }
}

/** Queries of figures that no answer publishes. */
const unpublished = (queries: ReadonlyMap<string, string>, published: Readonly<Record<string, unknown>>) =>
  Object.fromEntries([...queries].filter(([name]) => !(name in published)))

/** Withdrawals that wait since long before the spans, were cancelled and rejected, and a lock of an account. */
export const plantCases = async (db: Db, nowMs: number): Promise<void> => {
  const [long, recent] = [nowMs - 200 * dayMs, nowMs - 5 * dayMs]
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`
      insert into funding_withdrawal (uid, way, amount, fee, destination, summary, userremark, state, needed, created_ms,
        deadline_ms, ended_ms, reason, rejection, remark)
      select 10001, '1001', 100, 1, '', '', '', state, 1, at, at + ${dayMs}, ended, reason, rejection, rejection from (values
        ('waiting', ${long}::bigint, null::bigint, 'amount_review', null),
        ('cancelled', ${recent}, ${recent + 7_200_000}, null, null),
        ('rejected', ${recent}, ${recent + 1}, null, 'sanctions'),
        ('rejected', ${recent}, ${recent + 1}, null, 'bad_address')
      ) as made (state, at, ended, reason, rejection)`.execute(tx)
    await sql`
      insert into identity_lock (uid, reason, remark, origin, from_ms, until_ms)
      values (10001, 'stolen_access', '', 'customer', ${recent}, ${recent + dayMs})`.execute(tx)
  })
}
