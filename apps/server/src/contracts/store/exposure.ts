import { type Exposure, noExposure, withPosition } from '@glasshouse/core/contracts/exposure'
import type { Position } from '@glasshouse/core/contracts/rules'
import type { Quantity } from '@glasshouse/core/money/units'
import { sql } from 'kysely'
import type { Tx } from '../../platform/index.ts'
import type { ContractsTables } from '../schema.ts'

/**
 * Locks every market's exposure, in the order of the markets, and reads them; the given market's row is opened
 * when it is new.
 */
export const lockExposures = async (tx: Tx, pid: number): Promise<ReadonlyMap<number, Exposure>> => {
  const db = tx.withTables<ContractsTables>()
  const read = () => db.selectFrom('contracts_exposure').selectAll().orderBy('pid').forUpdate().execute()
  let rows = await read()
  if (!rows.some((row) => row.pid === pid)) {
    await db
      .insertInto('contracts_exposure')
      .values({ pid })
      .onConflict((conflict) => conflict.column('pid').doNothing())
      .execute()
    rows = await read()
  }
  return new Map(
    rows.map((row) => [
      row.pid,
      {
        longQuantity: row.long_quantity as Quantity,
        longCost: row.long_cost,
        shortQuantity: row.short_quantity as Quantity,
        shortCost: row.short_cost,
      },
    ]),
  )
}

/** Adds a position to its market's exposure, or takes it away, without reading it first. */
export const moveExposure = async (
  tx: Tx,
  pid: number,
  position: Position,
  change: 'add' | 'remove',
): Promise<void> => {
  const by = withPosition(noExposure, position, change)
  await sql`
    update contracts_exposure set
      long_quantity = long_quantity + ${by.longQuantity.toString()}::numeric,
      long_cost = long_cost + ${by.longCost.toString()}::numeric,
      short_quantity = short_quantity + ${by.shortQuantity.toString()}::numeric,
      short_cost = short_cost + ${by.shortCost.toString()}::numeric
    where pid = ${pid}`.execute(tx)
}
