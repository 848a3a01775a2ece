import { type PositionSide, sideToWire } from '@glasshouse/core/contracts/rules'
import type { SizeLimits } from '@glasshouse/core/contracts/size'
import type { AiDecision } from '@glasshouse/core/contracts/wire'
import type { Tick } from '@glasshouse/core/markets/evidence'
import type { Price, Usdt } from '@glasshouse/core/money/units'
import { getSetting, getSettingIn } from '../../content/index.ts'
import { type TradingGate, tradingGate } from '../../eligibility/index.ts'
import type { Tx } from '../../platform/index.ts'
import type { OrderRow } from '../schema.ts'
import type { MarginAccountKey } from '../store/orders.ts'
import { applyFill } from './batch/opening.ts'
import { applyResting } from './batch/resting.ts'
import { currentMarkets } from './batch/snapshot.ts'
import { accountOf, type Batch, nextOrderId } from './batch/state.ts'
import { submitCommand } from './batch/submit.ts'
import { awaitEntry } from './entry.ts'
import {
  type AiPlan,
  isFilledBy,
  judgeOpening,
  newOrder,
  type OpeningRequest,
  offerFor,
  type PlaceOrderCommand,
  planBody,
} from './judgeOpening.ts'
import { limitsOfMarket, readSizeLimits } from './size.ts'
import { type ContractDeps, notifyEngineAfter } from './terms.ts'
import { type ContractWallet, valueAccount } from './valuation.ts'

/**
 * Opens a position at the market: a buy at the best ask, a sell at the best bid of the tick in force when the
 * wallet is locked. An order at a fixed price that the market has reached is opened the same way; otherwise it
 * rests with margin and fee on hold. Orders that come at the same time share one transaction, in the order in
 * which they came; each is done wholly or not at all.
 *
 * With a window of fair entry (`entry_window_ms`) an order that fills at once waits for the next tick first, and fills at
 * the worse of both; every other check is made when it fills.
 *
 * Refuses `notFound`, `invalidState` (limit price or TP/SL without an engine), `outOfRange`,
 * `priceChanged`, `invalidTpSl`, `tooManyOrders`, `insufficientBalance`, `insufficientReserve`, and what stands in the way of
 * new risk (`mayRisk`).
 */
export const placeOrder = async (
  deps: ContractDeps,
  customer: { readonly uid: number },
  body: PlaceOrderCommand,
): Promise<OrderRow> => (await placeOrderInWallet(deps, customer, body, null)).order

/** A new order, its wallet as it was when the order was in it, and what of the fee bonus credit paid. */
export type PlacedOrder = {
  readonly order: OrderRow
  readonly wallet: ContractWallet
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
  body: PlaceOrderCommand,
  ai: AiOpening | null,
): Promise<PlacedOrder> => {
  const { engine, markets } = deps
  const { product } = offerFor(deps, body)
  const { maxOrders, limits, windowMs } = await readOpeningRules(deps, product)
  const key = { uid, levertype: body.levertype }
  // A new position must not carry a wallet over a close-out that a tick before it decided.
  await engine?.settleFired(key)
  const following = engine?.follow(product.symbol, key)
  const plan = ai === null ? null : { run: ai.decision.run, planAt: ai.planAt }
  const after: { wallet?: ContractWallet; feeFromBonus?: Usdt } = {}
  const isFilledAt = (tick: Tick): boolean => body.status === 1 || isFilledBy(body, tick)
  const entry = await awaitEntry(deps, product, windowMs, isFilledAt).catch((error: unknown) => {
    following?.end()
    throw error
  })
  const story = submitCommand(deps, {
    wallet: key,
    pid: product.pid,
    newIds: 1,
    gate: (tx) => openingGate(deps, tx, uid, ai),
    decide: (batch, tradingGate) => {
      tradingGate({ product: 'contract', leverage: body.multiple }, batch.transactions)
      // Terms may have come into force since: an order is made of those in force at the instant of its receipt.
      const offer = offerFor(deps, body, batch.now)
      const terms = { ...offer.terms, maxOrders }
      const given = { uid, body, ...offer, terms, limits, entry, ai: plan }
      const { order, feeFromBonus } = decideOpening(deps, batch, key, given, ai?.decision ?? null)
      if (ai !== null) batch.writes.push((tx) => ai.record(tx, order))
      after.feeFromBonus = feeFromBonus
      after.wallet = valueAccount(accountOf(batch, key), currentMarkets(markets))
      return order
    },
  })
  const order = await notifyEngineAfter(deps, key, story, following)
  const { wallet, feeFromBonus } = after
  if (wallet === undefined || feeFromBonus === undefined)
    throw new Error('an order that was opened was decided')
  return { order, wallet, feeFromBonus }
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
  const market = { levertype: 1, status: 1, pid, multiple: leverage, type: sideToWire(side) } as const
  const stops = { number: 0, target_profit_price: null, stop_loss_price: null }
  const body = planBody({ ...market, ...stops, originPrice: seen }, ai.planAt(seen))
  return (await placeOrderInWallet(deps, customer, body, ai)).order
}

/** An order of AI ordering before its lots and stops are planned; `seen` is the side it fills at. */
export type AiOrderCommand = {
  readonly pid: number
  readonly leverage: number
  readonly side: PositionSide
  readonly seen: Price
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

/** Opens or places an order on a locked wallet, or refuses it. */
const decideOpening = (
  deps: ContractDeps,
  batch: Batch,
  key: MarginAccountKey,
  given: OpeningRequest,
  decision: AiDecision | null,
): Pick<PlacedOrder, 'order' | 'feeFromBonus'> => {
  const state = accountOf(batch, key)
  const accepted = judgeOpening(deps, batch, state, given)
  const { body, costs, rests, tick } = accepted
  const order = newOrder(given, accepted, { now: batch.now, ...nextOrderId(batch) })
  if (rests) applyResting(batch, state, order, tick)
  else
    applyFill(batch, state, order, {
      tick,
      ...(given.entry === null ? {} : { entry: given.entry }),
      ...(decision === null ? {} : { ai: decision }),
      seen: body.originPrice,
      why: body.status === 0 ? 'limit' : 'market',
      payment: { ...costs, held: 0n },
    })
  return { order, feeFromBonus: costs.feeFromBonus }
}
