/** What decides whether an order may be opened or rest, for a new one and for one that is amended. */
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
  quantityOf,
  sideFromWire,
} from '@glasshouse/core/contracts/rules'
import { type OpeningCosts, openingCosts } from '@glasshouse/core/contracts/settlement'
import type { SizeLimits } from '@glasshouse/core/contracts/size'
import { domainError } from '@glasshouse/core/errors/registry'
import { hasLeadConflict } from '@glasshouse/core/invest/copy/lead'
import type { Tick } from '@glasshouse/core/markets/evidence'
import type { Product } from '@glasshouse/core/markets/product'
import { formatPrice, formatUsdt, type Price, type Usdt } from '@glasshouse/core/money/units'
import { assertTerms } from '../../markets/index.ts'
import type { OrderRow } from '../schema.ts'
import type { ReservedOrderId } from '../store/orders.ts'
import { currentMarkets } from './batch/snapshot.ts'
import { accountOf, type Batch, hasReserveFor, type WalletState } from './batch/state.ts'
import type { EntryTicks } from './entry.ts'
import { sidesOf } from './pool/open.ts'
import { assertSize } from './size.ts'
import { assertTpSl, stopLossBound } from './stops.ts'
import {
  bestPricesOf,
  type ContractDeps,
  contractTermsOf,
  notCopied,
  requireFreshTick,
  tradableProduct,
} from './terms.ts'
import { type ContractWallet, valueAccount } from './valuation.ts'

export type PlaceOrderCommand = BodyOf<'/api/contract/buyContract'>

/** Lots and stops of an order of AI ordering, planned at its fill. */
export type AiPlan = {
  readonly lots: number
  readonly stopLoss: Price
  readonly takeProfit: Price
}

/** An order that passed every check that looks at the request alone. */
export type OpeningRequest = {
  readonly uid: number
  readonly body: PlaceOrderCommand
  readonly product: Product
  readonly terms: ContractTerms
  readonly limits: SizeLimits
  /** The ticks of fair entry; null where the order fills at the tick in force. */
  readonly entry: EntryTicks | null
  /** Of an order of AI ordering: plans it at its fill, and the run it belongs to. */
  readonly ai: { readonly run: number; readonly planAt: (fill: Price) => AiPlan } | null
}

/** An order that may be opened, or rest: what it opens, for how much, and the tick that decides. */
export type AcceptedOrder = {
  readonly body: PlaceOrderCommand
  readonly position: Position
  readonly costs: OpeningCosts
  readonly rests: boolean
  readonly tick: Tick
}

/**
 * Judges an order on a wallet and a batch as they would be without any order it replaces.
 *
 * Refuses `tooManyOrders`, `invalidState` (`leadConflict`), `priceChanged`, `outOfRange`, `invalidTpSl`,
 * `insufficientBalance`, `insufficientReserve`.
 */
export const judgeOpening = (
  { markets }: ContractDeps,
  batch: Batch,
  state: WalletState,
  given: OpeningRequest,
): AcceptedOrder => {
  const { uid, product, terms, limits, entry, ai } = given
  if (state.orders.size >= terms.maxOrders) throw domainError('tooManyOrders', { max: terms.maxOrders })
  assertNoLeadConflict(batch, state, given.body)
  // Read only now: an order that had to wait for the wallet pays the price of today, not of then.
  const inForce = requireFreshTick(markets, product)
  const side = sideFromWire(given.body.type)
  const best = entry === null ? inForce : worseTick(side, entry.accepted, entry.next)
  let body = ai === null ? given.body : planBody(given.body, ai.planAt(fillPrice(side, best)))
  const wallet = valueAccount(state, currentMarkets(markets))
  const rests = body.status === 0 && !isFilledBy(body, best)
  const tick = rests ? inForce : best
  const position = rests ? positionAt(body.originPrice, body, terms) : filledAt(tick, body, terms)
  assertSize(batch, limits, { uid, pid: product.pid, position })
  const bonus = (rests ? 0n : state.credit.bonus) as Usdt
  const costs = openingCosts(position, body.multiple, terms.feeRatePpm, bonus)
  const closeOut = stopLossBound(wallet, { pid: product.pid, side }, { position, ...costs })
  // A run ends for want of money: it must not look like a stop-loss that is out of bounds.
  if (ai !== null) assertAffordable(wallet, costs)
  if (ai !== null && body.stop_loss_price !== null)
    body = { ...body, stop_loss_price: withinLiquidation(side, body.stop_loss_price, closeOut) }
  const { target_profit_price: targetProfit, stop_loss_price: stopLoss } = body
  assertTpSl({ side, openPrice: position.openPrice, closeOut, targetProfit, stopLoss }, product)
  assertAffordable(wallet, costs)
  if (!rests && !hasReserveFor(batch, product.pid, position, (pid) => bestPricesOf(markets, pid)))
    throw domainError('insufficientReserve')
  return { body, position, costs, rests, tick }
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
  if (hasLeadConflict({ pid, side: sideFromWire(type) }, sidesOf(other.orders.values())))
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
export const planBody = (
  body: PlaceOrderCommand,
  { lots, stopLoss, takeProfit }: AiPlan,
): PlaceOrderCommand => ({
  ...body,
  number: lots,
  stop_loss_price: stopLoss,
  target_profit_price: takeProfit,
})

/** The product as it is offered now or at an instant, once the request alone is found to be acceptable on its terms. */
export const offerFor = (
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
export const isFilledBy = (body: PlaceOrderCommand, tick: Tick): boolean =>
  isReached({ ...conditionOf(sideFromWire(body.type), 'limit'), price: body.originPrice }, tick)

const positionAt = (openPrice: Price, body: PlaceOrderCommand, terms: ContractTerms): Position => ({
  side: sideFromWire(body.type),
  openPrice,
  quantity: quantityOf(body.number, terms.lot),
})

/** The position as it would fill at a tick; refused when that is worse than the customer saw. */
const filledAt = (tick: Tick, body: PlaceOrderCommand, terms: ContractTerms): Position => {
  const position = positionAt(fillPrice(sideFromWire(body.type), tick), body, terms)
  if (exceedsSlippage(position.side, position.openPrice, body.originPrice, terms.slippagePpm)) {
    throw domainError('priceChanged', { price: formatPrice(position.openPrice) })
  }
  return position
}

/** The row of an order that was accepted. */
export const newOrder = (
  { uid, terms, ai }: OpeningRequest,
  { body, position, costs, rests }: AcceptedOrder,
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
  ai_run: ai?.run ?? null,
  created_ms: now,
  opened_ms: rests ? null : now,
  closed_ms: null,
  ...notCopied,
})
