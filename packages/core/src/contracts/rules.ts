/**
 * Costs, margin and PnL of one leveraged position. The server charges with these functions and the page previews with
 * the same ones. The account is in `account.ts`, order validation in `checks.ts`, the liability of the house account in
 * `exposure.ts`.
 */
import { divide, multiplyDivide, type Price, type Quantity, sumUnits, type Usdt } from '../money/units.ts'

/** Default fee rate of a product: 0.05 % of the notional, in parts per million. */
export const usualFeeRatePpm = 500
/** Maximum slippage of a market order from the price the customer saw: 0.5 %, in parts per million. */
export const slippagePpm = 5_000
/** Margin level, in percent, at or below which positions are liquidated. */
export const liquidationMarginLevelPercent = 50
/** Minimum margin level, in percent, after a transfer out of a contract wallet with open orders. */
export const transferMarginLevelPercent = 200
/** Maximum number of open and resting orders per contract wallet. */
export const maxOrders = 200
/** Adverse price move that the house account must be able to cover: 20 %, in parts per million. */
export const stressMovePpm = 200_000

/** Contract terms of one product. */
export type ContractTerms = {
  /** Coins per lot. */
  readonly lot: Quantity
  readonly minLots: number
  /** Order size increment, in lots. */
  readonly stepLots: number
  readonly leverages: readonly number[]
  /** Fee of an open and of a close, in parts per million of the notional. */
  readonly feeRatePpm: number
  readonly slippagePpm: number
  readonly maxOrders: number
}

/** Terms that are equal for all products until staff change them. */
export const defaultTerms = { slippagePpm, maxOrders } as const

/** Side of a position: long earns when the price rises, short when it falls. */
export type PositionSide = 'long' | 'short'
/** Wire number of a side: 1 long, 2 short. */
export const sideToWire = (side: PositionSide): 1 | 2 => (side === 'long' ? 1 : 2)
const sides = { 1: 'long', 2: 'short' } as const satisfies Record<1 | 2, PositionSide>
/** Side of a wire number. */
export const sideFromWire = (type: 1 | 2): PositionSide => sides[type]

/** The part of a position that determines its PnL. */
export type Position = {
  readonly side: PositionSide
  readonly quantity: Quantity
  readonly openPrice: Price
}

/** Best bid and ask of a book. */
export type BestPrices = { readonly bid: Price; readonly ask: Price }

/** quantity (1e-8) × price (1e-9) ÷ 1e9 = USDT (1e-8). */
const million = 1_000_000n
const priceUnit = 1_000_000_000n

/**
 * Fill price of a market order: a buy pays the best ask, a sell receives the best bid.
 *
 * @example fillPrice('long', { bid: price('66128.74'), ask: price('66128.75') }) // 66128.75
 */
export const fillPrice = (side: PositionSide, best: BestPrices): Price =>
  side === 'long' ? best.ask : best.bid

/**
 * Price at which a position would close now: the opposite side of the book.
 *
 * @example closingPrice('long', { bid: price('66128.74'), ask: price('66128.75') }) // 66128.74
 */
export const closingPrice = (side: PositionSide, best: BestPrices): Price =>
  side === 'long' ? best.bid : best.ask

/**
 * Coins in a whole number of lots.
 *
 * @example quantityOf(11, quantity('0.001')) // 0.011
 */
export const quantityOf = (lots: number, lot: Quantity): Quantity => (BigInt(lots) * lot) as Quantity

/**
 * Notional of a position in USDT, rounded up.
 *
 * @example notional(quantity('0.011'), price('65850')) // 724.35
 */
export const notional = (quantity: Quantity, at: Price): Usdt =>
  divide(quantity * at, priceUnit, 'ceil') as Usdt

/**
 * Margin of a position: quantity × price ÷ leverage, rounded up.
 *
 * @example margin(quantity('0.011'), price('65850'), 10) // 72.435
 */
export const margin = (quantity: Quantity, at: Price, leverage: number): Usdt =>
  divide(quantity * at, priceUnit * BigInt(leverage), 'ceil') as Usdt

/**
 * Fee of an open or a close: a share of the notional in parts per million, rounded up.
 *
 * @example tradingFee(quantity('0.011'), price('65850'), 500) // 0.362175
 */
export const tradingFee = (quantity: Quantity, at: Price, ratePpm: number): Usdt =>
  divide(quantity * at * BigInt(ratePpm), priceUnit * million, 'ceil') as Usdt

/**
 * Fees of a position so far: that of opening, and that of closing once it is closed.
 *
 * @example chargedFees(usdt('0.3'), null) // 0.3
 * @example chargedFees(usdt('0.3'), usdt('0.4')) // 0.7
 */
export const chargedFees = (openFee: Usdt, closeFee: Usdt | null): Usdt =>
  sumUnits(closeFee === null ? [openFee] : [openFee, closeFee])

