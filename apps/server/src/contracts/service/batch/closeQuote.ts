import type { OpenPosition } from '@glasshouse/core/contracts/rules'
import { type Closing, drawMargin, houseShareOf } from '@glasshouse/core/contracts/settlement'
import type { AiDecision, LiquidationSnapshot } from '@glasshouse/core/contracts/wire'
import type { LedgerTransaction } from '@glasshouse/core/ledger/rules'
import { type Tick, tickEvidence } from '@glasshouse/core/markets/evidence'
import type { Usdt } from '@glasshouse/core/money/units'
import { walletChanged } from '../../../wallets/index.ts'
import { aiOrderClosed, orderClosed } from '../../events.ts'
import { type ContractPayment, marginAccountLedger, positionClosedPosting } from '../../postings.ts'
import type { OrderRow } from '../../schema.ts'
import {
  applyExposure,
  type Batch,
  nextOrderId,
  openPositions,
  poolsFollowing,
  stageInsert,
  stageUpdate,
  type WalletState,
} from './state.ts'

/** A close that was worked out: which part, at what, and why. */
export type CloseIntent = {
  readonly order: OrderRow
  readonly closed: OpenPosition
  /** What stays open under the order's id; null when all of it closes. */
  readonly rest: OpenPosition | null
  readonly closing: Closing
  readonly tick: Tick
  readonly reason: NonNullable<OrderRow['close_reason']>
  /** Of a close-out, the account as it stood then. */
  readonly account: LiquidationSnapshot | null
  /** Of a copy: the closed order of the lead that caused it. */
  readonly copyOf?: number | null
  /** The receipt's rule, to which the side at which it closes is added. */
  readonly rule: string
  /** Of a close by the opposite signal of AI ordering: the candle that decided. */
  readonly ai?: AiDecision
}

/**
 * Closes a position, or a part of it, inside a batch and returns the closed order. A profit beyond the reserves is
 * owed openly; a position whose margin is gone, in a wallet that holds nothing, closes without moving money.
 */
export const applyClose = (batch: Batch, wallet: WalletState, intent: CloseIntent): OrderRow => {
  const { order, closed, closing, tick, reason } = intent
  const { settlement } = closing
  const reserves = { trading: batch.trading as Usdt, insurance: batch.insurance as Usdt }
  const payment = { ...settlement, ...houseShareOf(settlement, reserves), released: closed.margin }
  const accounts = marginAccountLedger(wallet.uid, wallet.levertype)
  pay(batch, wallet, payment)
  const after = recordClosed(batch, wallet, intent)
  const others = openPositions(wallet).map(({ id, margin }) => ({ id, margin: margin as Usdt }))
  for (const { id, margin } of drawMargin(others, settlement.takenMargin)) {
    const other = wallet.orders.get(id)
    if (other !== undefined) stageUpdate(batch, wallet, { ...other, margin })
  }
  applyExposure(batch, order.pid, closed, 'remove')
  batch.ticks.add(tick)
  sendToCustomer(batch, intent, {
    after,
    payment,
    transaction: positionClosedPosting(after.id, accounts, payment, reason),
  })
  if (poolsFollowing(batch, wallet).length > 0)
    batch.leadActions.push({ kind: 'close', order, closed: after, tick })
  if (order.copy_of !== null) recordCopy(batch, intent, after)
  return after
}

/** Notes that a part of a copy closed, and what of the lead's close was copied. */
const recordCopy = (
  batch: Batch,
  { order, rest, tick, copyOf = null }: CloseIntent,
  after: OrderRow,
): void => {
  if (rest === null && copyOf === null) return
  batch.copies.push({
    account: after.uid,
    id: after.id,
    kind: rest === null ? 'close' : 'part',
    lead_order: copyOf,
    pid: order.pid,
    type: order.type,
    leverage: order.leverage,
    lots: after.lots,
    // Of the closed order of the lead, whose row has it by then.
    lead_price: null,
    price: after.close_price,
    lead_equity: null,
    pool_equity: null,
    skipped: null,
    is_reduced: false,
    tick: tickEvidence(tick),
    at_ms: batch.now,
  })
}

