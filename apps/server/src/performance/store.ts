import type { TradeKind } from '@glasshouse/core/performance/rules'
import type { Db, Tx } from '../platform/database/index.ts'
import type { PerformanceTables, TradeLink } from './schema.ts'

const tables = (db: Db | Tx) => db.withTables<PerformanceTables>()

/** A closed trade of a customer, by kind and order. */
export type OwnTrade = { readonly uid: number; readonly kind: TradeKind; readonly id: number }

/** Inserts the link of a trade, unless it has one. */
export const insertTradeLink = async (db: Db, link: TradeLink): Promise<void> => {
  await tables(db)
    .insertInto('performance_trade_link')
    .values(link)
    .onConflict((conflict) => conflict.columns(['uid', 'kind', 'order_id']).doNothing())
    .execute()
}

export const findTradeLink = async (db: Db, { uid, kind, id }: OwnTrade): Promise<TradeLink | null> =>
  (await tables(db)
    .selectFrom('performance_trade_link')
    .selectAll()
    .where('uid', '=', uid)
    .where('kind', '=', kind)
    .where('order_id', '=', id)
    .executeTakeFirst()) ?? null

export const findSharedTrade = async (db: Db, token: string): Promise<TradeLink | null> =>
  (await tables(db)
    .selectFrom('performance_trade_link')
    .selectAll()
    .where('token', '=', token)
    .executeTakeFirst()) ?? null

/** Deletes the link of a trade, if it has one. */
export const deleteTradeLink = async (db: Db, { uid, kind, id }: OwnTrade): Promise<void> => {
  await tables(db)
    .deleteFrom('performance_trade_link')
    .where('uid', '=', uid)
    .where('kind', '=', kind)
    .where('order_id', '=', id)
    .execute()
}

/** All links of a customer, the oldest first. */
export const listTradeLinks = (db: Db, uid: number): Promise<readonly TradeLink[]> =>
  tables(db)
    .selectFrom('performance_trade_link')
    .selectAll()
    .where('uid', '=', uid)
    .orderBy('created_ms')
    .orderBy('order_id')
    .execute()

/** Deletes all links of a customer. */
export const deleteTradeLinks = async (tx: Tx, uid: number): Promise<void> => {
  await tables(tx).deleteFrom('performance_trade_link').where('uid', '=', uid).execute()
}
