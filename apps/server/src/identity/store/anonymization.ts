import type { Tx } from '../../platform/database/index.ts'
import type { IdentityTables } from '../schema.ts'

/**
 * Takes everything away that says whose an account was: names, addresses, passwords, codes, and from where it
 * was used. The uid stays, and sessions stay as ended ones, so that their tokens are told so.
 */
export const anonymizeCustomer = async (
  tx: Tx,
  uid: number,
  addresses: readonly string[],
  closedMs: number,
): Promise<void> => {
  const tables = tx.withTables<IdentityTables>()
  await tables
    .updateTable('identity_customer')
    .set({
      username: 'closed',
      email: null,
      phone: null,
      email_proven_ms: null,
      phone_proven_ms: null,
      password_hash: null,
      withdraw_password_hash: null,
      avatar: 0,
      closed_ms: closedMs,
    })
    .where('uid', '=', uid)
    .execute()
  await tables.deleteFrom('identity_undo').where('uid', '=', uid).execute()
  await tables.deleteFrom('identity_lost_factor').where('uid', '=', uid).execute()
  if (addresses.length > 0)
    await tables.deleteFrom('identity_code').where('address', 'in', addresses).execute()
  await tables
    .deleteFrom('identity_introduction')
    .where('session_id', 'in', (query) =>
      query.selectFrom('identity_session').select('id').where('uid', '=', uid),
    )
    .execute()
  await tables
    .updateTable('identity_api_key')
    .set({ name: '', addresses: [] })
    .where('uid', '=', uid)
    .execute()
  await tables
    .updateTable('identity_session')
    .set({ ip: '', user_agent: '', country: null, device_hash: null })
    .where('uid', '=', uid)
    .execute()
}
