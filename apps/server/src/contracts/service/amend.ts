import type { AmendOrderCommand } from '@glasshouse/core/contracts/commands/codec'
import { amendedRequest, decideAmendOrder, type OrderChange } from '@glasshouse/core/contracts/decide/order'
import { isLimitReached } from '@glasshouse/core/contracts/judge'
import { domainError } from '@glasshouse/core/errors/registry'
import type { Tick } from '@glasshouse/core/markets/evidence'
import { type Usdt, usdt } from '@glasshouse/core/money/units'
import { tradingGate } from '../../eligibility/index.ts'
import type { OrderRow } from '../schema.ts'
import { liveOrderOf } from '../store/liveOrders.ts'
import { findOrder } from '../store/orders.ts'
import { accountOf, stateOf } from './batch/batch.ts'
import { submitCommand } from './batch/submit.ts'
import { type ContractDeps, notifyEngineAfter, settleReached } from './deps.ts'
import { productOf } from './markets.ts'
import { awaitEntry, feeFromBonusOf, offerFor, openingOf, readOpeningRules } from './open.ts'
import { setTpSl } from './stops.ts'

/** An amended order, and what bonus credit paid of its fee when it opened at once, USDT. */
export type AmendedOrder = { readonly order: OrderRow; readonly feeFromBonus: Usdt }

/**
 * Changes price, lots, expiry, take profit and stop loss of an order in one step; what is omitted stays. Price, lots and
 * expiry change only while it rests. Such a change is judged like the same order placed anew after a cancellation: it may
 * open at once, its hold changes by the difference, and another price or number of lots gets a new time priority. Refused,
 * the order stays as it was. Where only stops change it is `setTpSl`. What ticks had reached when the request came is
 * settled first.
 *
 * Throws what `placeOrder` throws, `notFound`, `invalidState` (it does not rest; `orderExpired`; `termsChanged`: lot or
 * fee rate of the market are no longer those of the order).
 */
export const amendOrder = async (
  deps: ContractDeps,
  { uid }: { readonly uid: number },
  { id, change, termsId }: AmendOrderCommand,
): Promise<AmendedOrder> => {
  const { database, engine, markets } = deps
  if (engine === undefined) throw domainError('invalidState', { reason: 'fixedPriceNotOffered' })
  const found = await findOrder(database.db, uid, id)
  if (found === null) throw domainError('notFound')
  if (!isRepriced(found, change))
    return { order: await setTpSl(deps, { uid }, { id, stops: change }), feeFromBonus: usdt('0') }
  if (found.state !== 'resting') throw domainError('invalidState')
  const product = productOf(markets, found.pid)
  const key = { uid, wallet: found.wallet }
  const { maxOrders, limits, windowMs } = await readOpeningRules(deps, product)
  await settleReached(deps, key, product)
  const following = engine.follow(product.symbol, key)
  if (following.begun !== undefined) await following.begun
  const replacement = amendedRequest(liveOrderOf(found), change)
  const isFilledAt = (tick: Tick): boolean =>
    replacement.kind === 'limit' && isLimitReached(replacement, tick)
  const entry = await awaitEntry(deps, product, windowMs, isFilledAt).catch((error: unknown) => {
    following.end()
    throw error
  })
  const command = submitCommand(deps, {
    ...{ key, pid: found.pid, newIds: 1 },
    gate: (tx) => tradingGate(deps, tx, uid, 'contract'),
    decide: (batch, assertMayTrade, moment) => {
      const order = accountOf(batch, key).orders.get(id)
      if (order?.state !== 'resting') throw domainError('invalidState')
      assertMayTrade({ product: 'contract', leverage: order.leverage }, batch.transactions)
      const asked = { ...amendedRequest(order, change), pid: found.pid, termsId }
      const { product, terms } = offerFor(deps, asked, batch.now)
      const opening = openingOf(batch, key, product, { ...terms, maxOrders })
      const amendment = { ...opening, limits, entry, id, change }
      return decideAmendOrder(stateOf(batch, key), amendment, moment)
    },
  })
  const { order, events } = await notifyEngineAfter(deps, key, command, following)
  return { order, feeFromBonus: feeFromBonusOf(events) }
}

const isRepriced = ({ open_price, lots, expires_ms }: OrderRow, change: OrderChange): boolean =>
  (change.price ?? open_price) !== open_price ||
  (change.lots ?? lots) !== lots ||
  (change.expiresMs !== undefined && change.expiresMs !== expires_ms)
