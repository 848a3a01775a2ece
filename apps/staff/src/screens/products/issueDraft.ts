import type { RequestOf } from '@glasshouse/core/calls'
import { amountScale, parseDecimal, priceScale } from '@glasshouse/core/money/units'
import type { StaffIssue as Issue } from '@glasshouse/core/subscription/codec'

export type IssueDraft = {
  readonly pid: string
  readonly price: string
  readonly number: string
  readonly step: string
  readonly minnumber: string
  readonly maxnumber: string
  /** yyyy-mm-ddThh:mm at UTC+1. */
  readonly opentime: string
  readonly closetime: string
  /** yyyy-mm-dd, the last day to pay. */
  readonly finaltime: string
  readonly risksheet: string
}

export const emptyIssue: IssueDraft = {
  pid: '',
  price: '',
  number: '',
  step: '10',
  minnumber: '10',
  maxnumber: '',
  opentime: '',
  closetime: '',
  finaltime: '',
  risksheet: '',
}

/** Offset of the calendar, UTC+1, in milliseconds. */
const zoneMs = 3_600_000

/**
 * Text of a minute at UTC+1 for a field of date and time.
 *
 * @example minuteText(Date.UTC(2026, 5, 14, 8)) // '2026-06-14T09:00'
 */
export const minuteText = (instant: number): string => new Date(instant + zoneMs).toISOString().slice(0, 16)

/** Epoch milliseconds of such a text; null if it is none. */
export const minuteOf = (text: string): number | null => {
  const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) ? Date.parse(`${text}:00Z`) : Number.NaN
  // A day that is not in the calendar would be read as one of the next month.
  return Number.isNaN(instant) || minuteText(instant - zoneMs) !== text ? null : instant - zoneMs
}

/** yyyymmdd of a field of a date. */
const dayOfField = (text: string): string => text.replaceAll('-', '')

/** The text of a field of a date. */
const dayField = (day: string): string => `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`

/** Draft of a saved issue. */
export const draftOfIssue = (issue: Issue): IssueDraft => ({
  pid: String(issue.pid),
  price: issue.price,
  number: issue.number,
  step: issue.step,
  minnumber: issue.minnumber,
  maxnumber: issue.maxnumber,
  opentime: minuteText(issue.opentime),
  closetime: minuteText(issue.closetime),
  finaltime: dayField(issue.finaltime),
  risksheet: issue.risksheet,
})

const wholeFields = [
  ['number', 'Coins offered'],
  ['step', 'Step'],
  ['minnumber', 'Smallest application'],
  ['maxnumber', 'Largest application'],
] as const

/** What stops a draft from being sent; null if nothing does. The server checks everything again. */
export const issueProblem = (draft: IssueDraft): string | null => {
  if (draft.pid === '') return 'Choose a market.'
  if ((parseDecimal(draft.price.trim(), priceScale) ?? 0n) <= 0n) return 'Enter the issue price.'
  for (const [field, name] of wholeFields)
    if (!/^[1-9]\d{0,9}$/.test(draft[field].trim())) return `${name} is a whole number of coins.`
  const [opens, closes] = [minuteOf(draft.opentime), minuteOf(draft.closetime)]
  if (opens === null) return 'Enter when applications open.'
  if (closes === null || closes <= opens) return 'Applications close after they open.'
  if (draft.finaltime === '') return 'Enter the last day to pay.'
  return draft.risksheet.trim() === '' ? 'Write the risk sheet.' : null
}

/** Request that saves a draft without a problem: of an issue that opened only the last day to pay. */
export const issueRequest = (issue: Issue | null, draft: IssueDraft): RequestOf<'/staff/api/productSave'> => {
  const finaltime = dayOfField(draft.finaltime)
  if (issue !== null && issue.state !== 'draft') return { kind: 'subscription', id: issue.id, finaltime }
  const whole = (field: (typeof wholeFields)[number][0]) => Number.parseInt(draft[field].trim(), 10)
  return {
    kind: 'subscription',
    ...(issue === null ? { pid: Number.parseInt(draft.pid, 10) } : { id: issue.id }),
    price: draft.price.trim(),
    number: whole('number'),
    step: whole('step'),
    minnumber: whole('minnumber'),
    maxnumber: whole('maxnumber'),
    opentime: minuteOf(draft.opentime) ?? 0,
    closetime: minuteOf(draft.closetime) ?? 0,
    finaltime,
    risksheet: draft.risksheet.trim(),
  }
}

const stateWords: Readonly<Record<Issue['state'], string>> = {
  draft: 'draft',
  open: 'open',
  closed: 'allotting',
  paying: 'paying',
  over: 'over',
  cancelled: 'cancelled',
}

/** State of an issue in words; of a draft what it waits for. */
export const issueState = ({ state, reserve, number }: Issue): string => {
  if (state !== 'draft') return stateWords[state]
  const [held, offered] = [parseDecimal(reserve, amountScale), parseDecimal(number, amountScale)]
  return held !== null && offered !== null && held < offered ? 'draft, needs its coins' : 'draft, funded'
}
