import type { BodyOf } from '@glasshouse/core/calls'
import { availableIn } from '@glasshouse/core/contracts/account'
import { isTooFar, leverageProblem, lotsProblem } from '@glasshouse/core/contracts/checks'
import { isReached, watchOf } from '@glasshouse/core/contracts/engine/triggers'
import { isCovered, withPosition, worstExposure } from '@glasshouse/core/contracts/exposure'
import {
  type ContractTerms,
  directionOf,
  fee,
  feeFromWallet,
  fillPrice,
  margin,
  type Position,
  quantityOf,
} from '@glasshouse/core/contracts/rules'
import { house } from '@glasshouse/core/ledger/chart'
import type { Tick } from '@glasshouse/core/markets/evidence'
import { formatPrice, formatUsdt, type Price, type Usdt } from '@glasshouse/core/money/units'
import { refuse } from '@glasshouse/core/refusals/registry'
import { settingOf } from '../../content/index.ts'
import { balances, lock, postOne } from '../../ledger/index.ts'
import { announce, type Tx, transact } from '../../platform/index.ts'
import { mayRisk } from '../../protection/index.ts'
import { walletChanged } from '../../wallets/index.ts'
import { contractOpened, contractPlaced, walletAccounts } from '../postings.ts'
import type { OrderRow } from '../schema.ts'
import { insertEvents } from '../store/events.ts'
import { lockExposures, moveExposure } from '../store/exposure.ts'
import { countOrders, insertOrder, readOpenOrders } from '../store/orders.ts'
import { valued, walletOf } from './account.ts'
import { checkStops, closeOutWith, stopEvents } from './stops.ts'
import {
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
 * rests with margin and fee on hold. The whole story is one transaction; two orders of one wallet wait for
 * each other.
 *
 * Refuses `notFound`, `stateForbids` (fixed price or stops where nobody watches prices), `outsideLimits`,
 * `priceMoved`, `stopWrongSide`, `tooManyOrders`, `balanceLow`, `reserveTooSmall`, and what stands in the way of
 * new risk (`mayRisk`).
 */
export const openContract = async (
  deps: ContractDeps,
  { uid }: { readonly uid: number },
  body: OpenRequest,
): Promise<OrderRow> => {
  const { database, engine, markets } = deps
  const product = offeredProduct(markets, body.pid)
  const maxOrders = await settingOf(deps.database.db, 'contract_order_max')
  const terms = { ...termsOf(product), maxOrders }
  checkRequest(body, terms, engine !== undefined)
  const following = engine?.follow(product.symbol)
  const story = transact(database.db, async (tx) => {
    const accounts = walletAccounts(uid, body.levertype)
    const [free = 0n, held = 0n, hold = 0n, bonus = 0n] = await lock(tx, [
      accounts.free,
      accounts.margin,
      accounts.hold,
      accounts.bonus,
    ])
    await mayRisk(deps, tx, uid, { product: 'contract', leverage: body.multiple })
    const orders = await countOrders(tx, uid, body.levertype)
    if (orders >= terms.maxOrders) throw refuse('tooManyOrders', { max: terms.maxOrders })

    // Read only now: an order that had to wait for the wallet pays the price of today, not of then.
    const tick = freshTick(markets, product)
    const open = (await readOpenOrders(tx, uid, body.levertype)).map((order) => valued(markets, order))
    const wallet = walletOf({ free, margin: held, hold }, open)
    const rests = body.status === 0 && !isFilledBy(body, tick)
    const position = rests ? positionAt(body.originPrice, body, terms) : filledAt(tick, body, terms)
    const costs = costsOf(position, body, terms, rests ? 0n : bonus)
    checkStops(
      {
        direction: position.direction,
        openPrice: position.openPrice,
        closeOut: closeOutWith(wallet, product.pid, { position, ...costs }),
        targetProfit: body.target_profit_price,
        stopLoss: body.stop_loss_price,
      },
      product,
    )
    const available = availableIn(wallet)
    const needed = costs.margin + costs.feeFromWallet
    if (needed > available) {
      throw refuse('balanceLow', { needed: formatUsdt(needed), available: formatUsdt(available) })
    }
    const judged = { uid, body, position, costs, tick }
    return rests ? placeOrder(deps, tx, judged) : fillOrder(deps, tx, judged)
  })
  return thenTell(deps, { uid, levertype: body.levertype }, story, following)
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

type Costs = { readonly margin: Usdt; readonly charged: Usdt; readonly feeFromWallet: Usdt }

const costsOf = (position: Position, body: OpenRequest, terms: ContractTerms, bonus: bigint): Costs => {
  const charged = fee(position.quantity, position.openPrice, terms.feeRatePpm)
  return {
    margin: margin(position.quantity, position.openPrice, body.multiple),
    charged,
    feeFromWallet: feeFromWallet(charged, bonus as Usdt),
  }
}

/** An order that passed every check that looks at the customer. */
type Judged = {
  readonly uid: number
  readonly body: OpenRequest
  readonly position: Position
  readonly costs: Costs
  readonly tick: Tick
}

/** Opens the position now. */
const fillOrder = async (
  { clock, markets }: ContractDeps,
  tx: Tx,
  { uid, body, position, costs, tick }: Judged,
): Promise<OrderRow> => {
  const now = clock.now()
  const order = await insertOrder(tx, {
    ...newOrder(uid, body, position, costs, now),
    status: 1,
    opened_ms: now,
  })
  await markets.keep(tx, tick)
  await coverOrRefuse(tx, markets, body.pid, position)
  const transactionId = await postOne(
    tx,
    clock.business(),
    contractOpened(order.id, walletAccounts(uid, body.levertype), {
      margin: costs.margin,
      feeFromBonus: costs.charged - costs.feeFromWallet,
      feeFromWallet: costs.feeFromWallet,
      held: 0n,
    }),
  )
  const rule = openingRule(order, body.status === 0 ? 'limit' : 'market')
  const event = { ...eventOf(order, tick, transactionId, now), kind: 'opened' as const, rule }
  await insertEvents(tx, [event, ...stopEvents(null, order, tick, now)])
  await announce(tx, [walletChanged(uid)], now)
  return order
}

/** Lets the order rest with margin and the whole fee on hold. */
const placeOrder = async (
  { clock, markets }: ContractDeps,
  tx: Tx,
  { uid, body, position, costs, tick }: Judged,
): Promise<OrderRow> => {
  const now = clock.now()
  const hold = costs.margin + costs.charged
  const order = await insertOrder(tx, {
    ...newOrder(uid, body, position, costs, now),
    status: 0,
    opened_ms: null,
    hold,
  })
  const posting = contractPlaced(order.id, walletAccounts(uid, body.levertype), hold)
  const transactionId = await postOne(tx, clock.business(), posting)
  await markets.keep(tx, tick)
  const rule = body.type === 1 ? 'placedBuy' : 'placedSell'
  const event = { ...eventOf(order, tick, transactionId, now), kind: 'placed' as const, rule }
  await insertEvents(tx, [{ ...event, fee: 0n }, ...stopEvents(null, order, tick, now)])
  await announce(tx, [walletChanged(uid)], now)
  return order
}

/** Adds the position to what the house could owe, and refuses it when the trading reserve does not cover that. */
const coverOrRefuse = async (
  tx: Tx,
  markets: ContractMarkets,
  pid: number,
  position: Position,
): Promise<void> => {
  const exposures = await lockExposures(tx, [pid])
  const worst = [...exposures].map(([market, exposure]) => {
    const all = market === pid ? withPosition(exposure, position, 'add') : exposure
    const product = markets.product(market)
    const inForce = product === null ? null : markets.inForce(product.symbol)
    return worstExposure(all, inForce === null ? null : inForce.tick)
  })
  const [reserve = 0n] = await balances(tx, [house('trading')])
  if (!isCovered(reserve as Usdt, worst)) throw refuse('reserveTooSmall')
  await moveExposure(tx, pid, position, 'add')
}

const newOrder = (uid: number, body: OpenRequest, position: Position, costs: Costs, now: number) => ({
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
  target_profit_price: body.target_profit_price,
  stop_loss_price: body.stop_loss_price,
  created_ms: now,
  closed_ms: null,
})

/** The side at which a position is opened, and why. */
export const openingRule = ({ type }: OrderRow, why: 'market' | 'limit'): string =>
  type === 1 ? `${why}BuyAtAsk` : `${why}SellAtBid`

const eventOf = (order: OrderRow, tick: Tick, transactionId: number, now: number) => ({
  order_id: order.id,
  at_ms: now,
  price: order.open_price,
  lots: order.lots,
  margin: order.margin,
  fee: order.open_fee,
  profit: 0n,
  insurance: 0n,
  transaction_id: transactionId,
  tick,
})
