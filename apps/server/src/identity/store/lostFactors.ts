import type { Db, Tx } from '../../platform/database/index.ts'
import type { IdentityTables } from '../schema.ts'
import { updateUndosUsed } from './undo.ts'

const columns = ['uid', 'requested_ms', 'until_ms', 'next_letter_ms'] as const

/** The request of a customer that still waits. */
export const findLostFactor = (db: Db | Tx, uid: number) =>
  db
    .withTables<IdentityTables>()
    .selectFrom('identity_lost_factor')
    .select(columns)
    .where('uid', '=', uid)
    .executeTakeFirst()

export const insertLostFactor = async (
  tx: Tx,
  request: {
    readonly uid: number
    readonly requestedMs: number
    readonly untilMs: number
    readonly nextLetterMs: number
  },
): Promise<void> => {
  await tx
    .withTables<IdentityTables>()
    .insertInto('identity_lost_factor')
    .values({
      uid: request.uid,
      requested_ms: request.requestedMs,
      until_ms: request.untilMs,
      next_letter_ms: request.nextLetterMs,
    })
    .execute()
}

/** The customers whose next letter or whose end is due, in the order they asked. */
export const listDueLostFactors = async (db: Db, businessMs: number): Promise<readonly number[]> => {
  const rows = await db
    .withTables<IdentityTables>()
    .selectFrom('identity_lost_factor')
    .select('uid')
    .where((column) =>
      column.or([column('until_ms', '<=', businessMs), column('next_letter_ms', '<=', businessMs)]),
    )
    .orderBy('requested_ms')
    .orderBy('uid')
    .execute()
  return rows.map(({ uid }) => uid)
}

export const updateNextLetter = async (tx: Tx, uid: number, nextLetterMs: number): Promise<void> => {
  await tx
    .withTables<IdentityTables>()
    .updateTable('identity_lost_factor')
    .set({ next_letter_ms: nextLetterMs })
    .where('uid', '=', uid)
    .execute()
}

/** Deletes the request of a customer and spends the links of its letters; nothing where there is none. */
export const deleteLostFactor = async (tx: Tx, uid: number, businessMs: number): Promise<void> => {
  await updateUndosUsed(tx, uid, 'lostFactor', 0, businessMs)
  await tx.withTables<IdentityTables>().deleteFrom('identity_lost_factor').where('uid', '=', uid).execute()
}
