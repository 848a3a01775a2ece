import type { Selectable } from 'kysely'
import type { Db, Tx } from '../../platform/database/index.ts'
import type { DepositTables } from '../schema.ts'

type BonusRow = Selectable<DepositTables['funding_bonus']>

export const findBonus = (db: Db | Tx, uid: number): Promise<BonusRow | undefined> =>
  db
    .withTables<DepositTables>()
    .selectFrom('funding_bonus')
    .selectAll()
    .where('uid', '=', uid)
    .executeTakeFirst()

/** Inserts a claimed bonus; false if the customer already has one. */
export const insertBonus = async (tx: Tx, bonus: BonusRow): Promise<boolean> => {
  const written = await tx
    .withTables<DepositTables>()
    .insertInto('funding_bonus')
    .values(bonus)
    .onConflict((conflict) => conflict.doNothing())
    .returning('uid')
    .executeTakeFirst()
  return written !== undefined
}
