import type { Usdt } from '@glasshouse/core/money/units'
import { sql } from 'kysely'
import { countListed, type Db, pgNumberArray, type Tx } from '../../platform/database/index.ts'
import type { ClientRow, ReferralTables } from '../schema.ts'

const tables = (db: Db | Tx) => db.withTables<ReferralTables>()

export type NewClient = {
  readonly client: number
  readonly joinedMs: number
  /** The inviters by level, the nearest first; the broker's own account is none. */
  readonly receivers: readonly number[]
}

/** Writes who is above a client; rows that exist stay. */
export const insertClient = async (tx: Tx, { client, joinedMs, receivers }: NewClient): Promise<void> => {
  if (receivers.length === 0) return
  await tables(tx)
    .insertInto('referral_client')
    .values(
      receivers.map((receiver, at) => ({
        client,
        level: at + 1,
        receiver,
        joined_ms: joinedMs,
        left_ms: null,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Who earns of a client, by level; empty once the client left. */
export const listInviters = (
  db: Db | Tx,
  client: number,
): Promise<readonly Pick<ClientRow, 'level' | 'receiver'>[]> =>
  tables(db)
    .selectFrom('referral_client')
    .select(['level', 'receiver'])
    .where('client', '=', client)
    .where('left_ms', 'is', null)
    .orderBy('level')
    .execute()

/** Whether a client left the inviters; null where no row was written for the registration yet. */
export const findLeft = async (db: Db, client: number): Promise<boolean | null> => {
  const row = await tables(db)
    .selectFrom('referral_client')
    .select('left_ms')
    .where('client', '=', client)
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? null : row.left_ms !== null
}

/** Ends permanently what others earn of a client; how many levels that were. */
export const updateLeft = async (tx: Tx, client: number, atMs: number): Promise<number> => {
  const { numUpdatedRows } = await tables(tx)
    .updateTable('referral_client')
    .set({ left_ms: atMs })
    .where('client', '=', client)
    .where('left_ms', 'is', null)
    .executeTakeFirstOrThrow()
  return Number.parseInt(numUpdatedRows.toString(), 10)
}

/** How many clients an inviter has on each level. */
export const countClients = async (db: Db, receiver: number): Promise<ReadonlyMap<number, number>> => {
  const rows = await tables(db)
    .selectFrom('referral_client')
    .select((on) => ['level', on.fn.countAll<number>().as('total')])
    .where('receiver', '=', receiver)
    .where('left_ms', 'is', null)
    .groupBy('level')
    .execute()
  return new Map(rows.map(({ level, total }) => [level, total]))
}

export type ClientQuery = {
  readonly receiver: number
  readonly level: number
  readonly direction: 'asc' | 'desc'
  readonly offset: number
  readonly limit: number
}

/** One page of an inviter’s clients on a level by when they joined, with the total. */
export const listClientRows = async (
  db: Db,
  { receiver, level, direction, offset, limit }: ClientQuery,
): Promise<{ readonly rows: readonly Pick<ClientRow, 'client' | 'joined_ms'>[]; readonly total: number }> => {
  const found = tables(db)
    .selectFrom('referral_client')
    .where('receiver', '=', receiver)
    .where('level', '=', level)
    .where('left_ms', 'is', null)
  const [total, rows] = await Promise.all([
    countListed(db, found, limit),
    found
      .select(['client', 'joined_ms'])
      .orderBy('joined_ms', direction)
      .orderBy('client', direction)
      .offset(offset)
      .limit(limit)
      .execute(),
  ])
  return { rows, total }
}

/** What some clients brought an inviter so far, by client; who brought nothing is absent. */
export const sumBrought = async (
  db: Db,
  receiver: number,
  clients: readonly number[],
): Promise<ReadonlyMap<number, Usdt>> => {
  const { rows } = await sql<{ client: number; total: Usdt }>`
    select client, sum(paid + first_paid) as total from referral_promise
    where receiver = ${receiver} and client = any(${pgNumberArray(clients)}::bigint[])
    group by client`.execute(db)
  return new Map(rows.map(({ client, total }) => [client, total]))
}

/** Customers that an inviter invited directly and who did not leave; the oldest first. */
export const listDirectClients = async (
  db: Db,
  receiver: number,
  limit: number,
): Promise<readonly number[]> =>
  (
    await tables(db)
      .selectFrom('referral_client')
      .select('client')
      .where('receiver', '=', receiver)
      .where('level', '=', 1)
      .where('left_ms', 'is', null)
      .orderBy('joined_ms')
      .orderBy('client')
      .limit(limit)
      .execute()
  ).map(({ client }) => client)
