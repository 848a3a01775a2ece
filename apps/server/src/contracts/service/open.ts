import type { PlaceOrderCommand } from '@glasshouse/core/contracts/commands/codec'
import { type AiPlan, decidePlaceOrder } from '@glasshouse/core/contracts/decide/order'
import type { EntryTicks } from '@glasshouse/core/contracts/entry'
import { isLimitReached, judgeOrderRequest, refusalOf } from '@glasshouse/core/contracts/judge'
import type { OrderEvent } from '@glasshouse/core/contracts/order'
import type { ContractTerms, PositionSide } from '@glasshouse/core/contracts/rules'
import type { SizeLimits } from '@glasshouse/core/contracts/size'
import { type ValuedAccount, valueAccount } from '@glasshouse/core/contracts/valuation'
import type { AiDecision } from '@glasshouse/core/contracts/wire'
import { domainError } from '@glasshouse/core/errors/registry'
import type { Tick } from '@glasshouse/core/markets/evidence'
import type { Product } from '@glasshouse/core/markets/product'
import { type Price, priceStep, sumUnits, type Usdt } from '@glasshouse/core/money/units'
import { getSetting, getSettingIn } from '../../content/index.ts'
import { type TradingGate, tradingGate } from '../../eligibility/index.ts'
import { assertTerms, nextTick, tradableProduct } from '../../markets/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import type { OrderRow } from '../schema.ts'
import type { MarginAccountKey } from '../store/orders.ts'
import { accountOf, type Batch, nextOrderNumber, stateOf } from './batch/batch.ts'
import { submitCommand } from './batch/submit.ts'
import { type ContractDeps, notifyEngineAfter } from './deps.ts'
import { contractTermsOf, currentMarkets, requireFreshTick } from './markets.ts'
import { limitsOfMarket, readSizeLimits } from './size.ts'

/**
 * Opens a position at the market: a buy at the best ask, a sell at the best bid of the tick in force when the
 * wallet is locked. An order at a fixed price that the market has reached is opened the same way; otherwise it
 * rests with margin and fee on hold. Orders that come at the same time share one transaction, in the order in
 * which they came; each is done wholly or not at all.
 *
 * With a window of fair entry (`entry_window_ms`) an order that fills at once waits for the next tick first, and fills at
 * the worse of both; every other check is made when it fills.
 *
 * Refuses `notFound`, `invalidState` (limit price or TP/SL without an engine), what `decidePlaceOrder` refuses, and what
 * stands in the way of new risk (`tradingGate`).
 */
export const placeOrder = async (
  deps: ContractDeps,
  customer: { readonly uid: number },
  command: PlaceOrderCommand,
): Promise<OrderRow> => (await placeOrderInWallet(deps, customer, command, null)).order

/** A new order, its wallet as it was when the order was in it, and what of the fee bonus credit paid. */
export type PlacedOrder = {
  readonly order: OrderRow
  readonly wallet: ValuedAccount
  readonly feeFromBonus: Usdt
}

/**
 * An order of AI ordering: sized and given stops at its fill, recorded with its run in the transaction that opens it.
 */
export type AiOpening = {
  readonly decision: AiDecision
  /** Asked inside the transaction, behind the lock of the wallet; what it returns throws when the run may not trade. */
  readonly guard: (tx: Tx) => Promise<() => void>
  /** Lots and stops at a fill; throws when none fit. */
  readonly planAt: (fill: Price) => AiPlan
  /** Writes down what the run did, last, in the same transaction. */
  readonly record: (tx: Tx, order: OrderRow) => Promise<void>
}

/** Does what `placeOrder` does and returns the wallet too, so that showing the order needs no second read. */
export const placeOrderInWallet = async (
  deps: ContractDeps,
  { uid }: { readonly uid: number },
  { wallet, ...request }: PlaceOrderCommand,
  ai: AiOpening | null,
): Promise<PlacedOrder> => {
  const { engine, markets } = deps
  const { product } = offerFor(deps, request)
  const { maxOrders, limits, windowMs } = await readOpeningRules(deps, product)
  const key = { uid, wallet }
  // A new position must not carry a wallet over a close-out that a tick before it decided.
  await engine?.settleFired(key)
  const following = engine?.follow(product.symbol, key)
  if (following?.begun !== undefined) await following.begun
  const isFilledAt = (tick: Tick): boolean =>
    request.kind === 'market' || (request.kind === 'limit' && isLimitReached(request, tick))
  const entry = await awaitEntry(deps, product, windowMs, isFilledAt).catch((error: unknown) => {
    following?.end()
    throw error
  })
  const command = submitCommand(deps, {
    ...{ key, pid: product.pid, newIds: 1 },
    gate: (tx) => openingGate(deps, tx, uid, ai),
    decide: (batch, tradingGate, moment) => {
      tradingGate({ product: 'contract', leverage: request.leverage }, batch.transactions)
      // Terms may have come into force since: an order is made of those in force at the instant of its receipt.
      const { product, terms } = offerFor(deps, request, batch.now)
      const opening = openingOf(batch, key, product, { ...terms, maxOrders })
      return decidePlaceOrder(stateOf(batch, key), { ...opening, request, limits, entry, ai }, moment)
    },
    ...(ai === null ? {} : { write: ai.record }),
  })
  const { order, events, account } = await notifyEngineAfter(deps, key, command, following)
  return {
    order,
    wallet: valueAccount(account, currentMarkets(markets)),
    feeFromBonus: feeFromBonusOf(events),
  }
}

