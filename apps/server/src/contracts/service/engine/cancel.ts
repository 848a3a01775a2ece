import type { Tick } from '@glasshouse/core/markets/evidence'
import { walletChanged } from '../../../wallets/index.ts'
import { orderTriggered } from '../../events.ts'
import { contractRevoked, walletAccounts } from '../../postings.ts'
import type { OrderRow } from '../../schema.ts'
import { type Batch, type Outcome, putOrder, type WalletState } from '../batch/state.ts'
import { type RevokeRule, revokedEvent } from '../revoke.ts'

/** Revokes a pending order inside a batch. */
export const revoke = (
  batch: Batch,
  wallet: WalletState,
  order: OrderRow,
  rule: RevokeRule,
  tick: Tick,
): Outcome => {
  wallet.free += order.hold
  wallet.hold -= order.hold
  const revoked: OrderRow = { ...order, status: 4, hold: 0n, closed_ms: batch.now }
  putOrder(batch, wallet, revoked)
  batch.ticks.add(tick)
  const accounts = walletAccounts(wallet.uid, wallet.levertype)
  batch.transactions.push(contractRevoked(order.id, accounts, order.hold))
  const told = revokedEvent(order, rule, { now: batch.now, transactionId: null, tick })
  batch.events.push({ ...told, transaction: batch.transactions.length - 1 })
  batch.facts.push(orderTriggered(revoked), walletChanged(order.uid))
  return 'done'
}
