import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/index.ts'
import type { WithdrawalTables } from '../schema.ts'

const tables = (db: Db | Tx) => db.withTables<WithdrawalTables>()

export type HoldRow = Selectable<WithdrawalTables['funding_hold']>

/** The legal holds of some withdrawals that stand at an instant, by the withdrawal. */
export const listHolds = async (
  db: Db | Tx,
  withdrawalIds: readonly number[],
  nowMs: number,
): Promise<ReadonlyMap<number, HoldRow>> => {
  const rows = await tables(db)
    .selectFrom('funding_hold')
    .selectAll()
    .where('withdrawal_id', '=', sql<number>`any(${withdrawalIds}::bigint[])`)
    .where('ended_ms', 'is', null)
    .where('until_ms', '>', nowMs)
    .execute()
  return new Map(rows.map((row) => [row.withdrawal_id, row]))
}

export type NewHold = {
  readonly withdrawalId: number
  readonly reference: string
  readonly remark: string
  readonly staffId: number
  readonly agreedStaffId: number
  readonly fromMs: number
  readonly untilMs: number
}

/** Inserts a hold of a locked withdrawal; one that ran out before is marked as ended. */
export const insertHold = async (tx: Tx, hold: NewHold): Promise<void> => {
  await tables(tx)
    .updateTable('funding_hold')
    .set({ ended_ms: sql<number>`until_ms` })
    .where('withdrawal_id', '=', hold.withdrawalId)
    .where('ended_ms', 'is', null)
    .execute()
  await tables(tx)
    .insertInto('funding_hold')
    .values({
      withdrawal_id: hold.withdrawalId,
      reference: hold.reference,
      remark: hold.remark,
      staff_id: hold.staffId,
      agreed_staff_id: hold.agreedStaffId,
      from_ms: hold.fromMs,
      until_ms: hold.untilMs,
      renewed_ms: hold.fromMs,
      ended_ms: null,
    })
    .execute()
}

/** Changes a hold of a locked withdrawal: renewed, or ended. */
export const updateHold = async (
  tx: Tx,
  id: number,
  change: Partial<Pick<HoldRow, 'until_ms' | 'renewed_ms' | 'ended_ms' | 'reference' | 'remark'>>,
): Promise<void> => {
  await tables(tx).updateTable('funding_hold').set(change).where('id', '=', id).execute()
}

/** Holds that began at or after an instant, for the statistics; the end of a withdrawal ends its hold. */
export const listHoldTimes = async (
  db: Db,
  fromMs: number,
): Promise<
  readonly { readonly from_ms: number; readonly until_ms: number; readonly ended_ms: number | null }[]
> => {
  const rows = await tables(db)
    .selectFrom('funding_hold')
    .innerJoin('funding_withdrawal as w', 'w.id', 'funding_hold.withdrawal_id')
    .select(['from_ms', 'until_ms'])
    .select(sql<number | null>`least(funding_hold.ended_ms, w.ended_ms)`.as('ended_ms'))
    .where('from_ms', '>=', fromMs)
    .execute()
  return rows
}
