import type { Exposure } from '@glasshouse/core/contracts/exposure'
import { CompiledQuery, type Selectable, sql } from 'kysely'
import { type Db, rowColumns, type Tx } from '../../platform/database/index.ts'
import type { ExposureTables } from '../schema.ts'

type ExposureRow = Selectable<ExposureTables['contracts_exposure']>
export type Exposures = ReadonlyMap<number, Exposure>

/**
 * Locks the exposure of every market in a part of the house account, in the order of the markets, and reads them; null is the
 * general part.
 */
export const lockExposures = async (tx: Tx, part: number | null): Promise<Exposures> => {
  const tables = tx.withTables<ExposureTables>()
  const rows =
    part === null
      ? await tables.selectFrom('contracts_exposure').selectAll().orderBy('pid').forUpdate().execute()
      : await tables
          .selectFrom('contracts_exposure_part')
          .selectAll()
          .where('part', '=', part)
          .orderBy('pid')
          .forUpdate()
          .execute()
  return exposuresOf(rows)
}

/** Reads every market's exposure in all parts together as it is committed, without locking. */
export const listExposures = async (db: Db | Tx): Promise<Exposures> =>
  exposuresOf(
    (
      await sql<ExposureRow>`
        select pid, sum(long_quantity) as long_quantity, sum(long_cost) as long_cost,
          sum(short_quantity) as short_quantity, sum(short_cost) as short_cost
        from (
          select pid, long_quantity, long_cost, short_quantity, short_cost from contracts_exposure
          union all select pid, long_quantity, long_cost, short_quantity, short_cost from contracts_exposure_part
        ) e group by pid order by pid`.execute(db)
    ).rows,
  )

export const exposuresOf = (rows: readonly ExposureRow[]): Exposures =>
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

/** What was locked of a part, with the rows of some markets opened and locked too where they are new. */
export const lockMissingMarkets = async (
  tx: Tx,
  locked: Exposures,
  pids: readonly number[],
  part: number | null,
): Promise<Exposures> => {
  const unknown = [...new Set(pids)].filter((pid) => !locked.has(pid)).sort((a, b) => a - b)
  if (unknown.length === 0) return locked
  const tables = tx.withTables<ExposureTables>()
  if (part === null)
    await tables
      .insertInto('contracts_exposure')
      .values(unknown.map((pid) => ({ pid })))
      .onConflict((conflict) => conflict.column('pid').doNothing())
      .execute()
  else
    await tables
      .insertInto('contracts_exposure_part')
      .values(unknown.map((pid) => ({ part, pid })))
      .onConflict((conflict) => conflict.columns(['part', 'pid']).doNothing())
      .execute()
  return lockExposures(tx, part)
}

const movedColumns = rowColumns<readonly [pid: number, by: Exposure]>([
  ['pid', 'integer', ([pid]) => pid],
  ['long_quantity', 'numeric', ([, by]) => by.longQuantity],
  ['long_cost', 'numeric', ([, by]) => by.longCost],
  ['short_quantity', 'numeric', ([, by]) => by.shortQuantity],
  ['short_cost', 'numeric', ([, by]) => by.shortCost],
])

const updateText = (table: string, where: string): string => `
  update ${table} e
  set ${movedColumns.names
    .slice(1)
    .map((name) => `${name} = e.${name} + by.${name}`)
    .join(', ')}
  from ${movedColumns.unnest()} as by (${movedColumns.names.join(', ')})
  where e.pid = by.pid${where}`

const updateGeneral = updateText('contracts_exposure', '')
const updatePart = updateText(
  'contracts_exposure_part',
  ` and e.part = $${movedColumns.names.length + 1}::int`,
)

/** Differences of exposures by market as columns, as `updateExposures` takes them. */
export const exposureColumns = (moved: Exposures): readonly string[] => movedColumns.textsOf([...moved])

/** Adds differences, of any sign, to the exposure of markets in a part, in one statement. */
export const updateExposures = async (
  tx: Tx,
  columns: readonly string[],
  part: number | null,
): Promise<void> => {
  await tx.executeQuery(
    part === null
      ? CompiledQuery.raw(updateGeneral, [...columns])
      : CompiledQuery.raw(updatePart, [...columns, part]),
  )
}
