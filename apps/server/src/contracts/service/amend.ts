import type { BodyOf } from '@glasshouse/core/calls'
import { type ContractTerms, quantityOf } from '@glasshouse/core/contracts/rules'
import { domainError } from '@glasshouse/core/errors/registry'
import type { Price, Usdt } from '@glasshouse/core/money/units'
import { tradingGate } from '../../eligibility/index.ts'
import { walletChanged } from '../../wallets/index.ts'
import type { OrderRow } from '../schema.ts'
import { findOrder } from '../store/orders.ts'
import { applyFill } from './batch/opening.ts'
import { applyAmend, recordAmendReached } from './batch/resting.ts'
import { accountOf, type Batch, nextOrderId, type WalletState, withoutOrder } from './batch/state.ts'
import { submitCommand } from './batch/submit.ts'
import { awaitEntry } from './entry.ts'
import {
  isFilledBy,
  judgeOpening,
  newOrder,
  type OpeningRequest,
  offerFor,
  type PlaceOrderCommand,
} from './judgeOpening.ts'
import { readOpeningRules } from './open.ts'
import { requestedTpSl, setTpSl } from './setTpSl.ts'
import { recordTpSlEvents } from './stops.ts'
import { type ContractDeps, notifyEngineAfter, productOf, settleReached } from './terms.ts'

type AmendOrderCommand = BodyOf<'/api/contract/amendContract'>

/** An amended order, and what bonus credit paid of its fee when it opened at once, USDT. */
export type AmendedOrder = { readonly order: OrderRow; readonly feeFromBonus: Usdt }

/**
 * Changes price, lots, take profit and stop loss of an order in one step; what is omitted stays. Price and lots change
 * only while it rests. Such a change is judged like the same order placed anew after a cancellation: it may open at
 * once, its hold changes by the difference, and it gets a new time priority. Refused, the order stays as it was. Where
 * only stops change it is `setTpSl`. What ticks had reached when the request came is settled first.
 *
 * Throws what `placeOrder` throws, `notFound`, `invalidState` (it does not rest; `termsChanged`: lot or fee rate of the
 * market are no longer those of the order).
 */
export const amendOrder = async (
  deps: ContractDeps,
  { uid }: { readonly uid: number },
  body: AmendOrderCommand,
): Promise<AmendedOrder> => {
  const { database, engine, markets } = deps
  if (engine === undefined) throw domainError('invalidState', { reason: 'fixedPriceNotOffered' })
  const found = await findOrder(database.db, uid, body.id)
  if (found === null) throw domainError('notFound')
  if (!isRepriced(found, body)) return { order: await setTpSl(deps, { uid }, body), feeFromBonus: 0n as Usdt }
  const product = productOf(markets, found.pid)
  const wallet = { uid, levertype: found.levertype }
  const { maxOrders, limits, windowMs } = await readOpeningRules(deps, product)
  await settleReached(deps, wallet, product)
  const following = engine.follow(product.symbol, wallet)
  const entry = await awaitEntry(deps, product, windowMs, (tick) =>
    isFilledBy(replacementOf(found, body), tick),
  ).catch((error: unknown) => {
    following.end()
    throw error
  })
  const after: { feeFromBonus?: Usdt } = {}
  const command = submitCommand(deps, {
    ...{ wallet, pid: found.pid, newIds: 1 },
    gate: (tx) => tradingGate(deps, tx, uid, 'contract'),
    decide: (batch, assertMayTrade) => {
      const state = accountOf(batch, wallet)
      const order = state.orders.get(body.id)
      if (order?.status !== 0) throw domainError('invalidState')
      assertMayTrade({ product: 'contract', leverage: order.leverage }, batch.transactions)
      const replacement = replacementOf(order, body)
      const offer = offerFor(deps, replacement, batch.now)
      assertSameTerms(order, offer.terms)
      const terms = { ...offer.terms, maxOrders }
      const given = { uid, body: replacement, ...offer, terms, limits, entry, ai: null }
      const amended = decideAmend(deps, batch, state, order, given)
      after.feeFromBonus = amended.feeFromBonus
      return amended.order
    },
  })
  const order = await notifyEngineAfter(deps, wallet, command, following)
  if (after.feeFromBonus === undefined) throw new Error('an order that was amended was decided')
  return { order, feeFromBonus: after.feeFromBonus }
}

const isRepriced = ({ open_price, lots }: OrderRow, { originPrice, number }: AmendOrderCommand): boolean =>
  (originPrice ?? open_price) !== open_price || (number ?? lots) !== lots

/** The order as it would be placed anew. */
const replacementOf = (order: OrderRow, body: AmendOrderCommand): PlaceOrderCommand => {
  const { targetProfit, stopLoss } = requestedTpSl(body, order)
  return {
    levertype: order.levertype,
    multiple: order.leverage,
    originPrice: body.originPrice ?? (order.open_price as Price),
    pid: order.pid,
    number: body.number ?? order.lots,
    status: 0,
    type: order.type,
    target_profit_price: targetProfit,
    stop_loss_price: stopLoss,
    ...(body.terms === undefined ? {} : { terms: body.terms }),
  }
}

/** An order keeps the lot and the fee rate it was placed with: under other ones it has to be placed anew. */
const assertSameTerms = (order: OrderRow, { lot, feeRatePpm }: ContractTerms): void => {
  if (order.fee_rate_ppm !== feeRatePpm || order.quantity !== quantityOf(order.lots, lot))
    throw domainError('invalidState', { reason: 'termsChanged' })
}

/** Amends an order of a locked wallet, or refuses it. */
const decideAmend = (
  deps: ContractDeps,
  batch: Batch,
  state: WalletState,
  before: OrderRow,
  given: OpeningRequest,
): AmendedOrder => {
  const without = withoutOrder(batch, state, before)
  const accepted = judgeOpening(deps, without.batch, without.state, given)
  const { body, costs, rests, tick } = accepted
  const { acceptance } = nextOrderId(batch)
  const order = {
    ...newOrder(given, accepted, { id: before.id, acceptance, now: batch.now }),
    created_ms: before.created_ms,
  }
  if (rests) {
    applyAmend(batch, state, { before, after: order, tick })
    return { order, feeFromBonus: 0n as Usdt }
  }
  const { entry } = given
  const limit = { ...order, open_price: body.originPrice }
  recordAmendReached(batch, before, limit, entry?.accepted ?? tick)
  applyFill(batch, state, order, {
    ...{ tick, seen: body.originPrice, why: 'limit' },
    ...(entry === null ? {} : { entry }),
    payment: { ...costs, held: before.hold },
  })
  recordTpSlEvents(batch, before, order, entry?.next ?? tick)
  batch.facts.push(walletChanged(order.uid))
  return { order, feeFromBonus: costs.feeFromBonus }
}
