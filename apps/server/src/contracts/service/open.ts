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
import { getSetting, getSettingIn } from '../../content/index.ts'
import { assertTerms } from '../../markets/index.ts'
import { tradingGate } from '../../protection/index.ts'
import type { OrderRow } from '../schema.ts'
import type { ReservedOrderId } from '../store/orders.ts'
import { type ContractWallet, marginAccountOf, valuePosition } from './account.ts'
import { applyFill, applyResting } from './batch/opening.ts'
import {
  accountOf,
  type Batch,
  hasReserveFor,
  nextOrderId,
  openPositions,
  type WalletState,
} from './batch/state.ts'
import { submitCommand } from './batch/submit.ts'
import { awaitEntry, type EntryTicks } from './entry.ts'
import { sidesOf } from './pool/open.ts'
import { assertSize, limitsOfMarket, readSizeLimits } from './size.ts'
import { assertTpSl, stopLossBound } from './stops.ts'
import {
  bestPricesOf,
  type ContractDeps,
  type ContractMarkets,
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
 * Refuses `notFound`, `invalidState` (fixed price or stops where nobody watches prices), `outOfRange`,
 * `priceChanged`, `invalidTpSl`, `tooManyOrders`, `insufficientBalance`, `insufficientReserve`, and what stands in the way of
 * new risk (`mayRisk`).
 */
export const placeOrder = async (
  deps: ContractDeps,
  customer: { readonly uid: number },
  body: PlaceOrderCommand,
): Promise<OrderRow> => (await placeOrderInWallet(deps, customer, body)).order

/** A new order, its wallet as it was when the order was in it, and what of the fee bonus credit paid. */
export type PlacedOrder = {
  readonly order: OrderRow
  readonly wallet: ContractWallet
  readonly feeFromBonus: Usdt
}

/** Does what `placeOrder` does and tells the wallet too, so that nobody has to read it to show the order. */
export const placeOrderInWallet = async (
  deps: ContractDeps,
  { uid }: { readonly uid: number },
  body: PlaceOrderCommand,
): Promise<PlacedOrder> => {
  const { engine, markets } = deps
  const { product } = offerFor(deps, body)
  const { db } = deps.database
  const [maxOrders, caps, windowMs] = await Promise.all([
    getSetting(db, 'contract_order_max'),
    readSizeLimits(deps),
    getSettingIn(db, deps.settings.MODE, 'entry_window_ms'),
  ])
  const limits = limitsOfMarket(deps, caps, product.symbol)
  const key = { uid, levertype: body.levertype }
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
    gate: (tx) => tradingGate(deps, tx, uid, 'contract'),
    decide: (batch, mayRisk) => {
      mayRisk({ product: 'contract', leverage: body.multiple }, batch.transactions)
      // Terms may have come into force since: an order is made of those in force at the instant of its receipt.
      const offer = offerFor(deps, body, batch.now)
      const terms = { ...offer.terms, maxOrders }
      const { order, feeFromBonus } = decideOpening(deps, batch, {
        ...{ uid, body, ...offer, terms, limits },
        entry,
      })
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

/** An order that passed every check that looks at the request alone. */
type WithdrawalRequest = {
  readonly uid: number
  readonly body: PlaceOrderCommand
  readonly product: Product
  readonly terms: ContractTerms
  readonly limits: SizeLimits
  /** The ticks of fair entry; null where the order fills at the tick in force. */
  readonly entry: EntryTicks | null
}

/** A locked wallet as it stands in its batch, with its positions at the newest prices. */
const valueAccount = (markets: ContractMarkets, state: WalletState): ContractWallet =>
  marginAccountOf(
    state,
    openPositions(state).map((order) => valuePosition(markets, order)),
  )

/** Opens or places an order on a locked wallet, or refuses it. */
const decideOpening = (
  { markets }: ContractDeps,
  batch: Batch,
  asked: WithdrawalRequest,
): Pick<PlacedOrder, 'order' | 'feeFromBonus'> => {
  const { uid, body, product, terms } = asked
  const state = accountOf(batch, { uid, levertype: body.levertype })
  if (state.orders.size >= terms.maxOrders) throw domainError('tooManyOrders', { max: terms.maxOrders })
  assertNoLeadConflict(batch, state, asked.body)
  // Read only now: an order that had to wait for the wallet pays the price of today, not of then.
  const inForce = requireFreshTick(markets, product)
  const { entry } = asked
  const best = entry === null ? inForce : worseTick(sideFromWire(body.type), entry.accepted, entry.next)
  const wallet = valueAccount(markets, state)
  const rests = body.status === 0 && !isFilledBy(body, best)
  const tick = rests ? inForce : best
  const position = rests ? positionAt(body.originPrice, body, terms) : filledAt(tick, body, terms)
  assertSize(batch, asked.limits, { uid, pid: product.pid, position })
  const bonus = (rests ? 0n : state.credit.bonus) as Usdt
  const costs = openingCosts(position, body.multiple, terms.feeRatePpm, bonus)
  const { direction } = position
  assertTpSl(
    {
      direction,
      openPrice: position.openPrice,
      closeOut: stopLossBound(wallet, { pid: product.pid, direction }, { position, ...costs }),
      targetProfit: body.target_profit_price,
      stopLoss: body.stop_loss_price,
    },
    product,
  )
  const available = availableBalance(wallet)
  const needed = costs.margin + costs.feeFromWallet
  if (needed > available)
    throw domainError('insufficientBalance', { needed: formatUsdt(needed), available: formatUsdt(available) })
  if (!rests && !hasReserveFor(batch, product.pid, position, (pid) => bestPricesOf(markets, pid)))
    throw domainError('insufficientReserve')
  const order = newOrder(asked, { position, costs, rests }, { now: batch.now, ...nextOrderId(batch) })
  if (rests) applyResting(batch, state, order, tick)
  else
    applyFill(batch, state, order, {
      tick,
      ...(entry === null ? {} : { entry }),
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
  { uid, body, terms }: WithdrawalRequest,
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
  created_ms: now,
  opened_ms: rests ? null : now,
  closed_ms: null,
  ...notCopied,
})