/** Follows the balances that the posting will leave behind. */
const pay = (batch: Batch, wallet: WalletState, paid: ContractPayment): void => {
  const { released, takenMargin, profit, lossFromWallet, feeFromWallet } = paid
  wallet.free += released + takenMargin + profit - lossFromWallet - feeFromWallet
  wallet.margin -= released + takenMargin
  wallet.credit.bonus -= paid.feeFromBonus
  batch.trading += lossFromWallet + paid.lossFromInsurance - paid.profitFromReserve
  batch.insurance -= paid.profitFromInsurance + paid.lossFromInsurance + paid.feeFromInsurance
  batch.debt += paid.profitOwed
}

/** The closed order: the order itself, or a new one for the part while the rest stays under its id. */
const recordClosed = (
  batch: Batch,
  wallet: WalletState,
  { order, closed, rest, closing: { price, charged, profit }, reason }: CloseIntent,
): OrderRow => {
  const end = {
    status: 3 as const,
    close_price: price,
    close_fee: charged,
    profit,
    close_reason: reason,
    closed_ms: batch.now,
    closing_lots: null,
    closing_for: null,
  }
  if (rest === null) {
    const whole = { ...order, ...end }
    stageUpdate(batch, wallet, whole)
    return whole
  }
  const { lots, quantity, margin, openFee } = rest
  const left = order.closing_lots === null ? 0 : Math.min(order.closing_lots - closed.lots, lots)
  const closing =
    left > 0
      ? { closing_lots: left, closing_for: order.closing_for }
      : { closing_lots: null, closing_for: null }
  stageUpdate(batch, wallet, { ...order, lots, quantity, margin, open_fee: openFee, ...closing })
  const part = {
    ...order,
    ...end,
    id: nextOrderId(batch).id,
    parent_id: order.id,
    lots: closed.lots,
    quantity: closed.quantity,
    margin: closed.margin,
    open_fee: closed.openFee,
    created_ms: batch.now,
  }
  stageInsert(batch, wallet, part)
  return part
}

/** What the receipts tell, of the closed order and of the one a part was taken from, and what the pages are told. */
const sendToCustomer = (
  batch: Batch,
  { order, closing, tick, rule, account, copyOf = null, ai }: CloseIntent,
  done: { after: OrderRow; payment: ContractPayment; transaction: LedgerTransaction },
): void => {
  const { after, payment } = done
  // The ledger has no empty transactions: without an amount to pay there is none to name.
  const isEmpty = done.transaction.transfers.length === 0
  if (!isEmpty) batch.transactions.push(done.transaction)
  const event = {
    at_ms: batch.now,
    rule: `${rule}${order.type === 1 ? 'SellAtBid' : 'BuyAtAsk'}`,
    price: closing.price,
    lots: after.lots,
    margin: after.margin,
    fee: closing.charged,
    profit: closing.profit,
    insurance: payment.lossFromInsurance + payment.feeFromInsurance,
    insured_profit: payment.profitFromInsurance,
    owed: payment.profitOwed,
    bonus_fee: payment.feeFromBonus,
    drawn_margin: payment.takenMargin,
    unpaid_loss: payment.lossUnpaid - payment.lossFromInsurance,
    unpaid_fee: payment.feeUnpaid - payment.feeFromInsurance,
    transaction: isEmpty ? null : batch.transactions.length - 1,
    tick,
    ...(account === null ? {} : { account }),
    ...(copyOf === null ? {} : { copy_of: copyOf }),
    ...(ai === undefined ? {} : { ai }),
  }
  if (after.id !== order.id) batch.events.push({ ...event, order_id: order.id, kind: 'closedPart' })
  batch.events.push({ ...event, order_id: after.id, kind: 'closed' })
  batch.facts.push(orderClosed(after), walletChanged(order.uid))
  if (after.ai_run !== null && after.id === order.id) batch.facts.push(aiOrderClosed(after))
}
