/**
 * Contract orders of one wallet, computed independently: commands of the customer and the effects of every tick. The
 * house account is always solvent here.
 */
import {
  availableOf,
  type BestPricesBySymbol,
  byProfit,
  type ContractWalletName,
  closingOf,
  feeOf,
  floating,
  holdKey,
  type ModelCustomer,
  type ModelMarket,
  type ModelOrder,
  marginKey,
  marginOf,
  minOf,
  most,
  type Prediction,
  pnlOf,
  positionsOf,
  shortOf,
} from './model.ts'
import { reachedClosings, trimmed } from './modelClosings.ts'
import { riskRefusal, sizeFits, withTradeResult } from './modelLimits.ts'
import { isFitAt, stopsFit } from './modelStops.ts'
import { followBest, isTrailReached } from './modelTrailing.ts'

const wallets = ['contract', 'contract2'] as const satisfies readonly ContractWalletName[]
const maxOrders = 200
const formatEnd = (order: ModelOrder, end: string): string =>
  [order.symbol, order.wallet, order.sign, order.leverage, order.price, order.lots, end].join(' ')

const remove = ({ orders }: ModelCustomer, order: ModelOrder): void => {
  orders.splice(orders.indexOf(order), 1)
}

/** An order to place; without `limit` a market order. */
export type Opening = Pick<
  ModelOrder,
  'symbol' | 'wallet' | 'sign' | 'leverage' | 'lot' | 'lots' | 'feePpm'
> & {
  readonly limit: bigint | null
  readonly loss: bigint | null
  readonly profit: bigint | null
  /** `limit` is the trigger price of a stop order. */
  readonly isStop: boolean
  /** Of an order that does not fill at once. */
  readonly expires: number | null
}

/** Predicted orders whose ids are unknown are numbered downwards from −1. */
const unnumbered = ({ orders }: ModelCustomer): number => Math.min(0, ...orders.map(({ id }) => id)) - 1

const isReached = ({ sign, price, symbol, trigger }: ModelOrder, best: BestPricesBySymbol): boolean => {
  const now = sign > 0n ? best(symbol).ask : best(symbol).bid
  return (now - price) * (trigger ?? -sign) >= 0n
}

/** Opens a position at the market, or rests a limit order whose price is not reached. */
export const modelOpen = (customer: ModelCustomer, opening: Opening, market: ModelMarket): Prediction => {
  const { best } = market
  const { limit, expires, isStop, ...wanted } = opening
  const { wallet, symbol, sign } = wanted
  const forbidden = riskRefusal(customer.guard, market)
  if (forbidden !== null) return forbidden
  if (customer.orders.filter((one) => one.wallet === wallet).length >= maxOrders) return 'tooManyOrders'
  if (market.stale(symbol)) return 'priceChanged'
  const now = sign > 0n ? best(symbol).ask : best(symbol).bid
  const rests = limit !== null && (isStop || (limit - now) * sign < 0n)
  const price = rests ? limit : now
  const coins = wanted.lot * wanted.lots
  const margin = marginOf(coins, price, wanted.leverage)
  const fee = feeOf(coins, price, wanted.feePpm)
  const order: ModelOrder = {
    ...wanted,
    ...{ id: unnumbered(customer), open: false, price, margin, hold: rests ? margin + fee : 0n, accepted: 0 },
    closings: [],
    trail: null,
    expires: rests ? expires : null,
    trigger: isStop ? (price > now ? 1n : -1n) : null,
  }
  if (isStop && price === now) return 'invalidState'
  const own = customer.orders.filter((one) => one.symbol === symbol)
  if (!sizeFits(own, coins * price)) return 'outOfRange'
  if (!stopsFit(customer, order, best)) return 'invalidTpSl'
  if (margin + fee > availableOf(customer, wallet, best)) return 'insufficientBalance'
  customer.accepted += 1
  order.accepted = customer.accepted
  customer.orders.push(order)
  customer.purse[wallet] -= margin + fee
  if (rests) customer.purse[holdKey(wallet)] += margin + fee
  else become(customer, order, fee, market.nowMs)
  return null
}

