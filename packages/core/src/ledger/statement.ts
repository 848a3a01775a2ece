import { type Day, dayOf, dayStart } from '../calendar/days.ts'
import { dayMs } from '../calendar/durations.ts'

/** What a statement is about: every account, what an inviter was paid, or applications for new coins. Only the first has a PDF. */
export const statementSubjects = ['account', 'referral', 'subscription'] as const
export type StatementSubject = (typeof statementSubjects)[number]

/** Maximum period of one statement in days. */
export const maxStatementDays = 366
/** Maximum number of lines in a PDF; a longer journal is available as CSV. */
export const maxPdfLines = 10_000
/** Maximum number of signed receipts in a file. */
export const maxReceiptsPerFile = 10_000
/** Lifetime of a statement link; milliseconds. */
export const statementLinkTtlMs = 5 * 60_000

/** A period from its first instant, inclusive, to `untilMs`, exclusive. */
export type Period = { readonly fromMs: number; readonly untilMs: number }

/** Issue with the days of a statement: a field that is not a day, or the accepted limit. */
export type PeriodProblem = { readonly field: 'from' | 'to' } | { readonly min: Day } | { readonly max: Day }

/**
 * Period from the start of one day to the end of another, both included.
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
 * The period of a list: from one day to another, both included; without them the last 366 days.
 *
 * @example recentPeriod({}, Date.UTC(2026, 5, 16)) // 20250616 to 20260616
 */
export const recentPeriod = (
  { from, to }: { readonly from?: Day | undefined; readonly to?: Day | undefined },
  nowMs: number,
): Period | PeriodProblem =>
  statementPeriod(from ?? dayOf(nowMs - (maxStatementDays - 1) * dayMs), to ?? dayOf(nowMs))

/**
 * One row of a CSV file (RFC 4180). A text that a spreadsheet would run as a formula is prefixed with an apostrophe;
 * numbers are not, whatever their sign.
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
