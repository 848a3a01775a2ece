/**
 * Columns of many rows as PostgreSQL array literals (`${pgNumberArray(ids)}::bigint[]`), for statements that write a
 * batch. The driver also encodes arrays, but quotes and scans every number as text.
 */

/** A column of whole numbers, including money. */
export const pgNumberArray = (values: readonly (number | bigint | null)[]): string => {
  let text = '{'
  let comma = ''
  for (const value of values) {
    text += value === null ? `${comma}NULL` : `${comma}${value}`
    comma = ','
  }
  return `${text}}`
}

const needsEscape = /["\\]/
const escaped = (value: string): string => (needsEscape.test(value) ? value.replace(/["\\]/g, '\\$&') : value)

/** A column of any texts. */
export const pgTextArray = (values: readonly (string | null)[]): string => {
  let text = '{'
  let comma = ''
  for (const value of values) {
    text += value === null ? `${comma}NULL` : `${comma}"${escaped(value)}"`
    comma = ','
  }
  return `${text}}`
}
