import type { Selectable } from 'kysely'
import type { Db, Tx } from '../../platform/database/index.ts'
import type { DepositTables } from '../schema.ts'

export type PaymentValueRow = Selectable<DepositTables['funding_payment_value']>

const tables = (db: Db | Tx) => db.withTables<DepositTables>()

/** Values of the payments to a deposit's invoice that were fixed so far. */
export const listPaymentValues = (db: Db | Tx, depositId: number): Promise<PaymentValueRow[]> =>
  tables(db).selectFrom('funding_payment_value').selectAll().where('deposit_id', '=', depositId).execute()

/** Fixes the value of a payment; it is never changed afterwards. */
export const insertPaymentValue = async (tx: Tx, value: PaymentValueRow): Promise<void> => {
  await tables(tx).insertInto('funding_payment_value').values(value).execute()
}
