import type { BodyOf } from '@glasshouse/core/calls'
import { availableIn } from '@glasshouse/core/contracts/account'
import { isTooFar, leverageProblem, lotsProblem } from '@glasshouse/core/contracts/checks'
import { isReached, watchOf } from '@glasshouse/core/contracts/engine/triggers'
import {
  type ContractTerms,
  directionOf,
  fillPrice,
  type Position,
  quantityOf,
} from '@glasshouse/core/contracts/rules'
import { type OpeningCosts, openingCosts } from '@glasshouse/core/contracts/settlement'
import type { Tick } from '@glasshouse/core/markets/evidence'
import type { Product } from '@glasshouse/core/markets/product'
import { formatPrice, formatUsdt, type Price, type Usdt } from '@glasshouse/core/money/units'
import { refuse } from '@glasshouse/core/errors/registry'
import { settingOf } from '../../content/index.ts'
import { riskGate } from '../../protection/index.ts'
import type { OrderRow } from '../schema.ts'
import type { OrderNumber } from '../store/orders.ts'
import { type ContractWallet, valued, walletOf } from './account.ts'
import { openInBatch, placeInBatch } from './batch/opening.ts'
import { type Batch, canCover, positionsIn, takeNumber, type WalletState, walletIn } from './batch/state.ts'
import { together } from './batch/submit.ts'
import { checkStops, stopBound } from './stops.ts'
import {
  bestOf,
  type ContractDeps,
  type ContractMarkets,
  freshTick,
  offeredProduct,
  termsOf,
  thenTell,
} from './terms.ts'

type OpenRequest = BodyOf<'/api/contract/buyContract'>

/**
 * Opens a position at the market: a buy at the best ask, a sell at the best bid of the tick in force when the
 * wallet is locked. An order at a fixed price that the market has reached is opened the same way; otherwise it
 * rests with margin and fee on hold. Orders that come at the same time share one transaction, in the order in
 * which they came; each is done wholly or not at all.
 *
 * Refuses `notFound`, `stateForbids` (fixed price or stops where nobody watches prices), `outsideLimits`,
 * `priceMoved`, `stopWrongSide`, `tooManyOrders`, `balanceLow`, `reserveTooSmall`, and what stands in the way of
 * new risk (`mayRisk`).
 */
export const openContract = async (
  deps: ContractDeps,
  customer: { readonly uid: number },
  body: OpenRequest,
): Promise<OrderRow> => (await openInWallet(deps, customer, body)).order

/** A new order, its wallet as it was when the order was in it, and what of the fee bonus credit paid. */
export type Opened = {
  readonly order: OrderRow
  readonly wallet: ContractWallet
  readonly feeFromBonus: Usdt
}

/** Does what `openContract` does and tells the wallet too, so that nobody has to read it to show the order. */
export const openInWallet = async (
  deps: ContractDeps,
  { uid }: { readonly uid: number },
  body: OpenRequest,
): Promise<Opened> => {
  const { engine, markets } = deps
  const product = offeredProduct(markets, body.pid)
  const maxOrders = await settingOf(deps.database.db, 'contract_order_max')
  const terms = { ...termsOf(product), maxOrders }
  checkRequest(body, terms, engine !== undefined)
  const following = engine?.follow(product.symbol)
  const key = { uid, levertype: body.levertype }
  const after: { wallet?: ContractWallet; feeFromBonus?: Usdt } = {}
  const story = together(deps, {
    wallet: key,
    pid: product.pid,
    gate: (tx) => riskGate(deps, tx, uid, 'contract'),
    decide: (batch, mayRisk) => {
      mayRisk({ product: 'contract', leverage: body.multiple }, batch.transactions)
      const { order, feeFromBonus } = decideOpening(deps, batch, { uid, body, product, terms })
      after.feeFromBonus = feeFromBonus
      after.wallet = valuedWallet(markets, walletIn(batch, key))
      return order
    },
  })
  const order = await thenTell(deps, key, story, following)
  const { wallet, feeFromBonus } = after
  if (wallet === undefined || feeFromBonus === undefined)
    throw new Error('an order that was opened was decided')
  return { order, wallet, feeFromBonus }
}

/** An order that passed every check that looks at the request alone. */
type Asked = {
  readonly uid: number
  readonly body: OpenRequest
  readonly product: Product
  readonly terms: ContractTerms
}

