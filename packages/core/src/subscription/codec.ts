import type { BodyOf, RequestOf } from '../calls.ts'
import { marketNamesToWire } from '../markets/codec.ts'
import {
  formatPrice,
  formatQuantity,
  formatUsdt,
  type Price,
  price,
  type Quantity,
  quantity,
  type Usdt,
  usdt,
} from '../money/units.ts'
import { type SortedRange, sortedPageFromWire } from '../wire/codec.ts'
import {
  type CancelReason,
  type IssueTerms,
  type OrderStatus,
  orderStatuses,
  type ShownState,
  wireStatusOf,
} from './rules.ts'
import type { SubscriptionOrder, SubscriptionProduct } from './wire.ts'

/** An issue as customers see it. */
export type Issue = IssueTerms & {
  readonly id: number
  readonly pid: number
  readonly symbol: string
  readonly title: string
  readonly icon: string
  readonly state: ShownState
  /** Last price of the market and its range of 24 hours; null until it trades. */
  readonly marketPrice: Price | null
  readonly high: Price | null
  readonly low: Price | null
  /** Whether the market is not below its price 24 hours ago; null until it trades. */
  readonly hasRisen: boolean | null
  /** Coins asked for so far, and by how many applications. */
  readonly asked: Quantity
  readonly applications: number
  /** Coins in the reserve of the issue now. */
  readonly reserve: Quantity
  /** The business calendar when this was read. */
  readonly nowMs: number
}

const priceOrNull = (text: string | null): Price | null => (text === null ? null : price(text))
const formatPriceOrNull = (at: Price | null): string | null => (at === null ? null : formatPrice(at))

/** Terms of an issue as the audit log and all answers spell them. */
export const issueTermsToWire = (terms: IssueTerms) => ({
  price: formatPrice(terms.price),
  number: formatQuantity(terms.number),
  step: formatQuantity(terms.step),
  minnumber: formatQuantity(terms.min),
  maxnumber: formatQuantity(terms.max),
  opentime: terms.openMs,
  closetime: terms.closeMs,
  finaltime: terms.finalDay,
  risksheet: terms.riskSheet,
})

type TermsRow = Pick<SubscriptionProduct, keyof ReturnType<typeof issueTermsToWire>>

/** Parses the terms of an issue. */
export const issueTermsFromWire = (row: TermsRow): IssueTerms => ({
  price: price(row.price),
  number: quantity(row.number),
  step: quantity(row.step),
  min: quantity(row.minnumber),
  max: quantity(row.maxnumber),
  openMs: row.opentime,
  closeMs: row.closetime,
  finalDay: row.finaltime,
  riskSheet: row.risksheet,
})

/** Formats an issue for `/api/product/productList`. */
export const issueToWire = (issue: Issue): SubscriptionProduct => ({
  id: issue.id,
  pid: issue.pid,
  ...marketNamesToWire(issue),
  ...issueTermsToWire(issue),
  nowPrice: formatPriceOrNull(issue.marketPrice),
  icon: issue.icon,
  high: formatPriceOrNull(issue.high),
  low: formatPriceOrNull(issue.low),
  color: issue.hasRisen === null ? null : issue.hasRisen ? 'green' : 'red',
  status: wireStatusOf(issue.state),
  state: issue.state,
  asked: formatQuantity(issue.asked),
  applications: issue.applications,
  reserve: formatQuantity(issue.reserve),
  now: issue.nowMs,
})

/** Parses issues that the server returned. */
export const issuesFromWire = (rows: readonly SubscriptionProduct[]): readonly Issue[] =>
  rows.map((row) => ({
    ...issueTermsFromWire(row),
    id: row.id,
    pid: row.pid,
    symbol: row.procode,
    title: row.ptitle,
    icon: row.icon,
    state: row.state,
    marketPrice: priceOrNull(row.nowPrice),
    high: priceOrNull(row.high),
    low: priceOrNull(row.low),
    hasRisen: row.color === null ? null : row.color === 'green',
    asked: quantity(row.asked),
    applications: row.applications,
    reserve: quantity(row.reserve),
    nowMs: row.now,
  }))

/** States of an application. */
export type ApplicationState = keyof typeof orderStatuses

const applicationStates = Object.fromEntries(
  Object.entries(orderStatuses).map(([state, status]) => [status, state]),
) as Readonly<Record<OrderStatus, ApplicationState>>

/** State of an application by its number on the wire, which its table keeps too. */
export const applicationStateFromWire = (status: OrderStatus): ApplicationState => applicationStates[status]

