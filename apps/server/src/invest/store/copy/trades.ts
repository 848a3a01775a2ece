import { type Insertable, sql } from 'kysely'
import { pgNumberArray, type Tx } from '../../../platform/database/index.ts'
import type { InvestTables, TradesRow } from '../../schema.ts'

/** Locks the sums of a wallet until the end of the transaction; null before the first close. */
export const lockTrades = async (tx: Tx, uid: number): Promise<TradesRow | null> => {
  // One at a time per wallet, also before there is a row.
  await sql`select pg_advisory_xact_lock(hashtextextended('invest_lead_trades', ${uid}))`.execute(tx)
  return (
    (await tx
      .withTables<InvestTables>()
      .selectFrom('invest_lead_trades')
      .selectAll()
      .where('uid', '=', uid)
      .executeTakeFirst()) ?? null
  )
}

/** Stores the sums of a wallet and its closed positions by market. */
export const saveTrades = async (
  tx: Tx,
  row: Insertable<InvestTables['invest_lead_trades']>,
  markets: ReadonlyMap<number, number>,
): Promise<void> => {
  const { uid, ...changed } = row
  await tx
    .withTables<InvestTables>()
    .insertInto('invest_lead_trades')
    .values(row)
    .onConflict((conflict) => conflict.column('uid').doUpdateSet(changed))
    .execute()
  await sql`
    insert into invest_lead_market (pid, uid, closed)
    select pid, ${uid}, closed
    from unnest(${pgNumberArray([...markets.keys()])}::integer[], ${pgNumberArray([...markets.values()])}::bigint[])
      as given (pid, closed)
    on conflict (pid, uid) do update set closed = excluded.closed
      where invest_lead_market.closed <> excluded.closed`.execute(tx)
}
