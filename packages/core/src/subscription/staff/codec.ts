/** Wire forms of issues as staff see and set them up. */
import type { Day } from '../../calendar/days.ts'
import type { BodyOf, RequestOf } from '../../calls.ts'
import { marketNamesToWire } from '../../markets/codec.ts'
import {
  formatQuantity,
  formatUsdt,
  type Price,
  parseDecimal,
  priceScale,
  type Quantity,
  quantity,
  type Usdt,
  usdt,
} from '../../money/units.ts'
import { type Issue, issueTermsFromWire, issueTermsToWire } from '../codec.ts'
import type { IssueState, IssueTerms } from '../rules.ts'
import type { SubscriptionProductRow } from '../wire.ts'

/** An issue to create, or what to change of one; terms that are undefined stay. */
export type SaveIssueCommand = {
  /** Null for a new one. */
  readonly id: number | null
  readonly pid: number | undefined
  /** A price is null where the text is none. */
  readonly terms: { readonly [Term in keyof IssueTerms]: IssueTerms[Term] | null | undefined }
}

const wholeCoins = (count: number | undefined): Quantity | undefined =>
  count === undefined ? undefined : quantity(String(count))

/** Parses the request of `/staff/api/productSave` of kind subscription. */
export const saveIssueFromWire = (body: BodyOf<'/staff/api/productSave'>): SaveIssueCommand => ({
  id: body.id ?? null,
  pid: body.pid,
  terms: {
    price: body.price === undefined ? undefined : (parseDecimal(body.price, priceScale) as Price | null),
    number: wholeCoins(body.number),
    step: wholeCoins(body.step),
    min: wholeCoins(body.minnumber),
    max: wholeCoins(body.maxnumber),
    openMs: body.opentime,
    closeMs: body.closetime,
    finalDay: body.finaltime,
    riskSheet: body.risksheet,
  },
})

const termNames = {
  price: 'price',
  number: 'number',
  step: 'step',
  min: 'minnumber',
  max: 'maxnumber',
  openMs: 'opentime',
  closeMs: 'closetime',
  finalDay: 'finaltime',
  riskSheet: 'risksheet',
} as const satisfies Record<keyof IssueTerms, string>

/** Name of a term on the wire, for an error about it. */
export const issueTermToWire = (term: keyof IssueTerms): string => termNames[term]

/** An issue as staff see it. */
export type StaffIssue = IssueTerms &
  Pick<Issue, 'id' | 'pid' | 'symbol' | 'title' | 'asked' | 'applications' | 'reserve'> & {
    readonly state: IssueState
    /** Coins offered, or allotted and not paid. */
    readonly promised: Quantity
    /** In the reserve. */
    readonly paid: Usdt
    readonly createdMs: number
    readonly changedMs: number
  }

/** Formats an issue with its terms and what is asked, promised and paid, for `/staff/api/productSave`. */
export const staffIssueToWire = (issue: StaffIssue): SubscriptionProductRow => ({
  id: issue.id,
  kind: 'subscription',
  pid: issue.pid,
  ...marketNamesToWire(issue),
  state: issue.state,
  ...issueTermsToWire(issue),
  asked: formatQuantity(issue.asked),
  applications: issue.applications,
  promised: formatQuantity(issue.promised),
  reserve: formatQuantity(issue.reserve),
  paid: formatUsdt(issue.paid),
  createtime: issue.createdMs,
  changed: issue.changedMs,
})

/**
 * Parses an issue that the server returned to staff.
 *
 * @throws RangeError an amount is not a decimal number
 */
export const staffIssueFromWire = (row: SubscriptionProductRow): StaffIssue => ({
  id: row.id,
  pid: row.pid,
  symbol: row.procode,
  title: row.ptitle,
  state: row.state,
  ...issueTermsFromWire(row),
  asked: quantity(row.asked),
  applications: row.applications,
  promised: quantity(row.promised),
  reserve: quantity(row.reserve),
  paid: usdt(row.paid),
  createdMs: row.createtime,
  changedMs: row.changed,
})

/** Terms of an issue as staff typed them, in whole coins; the server judges the text of the price. */
export type TypedIssue = Pick<IssueTerms, 'openMs' | 'closeMs' | 'finalDay' | 'riskSheet'> & {
  readonly price: string
  readonly number: number
  readonly step: number
  readonly min: number
  readonly max: number
}

type SaveRequest = RequestOf<'/staff/api/productSave'>

/** Formats the terms of a new issue of a market, or of one that did not open yet, for `/staff/api/productSave`. */
export const typedIssueToWire = (
  issue: { readonly id: number } | { readonly pid: number },
  terms: TypedIssue,
): SaveRequest => ({
  kind: 'subscription',
  ...issue,
  price: terms.price,
  number: terms.number,
  step: terms.step,
  minnumber: terms.min,
  maxnumber: terms.max,
  opentime: terms.openMs,
  closetime: terms.closeMs,
  finaltime: terms.finalDay,
  risksheet: terms.riskSheet,
})

/** Asks for a later last day to pay of an issue that opened. */
export const finalDayToWire = (id: number, finalDay: Day): SaveRequest => ({
  kind: 'subscription',
  id,
  finaltime: finalDay,
})
