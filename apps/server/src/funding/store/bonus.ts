import type { Selectable } from 'kysely'
import type { Db, Tx } from '../../platform/index.ts'
import type { FundingTables } from '../schema.ts'

type BonusRow = Selectable<FundingTables['funding_bonus']>

export const findBonus = (db: Db | Tx, uid: number): Promise<BonusRow | undefined> =>
  db
    .withTables<FundingTables>()
    .selectFrom('funding_bonus')
    .selectAll()
    .where('uid', '=', uid)
    .executeTakeFirst()

/** Inserts a claimed bonus; false if the customer already has one. */
export const insertBonus = async (tx: Tx, bonus: BonusRow): Promise<boolean> => {
  const written = await tx
    .withTables<FundingTables>()
    .insertInto('funding_bonus')
    .values(bonus)
    .onConflict((conflict) => conflict.doNothing())
    .returning('uid')
    .executeTakeFirst()
  return written !== undefined
}
