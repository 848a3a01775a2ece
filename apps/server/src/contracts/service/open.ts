import { withinLiquidation } from '@glasshouse/core/ai/momentum'
import type { BodyOf } from '@glasshouse/core/calls'
import { availableBalance } from '@glasshouse/core/contracts/account'
import { exceedsSlippage, validateLeverage, validateLots } from '@glasshouse/core/contracts/checks'
import { conditionOf, isReached } from '@glasshouse/core/contracts/engine/triggers'
import { worseTick } from '@glasshouse/core/contracts/entry'
import {
  type ContractTerms,
  fillPrice,
  type Position,
  type PositionSide,
  quantityOf,
  sideFromWire,
  sideToWire,
} from '@glasshouse/core/contracts/rules'
import { type OpeningCosts, openingCosts } from '@glasshouse/core/contracts/settlement'
import type { SizeLimits } from '@glasshouse/core/contracts/size'
import type { AiDecision } from '@glasshouse/core/contracts/wire'
import { domainError } from '@glasshouse/core/errors/registry'
import { hasLeadConflict } from '@glasshouse/core/invest/copy/lead'
import type { Tick } from '@glasshouse/core/markets/evidence'
import type { Product } from '@glasshouse/core/markets/product'
import { formatPrice, formatUsdt, type Price, type Usdt } from '@glasshouse/core/money/units'
import { getSetting, getSettingIn } from '../../content/index.ts'
import { type TradingGate, tradingGate } from '../../eligibility/index.ts'
import { assertTerms } from '../../markets/index.ts'
import type { Tx } from '../../platform/index.ts'
import type { OrderRow } from '../schema.ts'
import type { ReservedOrderId } from '../store/orders.ts'
import { type ContractWallet, valueAccount } from './account.ts'
import { applyFill } from './batch/opening.ts'
import { applyResting } from './batch/resting.ts'
import { accountOf, type Batch, hasReserveFor, nextOrderId, type WalletState } from './batch/state.ts'
import { submitCommand } from './batch/submit.ts'
import { awaitEntry, type EntryTicks } from './entry.ts'
import { sidesOf } from './pool/open.ts'
import { assertSize, limitsOfMarket, readSizeLimits } from './size.ts'
import { assertTpSl, stopLossBound } from './stops.ts'
import {
  bestPricesOf,
  type ContractDeps,
  contractTermsOf,
  notCopied,
  notifyEngineAfter,
  requireFreshTick,
  tradableProduct,
} from './terms.ts'

type PlaceOrderCommand = BodyOf<'/api/contract/buyContract'>

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
  readonly planAt: (fill: Price) => {
    readonly lots: number
    readonly stopLoss: Price
    readonly takeProfit: Price
  }
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
  const { db } = deps.database
  const [maxOrders, caps, windowMs] = await Promise.all([
    getSetting(db, 'contract_order_max'),
    readSizeLimits(deps.database.db),
    getSettingIn(db, deps.settings.MODE, 'entry_window_ms'),
  ])
  const limits = limitsOfMarket(deps, caps, product.symbol)
  const key = { uid, levertype: body.levertype }
  // A new position must not carry a wallet over a close-out that a tick before it decided.
  await engine?.settleFired(key)
  const following = engine?.follow(product.symbol, key)
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
      const { order, feeFromBonus } = decideOpening(deps, batch, {
        ...{ uid, body, ...offer, terms, limits, ai },
        entry,
      })
      if (ai !== null) batch.writes.push((tx) => ai.record(tx, order))
      after.feeFromBonus = feeFromBonus
      after.wallet = valueAccount(markets, accountOf(batch, key))
      return order
    },
  })
  const order = await notifyEngineAfter(deps, key, story, following)
  const { wallet, feeFromBonus } = after
  if (wallet === undefined || feeFromBonus === undefined)
    throw new Error('an order that was opened was decided')
  return { order, wallet, feeFromBonus }
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
  const body = planBody({ ...market, ...stops, originPrice: seen }, ai, seen)
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

