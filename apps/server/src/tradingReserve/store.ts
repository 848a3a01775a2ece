import type { Exposure } from '@glasshouse/core/contracts/exposure'
import { CompiledQuery, type Selectable } from 'kysely'
import { type Db, rowColumns, type Tx } from '../platform/database/index.ts'
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

const movedColumns = rowColumns<readonly [pid: number, by: Exposure]>([
  ['pid', 'integer', ([pid]) => pid],
  ['long_quantity', 'numeric', ([, by]) => by.longQuantity],
  ['long_cost', 'numeric', ([, by]) => by.longCost],
  ['short_quantity', 'numeric', ([, by]) => by.shortQuantity],
  ['short_cost', 'numeric', ([, by]) => by.shortCost],
])

const updateText = `
  update contracts_exposure e
  set ${movedColumns.names
    .slice(1)
    .map((name) => `${name} = e.${name} + by.${name}`)
    .join(', ')}
  from ${movedColumns.unnest()} as by (${movedColumns.names.join(', ')})
  where e.pid = by.pid`

/** Differences of exposures by market as columns, as `updateExposures` takes them. */
export const exposureColumns = (moved: ReadonlyMap<number, Exposure>): readonly string[] =>
  movedColumns.textsOf([...moved])

/** Adds differences, of any sign, to the exposure of markets, in one statement. */
export const updateExposures = async (tx: Tx, columns: readonly string[]): Promise<void> => {
  await tx.executeQuery(CompiledQuery.raw(updateText, [...columns]))
}
