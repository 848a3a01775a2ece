import { formatQuantity, type Quantity, type Usdt } from '@glasshouse/core/money/units'
import { postNotices } from '../../customers/notices/index.ts'
import type { NewNotice } from '../../notifications/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import type { Clock } from '../../platform/time/index.ts'
import type { IssueRecord, OrderRecord } from '../schema.ts'
import { assetOf } from './deps.ts'
import { endOf } from './view.ts'

const about = (order: OrderRecord, issue: IssueRecord) => ({ id: order.id, coin: assetOf(issue) })

/** The notice about coins that were allotted. */
export const allottedNotice = (
  order: OrderRecord,
  issue: IssueRecord,
  coins: Quantity,
  money: Usdt,
): NewNotice => ({
  uid: order.uid,
  key: String(order.id),
  kind: 'subscriptionAllotted',
  params: { ...about(order, issue), amount: formatQuantity(coins), money, until: endOf(issue) },
})

/** The notice on the last day to pay. */
export const dueNotice = (order: OrderRecord, issue: IssueRecord, money: Usdt): NewNotice => ({
  uid: order.uid,
  key: `${order.id} ${issue.final_day}`,
  kind: 'subscriptionDueSoon',
  params: { ...about(order, issue), money, until: endOf(issue) },
})

/** The notice about an order that ended without coins. */
export const cancelledNotice = (
  order: OrderRecord,
  issue: IssueRecord,
  reason: 'notAllotted' | 'unpaid' | 'issueCancelled',
): NewNotice => ({
  uid: order.uid,
  key: String(order.id),
  kind: 'subscriptionCancelled',
  params: { ...about(order, issue), reason },
})

const atOnce = 500

/** Posts any number of notices. */
export const postAll = async (tx: Tx, clock: Clock, notices: readonly NewNotice[]): Promise<void> => {
  for (let from = 0; from < notices.length; from += atOnce)
    await postNotices(tx, clock, notices.slice(from, from + atOnce))
}
