import { maxPage } from '@glasshouse/core/wire/fields'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { Db, Tx } from './db.ts'

/** A page of a list as a call asks for it; pages count from 1. */
export type PageQuery = { readonly pageNum: number; readonly pageSize: number }
/** Rows of a list: how many come before, and how many at most. */
export type PageRange = { readonly offset: number; readonly limit: number }
/** Rows of a list in an order. */
export type SortedRange = PageRange & { readonly direction: 'asc' | 'desc' }

/**
 * Rows of a page.
 *
 * @example pageRange({ pageNum: 3, pageSize: 20 }) // { offset: 40, limit: 20 }
 */
export const pageRange = ({ pageNum, pageSize }: PageQuery): PageRange => ({
  offset: (pageNum - 1) * pageSize,
  limit: pageSize,
})

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
