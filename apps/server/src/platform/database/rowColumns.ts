import { pgNumberArray, pgTextArray } from './pgArrays.ts'

/** Types of columns that are written as numbers. */
type NumberType = 'bigint' | 'integer' | 'smallint' | 'numeric'

/**
 * One column of a statement over many rows: its name, its type in PostgreSQL, and its value in a row. The value of a `jsonb`
 * column is written as JSON.
 */
type RowColumn<Row> =
  | readonly [name: string, type: NumberType, value: (row: Row) => number | bigint | null]
  | readonly [name: string, type: 'text', value: (row: Row) => string | null]
  | readonly [name: string, type: 'jsonb', value: (row: Row) => object | null]

const textOf = <Row>([, type, value]: RowColumn<Row>, rows: readonly Row[]): string => {
  if (type === 'text') return pgTextArray(rows.map(value))
  if (type !== 'jsonb') return pgNumberArray(rows.map(value))
  const written = rows.map((row) => {
    const one = value(row)
    return one === null ? null : JSON.stringify(one)
  })
  return pgTextArray(written)
}

/** The columns that a statement takes. */
export type RowColumns<Row> = {
  /** Their names, for the list of an `insert`. */
  readonly names: readonly string[]
  /** The rows as SQL; the columns are its parameters, from `$1` on or from behind so many others. */
  readonly unnest: (behind?: number) => string
  /** Makes rows into columns, each as the text of an array. */
  readonly textsOf: (rows: readonly Row[]) => readonly string[]
}

/**
 * Describes the columns of a statement once, for its text and for what it is given. Making rows into columns is pure: what is
 * written can be made, counted and kept before and without the statement.
 *
 * @example const sums = rowColumns<Sum>([['id', 'bigint', ({ id }) => id], ['note', 'text', ({ note }) => note]])
 * sums.unnest() // unnest($1::bigint[], $2::text[])
 * sums.textsOf([{ id: 1, note: 'a' }, { id: 2, note: null }]) // ['{1,2}', '{"a",NULL}']
 */
export const rowColumns = <Row>(columns: readonly RowColumn<Row>[]): RowColumns<Row> => ({
  names: columns.map(([name]) => name),
  unnest: (behind = 0) =>
    `unnest(${columns.map(([, type], at) => `$${behind + at + 1}::${type}[]`).join(', ')})`,
  textsOf: (rows) => columns.map((column) => textOf(column, rows)),
})
