import { type Selectable, sql } from 'kysely'
import type { Db, SortedRange, Tx } from '../../platform/database/index.ts'
import type { TrustTables } from '../schema.ts'

const tables = (db: Db | Tx) => db.withTables<TrustTables>()

export type ReportRow = Selectable<TrustTables['trust_report']>

/** The newest report, the newest of a day, or the one of a number; null where there is none. */
export const findReport = async (
  db: Db | Tx,
  { day, number }: { readonly day: number | null; readonly number: number | null },
): Promise<ReportRow | null> =>
  (await tables(db)
    .selectFrom('trust_report')
    .selectAll()
    .$if(day !== null, (query) => query.where('day', '=', day ?? 0))
    .$if(number !== null, (query) => query.where('number', '=', number ?? 0))
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()) ?? null

/** The report of a midnight; null before it is made. */
export const findReportOfMidnight = async (db: Db, midnightMs: number): Promise<ReportRow | null> =>
  (await tables(db)
    .selectFrom('trust_report')
    .selectAll()
    .where('midnight_ms', '=', midnightMs)
    .executeTakeFirst()) ?? null

/** When the newest report on demand was made; null before the first. */
export const findNewestOnDemand = async (db: Db): Promise<number | null> =>
  (
    await tables(db)
      .selectFrom('trust_report')
      .select('made_ms')
      .where('midnight_ms', 'is', null)
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.made_ms ?? null

/** One page of all reports by number, with their count. */
export const listReports = async (
  db: Db,
  page: SortedRange,
): Promise<{ readonly rows: readonly ReportRow[]; readonly total: number }> => {
  const [{ total }, rows] = await Promise.all([
    tables(db)
      .selectFrom('trust_report')
      .select((on) => on.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
    tables(db)
      .selectFrom('trust_report')
      .selectAll()
      .orderBy('number', page.direction)
      .offset(page.offset)
      .limit(page.limit)
      .execute(),
  ])
  return { rows, total }
}

/** How many customers fetched the proofs of reports, by number. */
export const countChecks = async (
  db: Db,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, number>> => {
  const { rows } = await sql<{ number: number; checks: number }>`
    select number, count(*) as checks from trust_report_check where number = any(${numbers}::int[])
    group by number`.execute(db)
  return new Map(rows.map(({ number, checks }) => [number, checks]))
}

/** Notes that a customer fetched the proof of a report, once. */
export const insertCheck = async (db: Db, number: number, uid: number): Promise<void> => {
  await tables(db)
    .insertInto('trust_report_check')
    .values({ number, uid })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Publishes a report; its number and its link are checked by the database. */
export const insertReport = async (db: Db, row: ReportRow): Promise<void> => {
  await tables(db)
    .insertInto('trust_report')
    .values({ ...row, assets: sql`${row.assets}::text[]` as never })
    .execute()
}

/** Removes what a run that was stopped left of the tree of a report that was not published. */
export const deleteUnpublished = async (db: Db, number: number): Promise<void> => {
  await tables(db).deleteFrom('trust_report_nodes').where('number', '>=', number).execute()
  await tables(db).deleteFrom('trust_report_customers').where('number', '>=', number).execute()
  await tables(db).deleteFrom('trust_report_claims').where('number', '>=', number).execute()
}

/** Stores rows of a tree. */
export const insertNodes = async (
  db: Db,
  rows: readonly TrustTables['trust_report_nodes'][],
): Promise<void> => {
  if (rows.length > 0) await tables(db).insertInto('trust_report_nodes').values(rows).execute()
}

/** Stores rows of customers. */
export const insertCustomers = async (
  db: Db,
  rows: readonly TrustTables['trust_report_customers'][],
): Promise<void> => {
  if (rows.length > 0) await tables(db).insertInto('trust_report_customers').values(rows).execute()
}

/** Stores pages of claims. */
export const insertClaims = async (
  db: Db,
  rows: readonly TrustTables['trust_report_claims'][],
): Promise<void> => {
  if (rows.length > 0) await tables(db).insertInto('trust_report_claims').values(rows).execute()
}

/** The stored claims of the page that would hold a customer's; empty where there are none. */
export const findClaims = async (db: Db | Tx, number: number, uid: number): Promise<string> =>
  (
    await tables(db)
      .selectFrom('trust_report_claims')
      .select('claims')
      .where('number', '=', number)
      .where('first_uid', '<=', uid)
      .orderBy('first_uid', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.claims ?? ''

/** One stored row of a tree; a missing one is a broken invariant. */
export const findNodes = async (db: Db, number: number, height: number, place: number): Promise<Buffer> =>
  (
    await tables(db)
      .selectFrom('trust_report_nodes')
      .select('nodes')
      .where('number', '=', number)
      .where('height', '=', height)
      .where('place', '=', place)
      .executeTakeFirstOrThrow()
  ).nodes

/** The stored row of customers that would hold one; null where none could. */
export const findCustomers = async (db: Db | Tx, number: number, uid: number): Promise<Buffer | null> =>
  (
    await tables(db)
      .selectFrom('trust_report_customers')
      .select('customers')
      .where('number', '=', number)
      .where('first_uid', '<=', uid)
      .orderBy('first_uid', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.customers ?? null
