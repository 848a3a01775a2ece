import { sql } from 'kysely'
import type { InvestOrder } from '../invest/index.ts'
import { type Db, pgNumberArray, type Tx } from '../platform/database/index.ts'

const tables = (db: Db | Tx) => db.withTables<{ invest_order: InvestOrder }>()

/** Fixed and compound orders of a customer that run on own money, oldest first. */
const ofCustomer = (db: Db | Tx, uid: number) =>
  tables(db)
    .selectFrom('invest_order')
    .selectAll()
    .where('uid', '=', uid)
    .where('state', 'in', ['waiting', 'running', 'redeeming'])
    .where('method', 'in', ['fixed', 'compound'])
    .where(sql<boolean>`principal > 0`)
    .orderBy('id')

export const listOwnMoneyRows = (db: Db | Tx, uid: number): Promise<readonly InvestOrder[]> =>
  ofCustomer(db, uid).execute()

export const lockOwnMoneyRows = (tx: Tx, uid: number): Promise<readonly InvestOrder[]> =>
  ofCustomer(tx, uid).forUpdate().execute()

/** Orders that secure some loans, by id. */
const ofLoans = (db: Db | Tx, loanIds: readonly number[]) =>
  tables(db)
    .selectFrom('invest_order')
    .selectAll()
    .where('loan_id', 'in', [...loanIds])
    .orderBy('id')

export const listPledgedRows = async (
  db: Db | Tx,
  loanIds: readonly number[],
): Promise<readonly InvestOrder[]> => (loanIds.length === 0 ? [] : ofLoans(db, loanIds).execute())

export const lockPledgedRows = async (tx: Tx, loanIds: readonly number[]): Promise<readonly InvestOrder[]> =>
  loanIds.length === 0 ? [] : ofLoans(tx, loanIds).forUpdate().execute()

export const listRowsById = async (
  db: Db | Tx,
  ids: readonly number[],
): Promise<readonly Pick<InvestOrder, 'id' | 'product_name' | 'ends_ms'>[]> =>
  ids.length === 0
    ? []
    : tables(db)
        .selectFrom('invest_order')
        .select(['id', 'product_name', 'ends_ms'])
        .where('id', 'in', [...ids])
        .execute()

export const updatePledged = async (tx: Tx, loanId: number, ids: readonly number[]): Promise<void> => {
  await tables(tx)
    .updateTable('invest_order')
    .set({ loan_id: loanId })
    .where('id', 'in', [...ids])
    .execute()
}

/** Takes orders out of their pledge; one that ended meanwhile pays its principal and shows what it paid in all. */
export const updateReleased = async (tx: Tx, ids: readonly number[]): Promise<void> => {
  await sql`
    update invest_order set loan_id = null,
      payout = case when ended_pledged
        then principal + case when method = 'compound' then accrued else 0 end else payout end
    where id = any(${pgNumberArray(ids)}::bigint[])`.execute(tx)
}

/** Finishes an order that was redeemed for a loan; one that had ended keeps its state. */
export const updateSeized = async (
  tx: Tx,
  atMs: number,
  { id, payout, fee }: { readonly id: number; readonly payout: bigint; readonly fee: bigint },
): Promise<InvestOrder> => {
  const { rows } = await sql<InvestOrder>`
    update invest_order set loan_id = null, payout = ${payout}, fee = ${fee},
      state = case when ended_pledged then state else 'redeemed' end,
      finished_ms = coalesce(finished_ms, ${atMs})
    where id = ${id} returning *`.execute(tx)
  const [row] = rows
  if (row === undefined) throw new Error(`order ${id} does not exist`)
  return row
}
