/**
 * What becomes of everything a batch fired, decided in order on the wallets as they stand, in memory. Nothing
 * here reads or writes the database: the rows are locked already.
 */
import { conditionOf, isReached, type TriggerKind } from '@glasshouse/core/contracts/engine/triggers'
import { sideFromWire } from '@glasshouse/core/contracts/rules'
import type { Tick } from '@glasshouse/core/markets/evidence'
import type { Price } from '@glasshouse/core/money/units'
import type { OrderRow } from '../../schema.ts'
import type { MarginAccountKey } from '../../store/orders.ts'
import type { MarketSnapshot } from '../batch/snapshot.ts'
import {
  accountKeyOf,
  type Batch,
  openPositions,
  type TriggerOutcome,
  type WalletState,
} from '../batch/state.ts'
import { notCopied } from '../terms.ts'
import { shouldLiquidate, valuePosition } from '../valuation.ts'
import { closeByTrigger } from './closeByTrigger.ts'
import { fillResting } from './fillResting.ts'

/** Something a tick fired, with the markets as they were at that tick. */
export type FiredTrigger = MarginAccountKey & {
  readonly kind: TriggerKind
  /** The order whose limit or stop it is; 0 for the close-out of the wallet. */
  readonly orderId: number
  readonly at: MarketSnapshot
}

/** Decides one. */
export const evaluateTrigger = (batch: Batch, due: FiredTrigger): TriggerOutcome => {
  const wallet = batch.wallets.get(accountKeyOf(due))
  if (wallet === undefined) throw new Error('account not locked by this batch')
  if (due.kind === 'closeOut') {
    const closings = closeDue(batch, wallet, due.at)
    return liquidation(batch, wallet, due.at) === 'waits' ? 'waits' : closings
  }
  const order = wallet.orders.get(due.orderId)
  const market = order === undefined ? undefined : due.at.get(order.pid)
  const tick = market?.tick ?? null
  if (order === undefined || market === undefined || tick === null) return 'done'
  if (!isStillReached(order, due.kind, tick)) return 'done'
  if (due.kind === 'limit') return fillResting(batch, wallet, order, { tick, at: due.at })
  return closeByTrigger(batch, wallet, order, due.at, due.kind)
}

/** The row may have changed since the tick fired: a command that closed, cancelled or changed it came first. */
const isStillReached = (order: OrderRow, kind: 'limit' | 'loss' | 'profit', tick: Tick): boolean => {
  const price = {
    limit: order.status === 0 ? order.open_price : null,
    loss: order.status === 1 ? order.stop_loss_price : null,
    profit: order.status === 1 ? order.target_profit_price : null,
  }[kind]
  if (price === null) return false
  return isReached({ ...conditionOf(sideFromWire(order.type), kind), price: price as Price }, tick)
}

/** Closes what has to close at the next fresh tick: copies whose lead closed, and those of a pool that ends. */
const closeDue = (batch: Batch, wallet: WalletState, at: MarketSnapshot): TriggerOutcome => {
  let outcome: TriggerOutcome = 'done'
  for (const order of openPositions(wallet)) {
    const current = wallet.orders.get(order.id)
    const { closing_lots: lots, closing_for: copyOf } = current ?? notCopied
    if (current === undefined || lots === null) continue
    const why = copyOf === null ? 'dealing' : 'copy'
    if (closeByTrigger(batch, wallet, current, at, why, { part: { lots, copyOf } }) === 'waits')
      outcome = 'waits'
  }
  return outcome
}

/** Closes positions, the largest loss first, until the risk rate is above 50 %. */
const liquidation = (batch: Batch, wallet: WalletState, at: MarketSnapshot): TriggerOutcome => {
  while (shouldLiquidate(wallet, at)) {
    // Positions in a stale market stay open until it has a price again.
    const closable = openPositions(wallet).filter(({ pid }) => at.get(pid)?.fresh === true)
    const [worst] = closable
      .map((order) => ({ order, profit: valuePosition(order, at).profit }))
      .sort((a, b) => (a.profit < b.profit ? -1 : a.profit > b.profit ? 1 : a.order.id - b.order.id))
    if (worst === undefined) return 'waits'
    if (closeByTrigger(batch, wallet, worst.order, at, 'closeOut') === 'waits') return 'waits'
  }
  return 'done'
}