/** An order that passed every check that looks at the request alone. */
type WithdrawalRequest = {
  readonly uid: number
  readonly body: PlaceOrderCommand
  readonly product: Product
  readonly terms: ContractTerms
  readonly limits: SizeLimits
  /** The ticks of fair entry; null where the order fills at the tick in force. */
  readonly entry: EntryTicks | null
  readonly ai: AiOpening | null
}

/** Opens or places an order on a locked wallet, or refuses it. */
const decideOpening = (
  { markets }: ContractDeps,
  batch: Batch,
  given: WithdrawalRequest,
): Pick<PlacedOrder, 'order' | 'feeFromBonus'> => {
  const { uid, product, terms } = given
  const state = accountOf(batch, { uid, levertype: given.body.levertype })
  if (state.orders.size >= terms.maxOrders) throw domainError('tooManyOrders', { max: terms.maxOrders })
  assertNoLeadConflict(batch, state, given.body)
  // Read only now: an order that had to wait for the wallet pays the price of today, not of then.
  const inForce = requireFreshTick(markets, product)
  const { entry, ai } = given
  const direction = sideFromWire(given.body.type)
  const best = entry === null ? inForce : worseTick(direction, entry.accepted, entry.next)
  const asked = ai === null ? given : { ...given, body: planBody(given.body, ai, fillPrice(direction, best)) }
  let { body } = asked
  const wallet = valueAccount(markets, state)
  const rests = body.status === 0 && !isFilledBy(body, best)
  const tick = rests ? inForce : best
  const position = rests ? positionAt(body.originPrice, body, terms) : filledAt(tick, body, terms)
  assertSize(batch, asked.limits, { uid, pid: product.pid, position })
  const bonus = (rests ? 0n : state.credit.bonus) as Usdt
  const costs = openingCosts(position, body.multiple, terms.feeRatePpm, bonus)
  const closeOut = stopLossBound(wallet, { pid: product.pid, direction }, { position, ...costs })
  // A run ends for want of money: it must not look like a stop-loss that is out of bounds.
  if (ai !== null) assertAffordable(wallet, costs)
  if (ai !== null && body.stop_loss_price !== null)
    body = { ...body, stop_loss_price: withinLiquidation(direction, body.stop_loss_price, closeOut) }
  assertTpSl(
    {
      direction,
      openPrice: position.openPrice,
      closeOut,
      targetProfit: body.target_profit_price,
      stopLoss: body.stop_loss_price,
    },
    product,
  )
  assertAffordable(wallet, costs)
  if (!rests && !hasReserveFor(batch, product.pid, position, (pid) => bestPricesOf(markets, pid)))
    throw domainError('insufficientReserve')
  const order = newOrder(
    { ...asked, body },
    { position, costs, rests },
    { now: batch.now, ...nextOrderId(batch) },
  )
  if (rests) applyResting(batch, state, order, tick)
  else
    applyFill(batch, state, order, {
      tick,
      ...(entry === null ? {} : { entry }),
      ...(ai === null ? {} : { ai: ai.decision }),
      seen: body.originPrice,
      why: body.status === 0 ? 'limit' : 'market',
      payment: {
        margin: costs.margin,
        feeFromBonus: costs.feeFromBonus,
        feeFromWallet: costs.feeFromWallet,
        held: 0n,
      },
    })
  return { order, feeFromBonus: costs.feeFromBonus }
}

/** Refuses `invalidState` (`leadConflict`): a lead has the opposite side of the market in the other contract wallet. */
const assertNoLeadConflict = (
  batch: Batch,
  { uid, levertype }: WalletState,
  { pid, type }: Pick<PlaceOrderCommand, 'pid' | 'type'>,
): void => {
  const isLead = batch.copying?.pools.some(({ lead_uid, state }) => lead_uid === uid && state === 'copying')
  if (isLead !== true) return
  const other = accountOf(batch, { uid, levertype: levertype === 1 ? 2 : 1 })
  if (hasLeadConflict({ pid, direction: sideFromWire(type) }, sidesOf(other.orders.values())))
    throw domainError('invalidState', { reason: 'leadConflict' })
}