/**
 * Maximum lots without the fee: balance ÷ price × leverage, rounded down.
 *
 * @example maxLotsBeforeFee(usdt('148.214'), price('65850'), 10, quantity('0.001')) // 22
 */
export const maxLotsBeforeFee = (available: Usdt, at: Price, leverage: number, lot: Quantity): number => {
  if (at <= 0n || available <= 0n) return 0
  return toCount(divide(available * BigInt(leverage) * priceUnit, at * lot, 'floor'))
}

/** Input of `maxLots`. */
export type MaxLotsInput = {
  readonly available: Usdt
  /** Bonus credit, which pays fees before the wallet; 0 for a resting order. */
  readonly bonus: Usdt
  readonly price: Price
  readonly leverage: number
}

/**
 * Maximum lots that can be opened now: margin and fee fit into the available balance, and the terms allow the number; 0
 * if not even the smallest order fits.
 *
 * @example maxLots({ available: usdt('148.214'), bonus: usdt('0'), price: price('65850'), leverage: 10 }, terms) // 22
 */
export const maxLots = (
  input: MaxLotsInput,
  terms: Pick<ContractTerms, 'lot' | 'minLots' | 'stepLots' | 'feeRatePpm'>,
): number => {
  const { available, price, leverage } = input
  const fits = (lots: number): boolean => {
    const coins = quantityOf(lots, terms.lot)
    const charged = tradingFee(coins, price, terms.feeRatePpm)
    return margin(coins, price, leverage) + feeFromWallet(charged, input.bonus) <= available
  }
  const maxSteps = Math.floor(maxLotsBeforeFee(available, price, leverage, terms.lot) / terms.stepLots)
  // The cost grows with the lots, so binary search finds the largest affordable number.
  const none = Math.ceil(terms.minLots / terms.stepLots) - 1
  let low = none
  let high = Math.max(low, maxSteps)
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (fits(middle * terms.stepLots)) low = middle
    else high = middle - 1
  }
  return low === none ? 0 : low * terms.stepLots
}

/**
 * Part of a fee that the wallet pays after bonus credit.
 *
 * @example feeFromWallet(usdt('0.362175'), usdt('0.3')) // 0.062175
 */
export const feeFromWallet = (charged: Usdt, bonus: Usdt): Usdt => {
  if (bonus <= 0n) return charged
  return (bonus >= charged ? 0n : charged - bonus) as Usdt
}

/**
 * PnL before fees at a closing price: quantity × price difference, rounded down, so a loss is rounded away from zero.
 *
 * @example unrealizedPnl({ side: 'long', quantity: quantity('0.6'), openPrice: price('65702.10') }, price('66128.74')) // 255.984
 */
export const unrealizedPnl = (position: Position, at: Price): Usdt => {
  const gained = position.side === 'long' ? at - position.openPrice : position.openPrice - at
  return multiplyDivide(position.quantity, gained, priceUnit, 'floor') as Usdt
}

/** An open position with its margin and paid fee. */
export type OpenPosition = Position & {
  readonly lots: number
  readonly leverage: number
  readonly margin: Usdt
  readonly openFee: Usdt
  /** The product's fee rate when the order was accepted, in parts per million; also the rate of the close. */
  readonly feeRatePpm: number
}

/**
 * Splits a position when `closedLots` of its lots close.
 *
 * The remainder's margin is computed again, rounded up and capped at the held margin. The closed part takes its share
 * of the opening fee rounded down, the remainder keeps the rest. Both parts add up to the original position.
 *
 * @example splitPosition(elevenLots, 4, quantity('0.001')).closed.openFee // 0.1317 of 0.362175
 */
export const splitPosition = (
  original: OpenPosition,
  closedLots: number,
  lot: Quantity,
): { readonly closed: OpenPosition; readonly rest: OpenPosition } => {
  const restLots = original.lots - closedLots
  if (closedLots <= 0 || restLots <= 0) throw new RangeError('a part is at least one lot and not all of them')
  const closedQuantity = quantityOf(closedLots, lot)
  const restQuantity = (original.quantity - closedQuantity) as Quantity
  const needed = margin(restQuantity, original.openPrice, original.leverage)
  const restMargin = needed < original.margin ? needed : original.margin
  const closedFee = multiplyDivide(
    original.openFee,
    BigInt(closedLots),
    BigInt(original.lots),
    'floor',
  ) as Usdt
  return {
    closed: {
      ...original,
      lots: closedLots,
      quantity: closedQuantity,
      margin: (original.margin - restMargin) as Usdt,
      openFee: closedFee,
    },
    rest: {
      ...original,
      lots: restLots,
      quantity: restQuantity,
      margin: restMargin,
      openFee: (original.openFee - closedFee) as Usdt,
    },
  }
}

/** Converts a count to a number, clamped to the safe integers. */
const toCount = (count: bigint): number =>
  count > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number.parseInt(count.toString(), 10)
