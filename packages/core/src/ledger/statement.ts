import { type Day, dayMs, dayOf, dayStart } from '../calendar/days.ts'

/** The longest period of one statement, days. */
export const maxStatementDays = 366
/** The most lines of a PDF; a longer journal is told as CSV. */
export const maxPdfLines = 10_000
/** How long the link to a statement is good; milliseconds. */
export const statementLinkTtlMs = 5 * 60_000

/** The instants of a period: from its first one up to, not including, the first after it. */
export type Period = { readonly fromMs: number; readonly untilMs: number }

/** What is wrong with the days of a statement: a field that is no day, or a limit that would pass. */
export type PeriodProblem = { readonly field: 'from' | 'to' } | { readonly min: Day } | { readonly max: Day }

/**
 * The period from the first instant of a day to the last one of another, both included.
 *
 * @example statementPeriod('20260601', '20260630') // 30 days
 */
export const statementPeriod = (from: Day, to: Day): Period | PeriodProblem => {
  const fromMs = dayStart(from)
  const lastMs = dayStart(to)
  if (fromMs === null) return { field: 'from' }
  if (lastMs === null) return { field: 'to' }
  if (lastMs < fromMs) return { min: from }
  const latestMs = fromMs + (maxStatementDays - 1) * dayMs
  if (lastMs > latestMs) return { max: dayOf(latestMs) }
  return { fromMs, untilMs: lastMs + dayMs }
}

/**
 * One row of a CSV file (RFC 4180). A text that a spreadsheet would run as a formula gets an apostrophe in
 * front; figures are no formulas, whatever their sign.
 *
 * @example csvRow(['a "b"', '=1+1', '-2.5']) // '"a ""b""",\'=1+1,-2.5\r\n'
 */
export const csvRow = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`

const figure = /^-?\d+(?:\.\d+)?$/
const formula = /^[=+\-@\t\r]/

const csvCell = (text: string): string => {
  const safe = formula.test(text) && !figure.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