/** Refuses `insufficientBalance` where the wallet does not have margin and fee. */
const assertAffordable = (wallet: ContractWallet, costs: OpeningCosts): void => {
  const available = availableBalance(wallet)
  const needed = costs.margin + costs.feeFromWallet
  if (needed > available)
    throw domainError('insufficientBalance', { needed: formatUsdt(needed), available: formatUsdt(available) })
}

/** An order of AI ordering as its rule plans it at a fill. */
const planBody = (body: PlaceOrderCommand, ai: AiOpening, fill: Price): PlaceOrderCommand => {
  const { lots, stopLoss, takeProfit } = ai.planAt(fill)
  return { ...body, number: lots, stop_loss_price: stopLoss, target_profit_price: takeProfit }
}

/** The product as it is offered now or at an instant, once the request alone is found to be acceptable on its terms. */
const offerFor = (
  { engine, markets }: ContractDeps,
  body: PlaceOrderCommand,
  atMs?: number,
): { readonly product: Product; readonly terms: ContractTerms } => {
  const product = tradableProduct(markets, body.pid, atMs)
  assertTerms(product, body.terms)
  const terms = contractTermsOf(product)
  checkRequest(body, terms, engine !== undefined)
  return { product, terms }
}

/** Everything that can be refused by looking at the request alone. */
const checkRequest = (body: PlaceOrderCommand, terms: ContractTerms, isWatched: boolean): void => {
  if (body.status !== 1 && !isWatched) throw domainError('invalidState', { reason: 'fixedPriceNotOffered' })
  if ((body.target_profit_price !== null || body.stop_loss_price !== null) && !isWatched) {
    throw domainError('invalidState', { reason: 'stopsNotOffered' })
  }
  if (body.originPrice === 0n) throw domainError('outOfRange', { min: formatPrice(1n) })
  const lots = validateLots(body.number, terms)
  if (lots !== null) throw domainError('outOfRange', lots)
  const leverage = validateLeverage(body.multiple, terms)
  if (leverage !== null) throw domainError('outOfRange', leverage)
}

/** Whether the market has reached a fixed price already. */
const isFilledBy = (body: PlaceOrderCommand, tick: Tick): boolean =>
  isReached({ ...conditionOf(sideFromWire(body.type), 'limit'), price: body.originPrice }, tick)

const positionAt = (openPrice: Price, body: PlaceOrderCommand, terms: ContractTerms): Position => ({
  direction: sideFromWire(body.type),
  openPrice,
  quantity: quantityOf(body.number, terms.lot),
})

/** The position as it would fill at a tick; refused when that is worse than the customer saw. */
const filledAt = (tick: Tick, body: PlaceOrderCommand, terms: ContractTerms): Position => {
  const position = positionAt(fillPrice(sideFromWire(body.type), tick), body, terms)
  if (exceedsSlippage(position.direction, position.openPrice, body.originPrice, terms.slippagePpm)) {
    throw domainError('priceChanged', { price: formatPrice(position.openPrice) })
  }
  return position
}

/** How an order was judged: what it opens or would open, for how much, and whether it rests. */
type AcceptedOption = { readonly position: Position; readonly costs: OpeningCosts; readonly rests: boolean }

const newOrder = (
  { uid, body, terms, ai }: WithdrawalRequest,
  { position, costs, rests }: AcceptedOption,
  { id, acceptance, now }: ReservedOrderId & { readonly now: number },
): OrderRow => ({
  id,
  parent_id: null,
  uid,
  levertype: body.levertype,
  pid: body.pid,
  type: body.type,
  leverage: body.multiple,
  lots: body.number,
  quantity: position.quantity,
  open_price: position.openPrice,
  margin: costs.margin,
  open_fee: costs.charged,
  close_fee: null,
  close_price: null,
  profit: null,
  close_reason: null,
  status: rests ? 0 : 1,
  hold: rests ? costs.margin + costs.charged : 0n,
  target_profit_price: body.target_profit_price,
  stop_loss_price: body.stop_loss_price,
  fee_rate_ppm: terms.feeRatePpm,
  acceptance,
  ai_run: ai?.decision.run ?? null,
  created_ms: now,
  opened_ms: rests ? null : now,
  closed_ms: null,
  ...notCopied,
})
