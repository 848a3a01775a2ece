import type { CsvValue } from './csv.ts'

export type Sorting = { readonly id: string; readonly descending: boolean }

const decimal = /^(-?)(\d+)(?:\.(\d+))?$/

/** A decimal text as a whole number of its smallest digit, so that amounts compare exactly. */
const unitsOf = (text: string): bigint | null => {
  const match = decimal.exec(text)
  if (match === null) return null
  const [, sign = '', whole = '', part = ''] = match
  return BigInt(`${sign}${whole}${part.padEnd(18, '0').slice(0, 18)}`)
}

/** Compares two cells: amounts by their worth, words by the alphabet, nothing last. */
const compareCells = (a: CsvValue, b: CsvValue): number => {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1
  const [x, y] = [unitsOf(String(a)), unitsOf(String(b))]
  if (x !== null && y !== null) return x < y ? -1 : x > y ? 1 : 0
  return String(a).localeCompare(String(b), 'en', { sensitivity: 'base' })
}

/** Rows in the order of one of their cells; rows with the same cell stay as they were. */
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

/** Rows in which every word of a text occurs somewhere. */
export const matching = <Row>(
  rows: readonly Row[],
  cellsOf: (row: Row) => readonly CsvValue[],
  text: string,
): readonly Row[] => {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return rows
  return rows.filter((row) => {
    const whole = cellsOf(row).join(' ').toLowerCase()
    return words.every((word) => whole.includes(word))
  })
}
