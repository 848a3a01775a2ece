import type { BodyOf } from '@glasshouse/core/calls'
import { DomainError, domainError } from '@glasshouse/core/errors/registry'
import { lockBalances, postSingle } from '../../ledger/index.ts'
import { publishEvents, transact } from '../../platform/index.ts'
import { walletChanged } from '../../wallets/index.ts'
import { marginAccountLedger, orderReleasedPosting } from '../postings.ts'
import type { OrderRow } from '../schema.ts'
import { insertEvents, type NewEvent } from '../store/events.ts'
import { findOrder, listActiveOrders, listRestingIds, updateOrder } from '../store/orders.ts'
import { type ContractDeps, notifyEngineAfter, productOf, settleReached } from './terms.ts'

/** Why a pending order was revoked; the receipt's rule. */
export type CancelReason =
  | 'revokedByUser'
  | 'revokedNoMargin'
  | 'revokedNoReserve'
  | 'revokedTooLarge'
  | 'revokedForLoss'
  | 'revokedOwnLimit'
  | 'revokedNotAllowed'
  | 'revokedForLock'
  | 'revokedSuspended'

/** What the receipt tells of it. */
export const cancelledEvent = (
  order: OrderRow,
  rule: CancelReason,
  { now, transactionId, tick }: { now: number; transactionId: number | null; tick: NewEvent['tick'] },
): NewEvent => ({
  order_id: order.id,
  kind: 'revoked',
  at_ms: now,
  rule,
  price: order.open_price,
  lots: order.lots,
  margin: order.margin,
  fee: 0n,
  profit: 0n,
  insurance: 0n,
  held: order.hold,
  transaction_id: transactionId,
  tick,
})

/**
 * Cancels a resting order and releases its hold. It needs no fresh price: an order that the market has not reached
 * can always be cancelled. One that a tick had reached when the request came is decided: it is settled
 * first, however long the queue is. The receipt names the newest tick heard at that moment.
 *
 * Throws `notFound`, `invalidState` (no longer resting).
 */
export const cancelOrder = (
  deps: ContractDeps,
  { uid }: { readonly uid: number },
  { id }: BodyOf<'/api/contract/cheDanContract'>,
): Promise<OrderRow> => cancelResting(deps, uid, id, 'revokedByUser')

/**
 * Cancels every resting order of an account that was locked; positions keep their stops. Each order is a transaction
 * of its own, so that one interrupted between two of them is completed by the next try, and none is cancelled twice.
 * Returns how many it cancelled.
 */
export const cancelOrdersOfLocked = async (deps: ContractDeps, uid: number): Promise<number> => {
  let cancelled = 0
  for (const id of await restingIdsBehind(deps, uid)) {
    try {
      await cancelResting(deps, uid, id, 'revokedForLock')
      cancelled += 1
    } catch (error) {
      // The market or the customer was faster: it does not rest any more.
      if (!(error instanceof DomainError)) throw error
    }
  }
  return cancelled
}

/**
 * The resting orders of a locked account, read once its wallets were locked: an order that was being placed when the
 * lock came is either there by then, or asks after the lock and is refused.
 */
const restingIdsBehind = ({ database }: ContractDeps, uid: number): Promise<readonly number[]> =>
  transact(database.db, async (tx) => {
    const wallets = ([1, 2] as const).map((levertype) => marginAccountLedger(uid, levertype))
    await lockBalances(
      tx,
      wallets.flatMap(({ free, hold }) => [free, hold]),
    )
    return listRestingIds(tx, uid)
  })

const cancelResting = async (
  deps: ContractDeps,
  uid: number,
  id: number,
  rule: 'revokedByUser' | 'revokedForLock',
): Promise<OrderRow> => {
  const { clock, database, markets } = deps
  const found = await findOrder(database.db, uid, id)
  if (found === null) throw domainError('notFound')
  const heard = await settleReached(deps, found, productOf(markets, found.pid))
  const story = transact(database.db, async (tx) => {
    const accounts = marginAccountLedger(uid, found.levertype)
    await lockBalances(tx, [accounts.free, accounts.hold])
    const live = await listActiveOrders(tx, [found])
    const order = live.find((one) => one.id === id)
    if (order === undefined || order.status !== 0) throw domainError('invalidState')
    const now = clock.now()
    const transactionId = await postSingle(
      tx,
      clock.business(),
      orderReleasedPosting(id, accounts, order.hold),
    )
    const after = await updateOrder(tx, id, { status: 4, hold: 0n, closed_ms: now })
    if (heard !== null) await markets.keep(tx, heard)
    await insertEvents(tx, [cancelledEvent(order, rule, { now, transactionId, tick: heard })])
    await publishEvents(tx, [walletChanged(uid)], now)
    return after
  })
  return notifyEngineAfter(deps, found, story)
}