/** What bonus credit paid of the fees of some events, USDT. */
export const feeFromBonusOf = (events: readonly OrderEvent[]): Usdt =>
  sumUnits(
    events.flatMap((event) => {
      if (event.kind === 'positionOpened') return event.costs.feeFromBonus
      return event.kind === 'positionClosed' ? event.closing.settlement.feeFromBonus : []
    }),
  )

/** What a batch and the market add to an order: its number, the terms, and what a lead holds in the other wallet. */
export const openingOf = (
  batch: Batch,
  { uid, wallet }: MarginAccountKey,
  product: Product,
  terms: ContractTerms,
) => {
  const isLead = batch.copying?.pools.some(({ lead_uid, state }) => lead_uid === uid && state === 'copying')
  const other = { uid, wallet: wallet === 'contract' ? 'contract2' : 'contract' } as const
  return {
    pid: product.pid,
    step: priceStep(product.scale),
    terms,
    number: nextOrderNumber(batch),
    otherSides: isLead === true ? [...accountOf(batch, other).orders.values()] : null,
  }
}

/**
 * The product as it is offered now or at an instant, once the request alone is found to be acceptable on its terms.
 * Without an engine limit prices and TP/SL are rejected.
 */
export const offerFor = (
  { engine, markets }: ContractDeps,
  request: Omit<PlaceOrderCommand, 'wallet'>,
  atMs?: number,
): { readonly product: Product; readonly terms: ContractTerms } => {
  const product = tradableProduct(markets, request.pid, atMs)
  assertTerms(product, request.termsId)
  const terms = contractTermsOf(product)
  if (engine === undefined && request.kind !== 'market')
    throw domainError('invalidState', { reason: 'fixedPriceNotOffered' })
  if (engine === undefined && (request.takeProfit !== null || request.stopLoss !== null))
    throw domainError('invalidState', { reason: 'stopsNotOffered' })
  const problem = judgeOrderRequest(request, terms)
  if (problem !== null) {
    const { code, data } = refusalOf(problem)
    throw domainError(code, data)
  }
  return { product, terms }
}

/**
 * Accepts an order now and waits for the first tick within the window, outside any queue and transaction: other orders
 * go on, and nothing is moved when the process ends meanwhile. Null where the order does not fill at the tick in force.
 *
 * @throws priceChanged no live price
 */
export const awaitEntry = async (
  { clock, markets }: Pick<ContractDeps, 'clock' | 'markets'>,
  product: Product,
  windowMs: number,
  isFilledAt: (tick: Tick) => boolean,
): Promise<EntryTicks | null> => {
  if (windowMs === 0) return null
  const accepted = requireFreshTick(markets, product)
  if (!isFilledAt(accepted)) return null
  const acceptedMs = clock.now()
  const next = await nextTick(markets, { symbol: product.symbol, fromMs: acceptedMs, waitMs: windowMs })
  return { acceptedMs, windowMs, accepted, next }
}

/** What staff set for orders of a market: open and resting orders of a wallet, the caps, and the window of fair entry. */
export const readOpeningRules = async (
  deps: ContractDeps,
  { symbol }: { readonly symbol: string },
): Promise<{ readonly maxOrders: number; readonly limits: SizeLimits; readonly windowMs: number }> => {
  const { db } = deps.database
  const [maxOrders, caps, windowMs] = await Promise.all([
    getSetting(db, 'contract_order_max'),
    readSizeLimits(db),
    getSettingIn(db, deps.settings.MODE, 'entry_window_ms'),
  ])
  return { maxOrders, limits: limitsOfMarket(deps, caps, symbol), windowMs }
}

/** An order of AI ordering before its lots and stops are planned; `seen` is the side it fills at. */
export type AiOrderCommand = {
  readonly pid: number
  readonly leverage: number
  readonly side: PositionSide
  readonly seen: Price
}

/**
 * Opens a position at the market for a run of AI ordering, by the same door and checks as `placeOrder`.
 *
 * @throws what `placeOrder` throws, and what the run's guard and plan throw
 */
export const placeAiOrder = async (
  deps: ContractDeps,
  customer: { readonly uid: number },
  { pid, leverage, side, seen }: AiOrderCommand,
  ai: AiOpening,
): Promise<OrderRow> => {
  const { lots, stopLoss, takeProfit } = ai.planAt(seen)
  const market = { wallet: 'contract', kind: 'market', expiresMs: null, termsId: undefined } as const
  const command = { ...market, pid, side, leverage, lots, price: seen, stopLoss, takeProfit }
  return (await placeOrderInWallet(deps, customer, command, ai)).order
}

/** What decides about the new risk of an order; of AI ordering also whether the run may trade now. */
const openingGate = async (
  deps: ContractDeps,
  tx: Tx,
  uid: number,
  ai: AiOpening | null,
): Promise<TradingGate> => {
  const gate = await tradingGate(deps, tx, uid, 'contract')
  if (ai === null) return gate
  const assertRunMayTrade = await ai.guard(tx)
  return (asked, moved) => {
    assertRunMayTrade()
    gate(asked, moved)
  }
}
