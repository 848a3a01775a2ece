import { formatTime } from '@glasshouse/core/calendar/days'
import type { DataOf } from '@glasshouse/core/calls'
import { domainError } from '@glasshouse/core/errors/registry'
import { house } from '@glasshouse/core/ledger/chart'
import { formatPrice, formatQuantity, formatUsdt, quantity } from '@glasshouse/core/money/units'
import {
  type AllotmentQuery,
  type Application,
  applicationStateFromWire,
  type Issue,
  type ListApplicationsQuery,
} from '@glasshouse/core/subscription/codec'
import {
  type IssueTerms,
  orderStatuses,
  paymentEndMs,
  type ShownState,
  subscriptionMoney,
} from '@glasshouse/core/subscription/rules'
import { type AllotmentTable, allotmentPageSize } from '@glasshouse/core/subscription/wire'
import { getBalances } from '../../ledger/posting/index.ts'
import type { Db, PageRange, Tx } from '../../platform/database/index.ts'
import type { IssueRecord, OrderRecord } from '../schema.ts'
import { findIssue, findIssues, listIssues } from '../store/issues.ts'
import { countOrdersOf, listAllotted, listOrdersOf } from '../store/orders.ts'
import { assetOf, type SubscriptionDeps } from './deps.ts'

const shownAtOnce = 100

/** The last instant, exclusive, at which orders of an issue can be paid. */
export const endOf = ({ id, final_day }: Pick<IssueRecord, 'id' | 'final_day'>): number => {
  const end = paymentEndMs(final_day)
  if (end === null) throw new Error(`issue ${id} has no last day to pay`)
  return end
}

/** What an order costs now: for what was asked, after the allotment for what was allotted. */
export const moneyOf = (order: OrderRecord, { price }: Pick<IssueRecord, 'price'>) =>
  subscriptionMoney(price, order.allotted ?? order.asked)

/** Issues as customers see them, all or the open ones; figures of a market only where it trades. */
export const listSubscriptionProducts = async (
  { clock, database, markets }: Pick<SubscriptionDeps, 'clock' | 'database' | 'markets'>,
  openOnly: boolean,
): Promise<readonly Issue[]> => {
  const issues = await listIssues(database.db, { drafts: false, openOnly, limit: shownAtOnce })
  const reserves = await getBalances(
    database.db,
    issues.map((issue) => house(`subscription:${issue.id}`, assetOf(issue))),
  )
  return issues.map((issue, at) => {
    const view = markets.view(issue.pid)
    const [last, figures] = [view?.last?.price ?? null, view?.figures ?? null]
    const { id, pid, symbol, title, asked, applications } = issue
    return {
      ...termsOf(issue),
      ...{ id, pid, symbol, title, asked, applications },
      icon: markets.product(pid)?.icon ?? '',
      state: shownState(issue),
      marketPrice: last,
      high: figures?.high ?? null,
      low: figures?.low ?? null,
      hasRisen: last === null || figures === null ? null : last >= figures.open,
      reserve: reserves[at] ?? quantity('0'),
      nowMs: clock.business(),
    }
  })
}

const shownState = ({ id, state }: IssueRecord): ShownState => {
  if (state === 'draft') throw new Error(`issue ${id} is a draft and was about to be shown`)
  return state
}

/** Applications as customers see them. */
const viewOrders = async (db: Db | Tx, orders: readonly OrderRecord[]): Promise<Application[]> => {
  const ids = [...new Set(orders.map(({ issue_id }) => issue_id))]
  const issues = new Map((await findIssues(db, ids)).map((issue) => [issue.id, issue]))
  return orders.map((order) => {
    const issue = issues.get(order.issue_id)
    if (issue === undefined) throw new Error(`order ${order.id} has no issue`)
    return {
      id: order.id,
      issueId: issue.id,
      hash: order.hash,
      pid: issue.pid,
      symbol: issue.symbol,
      title: issue.title,
      state: applicationStateFromWire(order.status),
      reason: order.reason,
      price: issue.price,
      asked: order.asked,
      coins: order.allotted ?? order.asked,
      money: moneyOf(order, issue),
      paid: order.money,
      createdMs: order.created_ms,
      payableUntilMs: endOf(issue),
      paidMs: order.paid_ms,
    }
  })
}

