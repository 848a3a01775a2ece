import { csvRow } from '@glasshouse/core/ledger/statement'

export type CsvValue = string | number | null

/**
 * Formats rows as CSV. Text that a spreadsheet would execute as a formula is escaped.
 *
 * @example csvText(['a'], [['=1+1']]) // "a\r\n'=1+1\r\n"
 */
export const csvText = (head: readonly string[], rows: readonly (readonly CsvValue[])[]): string =>
  [head, ...rows].map((cells) => csvRow(cells.map((value) => String(value ?? '')))).join('')

/** The same as a file that spreadsheets read as UTF-8. */
export const csvBlob = (head: readonly string[], rows: readonly (readonly CsvValue[])[]): Blob =>
  new Blob([csvText(head, rows)], { type: 'text/csv;charset=utf-8' })
