import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/index.ts'
import type { DepositTables } from '../schema.ts'

export type ChannelRow = Selectable<DepositTables['funding_channel']>

export const listChannelRows = (db: Db | Tx): Promise<ChannelRow[]> =>
  db
    .withTables<DepositTables>()
    .selectFrom('funding_channel')
    .selectAll()
    .orderBy('place')
    .orderBy('code')
    .execute()

/** A channel, locked until the commit. */
export const lockChannel = async (tx: Tx, code: string): Promise<ChannelRow | undefined> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('funding_channel', 0))`.execute(tx)
  return tx
    .withTables<DepositTables>()
    .selectFrom('funding_channel')
    .selectAll()
    .where('code', '=', code)
    .executeTakeFirst()
}

export const upsertChannel = async (tx: Tx, channel: ChannelRow): Promise<void> => {
  const { code: _code, ...change } = channel
  await tx
    .withTables<DepositTables>()
    .insertInto('funding_channel')
    .values(channel)
    .onConflict((conflict) => conflict.column('code').doUpdateSet(change))
    .execute()
}