/** What staff set of an issue. */
export const termsOf = (issue: IssueRecord): IssueTerms => ({
  price: issue.price,
  number: issue.number,
  step: issue.step,
  min: issue.min_number,
  max: issue.max_number,
  openMs: issue.open_ms,
  closeMs: issue.close_ms,
  finalDay: issue.final_day,
  riskSheet: issue.risk_sheet,
})

const timeOrEmpty = (atMs: number | null): string => (atMs === null ? '' : formatTime(atMs))

/** Cells of the rows of a CSV of orders, in the columns of `applicationsCsv`. */
export const viewApplicationCells = async (
  db: Db,
  orders: readonly OrderRecord[],
): Promise<readonly (readonly string[])[]> =>
  (await viewOrders(db, orders)).map((order, at) => [
    ...[String(order.id), order.hash, String(order.issueId), order.symbol],
    ...[order.state, order.reason ?? '', formatPrice(order.price), formatQuantity(order.asked)],
    ...[orders[at]?.allotted === null ? '' : formatQuantity(order.coins), formatUsdt(order.paid)],
    ...[order.createdMs, order.payableUntilMs, order.paidMs].map(timeOrEmpty),
  ])

/** One application as its customer sees it. */
export const viewOrder = async (db: Db | Tx, order: OrderRecord): Promise<Application> => {
  const [row] = await viewOrders(db, [order])
  if (row === undefined) throw new Error(`order ${order.id} has no view`)
  return row
}

/** One page of a customer's orders; throws `notFound` for the id of another customer's. */
export const listSubscriptions = async (
  db: Db,
  uid: number,
  { state, id, ...page }: ListApplicationsQuery,
): Promise<{ readonly rows: readonly Application[]; readonly total: number }> => {
  const filter = { status: state === null ? null : orderStatuses[state], id }
  const total = await countOrdersOf(db, uid, filter)
  if (id !== null && total === 0) throw domainError('notFound')
  return { rows: await viewOrders(db, await listOrdersOf(db, uid, { ...page, ...filter })), total }
}

/** A page of the published allotment of an issue. Throws `notFound` before it has run. */
export const getAllotment = async (
  db: Db,
  { issueId: id, after }: AllotmentQuery,
): Promise<DataOf<'/api/subscription/allotment'>> => {
  const issue = await findIssue(db, id)
  if (issue === undefined || (issue.state !== 'paying' && issue.state !== 'over'))
    throw domainError('notFound')
  const found = await listAllotted(db, id, { after, limit: allotmentPageSize + 1 })
  const rows = found.slice(0, allotmentPageSize).map((order) => ({
    hash: order.hash,
    asked: formatQuantity(order.asked),
    allotted: formatQuantity(order.allotted),
  }))
  return {
    id,
    number: formatQuantity(issue.number),
    step: formatQuantity(issue.step),
    head: headOf(issue),
    applications: issue.applications,
    asked: formatQuantity(issue.asked),
    rows,
    next: found.length > allotmentPageSize ? (rows.at(-1)?.hash ?? null) : null,
  }
}

/** The head of the draw of an issue. */
export const headOf = (issue: IssueRecord): AllotmentTable['head'] => {
  const { head_minute_ms: minute, head_symbol: symbol, head_n: n, head_hash: hash } = issue
  if (minute === null || symbol === null || n === null || hash === null)
    throw new Error(`issue ${issue.id} has no head`)
  return { minute, symbol, n, hash }
}

const rangeOf = (page: PageRange) => ({
  direction: 'asc' as const,
  status: null,
  id: null,
  ...page,
})

/** One page of a customer's applications, oldest first, for the export. */
export const exportSubscriptions = async (db: Db, uid: number, page: PageRange) =>
  viewOrders(db, await listOrdersOf(db, uid, rangeOf(page)))

/** One page of a customer's allotments with their names in the published tables, for the export. */
export const exportAllotments = async (db: Db, uid: number, page: PageRange) =>
  (await listOrdersOf(db, uid, rangeOf(page))).map(({ id, hash, issue_id, asked, allotted }) => ({
    order: id,
    issue: issue_id,
    hash,
    asked: formatQuantity(asked),
    allotted: allotted === null ? null : formatQuantity(allotted),
  }))
