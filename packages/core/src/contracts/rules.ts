/**
 * What one leveraged position costs, holds and earns. The server charges with these functions and the page
 * previews with the same ones. The account around the position is in `account.ts`, the checks of an order
 * are in `checks.ts`, what the house must be able to pay is in `exposure.ts`.
 */
import { divide, multiplyDivide, type Price, type Quantity, type Usdt } from '../money/units.ts'

/** Fee rate of a product that staff have not changed: 0.05 % of the notional, in parts per million. */
export const usualFeeRatePpm = 500
/** How much worse than the price the customer saw a market order may fill: 0.5 %, in parts in a million. */
export const slippagePpm = 5_000
/** At or below this risk rate, in percent, positions are closed out. */
export const liquidationMarginLevelPercent = 50
/** A transfer out of a contract wallet with open orders must leave at least this risk rate, in percent. */
export const transferMarginLevelPercent = 200
/** Open and pending orders one contract wallet may have. */
export const maxOrders = 200
/** How far the house must survive the market to move against it: 20 %, in parts in a million. */
export const stressMovePpm = 200_000

/** What the house offers on one product. */
export type ContractTerms = {
  /** Coins in one lot. */
  readonly lot: Quantity
  readonly minLots: number
  /** Orders count lots in multiples of this. */
  readonly stepLots: number
  readonly leverages: readonly number[]
  /** Parts per million of the notional that opening costs, and closing again. */
  readonly feeRatePpm: number
  readonly slippagePpm: number
  readonly maxOrders: number
}

/** The part of the terms that is the same for every product until staff change it. */
export const defaultTerms = { slippagePpm, maxOrders } as const

/** Which way a position earns: bought when the price rises, sold when it falls. */
export type PositionSide = 'buy' | 'sell'
/** The wire's number for a direction: 1 buy, 2 sell. */
export const sideToWire = (direction: PositionSide): 1 | 2 => (direction === 'buy' ? 1 : 2)
/** The direction behind the wire's number. */
export const sideFromWire = (type: 1 | 2): PositionSide => (type === 1 ? 'buy' : 'sell')

/** What floats: a direction, how many coins, and the price at which they were opened. */
export type Position = {
  readonly direction: PositionSide
  readonly quantity: Quantity
  readonly openPrice: Price
}

/** The best prices of a book. */
export type BestPrices = { readonly bid: Price; readonly ask: Price }

/** A million, and the price's 10^9: quantity × price ÷ this is USDT. */
const million = 1_000_000n
const priceUnit = 1_000_000_000n

/**
 * The price a market order opens at: a buy pays the best ask, a sell receives the best bid.
 *
 * @example fillPrice('buy', { bid: price('66128.74'), ask: price('66128.75') }) // 66128.75
 */
export const fillPrice = (direction: PositionSide, best: BestPrices): Price =>
  direction === 'buy' ? best.ask : best.bid

/**
 * The price at which a position would close now: the opposite side of the book.
 *
 * @example closingPrice('buy', { bid: price('66128.74'), ask: price('66128.75') }) // 66128.74
 */
export const closingPrice = (direction: PositionSide, best: BestPrices): Price =>
  direction === 'buy' ? best.bid : best.ask

/**
 * Coins in a whole number of lots.
 *
 * @example quantityOf(11, quantity('0.001')) // 0.011
 */
export const quantityOf = (lots: number, lot: Quantity): Quantity => (BigInt(lots) * lot) as Quantity

/**
 * The USDT value a position controls, rounded up.
 *
 * @example notional(quantity('0.011'), price('65850')) // 724.35
 */
export const notional = (quantity: Quantity, at: Price): Usdt =>
  divide(quantity * at, priceUnit, 'ceil') as Usdt

/**
 * The margin a position holds: quantity × price ÷ leverage (seed document, "Leveraged order"), rounded up.
 *
 * @example margin(quantity('0.011'), price('65850'), 10) // 72.435
 */
export const margin = (quantity: Quantity, at: Price, leverage: number): Usdt =>
  divide(quantity * at, priceUnit * BigInt(leverage), 'ceil') as Usdt

/**
 * The fee for opening or closing: a share of the notional in parts per million, rounded up.
 *
 * @example fee(quantity('0.011'), price('65850'), 500) // 0.362175
 */
export const tradingFee = (quantity: Quantity, at: Price, ratePpm: number): Usdt =>
  divide(quantity * at * BigInt(ratePpm), priceUnit * million, 'ceil') as Usdt

/**
 * Openable lots by the seed's formula, balance ÷ price × leverage, without the fee; rounded down.
 *
 * @example openableLotsBeforeFee(usdt('148.214'), price('65850'), 10, quantity('0.001')) // 22
 */
