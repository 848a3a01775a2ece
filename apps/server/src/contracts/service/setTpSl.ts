import type { BodyOf } from '@glasshouse/core/calls'
import { domainError } from '@glasshouse/core/errors/registry'
import type { Price } from '@glasshouse/core/money/units'
import type { OrderRow } from '../schema.ts'
import { findOrder } from '../store/orders.ts'
import { currentMarkets } from './batch/snapshot.ts'
import { accountOf } from './batch/state.ts'
import { submitCommand } from './batch/submit.ts'
import { applyTpSl, assertTpSl, stopLossBound, type TpSl } from './stops.ts'
import {
  type ContractDeps,
  notifyEngineAfter,
  positionOf,
  productOf,
  requireFreshTick,
  settleReached,
} from './terms.ts'
import { valueAccount } from './valuation.ts'

/** The stops an order shall have: one that is omitted stays, so that no protection is lost by leaving it out. */
export const requestedTpSl = (
  body: Pick<BodyOf<'/api/contract/zhiyingzhisunContract'>, 'target_profit_price' | 'stop_loss_price'>,
  order: OrderRow,
): TpSl => ({
  targetProfit: (body.target_profit_price === undefined
    ? order.target_profit_price
    : body.target_profit_price) as Price | null,
  stopLoss: (body.stop_loss_price === undefined
    ? order.stop_loss_price
    : body.stop_loss_price) as Price | null,
})

/**
 * Sets take profit and stop loss of an open position or a resting order; an omitted one stays. Validated
 * against the entry price (of a resting order: its limit price) and the current liquidation price of the account. What ticks
 * had reached in the wallet when the request came is settled first.
 *
 * Throws `notFound`, `invalidState` (closed, or without an engine), `invalidTpSl`, `priceChanged`.
 */
export const setTpSl = async (
  deps: ContractDeps,
  { uid }: { readonly uid: number },
  body: BodyOf<'/api/contract/zhiyingzhisunContract'>,
): Promise<OrderRow> => {
  const { database, engine, markets } = deps
  if (engine === undefined) throw domainError('invalidState', { reason: 'stopsNotOffered' })
  const found = await findOrder(database.db, uid, body.id)
  if (found === null) throw domainError('notFound')
  const product = productOf(markets, found.pid)
  const wallet = { uid, levertype: found.levertype }
  await settleReached(deps, wallet, product)
  const following = engine.follow(product.symbol, wallet)
  const command = submitCommand(deps, {
    ...{ wallet, pid: found.pid, gate: null, newIds: 1 },
    decide: (batch) => {
      const state = accountOf(batch, wallet)
      const order = state.orders.get(body.id)
      if (order === undefined || order.status === 2) throw domainError('invalidState')
      const tick = requireFreshTick(markets, product)
      const stops = requestedTpSl(body, order)
      const position = positionOf(order)
      const { side, openPrice } = position
      const pending = { position, margin: order.margin, feeFromWallet: order.open_fee }
      const closeOut = stopLossBound(
        valueAccount(state, currentMarkets(markets)),
        { pid: order.pid, side },
        order.status === 0 ? pending : null,
      )
      assertTpSl({ ...stops, side, openPrice, closeOut }, product)
      const { targetProfit: target_profit_price, stopLoss: stop_loss_price } = stops
      return applyTpSl(batch, state, order, { target_profit_price, stop_loss_price, tick })
    },
  })
  return notifyEngineAfter(deps, wallet, command, following)
}
