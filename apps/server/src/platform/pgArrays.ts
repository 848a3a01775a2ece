/**
 * Columns of many rows as PostgreSQL reads them (`${numbers(ids)}::bigint[]`), for statements that write a whole
 * batch. The driver writes arrays too, but quotes and looks through every number of them as if it were text.
 */

/** A column of whole numbers, money among them. */
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

/** A column of texts; any text. */
export const pgTextArray = (values: readonly (string | null)[]): string => {
  let text = '{'
  let comma = ''
  for (const value of values) {
    text += value === null ? `${comma}NULL` : `${comma}"${escaped(value)}"`
    comma = ','
  }
  return `${text}}`
}
