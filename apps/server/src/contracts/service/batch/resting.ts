/** What becomes of an order that rests: placed, amended and cancelled, each inside a batch and judged before. */
import type { Tick } from '@glasshouse/core/markets/evidence'
import { walletChanged } from '../../../wallets/index.ts'
import { orderTriggered } from '../../events.ts'
import {
  marginAccountLedger,
  orderAmendedPosting,
  orderHeldPosting,
  orderReleasedPosting,
} from '../../postings.ts'
import type { OrderRow } from '../../schema.ts'
import { recordTpSlEvents } from '../stops.ts'
import {
  type Batch,
  type CancelReason,
  eventOf,
  stageInsert,
  stageUpdate,
  type WalletState,
} from './state.ts'

/** Lets a new order rest with margin and the whole fee on hold. It was judged before. */
export const applyResting = (batch: Batch, wallet: WalletState, order: OrderRow, tick: Tick): void => {
  wallet.free -= order.hold
  wallet.hold += order.hold
  stageInsert(batch, wallet, order)
  batch.ticks.add(tick)
  const accounts = marginAccountLedger(wallet.uid, wallet.levertype)
  batch.transactions.push(orderHeldPosting(order.id, accounts, order.hold))
  batch.events.push({
    ...eventOf(batch, order, tick),
    kind: 'placed',
    rule: order.type === 1 ? 'placedBuy' : 'placedSell',
    fee: 0n,
    held: order.hold,
    transaction: batch.transactions.length - 1,
  })
  recordTpSlEvents(batch, null, order, tick)
  batch.facts.push(walletChanged(order.uid))
}

/**
 * Gives a resting order another price, number of lots or stops; its hold changes by the difference. Where the hold stays
 * the same no money moves, and the event names no transaction.
 */
export const applyAmend = (
  batch: Batch,
  wallet: WalletState,
  { before, after, tick }: { readonly before: OrderRow; readonly after: OrderRow; readonly tick: Tick },
): void => {
  wallet.free += before.hold - after.hold
  wallet.hold += after.hold - before.hold
  stageUpdate(batch, wallet, after)
  batch.ticks.add(tick)
  const change = { before: before.hold, after: after.hold, acceptance: after.acceptance }
  const accounts = marginAccountLedger(wallet.uid, wallet.levertype)
  if (change.before !== change.after) batch.transactions.push(orderAmendedPosting(after.id, accounts, change))
  batch.events.push({
    ...eventOf(batch, after, tick),
    kind: 'amended',
    rule: after.type === 1 ? 'amendedBuy' : 'amendedSell',
    fee: 0n,
    held: after.hold,
    released: before.hold,
    transaction: change.before === change.after ? null : batch.transactions.length - 1,
  })
  recordTpSlEvents(batch, before, after, tick)
  batch.facts.push(walletChanged(after.uid))
}

/** Notes that an order was amended to a price that the market has reached, which opens it at once. */
export const recordAmendReached = (batch: Batch, before: OrderRow, limit: OrderRow, tick: Tick): void => {
  batch.events.push({
    ...eventOf(batch, limit, tick),
    kind: 'amended',
    rule: 'amendedReached',
    fee: 0n,
    held: before.hold,
    released: before.hold,
    transaction: null,
  })
}

/** Reasons of commands, whose answer tells; pages are told of every other cancellation. */
const ordered: readonly CancelReason[] = ['revokedByUser', 'revokedForLock']

/** Cancels a resting order inside a batch and releases its hold; `tick` is null where no price was ever heard. */
export const applyCancel = (
  batch: Batch,
  wallet: WalletState,
  order: OrderRow,
  rule: CancelReason,
  tick: Tick | null,
): OrderRow => {
  wallet.free += order.hold
  wallet.hold -= order.hold
  const cancelled: OrderRow = { ...order, status: 4, hold: 0n, closed_ms: batch.now }
  stageUpdate(batch, wallet, cancelled)
  if (tick !== null) batch.ticks.add(tick)
  const accounts = marginAccountLedger(wallet.uid, wallet.levertype)
  batch.transactions.push(orderReleasedPosting(order.id, accounts, order.hold))
  batch.events.push({
    ...eventOf(batch, order, tick),
    kind: 'revoked',
    rule,
    fee: 0n,
    held: order.hold,
    transaction: batch.transactions.length - 1,
  })
  if (!ordered.includes(rule)) batch.facts.push(orderTriggered(cancelled))
  batch.facts.push(walletChanged(order.uid))
  return cancelled
}
