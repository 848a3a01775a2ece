export type CsvValue = string | number | null

/** Spreadsheets execute a text that begins with one of these characters as a formula. */
const looksLikeFormula = /^[=+\-@\t\r]/
const isNumber = /^-?\d+(?:\.\d+)?$/

const cellOf = (value: CsvValue): string => {
  if (value === null) return ''
  const text = String(value)
  const safe = looksLikeFormula.test(text) && !isNumber.test(text) ? `'${text}` : text
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/**
 * Formats rows as CSV. Text that a spreadsheet would execute as a formula is escaped.
 *
 * @example csvText(['a'], [['=1+1']]) // "a\r\n'=1+1\r\n"
 */
export const csvText = (head: readonly string[], rows: readonly (readonly CsvValue[])[]): string =>
  [head, ...rows].map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('')

/** The same as a file that spreadsheets read as UTF-8. */
export const csvBlob = (head: readonly string[], rows: readonly (readonly CsvValue[])[]): Blob =>
  new Blob([csvText(head, rows)], { type: 'text/csv;charset=utf-8' })
