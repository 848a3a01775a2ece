import type { Tick } from '@glasshouse/core/markets/evidence'
import { walletChanged } from '../../../wallets/index.ts'
import { orderTriggered } from '../../events.ts'
import { marginAccountLedger, orderReleasedPosting } from '../../postings.ts'
import type { OrderRow } from '../../schema.ts'
import { type Batch, stageUpdate, type TriggerOutcome, type WalletState } from '../batch/state.ts'
import { type CancelReason, cancelledEvent } from '../revoke.ts'

/** Revokes a pending order inside a batch. */
export const applyCancel = (
  batch: Batch,
  wallet: WalletState,
  order: OrderRow,
  rule: CancelReason,
  tick: Tick,
): TriggerOutcome => {
  wallet.free += order.hold
  wallet.hold -= order.hold
  const revoked: OrderRow = { ...order, status: 4, hold: 0n, closed_ms: batch.now }
  stageUpdate(batch, wallet, revoked)
  batch.ticks.add(tick)
  const accounts = marginAccountLedger(wallet.uid, wallet.levertype)
  batch.transactions.push(orderReleasedPosting(order.id, accounts, order.hold))
  const event = cancelledEvent(order, rule, { now: batch.now, transactionId: null, tick })
  batch.events.push({ ...event, transaction: batch.transactions.length - 1 })
  batch.facts.push(orderTriggered(revoked), walletChanged(order.uid))
  return 'done'
}