/** Turns the order into a position; margin and fee are already charged. */
const become = (customer: ModelCustomer, order: ModelOrder, fee: bigint, nowMs: number): void => {
  Object.assign(order, { open: true, hold: 0n, expires: null, trigger: null })
  customer.purse[marginKey(order.wallet)] += order.margin
  customer.house.fees += fee
  customer.guard = withTradeResult(customer.guard, nowMs, { result: -fee })
}

const giveUp = (customer: ModelCustomer, order: ModelOrder): void => {
  const { wallet, hold } = order
  customer.purse[holdKey(wallet)] -= hold
  customer.purse[wallet] += hold
  remove(customer, order)
  customer.ended.push(formatEnd(order, 'revoked'))
}

/** Cancels a resting order. */
export const modelCancel = (customer: ModelCustomer, id: number): Prediction => {
  const order = customer.orders.find((one) => one.id === id)
  if (order === undefined || order.open) return 'invalidState'
  giveUp(customer, order)
  return null
}

const isOver = ({ expires }: ModelOrder, atMs: number): boolean => expires !== null && atMs >= expires

/** Whether an order expired a second ago, which cancels it. */
export const isOverdue = (order: ModelOrder, market: ModelMarket): boolean =>
  isOver(order, market.wallMs() - 1_000)

/** Cancels what expired. */
export const modelElapse = (customer: ModelCustomer, market: ModelMarket): void => {
  for (const order of customer.orders.filter((one) => isOverdue(one, market))) giveUp(customer, order)
}

/** Gives a resting order another price and number of lots: as if it were placed anew. */
export const modelAmend = (
  customer: ModelCustomer,
  id: number,
  { limit, lots }: { readonly limit: bigint; readonly lots: bigint },
  market: ModelMarket,
): Prediction => {
  const place = customer.orders.findIndex((one) => one.id === id)
  const order = customer.orders[place]
  if (order === undefined || order.open) return 'invalidState'
  const forbidden = riskRefusal(customer.guard, market)
  if (forbidden !== null) return forbidden
  if (isOver(order, market.wallMs())) return 'invalidState'
  const { wallet, hold, loss, profit, symbol, sign, leverage, lot, feePpm, expires, trigger } = order
  const release = (amount: bigint): void => {
    customer.purse[holdKey(wallet)] -= amount
    customer.purse[wallet] += amount
  }
  release(hold)
  customer.orders.splice(place, 1)
  const wanted = {
    wallet,
    symbol,
    sign,
    leverage,
    lot,
    lots,
    feePpm,
    limit,
    loss,
    profit,
    expires,
    isStop: trigger !== null,
  }
  const refused = modelOpen(customer, wanted, market)
  const amended = refused === null ? customer.orders.pop() : order
  if (refused !== null) release(-hold)
  if (amended !== undefined) customer.orders.splice(place, 0, Object.assign(amended, { id }))
  return refused
}

/** Sets and clears take profit and stop loss of an order; one that rests keeps its time priority. */
export const modelSetTpSl = (
  customer: ModelCustomer,
  id: number,
  stops: Pick<ModelOrder, 'loss' | 'profit'>,
  market: ModelMarket,
): Prediction => {
  const order = customer.orders.find((one) => one.id === id)
  if (order === undefined) return 'invalidState'
  if (market.stale(order.symbol)) return 'priceChanged'
  if (!stopsFit(customer, { ...order, ...stops }, market.best)) return 'invalidTpSl'
  if (order.open) customer.accepted += 1
  Object.assign(order, { ...stops, accepted: order.open ? customer.accepted : order.accepted })
  return null
}

/** Draws margin from the oldest positions of a wallet until `amount` is covered. */
const takeFrom = (positions: readonly ModelOrder[], amount: bigint): void => {
  let left = amount
  for (const position of [...positions].sort((a, b) => a.id - b.id)) {
    const taken = minOf(left, position.margin)
    position.margin -= taken
    left -= taken
  }
}

