import { domainError } from '@glasshouse/core/errors/registry'
import { customer } from '@glasshouse/core/ledger/chart'
import { formatQuantity, formatUsdt, type Quantity } from '@glasshouse/core/money/units'
import type { BuySubscriptionCommand } from '@glasshouse/core/subscription/codec'
import { type CancelReason, isAskable, orderStatuses } from '@glasshouse/core/subscription/rules'
import { assertCanSubscribe } from '../../eligibility/index.ts'
import { requireSoundLedger } from '../../ledger/checks/index.ts'
import { lockBalances, postSingle } from '../../ledger/posting/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { publishEvents } from '../../platform/events/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { walletChanged } from '../../wallets/index.ts'
import { subscriptionPaidPosting } from '../postings.ts'
import type { IssueRecord, OrderRecord } from '../schema.ts'
import {
  findIssue,
  findShownIssueId,
  lockIssue,
  lockIssueShared,
  lockOpenIssue,
  updateDemand,
} from '../store/issues.ts'
import { findOrder, insertOrder, listStandingOf, lockOrder, updateOrder } from '../store/orders.ts'
import { assetOf, type SubscriptionDeps } from './deps.ts'
import { endOf, moneyOf } from './view.ts'

/**
 * Asks for coins of the open issue of a market, once per issue; nothing is paid or held. The customer's limits are locked,
 * then the issue, so that what is asked adds up and nothing is asked after the close.
 *
 * @throws notFound (1005) a market without an issue, notAllowed (1006), selfLimitReached (2011), notTradable (2004)
 * outside the window, outOfRange (2002), invalidState (2003, `once`)
 */
export const buySubscription = (
  deps: SubscriptionDeps,
  uid: number,
  { pid, coins }: BuySubscriptionCommand,
): Promise<OrderRecord> =>
  transact(deps.database.db, async (tx) => {
    if ((await findShownIssueId(tx, pid)) === undefined) throw domainError('notFound')
    await assertCanSubscribe(deps, tx, uid)
    const issue = await lockOpenIssue(tx, pid)
    const nowMs = deps.clock.business()
    if (issue === undefined || nowMs < issue.open_ms || nowMs >= issue.close_ms)
      throw domainError('notTradable', { reason: 'notOpen' })
    const asked = coins ?? issue.min_number
    assertAskable(issue, asked)
    const order = await insertOrder(tx, { uid, issue_id: issue.id, asked, created_ms: nowMs })
    if (order === undefined) throw domainError('invalidState', { reason: 'once' })
    await updateDemand(tx, issue.id, 1, asked)
    return order
  })

const assertAskable = (issue: IssueRecord, asked: Quantity): void => {
  const { step, min_number: min, max_number: max } = issue
  if (!isAskable({ step, min, max }, asked))
    throw domainError('outOfRange', {
      min: formatQuantity(min),
      max: formatQuantity(max),
      step: formatQuantity(step),
    })
}

const ownOrder = (order: OrderRecord | undefined, uid: number): OrderRecord => {
  if (order === undefined || order.uid !== uid) throw domainError('notFound')
  return order
}

/**
 * Withdraws an order that is confirming or to be paid. The issue is locked, then the order.
 *
 * @throws notFound, invalidState (2003, `notCancellable`)
 */
export const cancelSubscription = (
  { clock, database }: SubscriptionDeps,
  uid: number,
  id: number,
): Promise<OrderRecord> =>
  transact(database.db, async (tx) => {
    const { issue_id: issueId } = ownOrder(await findOrder(tx, id), uid)
    await lockIssue(tx, issueId)
    const order = ownOrder(await lockOrder(tx, id), uid)
    if (!isStanding(order)) throw domainError('invalidState', { reason: 'notCancellable' })
    return withdraw(tx, order, 'withdrawn', clock.business())
  })

const isStanding = ({ status }: OrderRecord): boolean =>
  status === orderStatuses.confirming || status === orderStatuses.toPay

const withdraw = async (
  tx: Tx,
  { id, issue_id, status, asked }: OrderRecord,
  reason: CancelReason,
  atMs: number,
): Promise<OrderRecord> => {
  if (status === orderStatuses.confirming) await updateDemand(tx, issue_id, -1, -asked)
  return updateOrder(tx, id, { status: orderStatuses.cancelled, reason, ended_ms: atMs })
}

/** Cancels every order of a customer that is not paid yet, because the account is being closed. */
export const cancelSubscriptionsOf = async (tx: Tx, uid: number, atMs: number): Promise<void> => {
  for (const { id, issue_id } of await listStandingOf(tx, uid)) {
    await lockIssue(tx, issue_id)
    const order = await lockOrder(tx, id)
    if (order !== undefined && isStanding(order)) await withdraw(tx, order, 'accountClosed', atMs)
  }
}

const assertPayable = (
  { status }: OrderRecord,
  issue: IssueRecord | undefined,
  nowMs: number,
): IssueRecord => {
  if (status !== orderStatuses.toPay || issue?.state !== 'paying' || nowMs >= endOf(issue))
    throw domainError('invalidState', { reason: 'notPayable' })
  return issue
}

/**
 * Pays an allotted order: money and coins move in one transaction, after what ticks have reached in the contract wallet
 * is settled. The customer's accounts are locked, then the issue,
 * then the order, then the reserve of the issue.
 *
 * @throws notFound (1005), invalidState (2003, `notPayable`; `busy`), priceChanged (2007) while the market of an open
 * position is silent, insufficientBalance (2001), ledgerSuspended (2012)
 */
export const paySubscription = async (
  deps: SubscriptionDeps,
  uid: number,
  id: number,
): Promise<OrderRecord> => {
  ownOrder(await findOrder(deps.database.db, id), uid)
  await deps.settleWallet(uid)
  return payInWallet(deps, uid, id)
}

const payInWallet = (deps: SubscriptionDeps, uid: number, id: number): Promise<OrderRecord> =>
  transact(deps.database.db, async (tx) => {
    const nowMs = deps.clock.business()
    const found = ownOrder(await findOrder(tx, id), uid)
    const asset = assetOf(assertPayable(found, await findIssue(tx, found.issue_id), nowMs))
    requireSoundLedger(deps.database)
    const [free] = await lockBalances(tx, [customer(uid, 'contract'), customer(uid, 'coin', asset)])
    const letGo = await deps.maxTransferOut(tx, uid)
    const shared = await lockIssueShared(tx, found.issue_id)
    const order = ownOrder(await lockOrder(tx, id), uid)
    const issue = assertPayable(order, shared, nowMs)
    const money = moneyOf(order, issue)
    const available = letGo < free ? letGo : free
    if (money > available)
      throw domainError('insufficientBalance', {
        needed: formatUsdt(money),
        available: formatUsdt(available),
      })
    const { allotted: coins } = order
    if (coins === null) throw new Error(`order ${id} is to be paid and was allotted nothing`)
    await postSingle(tx, nowMs, subscriptionPaidPosting({ id, uid, issueId: issue.id, asset, money, coins }))
    const paid = { status: orderStatuses.completed, money, paid_ms: nowMs, ended_ms: nowMs }
    const done = await updateOrder(tx, id, paid)
    await publishEvents(tx, [walletChanged(uid)], deps.clock.now())
    return done
  })
