import type { AiDecision } from '@glasshouse/core/contracts/wire'
import type { Tick } from '@glasshouse/core/markets/evidence'
import type { Price } from '@glasshouse/core/money/units'
import { walletChanged } from '../../../wallets/index.ts'
import { marginAccountLedger, type OpeningPayment, positionOpenedPosting } from '../../postings.ts'
import type { OrderRow } from '../../schema.ts'
import { type EntryTicks, entryEvidence } from '../entry.ts'
import { recordTpSlEvents } from '../stops.ts'
import { positionOf } from '../terms.ts'
import {
  applyExposure,
  type Batch,
  copyWallet,
  eventOf,
  poolsFollowing,
  stageInsert,
  stageUpdate,
  type WalletState,
} from './state.ts'

/** Why a position is opened: at the market, or because a fixed price was reached, or because its lead opened. */
export type FillReason = 'market' | 'limit' | 'copy'

/** The side at which a position is opened, and why; the receipt's rule. */
const fillRule = ({ type }: OrderRow, why: FillReason): string =>
  type === 1 ? `${why}BuyAtAsk` : `${why}SellAtBid`

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
  const before = poolsFollowing(batch, wallet).length === 0 ? null : copyWallet(wallet)
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
    ...eventOf(batch, order, tick),
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
  recordTpSlEvents(batch, null, order, judgedBy)
  batch.facts.push(walletChanged(order.uid))
}
