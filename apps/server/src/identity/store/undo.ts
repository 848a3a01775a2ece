import type { UndoKind } from '@glasshouse/core/identity/rules'
import type { Db, Tx } from '../../platform/database/index.ts'
import type { IdentityTables } from '../schema.ts'

export type NewUndo = {
  readonly tokenHash: string
  readonly uid: number
  readonly kind: UndoKind
  readonly oldAddress: string | null
  readonly createdMs: number
  readonly untilMs: number
}

export const insertUndo = async (tx: Tx, undo: NewUndo): Promise<void> => {
  await tx
    .withTables<IdentityTables>()
    .insertInto('identity_undo')
    .values({
      token_hash: undo.tokenHash,
      uid: undo.uid,
      kind: undo.kind,
      old_address: undo.oldAddress,
      created_ms: undo.createdMs,
      until_ms: undo.untilMs,
    })
    .execute()
}

/** What a token undoes while it is good: not used, and not over by the business calendar. */
export const findUndo = (db: Db | Tx, tokenHash: string, businessMs: number) =>
  db
    .withTables<IdentityTables>()
    .selectFrom('identity_undo')
    .select(['uid', 'kind', 'old_address', 'created_ms'])
    .where('token_hash', '=', tokenHash)
    .where('used_ms', 'is', null)
    .where('until_ms', '>', businessMs)
    .executeTakeFirst()

/** Uses up a token; false when it was used meanwhile. */
export const updateUndoUsed = async (tx: Tx, tokenHash: string, businessMs: number): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .withTables<IdentityTables>()
    .updateTable('identity_undo')
    .set({ used_ms: businessMs })
    .where('token_hash', '=', tokenHash)
    .where('used_ms', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Uses up every token of a customer that undoes a change of one kind made at or after an instant. */
export const updateUndosUsed = async (
  tx: Tx,
  uid: number,
  kind: UndoKind,
  createdFromMs: number,
  businessMs: number,
): Promise<void> => {
  await tx
    .withTables<IdentityTables>()
    .updateTable('identity_undo')
    .set({ used_ms: businessMs })
    .where('uid', '=', uid)
    .where('kind', '=', kind)
    .where('created_ms', '>=', createdFromMs)
    .where('used_ms', 'is', null)
    .execute()
}

/** The e-mail addresses that a customer had before changes that can still be undone. */
export const listOldEmails = async (tx: Tx, uid: number, businessMs: number): Promise<readonly string[]> => {
  const rows = await tx
    .withTables<IdentityTables>()
    .selectFrom('identity_undo')
    .select('old_address')
    .where('uid', '=', uid)
    .where('kind', '=', 'email')
    .where('used_ms', 'is', null)
    .where('until_ms', '>', businessMs)
    .execute()
  return rows.flatMap(({ old_address }) => (old_address === null ? [] : [old_address]))
}

/** Forgets tokens that are over; returns how many. */
export const deleteOldUndos = async (db: Db, businessMs: number): Promise<number> => {
  const { numDeletedRows } = await db
    .withTables<IdentityTables>()
    .deleteFrom('identity_undo')
    .where('until_ms', '<=', businessMs)
    .executeTakeFirst()
  return Number.parseInt(numDeletedRows.toString(), 10)
}
