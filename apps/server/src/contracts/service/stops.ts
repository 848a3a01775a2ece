import { adverseLiquidationPrice } from '@glasshouse/core/contracts/account'
import { type StopQuestion, validateTpSl } from '@glasshouse/core/contracts/checks'
import type { Position, PositionSide } from '@glasshouse/core/contracts/rules'
import { domainError } from '@glasshouse/core/errors/registry'
import type { Tick } from '@glasshouse/core/markets/evidence'
import type { Product } from '@glasshouse/core/markets/product'
import { formatPrice, type Price, type Usdt } from '@glasshouse/core/money/units'
import type { OrderRow } from '../schema.ts'
import {
  type Batch,
  eventOf,
  nextOrderId,
  poolsFollowing,
  stageUpdate,
  type WalletState,
} from './batch/state.ts'
import { positionOf } from './terms.ts'
import type { ContractWallet } from './valuation.ts'

/** The stops of an order; null where none is set. */
export type TpSl = { readonly targetProfit: Price | null; readonly stopLoss: Price | null }

/** The smallest step at which pages show a market's price. */
export const priceStep = ({ scale }: Product): Price => (10n ** BigInt(9 - scale)) as Price

/** Refuses `invalidTpSl` with the nearest price that would pass. */
export const assertTpSl = (asked: Omit<StopQuestion, 'step'>, product: Product): void => {
  const problem = validateTpSl({ ...asked, step: priceStep(product) })
  if (problem !== null) {
    throw domainError('invalidTpSl', { rule: problem.rule, limit: formatPrice(problem.limit) })
  }
}

const noStops = { target_profit_price: null, stop_loss_price: null }

/** Notes for the receipt which stops were set or cleared; `before` is null for those of a new order. */
export const recordTpSlEvents = (
  batch: Batch,
  before: Pick<OrderRow, 'target_profit_price' | 'stop_loss_price'> | null,
  order: OrderRow,
  tick: Tick,
): void => {
  const record = (name: string, old: bigint | null, set: bigint | null): void => {
    if (old === set) return
    batch.events.push({
      ...eventOf(batch, order, tick),
      kind: 'stopsSet',
      rule: `${name}${set === null ? 'Cleared' : 'Set'}`,
      price: set ?? old ?? 0n,
      fee: 0n,
      transaction: null,
    })
  }
  const { target_profit_price: profit, stop_loss_price: loss } = before ?? noStops
  record('stopProfit', profit, order.target_profit_price)
  record('stopLoss', loss, order.stop_loss_price)
}

/**
 * Gives an order stops inside a batch; they were judged before. Those of a position get a new time priority, an order that
 * rests keeps its own.
 */
export const applyTpSl = (
  batch: Batch,
  wallet: WalletState,
  order: OrderRow,
  { tick, ...stops }: Pick<OrderRow, 'target_profit_price' | 'stop_loss_price'> & { readonly tick: Tick },
): OrderRow => {
  const { acceptance } = order.status === 0 ? order : nextOrderId(batch)
  const changed = { ...order, ...stops, acceptance }
  stageUpdate(batch, wallet, changed)
  batch.ticks.add(tick)
  recordTpSlEvents(batch, order, changed, tick)
  if (poolsFollowing(batch, wallet).length > 0)
    batch.leadActions.push({ kind: 'stops', order: changed, tick })
  return changed
}

/** What an order not yet open would add to a wallet. */
export type OpeningImpact = {
  readonly position: Position
  readonly margin: bigint
  readonly feeFromWallet: bigint
}

/** The close-out price that bounds an order's stop-loss, as it would be with that order where it is not open yet. */
export const stopLossBound = (
  { balance, margin, open }: ContractWallet,
  { pid, side }: { readonly pid: number; readonly side: PositionSide },
  added: OpeningImpact | null,
): Price | null => {
  const here = open.filter(({ order }) => order.pid === pid).map(({ order }) => positionOf(order))
  const elsewhere = open.filter(({ order }) => order.pid !== pid)
  return adverseLiquidationPrice(side, {
    balance: (balance - (added?.feeFromWallet ?? 0n)) as Usdt,
    margin: (margin + (added?.margin ?? 0n)) as Usdt,
    otherProfit: elsewhere.reduce((sum, { profit }) => sum + profit, 0n) as Usdt,
    positions: added === null ? here : [...here, added.position],
  })
}
