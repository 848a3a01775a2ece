import type { HoldingNetwork } from '@glasshouse/core/trust/holdings/holdings'
import type { Selectable } from 'kysely'
import type { Db, Tx } from '../../platform/database/index.ts'
import type { TrustTables } from '../schema.ts'

export type HoldingRow = Selectable<TrustTables['trust_holding']>

/** A holding whose amount was read from the chain; units of 1e-8. */
export type ReadHolding = {
  readonly network: HoldingNetwork
  readonly asset: string
  readonly address: string
  readonly amount: bigint
  readonly block: number
}

const tables = (db: Db | Tx) => db.withTables<TrustTables>()

/** The proofs of holdings of a report, by network and address. */
export const listHoldings = (db: Db | Tx, number: number): Promise<readonly HoldingRow[]> =>
  tables(db)
    .selectFrom('trust_holding')
    .selectAll()
    .where('number', '=', number)
    .orderBy('network')
    .orderBy('address')
    .execute()

/** Publishes a proof for a report that is not made yet; false where the address is published for it already. */
export const insertHolding = async (tx: Tx, row: HoldingRow): Promise<boolean> =>
  (
    await tables(tx)
      .insertInto('trust_holding')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
  ).numInsertedOrUpdatedRows === 1n

/** Keeps what was read for the report that states it, in its transaction. */
export const updateHoldingAmounts = async (
  tx: Tx,
  number: number,
  holdings: readonly ReadHolding[],
): Promise<void> => {
  for (const { network, address, amount, block } of holdings)
    await tables(tx)
      .updateTable('trust_holding')
      .set({ amount, block })
      .where('number', '=', number)
      .where('network', '=', network)
      .where('address', '=', address)
      .execute()
}
