import { owingStates } from '@glasshouse/core/loans/checks'
import type { Usdt } from '@glasshouse/core/money/units'
import type { ReviewState } from '@glasshouse/core/reviews/codec'
import { sql, type Updateable } from 'kysely'
import { type Db, pgNumberArray, type SortedRange, type Tx } from '../../platform/database/index.ts'
import type { QueueItem } from '../../reviews/index.ts'
import { autoRepaidColumn, type LoanRecord, type LoansTables, type NewLoan } from '../schema.ts'

const tables = (db: Db | Tx) => db.withTables<LoansTables>()

const loans = (db: Db | Tx) =>
  tables(db)
    .selectFrom('loans_loan')
    .selectAll()
    .select((on) => on.ref(autoRepaidColumn).as('is_auto_repaid'))

export const insertLoan = (tx: Tx, { is_auto_repaid, ...loan }: NewLoan): Promise<{ readonly id: number }> =>
  tables(tx)
    .insertInto('loans_loan')
    .values({ ...loan, [autoRepaidColumn]: is_auto_repaid })
    .returning('id')
    .executeTakeFirstOrThrow()

/** A loan, locked until the commit. */
export const lockLoan = (tx: Tx, id: number): Promise<LoanRecord | undefined> =>
  loans(tx).where('id', '=', id).forUpdate().executeTakeFirst()

export const updateLoan = (
  tx: Tx,
  id: number,
  change: Updateable<LoansTables['loans_loan']>,
): Promise<LoanRecord> =>
  tables(tx)
    .updateTable('loans_loan')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .returning((on) => on.ref(autoRepaidColumn).as('is_auto_repaid'))
    .executeTakeFirstOrThrow()

export const findLoans = (db: Db | Tx, ids: readonly number[]): Promise<readonly LoanRecord[]> =>
  loans(db)
    .where('id', 'in', [...ids])
    .execute()

/** One page of a customer's loans. */
export const listLoansOf = (db: Db | Tx, uid: number, page: SortedRange): Promise<readonly LoanRecord[]> =>
  loans(db)
    .where('uid', '=', uid)
    .orderBy('id', page.direction)
    .offset(page.offset)
    .limit(page.limit)
    .execute()

/** Loans of a customer that wait for review or are owed; at most one. */
export const countOpenLoans = async (db: Db | Tx, uid: number): Promise<number> => {
  const { total } = await tables(db)
    .selectFrom('loans_loan')
    .select((on) => on.fn.countAll<number>().as('total'))
    .where('uid', '=', uid)
    .where('state', 'in', ['review', ...owingStates])
    .executeTakeFirstOrThrow()
  return total
}

/** What each of some customers owes, interest included, units of 1e-8 USDT; who owes nothing is absent. */
export const sumOwedBy = async (db: Db | Tx, uids: readonly number[]): Promise<ReadonlyMap<number, Usdt>> => {
  const rows = await tables(db)
    .selectFrom('loans_loan')
    .select(['uid', sql<Usdt>`sum(outstanding + interest)`.as('total')])
    .where(sql<boolean>`uid = any(${pgNumberArray(uids)}::bigint[])`)
    .where('state', 'in', owingStates)
    .groupBy('uid')
    .execute()
  return new Map(rows.map(({ uid, total }) => [uid, total]))
}

/** How the newest loans of a customer ended, without one of them, and what is owed now. */
export type LoanOutcomes = {
  readonly repaid: number
  /** Repaid from the collateral. */
  readonly settled: number
  readonly rejected: number
  readonly isOverdue: boolean
  readonly owed: Usdt
}

/** Counts how the newest `limit` loans of a customer ended, without `exceptId`. */
export const countLoanOutcomes = async (
  db: Db | Tx,
  uid: number,
  exceptId: number | null,
  limit: number,
): Promise<LoanOutcomes> => {
  const { rows } = await sql<LoanOutcomes>`
    select count(*) filter (where state = 'repaid') as repaid,
      count(*) filter (where state = 'settled') as settled,
      count(*) filter (where state = 'rejected') as rejected,
      coalesce(bool_or(state = 'overdue'), false) as "isOverdue",
      coalesce(sum(outstanding + interest) filter (where state in ('running', 'overdue')), 0) as owed
    from (
      select state, outstanding, interest from loans_loan
      where uid = ${uid} and id is distinct from ${exceptId}::bigint order by id desc limit ${limit}
    ) newest`.execute(db)
  const [found] = rows
  if (found === undefined) throw new Error('count returned no row')
  return found
}

/** Principal that all customers owe together. */
export const sumOutstanding = async (db: Db | Tx): Promise<bigint> => {
  const { total } = await tables(db)
    .selectFrom('loans_loan')
    .select(sql<bigint>`coalesce(sum(outstanding), 0)`.as('total'))
    .where('state', 'in', owingStates)
    .executeTakeFirstOrThrow()
  return total
}

/** Ids of loans that a midnight has not been worked through for, with ids above `afterId`. */
export const listDueLoanIds = async (
  db: Db,
  atMs: number,
  afterId: number,
  limit: number,
): Promise<readonly number[]> => {
  const { rows } = await sql<{ id: number }>`
    select id from loans_loan
    where state in ('running', 'overdue') and midnight_ms < ${atMs} and paid_ms < ${atMs} and id > ${afterId}
    order by id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

const conditions = {
  pending: sql`state = 'review'`,
  approved: sql`state not in ('review', 'rejected')`,
  rejected: sql`state = 'rejected'`,
} as const

/** Loans of a state for the review queue. */
export const listQueueItems = (state: ReviewState) => sql<QueueItem>`
  select id, uid, created_ms, null::bigint as deadline_ms, '' as words from loans_loan where ${conditions[state]}`
