import type { RequestOf } from '@glasshouse/core/calls'
import { formatPrice, formatQuantity, parseDecimal, priceScale } from '@glasshouse/core/money/units'
import {
  finalDayToWire,
  type StaffIssue as Issue,
  typedIssueToWire,
} from '@glasshouse/core/subscription/staff/codec'

export type IssueDraft = {
  readonly pid: string
  readonly price: string
  readonly number: string
  readonly step: string
  readonly min: string
  readonly max: string
  /** yyyy-mm-ddThh:mm at UTC+1. */
  readonly opens: string
  readonly closes: string
  /** yyyy-mm-dd, the last day to pay. */
  readonly finalDay: string
  readonly riskSheet: string
}

export const emptyIssue: IssueDraft = {
  pid: '',
  price: '',
  number: '',
  step: '10',
  min: '10',
  max: '',
  opens: '',
  closes: '',
  finalDay: '',
  riskSheet: '',
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
  price: formatPrice(issue.price),
  number: formatQuantity(issue.number),
  step: formatQuantity(issue.step),
  min: formatQuantity(issue.min),
  max: formatQuantity(issue.max),
  opens: minuteText(issue.openMs),
  closes: minuteText(issue.closeMs),
  finalDay: dayField(issue.finalDay),
  riskSheet: issue.riskSheet,
})

const wholeFields = [
  ['number', 'Coins offered'],
  ['step', 'Step'],
  ['min', 'Smallest application'],
  ['max', 'Largest application'],
] as const

/** What stops a draft from being sent; null if nothing does. The server checks everything again. */
export const issueProblem = (draft: IssueDraft): string | null => {
  if (draft.pid === '') return 'Choose a market.'
  if ((parseDecimal(draft.price.trim(), priceScale) ?? 0n) <= 0n) return 'Enter the issue price.'
  for (const [field, name] of wholeFields)
    if (!/^[1-9]\d{0,9}$/.test(draft[field].trim())) return `${name} is a whole number of coins.`
  const [opens, closes] = [minuteOf(draft.opens), minuteOf(draft.closes)]
  if (opens === null) return 'Enter when applications open.'
  if (closes === null || closes <= opens) return 'Applications close after they open.'
  if (draft.finalDay === '') return 'Enter the last day to pay.'
  return draft.riskSheet.trim() === '' ? 'Write the risk sheet.' : null
}

/** Request that saves a draft without a problem: of an issue that opened only the last day to pay. */
export const issueRequest = (issue: Issue | null, draft: IssueDraft): RequestOf<'/staff/api/productSave'> => {
  const finalDay = dayOfField(draft.finalDay)
  if (issue !== null && issue.state !== 'draft') return finalDayToWire(issue.id, finalDay)
  const whole = (field: (typeof wholeFields)[number][0]) => Number.parseInt(draft[field].trim(), 10)
  return typedIssueToWire(issue === null ? { pid: Number.parseInt(draft.pid, 10) } : { id: issue.id }, {
    price: draft.price.trim(),
    number: whole('number'),
    step: whole('step'),
    min: whole('min'),
    max: whole('max'),
    openMs: minuteOf(draft.opens) ?? 0,
    closeMs: minuteOf(draft.closes) ?? 0,
    finalDay,
    riskSheet: draft.riskSheet.trim(),
  })
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
  return reserve < number ? 'draft, needs its coins' : 'draft, funded'
}
