import type { SettlementRecord } from '@glasshouse/core/trust/settlements'
import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/index.ts'
import type { TrustTables } from '../schema.ts'

/** Numbers at most `most` settlements that wait for their place in the chain, as of `nowMs`; returns how many. */
export const insertSettlements = async (db: Db, most: number, nowMs: number): Promise<number> => {
  const { rows } = await sql<{ numbered: number }>`
    select trust_number_settlements(${most}, ${nowMs}) as numbered`.execute(db)
  return rows[0]?.numbered ?? 0
}

const recordOf = (row: Selectable<TrustTables['trust_settlement']>): SettlementRecord => ({
  n: row.n,
  kind: row.kind,
  id: row.settled_id,
  transaction: row.transaction_id,
  time: row.at_ms,
  previous: row.previous.toString('hex'),
  hash: row.hash.toString('hex'),
})

/** Settlements with a number above `after`, ascending. */
export const listSettlements = async (
  db: Db | Tx,
  after: number,
  limit: number,
): Promise<readonly SettlementRecord[]> => {
  const rows = await db
    .withTables<TrustTables>()
    .selectFrom('trust_settlement')
    .selectAll()
    .where('n', '>', after)
    .orderBy('n')
    .limit(limit)
    .execute()
  return rows.map(recordOf)
}

/** The newest settlement of the chain; null before the first. */
export const findSettlementHead = async (db: Db | Tx): Promise<SettlementRecord | null> => {
  const row = await db
    .withTables<TrustTables>()
    .selectFrom('trust_settlement')
    .selectAll()
    .orderBy('n', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? null : recordOf(row)
}
