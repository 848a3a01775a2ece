import { availableIn } from '@glasshouse/core/contracts/account'
import { isCovered, withPosition, worstExposure } from '@glasshouse/core/contracts/exposure'
import {
  directionOf,
  fee,
  feeFromWallet,
  fillPrice,
  margin,
  type Position,
} from '@glasshouse/core/contracts/rules'
import type { Tick } from '@glasshouse/core/markets/evidence'
import type { Product } from '@glasshouse/core/markets/product'
import type { Usdt } from '@glasshouse/core/money/units'
import { walletChanged } from '../../../wallets/index.ts'
import { orderTriggered } from '../../events.ts'
import { contractOpened, type OpeningPayment, walletAccounts } from '../../postings.ts'
import type { OrderRow } from '../../schema.ts'
import { openingRule } from '../open.ts'
import { positionOf, termsOf } from '../terms.ts'
import { revoke } from './revoking.ts'
import type { Snapshot } from './snapshot.ts'
import { accountAt, type Batch, moveInBatch, type Outcome, type WalletState } from './state.ts'

/** Opens a pending order at the market, which is its price or a better one; or revokes it when that cannot be. */
export const fill = (
  batch: Batch,
  wallet: WalletState,
  order: OrderRow,
  { product, tick, at }: { readonly product: Product; readonly tick: Tick; readonly at: Snapshot },
): Outcome => {
  const forbidden = batch.forbidden.get(order.id)
  if (forbidden !== undefined) return revoke(batch, wallet, order, forbidden, tick)
  const position = { ...positionOf(order), openPrice: fillPrice(directionOf(order.type), tick) }
  const needed = margin(position.quantity, position.openPrice, order.leverage)
  const charged = fee(position.quantity, position.openPrice, termsOf(product).feeRatePpm)
  const fromWallet = feeFromWallet(charged, wallet.credit.bonus as Usdt)
  // A sell at a better price needs more margin than was held for it; only that part must be free.
  const missing = needed + fromWallet - order.hold
  const free = availableIn({ ...accountAt(wallet, at), hold: wallet.hold as Usdt })
  if (missing > 0n && missing > free) return revoke(batch, wallet, order, 'revokedNoMargin', tick)
  if (!canCover(batch, order.pid, position, at)) return revoke(batch, wallet, order, 'revokedNoReserve', tick)
  moveInBatch(batch, order.pid, (exposure) => withPosition(exposure, position, 'add'))
  const filled: OrderRow = {
    ...order,
    status: 1,
    open_price: position.openPrice,
    margin: needed,
    open_fee: charged,
    hold: 0n,
    opened_ms: batch.now,
  }
  pay(batch, wallet, filled, tick, {
    margin: needed,
    feeFromBonus: charged - fromWallet,
    feeFromWallet: fromWallet,
    held: order.hold,
  })
  return 'done'
}

const canCover = (batch: Batch, pid: number, position: Position, at: Snapshot): boolean => {
  const worst = [...batch.exposures].map(([market, exposure]) =>
    worstExposure(
      market === pid ? withPosition(exposure, position, 'add') : exposure,
      at.get(market)?.tick ?? null,
    ),
  )
  return isCovered(batch.trading as Usdt, worst)
}

const pay = (
  batch: Batch,
  wallet: WalletState,
  filled: OrderRow,
  tick: Tick,
  payment: OpeningPayment,
): void => {
  wallet.free += payment.held - payment.margin - payment.feeFromWallet
  wallet.hold -= payment.held
  wallet.margin += payment.margin
  wallet.credit.bonus -= payment.feeFromBonus
  wallet.orders.set(filled.id, filled)
  batch.changed.set(filled.id, filled)
  batch.ticks.add(tick)
  batch.transactions.push(contractOpened(filled.id, walletAccounts(wallet.uid, wallet.levertype), payment))
  batch.events.push({
    order_id: filled.id,
    kind: 'opened',
    at_ms: batch.now,
    rule: openingRule(filled, 'limit'),
    price: filled.open_price,
    lots: filled.lots,
    margin: filled.margin,
    fee: filled.open_fee,
    profit: 0n,
    insurance: 0n,
    transaction: batch.transactions.length - 1,
    tick,
  })
  batch.facts.push(orderTriggered(filled), walletChanged(filled.uid))
}
