import type { AiDecision } from '@glasshouse/core/contracts/wire'
import type { Tick } from '@glasshouse/core/markets/evidence'
import type { Price } from '@glasshouse/core/money/units'
import { walletChanged } from '../../../wallets/index.ts'
import {
  marginAccountLedger,
  type OpeningPayment,
  orderHeldPosting,
  positionOpenedPosting,
} from '../../postings.ts'
import type { OrderRow } from '../../schema.ts'
import { type EntryTicks, entryEvidence } from '../entry.ts'
import { tpSlEvents } from '../stops.ts'
import { positionOf } from '../terms.ts'
import {
  applyExposure,
  type Batch,
  poolsFollowing,
  stageInsert,
  stageUpdate,
  type WalletState,
  walletBefore,
} from './state.ts'

/** Why a position is opened: at the market, or because a fixed price was reached, or because its lead opened. */
export type FillReason = 'market' | 'limit' | 'copy'

/** The side at which a position is opened, and why; the receipt's rule. */
const fillRule = ({ type }: OrderRow, why: FillReason): string =>
  type === 1 ? `${why}BuyAtAsk` : `${why}SellAtBid`

const baseEvent = (batch: Batch, order: OrderRow, tick: Tick) => ({
  order_id: order.id,
  at_ms: batch.now,
  price: order.open_price,
  lots: order.lots,
  margin: order.margin,
  profit: 0n,
  insurance: 0n,
  tick,
})

/** What stands in the receipt of an order that is new, besides the order itself. */
const recordTpSlEvents = (batch: Batch, order: OrderRow, tick: Tick): void => {
  for (const { transaction_id: _, ...event } of tpSlEvents(null, order, tick, batch.now))
    batch.events.push({ ...event, transaction: null })
}

/** How a position is opened; `seen` is the price the customer saw at a market order, or the limit price. */
type Fill = {
  readonly payment: OpeningPayment
  readonly seen?: Price
  readonly tick: Tick
  readonly why: FillReason
  /** Both ticks of an order that filled at the worse one; `tick` is that. */
  readonly entry?: EntryTicks
  /** Of an order of AI ordering: the candle that decided. */
  readonly ai?: AiDecision
}

/** Opens a position inside a batch: an order that rested, or one that is new. It was judged before. */
export const applyFill = (
  batch: Batch,
  wallet: WalletState,
  order: OrderRow,
  { payment, seen, tick, why, entry, ai }: Fill,
): void => {
  const isNew = !wallet.orders.has(order.id)
  const before = poolsFollowing(batch, wallet).length === 0 ? null : walletBefore(wallet)
  wallet.free += payment.held - payment.margin - payment.feeFromWallet
  wallet.hold -= payment.held
  wallet.margin += payment.margin
  wallet.credit.bonus -= payment.feeFromBonus
  if (isNew) stageInsert(batch, wallet, order)
  else stageUpdate(batch, wallet, order)
  applyExposure(batch, order.pid, positionOf(order), 'add')
  const judgedBy = entry?.next ?? tick
  for (const one of [tick, entry?.accepted ?? tick, judgedBy]) batch.ticks.add(one)
  batch.transactions.push(
    positionOpenedPosting(order.id, marginAccountLedger(wallet.uid, wallet.levertype), payment),
  )
  batch.events.push({
    ...baseEvent(batch, order, tick),
    kind: 'opened',
    rule: fillRule(order, why),
    ...(seen === undefined ? {} : { seen_price: seen }),
    ...(entry === undefined ? {} : { entry: entryEvidence(entry) }),
    ...(ai === undefined ? {} : { ai }),
    fee: order.open_fee,
    bonus_fee: payment.feeFromBonus,
    held: payment.held,
    ...(order.copy_of === null ? {} : { copy_of: order.copy_of }),
    transaction: batch.transactions.length - 1,
  })
  if (before !== null) batch.leadActions.push({ kind: 'open', order, tick, entry: entry ?? null, before })
  if (!isNew) return
  // Stops count from the later tick on: the position did not exist before.
  recordTpSlEvents(batch, order, judgedBy)
  batch.facts.push(walletChanged(order.uid))
}

/** Lets a new order rest with margin and the whole fee on hold. It was judged before. */
export const applyResting = (batch: Batch, wallet: WalletState, order: OrderRow, tick: Tick): void => {
  wallet.free -= order.hold
  wallet.hold += order.hold
  stageInsert(batch, wallet, order)
  batch.ticks.add(tick)
  const accounts = marginAccountLedger(wallet.uid, wallet.levertype)
  batch.transactions.push(orderHeldPosting(order.id, accounts, order.hold))
  batch.events.push({
    ...baseEvent(batch, order, tick),
    kind: 'placed',
    rule: order.type === 1 ? 'placedBuy' : 'placedSell',
    fee: 0n,
    held: order.hold,
    transaction: batch.transactions.length - 1,
  })
  recordTpSlEvents(batch, order, tick)
  batch.facts.push(walletChanged(order.uid))
}