/** A locked wallet as it stands in its batch, with its positions at the newest prices. */
const valuedWallet = (markets: ContractMarkets, state: WalletState): ContractWallet =>
  walletOf(
    state,
    positionsIn(state).map((order) => valued(markets, order)),
  )

/** Opens or places an order on a locked wallet, or refuses it. */
const decideOpening = (
  { markets }: ContractDeps,
  batch: Batch,
  asked: Asked,
): Pick<Opened, 'order' | 'feeFromBonus'> => {
  const { uid, body, product, terms } = asked
  const state = walletIn(batch, { uid, levertype: body.levertype })
  if (state.orders.size >= terms.maxOrders) throw refuse('tooManyOrders', { max: terms.maxOrders })
  // Read only now: an order that had to wait for the wallet pays the price of today, not of then.
  const tick = freshTick(markets, product)
  const wallet = valuedWallet(markets, state)
  const rests = body.status === 0 && !isFilledBy(body, tick)
  const position = rests ? positionAt(body.originPrice, body, terms) : filledAt(tick, body, terms)
  const bonus = (rests ? 0n : state.credit.bonus) as Usdt
  const costs = openingCosts(position, body.multiple, terms.feeRatePpm, bonus)
  const { direction } = position
  checkStops(
    {
      direction,
      openPrice: position.openPrice,
      closeOut: stopBound(wallet, { pid: product.pid, direction }, { position, ...costs }),
      targetProfit: body.target_profit_price,
      stopLoss: body.stop_loss_price,
    },
    product,
  )
  const available = availableIn(wallet)
  const needed = costs.margin + costs.feeFromWallet
  if (needed > available)
    throw refuse('balanceLow', { needed: formatUsdt(needed), available: formatUsdt(available) })
  if (!rests && !canCover(batch, product.pid, position, (pid) => bestOf(markets, pid)))
    throw refuse('reserveTooSmall')
  const order = newOrder(asked, { position, costs, rests }, { now: batch.now, ...takeNumber(batch) })
  if (rests) placeInBatch(batch, state, order, tick)
  else
    openInBatch(batch, state, order, {
      tick,
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

/** Everything that can be refused by looking at the request alone. */
const checkRequest = (body: OpenRequest, terms: ContractTerms, isWatched: boolean): void => {
  if (body.status !== 1 && !isWatched) throw refuse('stateForbids', { reason: 'fixedPriceNotOffered' })
  if ((body.target_profit_price !== null || body.stop_loss_price !== null) && !isWatched) {
    throw refuse('stateForbids', { reason: 'stopsNotOffered' })
  }
  if (body.originPrice === 0n) throw refuse('outsideLimits', { min: formatPrice(1n) })
  const lots = lotsProblem(body.number, terms)
  if (lots !== null) throw refuse('outsideLimits', lots)
  const leverage = leverageProblem(body.multiple, terms)
  if (leverage !== null) throw refuse('outsideLimits', leverage)
}

/** Whether the market has reached a fixed price already. */
const isFilledBy = (body: OpenRequest, tick: Tick): boolean =>
  isReached({ ...watchOf(directionOf(body.type), 'limit'), price: body.originPrice }, tick)

const positionAt = (openPrice: Price, body: OpenRequest, terms: ContractTerms): Position => ({
  direction: directionOf(body.type),
  openPrice,
  quantity: quantityOf(body.number, terms.lot),
})

/** The position as it would fill at a tick; refused when that is worse than the customer saw. */
const filledAt = (tick: Tick, body: OpenRequest, terms: ContractTerms): Position => {
  const position = positionAt(fillPrice(directionOf(body.type), tick), body, terms)
  if (isTooFar(position.direction, position.openPrice, body.originPrice, terms.slippagePpm)) {
    throw refuse('priceMoved', { price: formatPrice(position.openPrice) })
  }
  return position
}

/** How an order was judged: what it opens or would open, for how much, and whether it rests. */
type Judged = { readonly position: Position; readonly costs: OpeningCosts; readonly rests: boolean }

const newOrder = (
  { uid, body, terms }: Asked,
  { position, costs, rests }: Judged,
  { id, acceptance, now }: OrderNumber & { readonly now: number },
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
})
