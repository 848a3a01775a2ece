import { formatTime } from '@glasshouse/core/calendar/days'
import type { BodyOf, DataOf } from '@glasshouse/core/calls'
import { domainError } from '@glasshouse/core/errors/registry'
import { house } from '@glasshouse/core/ledger/chart'
import { marketNamesToWire } from '@glasshouse/core/markets/codec'
import {
  formatPrice,
  formatQuantity,
  formatUsdt,
  type Price,
  type Quantity,
} from '@glasshouse/core/money/units'
import { isOpenOnly, symbolOf } from '@glasshouse/core/subscription/codec'
import {
  paymentEndMs,
  type ShownState,
  subscriptionMoney,
  wireStatusOf,
} from '@glasshouse/core/subscription/rules'
import type {
  AllotmentTable,
  SubscriptionOrder,
  SubscriptionProduct,
} from '@glasshouse/core/subscription/wire'
import { allotmentPageSize } from '@glasshouse/core/subscription/wire'
import { getBalances } from '../../ledger/index.ts'
import { type Db, type PageRange, pageRange, type Tx } from '../../platform/database/index.ts'
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
  subscriptionMoney(price as Price, (order.allotted ?? order.asked) as Quantity)

/** Issues as customers see them; figures of a market only where it trades. */
export const listSubscriptionProducts = async (
  { clock, database, markets }: Pick<SubscriptionDeps, 'clock' | 'database' | 'markets'>,
  { status }: BodyOf<'/api/product/productList'>,
): Promise<SubscriptionProduct[]> => {
  const filter = { drafts: false, openOnly: isOpenOnly(status), limit: shownAtOnce }
  const issues = await listIssues(database.db, filter)
  const reserves = await getBalances(
    database.db,
    issues.map((issue) => house(`subscription:${issue.id}`, assetOf(issue))),
  )
  return issues.map((issue, at) => {
    const view = markets.view(issue.pid)
    const [last, figures] = [view?.last?.price ?? null, view?.figures ?? null]
    return {
      id: issue.id,
      pid: issue.pid,
      ...marketNamesToWire(issue),
      price: formatPrice(issue.price),
      nowPrice: last === null ? null : formatPrice(last),
      number: formatQuantity(issue.number),
      finaltime: issue.final_day,
      icon: markets.product(issue.pid)?.icon ?? '',
      high: figures === null ? null : formatPrice(figures.high),
      low: figures === null ? null : formatPrice(figures.low),
      color: last === null || figures === null ? null : last >= figures.open ? 'green' : 'red',
      status: wireStatusOf(shownState(issue)),
      state: shownState(issue),
      opentime: issue.open_ms,
      closetime: issue.close_ms,
      asked: formatQuantity(issue.asked),
      applications: issue.applications,
      reserve: formatQuantity(reserves[at] ?? 0n),
      minnumber: formatQuantity(issue.min_number),
      maxnumber: formatQuantity(issue.max_number),
      step: formatQuantity(issue.step),
      risksheet: issue.risk_sheet,
      now: clock.business(),
    }
  })
}

const shownState = ({ id, state }: IssueRecord): ShownState => {
  if (state === 'draft') throw new Error(`issue ${id} is a draft and was about to be shown`)
  return state
}

/** Orders in wire form. */
const viewOrders = async (db: Db | Tx, orders: readonly OrderRecord[]): Promise<SubscriptionOrder[]> => {
  const ids = [...new Set(orders.map(({ issue_id }) => issue_id))]
  const issues = new Map((await findIssues(db, ids)).map((issue) => [issue.id, issue]))
  return orders.map((order) => {
    const issue = issues.get(order.issue_id)
    if (issue === undefined) throw new Error(`order ${order.id} has no issue`)
    return {
      id: order.id,
      issue: issue.id,
      hash: order.hash,
      pid: issue.pid,
      ...marketNamesToWire(issue),
      price: formatPrice(issue.price),
      asked: formatQuantity(order.asked),
      amout: formatQuantity(order.allotted ?? order.asked),
      money: formatUsdt(moneyOf(order, issue)),
      realprice: formatUsdt(order.money),
      ctime: order.created_ms,
      lasttime: endOf(issue),
      paytime: order.paid_ms,
      status: order.status,
      ...(order.reason === null ? {} : { reason: order.reason }),
    }
  })
}

const states = { 1: 'confirming', 2: 'toPay', 3: 'completed', 4: 'cancelled' } as const

/** Cells of the rows of a CSV of orders, in the columns of `applicationsCsv`. */
export const viewApplicationCells = async (
  db: Db,
  orders: readonly OrderRecord[],
): Promise<readonly (readonly string[])[]> =>
  (await viewOrders(db, orders)).map((order, at) => [
    ...[String(order.id), order.hash, String(order.issue), symbolOf(order)],
    ...[states[order.status], order.reason ?? '', order.price],
    ...[order.asked, orders[at]?.allotted === null ? '' : order.amout, order.realprice],
    ...[formatTime(order.ctime), formatTime(order.lasttime)],
    order.paytime === null ? '' : formatTime(order.paytime),
  ])

/** One order in wire form. */
export const viewOrder = async (db: Db | Tx, order: OrderRecord): Promise<SubscriptionOrder> => {
  const [row] = await viewOrders(db, [order])
  if (row === undefined) throw new Error(`order ${order.id} has no view`)
  return row
}

/** One page of a customer's orders; throws `notFound` for the id of another customer's. */
export const listSubscriptions = async (
  db: Db,
  uid: number,
  { status, id, pageNum, pageSize, isAsc }: BodyOf<'/api/subscription/mySubscription'>,
): Promise<{ readonly rows: SubscriptionOrder[]; readonly total: number }> => {
  const page = { direction: isAsc, ...pageRange({ pageNum, pageSize }) }
  const filter = { status: status ?? null, id: id ?? null }
  const total = await countOrdersOf(db, uid, filter)
  if (id !== undefined && total === 0) throw domainError('notFound')
  return { rows: await viewOrders(db, await listOrdersOf(db, uid, { ...page, ...filter })), total }
}

/** A page of the published allotment of an issue. Throws `notFound` before it has run. */
export const getAllotment = async (
  db: Db,
  { id, after = '' }: BodyOf<'/api/subscription/allotment'>,
): Promise<DataOf<'/api/subscription/allotment'>> => {
  const issue = await findIssue(db, id)
  if (issue === undefined || (issue.state !== 'paying' && issue.state !== 'over'))
    throw domainError('notFound')
  const found = await listAllotted(db, id, { after, limit: allotmentPageSize + 1 })
  const rows = found.slice(0, allotmentPageSize).map((order) => ({
    hash: order.hash,
    asked: formatQuantity(order.asked),
    allotted: formatQuantity(order.allotted ?? 0n),
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
