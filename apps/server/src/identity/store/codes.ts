import type { CodePurpose } from '@glasshouse/core/identity/rules'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/index.ts'
import type { IdentityTables } from '../schema.ts'

export type NewCode = {
  readonly address: string
  readonly purpose: CodePurpose
  readonly salt: string
  readonly codeHash: string
  readonly atMs: number
  readonly expiresMs: number
}

export type CodeLimits = { readonly waitMs: number; readonly windowMs: number; readonly perWindow: number }

/**
 * Puts a new code in the place of the one before, unless that is too young or the window is full; one
 * statement, so that of many at once exactly one wins. Tells whether it did.
 */
export const upsertCode = async (tx: Tx, code: NewCode, limits: CodeLimits): Promise<boolean> => {
  const windowIsOver = sql`identity_code.window_ms <= ${code.atMs - limits.windowMs}`
  const { rows } = await sql`
    insert into identity_code (address, purpose, salt, code_hash, sent_ms, expires_ms, window_ms, window_count)
    values (${code.address}, ${code.purpose}, ${code.salt}, ${code.codeHash}, ${code.atMs}, ${code.expiresMs},
      ${code.atMs}, 1)
    on conflict (address, purpose) do update set
      salt = excluded.salt, code_hash = excluded.code_hash, sent_ms = excluded.sent_ms,
      expires_ms = excluded.expires_ms, tries = 0, used_ms = null,
      window_ms = case when ${windowIsOver} then excluded.window_ms else identity_code.window_ms end,
      window_count = case when ${windowIsOver} then 1 else identity_code.window_count + 1 end
    where identity_code.sent_ms <= ${code.atMs - limits.waitMs}
      and (identity_code.window_count < ${limits.perWindow} or ${windowIsOver})
    returning 1
  `.execute(tx)
  return rows.length === 1
}

/** When the newest code of an address was sent, and the state of its window. */
export const findCodeTimes = (tx: Tx, address: string, purpose: CodePurpose) =>
  tx
    .withTables<IdentityTables>()
    .selectFrom('identity_code')
    .select(['sent_ms', 'window_ms', 'window_count'])
    .where('address', '=', address)
    .where('purpose', '=', purpose)
    .executeTakeFirst()

/** Counts a try at a code that can still be used; nothing when there is no such code. */
export const countAttempt = (db: Db, address: string, purpose: CodePurpose, atMs: number, tries: number) =>
  db
    .withTables<IdentityTables>()
    .updateTable('identity_code')
    .set((column) => ({ tries: column('tries', '+', 1) }))
    .where('address', '=', address)
    .where('purpose', '=', purpose)
    .where('used_ms', 'is', null)
    .where('expires_ms', '>', atMs)
    .where('tries', '<', tries)
    .returning(['salt', 'code_hash'])
    .executeTakeFirst()

/** Marks a code as used; false when it was used or replaced meanwhile. */
export const updateCodeUsed = async (
  tx: Tx,
  address: string,
  purpose: CodePurpose,
  codeHash: string,
  atMs: number,
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .withTables<IdentityTables>()
    .updateTable('identity_code')
    .set({ used_ms: atMs })
    .where('address', '=', address)
    .where('purpose', '=', purpose)
    .where('code_hash', '=', codeHash)
    .where('used_ms', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
