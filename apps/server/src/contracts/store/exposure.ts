import { type Exposure, noExposure, withPosition } from '@glasshouse/core/contracts/exposure'
import type { Position } from '@glasshouse/core/contracts/rules'
import type { Quantity } from '@glasshouse/core/money/units'
import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../platform/index.ts'
import type { ContractsTables } from '../schema.ts'

/**
 * Locks every market's exposure, in the order of the markets, and reads them; the rows of the given markets are
 * opened when they are new.
 */
export const lockExposures = async (
  tx: Tx,
  pids: readonly number[],
): Promise<ReadonlyMap<number, Exposure>> => {
  const db = tx.withTables<ContractsTables>()
  const read = () => db.selectFrom('contracts_exposure').selectAll().orderBy('pid').forUpdate().execute()
  let rows = await read()
  const unknown = [...new Set(pids)]
    .filter((pid) => !rows.some((row) => row.pid === pid))
    .sort((a, b) => a - b)
  if (unknown.length > 0) {
    await db
      .insertInto('contracts_exposure')
      .values(unknown.map((pid) => ({ pid })))
      .onConflict((conflict) => conflict.column('pid').doNothing())
      .execute()
    rows = await read()
  }
  return exposuresOf(rows)
}

/** Reads every market's exposure as it is committed, without locking. */
export const readExposures = async (db: Db): Promise<ReadonlyMap<number, Exposure>> =>
  exposuresOf(await db.withTables<ContractsTables>().selectFrom('contracts_exposure').selectAll().execute())

const exposuresOf = (
  rows: readonly Selectable<ContractsTables['contracts_exposure']>[],
): ReadonlyMap<number, Exposure> =>
  new Map(
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

/** Adds a position to its market's exposure, or takes it away, without reading it first. */
export const moveExposure = async (
  tx: Tx,
  pid: number,
  position: Position,
  change: 'add' | 'remove',
): Promise<void> => addExposure(tx, pid, withPosition(noExposure, position, change))

/** Adds a difference, of any sign, to a market's exposure. */
export const addExposure = async (tx: Tx, pid: number, by: Exposure): Promise<void> => {
  await sql`
    update contracts_exposure set
      long_quantity = long_quantity + ${by.longQuantity.toString()}::numeric,
      long_cost = long_cost + ${by.longCost.toString()}::numeric,
      short_quantity = short_quantity + ${by.shortQuantity.toString()}::numeric,
      short_cost = short_cost + ${by.shortCost.toString()}::numeric
    where pid = ${pid}`.execute(tx)
}
