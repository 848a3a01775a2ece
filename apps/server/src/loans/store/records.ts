import { type Insertable, sql } from 'kysely'
import { type Db, type PageRange, pgNumberArray, type Tx } from '../../platform/database/index.ts'
import type { LoansTables, PaymentRecord, PledgeRecord, ScoreEventRecord, StandingRecord } from '../schema.ts'

const tables = (db: Db | Tx) => db.withTables<LoansTables>()

type Page = PageRange

/** Books the interest of a day once; false where it was booked before. */
export const insertInterest = async (
  tx: Tx,
  row: Insertable<LoansTables['loans_interest']>,
): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await tables(tx)
    .insertInto('loans_interest')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Records the figures of a loan at an instant, once. */
export const insertStanding = async (
  tx: Tx,
  standing: Insertable<LoansTables['loans_standing']>,
): Promise<void> => {
  await tables(tx)
    .insertInto('loans_standing')
    .values(standing)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Figures of loans at their payout and at each midnight since, oldest first. */
export const listStandings = async (
  db: Db | Tx,
  loanIds: readonly number[],
): Promise<readonly StandingRecord[]> =>
  loanIds.length === 0
    ? []
    : tables(db)
        .selectFrom('loans_standing')
        .selectAll()
        .where('loan_id', 'in', [...loanIds])
        .orderBy('loan_id')
        .orderBy('at_ms')
        .execute()

export const insertPayment = async (
  tx: Tx,
  payment: Insertable<LoansTables['loans_payment']>,
): Promise<void> => {
  await tables(tx).insertInto('loans_payment').values(payment).execute()
}

export const insertPledges = async (
  tx: Tx,
  pledges: readonly Insertable<LoansTables['loans_pledge']>[],
): Promise<void> => {
  await tables(tx)
    .insertInto('loans_pledge')
    .values([...pledges])
    .execute()
}

/** Ends pledges of a loan: the named orders were seized, the others are released. */
export const updatePledgesEnded = async (
  tx: Tx,
  loanId: number,
  seized: readonly number[],
): Promise<void> => {
  await sql`
    update loans_pledge
    set state = case when order_id = any(${pgNumberArray(seized)}::bigint[]) then 'seized' else 'released' end
    where loan_id = ${loanId} and state = 'pledged'`.execute(tx)
}

export const listPledges = async (
  db: Db | Tx,
  loanIds: readonly number[],
): Promise<readonly PledgeRecord[]> =>
  loanIds.length === 0
    ? []
    : tables(db)
        .selectFrom('loans_pledge')
        .selectAll()
        .where('loan_id', 'in', [...loanIds])
        .orderBy('order_id')
        .execute()

/** What the redeemed orders of some loans paid. */
export const listSeizures = async (
  db: Db | Tx,
  loanIds: readonly number[],
): Promise<readonly PaymentRecord[]> =>
  loanIds.length === 0
    ? []
    : tables(db)
        .selectFrom('loans_payment')
        .selectAll()
        .where('loan_id', 'in', [...loanIds])
        .where('source', '=', 'collateral')
        .execute()

export const insertScoreEvent = async (
  tx: Tx,
  event: Insertable<LoansTables['loans_score_event']>,
): Promise<void> => {
  await tables(tx).insertInto('loans_score_event').values(event).execute()
}

export const listScoreEventsOf = (
  db: Db,
  uid: number,
  page: Page & { readonly direction: 'asc' | 'desc' },
): Promise<readonly ScoreEventRecord[]> =>
  tables(db)
    .selectFrom('loans_score_event')
    .selectAll()
    .where('uid', '=', uid)
    .orderBy('id', page.direction)
    .offset(page.offset)
    .limit(page.limit)
    .execute()

/** One page of the interest of all loans of a customer, by loan and day. */
export const listInterestOf = (db: Db, uid: number, page: Page) =>
  tables(db)
    .selectFrom('loans_interest as i')
    .innerJoin('loans_loan as l', 'l.id', 'i.loan_id')
    .selectAll('i')
    .where('l.uid', '=', uid)
    .orderBy('i.loan_id')
    .orderBy('i.day')
    .offset(page.offset)
    .limit(page.limit)
    .execute()

/** One page of all payments of a customer's loans, by loan and number. */
export const listPaymentsOf = (db: Db, uid: number, page: Page): Promise<readonly PaymentRecord[]> =>
  tables(db)
    .selectFrom('loans_payment as p')
    .innerJoin('loans_loan as l', 'l.id', 'p.loan_id')
    .selectAll('p')
    .where('l.uid', '=', uid)
    .orderBy('p.loan_id')
    .orderBy('p.number')
    .offset(page.offset)
    .limit(page.limit)
    .execute()
