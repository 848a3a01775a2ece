import { availableBalance } from '@glasshouse/core/contracts/account'
import { fillPrice, sideFromWire } from '@glasshouse/core/contracts/rules'
import { openingCosts } from '@glasshouse/core/contracts/settlement'
import type { Tick } from '@glasshouse/core/markets/evidence'
import type { Usdt } from '@glasshouse/core/money/units'
import { walletChanged } from '../../../wallets/index.ts'
import { orderTriggered } from '../../events.ts'
import type { OrderRow } from '../../schema.ts'
import { applyFill } from '../batch/opening.ts'
import { applyCancel } from '../batch/resting.ts'
import type { MarketSnapshot } from '../batch/snapshot.ts'
import {
  type Batch,
  type CancelReason,
  hasReserveFor,
  type TriggerOutcome,
  type WalletState,
} from '../batch/state.ts'
import { fitsOpenInterest } from '../size.ts'
import { positionOf } from '../terms.ts'
import { valueAccount } from '../valuation.ts'

/** Opens a pending order at the market, which is its price or a better one; or revokes it when that cannot be. */
export const fillResting = (
  batch: Batch,
  wallet: WalletState,
  order: OrderRow,
  { tick, at }: { readonly tick: Tick; readonly at: MarketSnapshot },
): TriggerOutcome => {
  const cancel = (rule: CancelReason): TriggerOutcome => {
    applyCancel(batch, wallet, order, rule, tick)
    return 'done'
  }
  const forbidden = batch.forbidden.get(order.id)
  if (forbidden !== undefined) return cancel(forbidden)
  const position = { ...positionOf(order), openPrice: fillPrice(sideFromWire(order.type), tick) }
  const bonus = wallet.credit.bonus as Usdt
  const costs = openingCosts(position, order.leverage, position.feeRatePpm, bonus)
  // A sell at a better price needs more margin than was held for it; only that part must be free.
  const missing = costs.margin + costs.feeFromWallet - order.hold
  const free = availableBalance(valueAccount(wallet, at))
  if (missing > 0n && missing > free) return cancel('revokedNoMargin')
  if (!hasReserveFor(batch, order.pid, position, (pid) => at.get(pid)?.tick ?? null))
    return cancel('revokedNoReserve')
  if (batch.limits !== null && !fitsOpenInterest(batch, batch.limits, order.pid, position))
    return cancel('revokedTooLarge')
  const filled: OrderRow = {
    ...order,
    status: 1,
    open_price: position.openPrice,
    margin: costs.margin,
    open_fee: costs.charged,
    hold: 0n,
    opened_ms: batch.now,
  }
  const payment = {
    margin: costs.margin,
    feeFromBonus: costs.feeFromBonus,
    feeFromWallet: costs.feeFromWallet,
    held: order.hold,
  }
  applyFill(batch, wallet, filled, { payment, tick, why: 'limit' })
  batch.facts.push(orderTriggered(filled), walletChanged(filled.uid))
  return 'done'
}
