import type { CsvValue } from './csv.ts'

export type Sorting = { readonly id: string; readonly descending: boolean }

const decimal = /^(-?)(\d+)(?:\.(\d+))?$/

/** Decimal text as an integer of a common smallest unit, so that amounts compare exactly. */
const unitsOf = (text: string): bigint | null => {
  const match = decimal.exec(text)
  if (match === null) return null
  const [, sign = '', whole = '', part = ''] = match
  return BigInt(`${sign}${whole}${part.padEnd(18, '0').slice(0, 18)}`)
}

/** Compares two cells: amounts by value, then text alphabetically, null last. */
const compareCells = (a: CsvValue, b: CsvValue): number => {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1
  const [x, y] = [unitsOf(String(a)), unitsOf(String(b))]
  if (x !== null && y !== null) return x < y ? -1 : x > y ? 1 : 0
  // A text between two amounts would make the order depend on where the rows stood.
  if (x !== null || y !== null) return x !== null ? -1 : 1
  return String(a).localeCompare(String(b), 'en', { sensitivity: 'base' })
}

/** Rows sorted by one of their cells; the sort is stable. */
export const sorted = <Row>(
  rows: readonly Row[],
  cellOf: (row: Row) => CsvValue,
  descending: boolean,
): readonly Row[] =>
  [...rows].sort((a, b) => {
    const [x, y] = [cellOf(a), cellOf(b)]
    if (x === null || y === null) return compareCells(x, y)
    return descending ? compareCells(y, x) : compareCells(x, y)
  })

/** Rows that contain every word of a text. */
export const matching = <Row>(
  rows: readonly Row[],
  cellsOf: (row: Row) => readonly CsvValue[],
  text: string,
): readonly Row[] => {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return rows
  return rows.filter((row) => {
    const rowText = cellsOf(row).join(' ').toLowerCase()
    return words.every((word) => rowText.includes(word))
  })
}
