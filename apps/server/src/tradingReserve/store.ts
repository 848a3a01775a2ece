import type { Exposure } from '@glasshouse/core/contracts/exposure'
import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../platform/database/index.ts'
import type { ExposureTables } from './schema.ts'

/** Locks every market's exposure, in the order of the markets, and reads them. */
export const lockExposures = async (tx: Tx): Promise<ReadonlyMap<number, Exposure>> => {
  const rows = await tx
    .withTables<ExposureTables>()
    .selectFrom('contracts_exposure')
    .selectAll()
    .orderBy('pid')
    .forUpdate()
    .execute()
  return exposuresOf(rows)
}

/** Reads every market's exposure as it is committed, without locking. */
export const listExposures = async (db: Db): Promise<ReadonlyMap<number, Exposure>> =>
  exposuresOf(await db.withTables<ExposureTables>().selectFrom('contracts_exposure').selectAll().execute())

const exposuresOf = (
  rows: readonly Selectable<ExposureTables['contracts_exposure']>[],
): ReadonlyMap<number, Exposure> =>
  new Map(
    rows.map((row) => [
      row.pid,
      {
        longQuantity: row.long_quantity,
        longCost: row.long_cost,
        shortQuantity: row.short_quantity,
        shortCost: row.short_cost,
      },
    ]),
  )

/** What was locked, with the rows of some markets opened and locked too where they are new. */
export const lockMissingMarkets = async (
  tx: Tx,
  locked: ReadonlyMap<number, Exposure>,
  pids: readonly number[],
): Promise<ReadonlyMap<number, Exposure>> => {
  const unknown = [...new Set(pids)].filter((pid) => !locked.has(pid)).sort((a, b) => a - b)
  if (unknown.length === 0) return locked
  await tx
    .withTables<ExposureTables>()
    .insertInto('contracts_exposure')
    .values(unknown.map((pid) => ({ pid })))
    .onConflict((conflict) => conflict.column('pid').doNothing())
    .execute()
  return lockExposures(tx)
}

/** Adds differences, of any sign, to the exposure of markets, in one statement. */
export const updateExposures = async (tx: Tx, moved: ReadonlyMap<number, Exposure>): Promise<void> => {
  if (moved.size === 0) return
  const units = (pick: (exposure: Exposure) => bigint) => [...moved.values()].map((by) => pick(by).toString())
  await sql`
    update contracts_exposure e set
      long_quantity = e.long_quantity + by.long_quantity, long_cost = e.long_cost + by.long_cost,
      short_quantity = e.short_quantity + by.short_quantity, short_cost = e.short_cost + by.short_cost
    from unnest(
      ${[...moved.keys()]}::integer[], ${units((by) => by.longQuantity)}::numeric[],
      ${units((by) => by.longCost)}::numeric[], ${units((by) => by.shortQuantity)}::numeric[],
      ${units((by) => by.shortCost)}::numeric[]
    ) as by (pid, long_quantity, long_cost, short_quantity, short_cost)
    where e.pid = by.pid`.execute(tx)
}