export const maxLotsBeforeFee = (available: Usdt, at: Price, leverage: number, lot: Quantity): number => {
  if (at <= 0n || available <= 0n) return 0
  return toCount(divide(available * BigInt(leverage) * priceUnit, at * lot, 'floor'))
}

/** What `maxLots` looks at. */
export type MaxLotsInput = {
  readonly available: Usdt
  /** Bonus credit, which pays fees before the wallet does; 0 for an order that rests. */
  readonly bonus: Usdt
  readonly price: Price
  readonly leverage: number
}

/**
 * The most lots that can be opened now: margin and fee fit into what is available, and the number is one the
 * terms allow; 0 when not even the smallest order fits.
 *
 * @example openableLots({ available: usdt('148.214'), bonus: usdt('0'), price: price('65850'), leverage: 10 }, terms) // 22
 */
export const maxLots = (
  asked: MaxLotsInput,
  terms: Pick<ContractTerms, 'lot' | 'minLots' | 'stepLots' | 'feeRatePpm'>,
): number => {
  const { available, price, leverage } = asked
  const fits = (lots: number): boolean => {
    const coins = quantityOf(lots, terms.lot)
    const charged = tradingFee(coins, price, terms.feeRatePpm)
    return margin(coins, price, leverage) + feeFromWallet(charged, asked.bonus) <= available
  }
  const most = Math.floor(maxLotsBeforeFee(available, price, leverage, terms.lot) / terms.stepLots)
  // The cost grows with the lots, so the largest number that fits is found by halving.
  const none = Math.ceil(terms.minLots / terms.stepLots) - 1
  let low = none
  let high = Math.max(low, most)
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (fits(middle * terms.stepLots)) low = middle
    else high = middle - 1
  }
  return low === none ? 0 : low * terms.stepLots
}

/**
 * What the wallet pays of a fee after bonus credit has paid its part.
 *
 * @example feeFromWallet(usdt('0.362175'), usdt('0.3')) // 0.062175
 */
export const feeFromWallet = (charged: Usdt, bonus: Usdt): Usdt => {
  if (bonus <= 0n) return charged
  return (bonus >= charged ? 0n : charged - bonus) as Usdt
}

/**
 * Profit before fees at a closing price: quantity × price difference, rounded down, so a loss is rounded
 * away from zero.
 *
 * @example floatingProfit({ direction: 'buy', quantity: quantity('0.6'), openPrice: price('65702.10') }, price('66128.74')) // 255.984
 */
export const unrealizedPnl = (position: Position, at: Price): Usdt => {
  const gained = position.direction === 'buy' ? at - position.openPrice : position.openPrice - at
  return multiplyDivide(position.quantity, gained, priceUnit, 'floor') as Usdt
}

/** An open position with what it holds and has paid. */
export type OpenPosition = Position & {
  readonly lots: number
  readonly leverage: number
  readonly margin: Usdt
  readonly openFee: Usdt
  /** The product's fee rate when the order was accepted, in parts per million; closing costs the same rate. */
  readonly feeRatePpm: number
}

/**
 * Splits a position when `closedLots` of its lots close. The rest's margin is computed again, rounded up, and
 * never above what is held; the closed part takes its share of the opening fee rounded down, the rest keeps
 * the remainder. Nothing is lost: both halves add up to the whole.
 *
 * @example splitPosition(elevenLots, 4, quantity('0.001')).closed.openFee // 0.1317 of 0.362175
 */
export const splitPosition = (
  whole: OpenPosition,
  closedLots: number,
  lot: Quantity,
): { readonly closed: OpenPosition; readonly rest: OpenPosition } => {
  const restLots = whole.lots - closedLots
  if (closedLots <= 0 || restLots <= 0) throw new RangeError('a part is at least one lot and not all of them')
  const closedQuantity = quantityOf(closedLots, lot)
  const restQuantity = (whole.quantity - closedQuantity) as Quantity
  const needed = margin(restQuantity, whole.openPrice, whole.leverage)
  const restMargin = needed < whole.margin ? needed : whole.margin
  const closedFee = multiplyDivide(whole.openFee, BigInt(closedLots), BigInt(whole.lots), 'floor') as Usdt
  return {
    closed: {
      ...whole,
      lots: closedLots,
      quantity: closedQuantity,
      margin: (whole.margin - restMargin) as Usdt,
      openFee: closedFee,
    },
    rest: {
      ...whole,
      lots: restLots,
      quantity: restQuantity,
      margin: restMargin,
      openFee: (whole.openFee - closedFee) as Usdt,
    },
  }
}

/** A count small enough to be a number; anything beyond is more than anybody can order. */
const toCount = (count: bigint): number =>
  count > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number.parseInt(count.toString(), 10)