/** Closes lots of a position: the loss is paid from the free balance, then from margin, then by the insurance fund. */
const settle = (
  customer: ModelCustomer,
  order: ModelOrder,
  lots: bigint,
  { best, nowMs }: ModelMarket,
  why: string,
): void => {
  const { house, purse } = customer
  const { wallet, lot, feePpm } = order
  const free = wallet
  const held = marginKey(wallet)
  const rest = order.lots - lots
  const kept = rest === 0n ? 0n : minOf(order.margin, marginOf(lot * rest, order.price, order.leverage))
  const at = closingOf(order, best)
  const gain = pnlOf(order, best, lots)
  const fee = feeOf(lot * lots, at, feePpm)
  const before = purse[free] + purse[held]
  customer.ended.push(formatEnd({ ...order, lots }, `${at} ${why} ${gain}`))
  purse[held] -= order.margin - kept
  purse[free] += order.margin - kept + gain - fee
  Object.assign(order, { lots: rest, margin: kept, closings: trimmed(order.closings, rest) })
  if (rest === 0n) remove(customer, order)
  const taken = minOf(most(0n, -purse[free]), purse[held])
  takeFrom(positionsOf(customer, wallet), taken)
  purse[held] -= taken
  purse[free] += taken
  // The reserves receive the full amount; the insurance fund pays what the customer cannot.
  house.trading -= gain
  house.fees += fee
  house.insurance += minOf(0n, purse[free])
  purse[free] = most(0n, purse[free])
  customer.guard = withTradeResult(customer.guard, nowMs, { result: purse[free] + purse[held] - before })
}

/** Closes lots of a position at the market on command of the customer. */
export const modelClose = (
  customer: ModelCustomer,
  id: number,
  lots: bigint | null,
  market: ModelMarket,
): Prediction => {
  const order = customer.orders.find((one) => one.id === id)
  if (order === undefined || !order.open) return 'invalidState'
  const { wallet, symbol } = order
  if (market.stale(symbol)) return 'priceChanged'
  const closing = lots ?? order.lots
  if (closing > order.lots) return 'outOfRange'
  const fee = feeOf(order.lot * closing, closingOf(order, market.best), order.feePpm)
  const loss = pnlOf(order, market.best, closing) < 0n
  // The fund pays an unpaid fee unconditionally, but no loss while another position of the wallet could.
  if (loss && shortOf(customer, order, market.best, closing) > fee) {
    const others = customer.orders.filter((one) => one.wallet === wallet && one !== order)
    if (others.some((one) => !one.open || pnlOf(one, market.best) > 0n)) return 'invalidState'
  }
  settle(customer, order, closing, market, 'user')
  return null
}

/**
 * Closes a position by force. Before the fund pays, resting orders are cancelled and profitable positions closed. False
 * if a stale market prevents it.
 */
const force = (
  customer: ModelCustomer,
  order: ModelOrder,
  market: ModelMarket,
  why: 'loss' | 'trailing' | 'profit' | 'limit' | 'liquidation',
  spared: readonly ModelOrder[] = [],
  lots = order.lots,
): boolean => {
  for (;;) {
    if (market.stale(order.symbol)) return false
    if (shortOf(customer, order, market.best, lots) <= 0n) break
    const waiting = customer.orders.find((one) => !one.open && one.wallet === order.wallet)
    if (waiting !== undefined) {
      giveUp(customer, waiting)
      continue
    }
    const [best] = positionsOf(customer, order.wallet)
      .filter((one) => one !== order && !spared.includes(one) && pnlOf(one, market.best) > 0n)
      .sort(byProfit(market.best, -1n))
    if (best === undefined) break
    if (!force(customer, best, market, 'liquidation', [...spared, order])) return false
  }
  settle(customer, order, lots, market, why)
  return true
}

/** Fills what the market has reached of a position's closing orders, in one close. */
const fillClosings = (customer: ModelCustomer, order: ModelOrder, market: ModelMarket): void => {
  const { left, lots } = reachedClosings(order, market)
  if (lots > 0n && force(customer, order, market, 'limit', [], lots)) order.closings = left
}

