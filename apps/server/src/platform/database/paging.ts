import { maxPage } from '@glasshouse/core/wire/codec'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { Db, Tx } from './connection.ts'

export type { PageRange, SortedRange } from '@glasshouse/core/wire/codec'

/**
 * How many of the rows of a list its pages can reach: all of them, at most `maxPage` pages. Counting stops there, so that
 * a page of a list with a million rows costs what a page of one with ten thousand does.
 */
export const countListed = async <Tables, Table extends keyof Tables, Row>(
  db: Db | Tx,
  rows: SelectQueryBuilder<Tables, Table, Row>,
  pageSize: number,
): Promise<number> => {
  const listed = rows.select(sql.lit(1).as('one')).limit(maxPage * pageSize)
  const counted = await sql<{ total: number }>`select count(*) as total from ${listed} listed`.execute(db)
  return counted.rows[0]?.total ?? 0
}