/** An application of a customer for coins of an issue. */
export type Application = {
  readonly id: number
  readonly issueId: number
  /** SHA-256 of the digits of the id, its name in the allotment. */
  readonly hash: string
  readonly pid: number
  readonly symbol: string
  readonly title: string
  readonly state: ApplicationState
  /** Why it is cancelled; null where it is not. */
  readonly reason: CancelReason | null
  readonly price: Price
  readonly asked: Quantity
  /** Coins asked for; after the allotment those allotted. */
  readonly coins: Quantity
  /** What these coins cost. */
  readonly money: Usdt
  /** What was paid, else 0. */
  readonly paid: Usdt
  readonly createdMs: number
  /** End of the last day to pay. */
  readonly payableUntilMs: number
  readonly paidMs: number | null
}

/** Formats an application for the wire. */
export const applicationToWire = (order: Application): SubscriptionOrder => ({
  id: order.id,
  issue: order.issueId,
  hash: order.hash,
  pid: order.pid,
  ...marketNamesToWire(order),
  price: formatPrice(order.price),
  asked: formatQuantity(order.asked),
  amout: formatQuantity(order.coins),
  money: formatUsdt(order.money),
  realprice: formatUsdt(order.paid),
  ctime: order.createdMs,
  lasttime: order.payableUntilMs,
  paytime: order.paidMs,
  status: orderStatuses[order.state],
  ...(order.reason === null ? {} : { reason: order.reason }),
})

/** Parses applications that the server returned. */
export const applicationsFromWire = (rows: readonly SubscriptionOrder[]): readonly Application[] =>
  rows.map((row) => ({
    id: row.id,
    issueId: row.issue,
    hash: row.hash,
    pid: row.pid,
    symbol: row.procode,
    title: row.ptitle,
    state: applicationStateFromWire(row.status),
    reason: row.reason ?? null,
    price: price(row.price),
    asked: quantity(row.asked),
    coins: quantity(row.amout),
    money: usdt(row.money),
    paid: usdt(row.realprice),
    createdMs: row.ctime,
    payableUntilMs: row.lasttime,
    paidMs: row.paytime,
  }))

/** One page of a customer's applications. */
export type ListApplicationsQuery = SortedRange & {
  /** Null for all. */
  readonly state: ApplicationState | null
  /** Null for all; otherwise one of the customer's own. */
  readonly id: number | null
}

/** Parses the request of `/api/subscription/mySubscription`. */
export const listApplicationsFromWire = ({
  status,
  id,
  ...page
}: BodyOf<'/api/subscription/mySubscription'>): ListApplicationsQuery => ({
  state: status === undefined ? null : applicationStateFromWire(status),
  id: id ?? null,
  ...sortedPageFromWire(page),
})

/** Asks for one page of the own applications, the newest first; pages count from 1. */
export const listApplicationsToWire = (query: {
  readonly state: ApplicationState | null
  readonly page: number
  readonly pageSize: number
}): RequestOf<'/api/subscription/mySubscription'> => ({
  ...(query.state === null ? {} : { status: orderStatuses[query.state] }),
  orderByColumn: 'ctime',
  isAsc: 'desc',
  pageNum: query.page,
  pageSize: query.pageSize,
})

/** Asks for one of the own applications. */
export const applicationQueryToWire = (id: number): RequestOf<'/api/subscription/mySubscription'> => ({
  id,
  pageNum: 1,
  pageSize: 1,
})

/** Whether a list is limited to open issues: `status` 1; empty and left out mean all. */
export const isOpenOnly = ({ status }: BodyOf<'/api/product/productList'>): boolean => status === 1

/** Coins to ask for of the open issue of a market. */
export type BuySubscriptionCommand = {
  readonly pid: number
  /** Null for the smallest number. */
  readonly coins: Quantity | null
}

/** Parses the request of `/api/subscription/buy`. */
export const buySubscriptionFromWire = ({
  pid,
  number,
}: BodyOf<'/api/subscription/buy'>): BuySubscriptionCommand => ({
  pid,
  coins: number === undefined ? null : (number as Quantity),
})

/** Formats an application for `/api/subscription/buy`. */
export const buySubscriptionToWire = (pid: number, coins: Quantity): RequestOf<'/api/subscription/buy'> => ({
  pid,
  number: formatQuantity(coins),
})

/** Rows of a published allotment behind one of them. */
export type AllotmentQuery = {
  readonly issueId: number
  /** Hash of the last row of the page before; empty for the first page. */
  readonly after: string
}

/** Parses the request of `/api/subscription/allotment`. */
export const allotmentQueryFromWire = ({
  id,
  after,
}: BodyOf<'/api/subscription/allotment'>): AllotmentQuery => ({ issueId: id, after: after ?? '' })