const stop = (customer: ModelCustomer, order: ModelOrder, market: ModelMarket): void => {
  if (!order.open || !customer.orders.includes(order) || market.stale(order.symbol)) return
  const at = closingOf(order, market.best) * order.sign
  if (order.loss !== null && at <= order.loss * order.sign) force(customer, order, market, 'loss')
  else if (isTrailReached(order, market)) force(customer, order, market, 'trailing')
  else if (order.profit !== null && at >= order.profit * order.sign) force(customer, order, market, 'profit')
  else fillClosings(customer, order, market)
}

const liquidate = (customer: ModelCustomer, wallet: ContractWalletName, market: ModelMarket): void => {
  const { purse } = customer
  for (;;) {
    const open = positionsOf(customer, wallet)
    const held = purse[marginKey(wallet)]
    const all = purse[wallet] + purse[holdKey(wallet)] + held + floating(customer, wallet, market.best)
    if (open.length === 0 || all * 2n > held) return
    const [worst] = open.filter(({ symbol }) => !market.stale(symbol)).sort(byProfit(market.best, 1n))
    if (worst === undefined || !force(customer, worst, market, 'liquidation')) return
  }
}

const fill = (
  customer: ModelCustomer,
  order: ModelOrder,
  market: ModelMarket,
  isForbidden: boolean,
): void => {
  const { wallet, symbol, sign, hold } = order
  const price = sign > 0n ? market.best(symbol).ask : market.best(symbol).bid
  const coins = order.lot * order.lots
  const margin = marginOf(coins, price, order.leverage)
  const fee = feeOf(coins, price, order.feePpm)
  const missing = margin + fee - hold
  const isLate = isOver(order, market.heardMs(symbol))
  if (
    isLate ||
    isForbidden ||
    !isFitAt(customer, order, price) ||
    missing > most(0n, availableOf(customer, wallet, market.best))
  ) {
    giveUp(customer, order)
    return
  }
  customer.purse[holdKey(wallet)] -= hold
  customer.purse[wallet] -= missing
  Object.assign(order, { price, margin })
  become(customer, order, fee, market.nowMs)
}

/** Effects of one market tick on a customer's orders, in the order of acceptance, liquidations last. */
export type TickCase = {
  /** The customer may not take new risk at this tick. */
  readonly isForbidden: boolean
  /** Whether stops of orders filled by this tick come after the liquidation: the rules leave that open. */
  readonly isLiquidationFirst: boolean
}

export const modelTick = (
  customer: ModelCustomer,
  symbol: string,
  market: ModelMarket,
  { isForbidden, isLiquidationFirst }: TickCase,
): void => {
  for (const wallet of wallets) {
    const touched = customer.orders
      .filter((one) => one.wallet === wallet && one.symbol === symbol)
      .sort((a, b) => a.accepted - b.accepted)
    if (touched.length === 0) continue
    const fresh: ModelOrder[] = []
    for (const order of touched) {
      if (!customer.orders.includes(order)) continue
      if (order.open) stop(customer, order, market)
      else if (isReached(order, market.best)) {
        fill(customer, order, market, isForbidden)
        fresh.push(order)
      }
    }
    for (const order of touched) followBest(order, market)
    if (isLiquidationFirst) liquidate(customer, wallet, market)
    for (const order of fresh) stop(customer, order, market)
    liquidate(customer, wallet, market)
  }
}

const isFillable = ({ orders }: ModelCustomer, order: ModelOrder, { stale, best }: ModelMarket): boolean =>
  !stale(order.symbol) && isReached(order, best) && orders.includes(order)

/** Effects of a check without a tick, as after every command: applies whatever is due. */
export const reevaluated = (customer: ModelCustomer, market: ModelMarket, isForbidden: boolean): void => {
  for (const wallet of wallets) {
    for (const order of customer.orders.filter((one) => one.wallet === wallet)) {
      if (order.open) stop(customer, order, market)
      else if (isFillable(customer, order, market)) {
        fill(customer, order, market, isForbidden)
        stop(customer, order, market)
      }
    }
    liquidate(customer, wallet, market)
  }
}
