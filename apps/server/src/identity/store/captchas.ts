import type { Db, Tx } from '../../platform/database/index.ts'
import type { IdentityTables } from '../schema.ts'

/** Spends a captcha; false when it was spent before. */
export const consumeCaptcha = async (db: Db | Tx, id: string, expiresMs: number): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await db
    .withTables<IdentityTables>()
    .insertInto('identity_captcha')
    .values({ id, expires_ms: expiresMs })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Forgets spent captchas that have run out; returns how many. */
export const deleteOldCaptchas = async (db: Db, atMs: number): Promise<number> => {
  const { numDeletedRows } = await db
    .withTables<IdentityTables>()
    .deleteFrom('identity_captcha')
    .where('expires_ms', '<=', atMs)
    .executeTakeFirst()
  return Number.parseInt(numDeletedRows.toString(), 10)
}
