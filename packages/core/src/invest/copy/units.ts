/**
 * Valuation of a copy pool and the prices of its units. Rules of positions come from `contracts/rules.ts`; rounding
 * always favours those who stay in the pool.
 */
import {
  type BestPrices,
  closingPrice,
  fillPrice,
  notional,
  type OpenPosition,
  type PositionSide,
  tradingFee,
  unrealizedPnl,
} from '../../contracts/rules.ts'
import { divide, multiplyDivide, type Units, type Usdt, usdt } from '../../money/units.ts'

/** Units of a copy pool in units of 0.00000001. */
export type PoolUnits = Units<'poolUnits'>
/** USDT per pool unit in units of 0.000000001. */
export type UnitPrice = Units<'unitPrice'>

const unitPriceScale = 1_000_000_000n
/** Price of a unit when the pool has none: 1 USDT. */
export const initialUnitPrice = unitPriceScale as UnitPrice
/** The capacity of a pool is a multiple of 100 USDT, as every order is. */
const capacityStep = usdt('100')

/** An open position of a pool; `pid` is its market. */
export type PoolPosition = OpenPosition & { readonly id: number; readonly pid: number }
/** One tick per market, by `pid`: the only prices of one valuation. */
export type MarketPrices = ReadonlyMap<number, BestPrices>

/**
 * Bid and ask of one market.
 *
 * @throws RangeError the market has no price, which is a broken invariant: a dealing waits for all its markets
 * @example bestPricesOf(new Map([[1, { bid: price('64350.10'), ask: price('64350.20') }]]), 1).bid // 64350.10
 */
export const bestPricesOf = (prices: MarketPrices, pid: number): BestPrices => {
  const best = prices.get(pid)
  if (best === undefined) throw new RangeError(`no price of market ${pid}`)
  return best
}

/** Value of a pool, USDT. */
export type PoolValuation = {
  /** Balance plus unrealized PnL at the closing sides, rounded down per position. */
  readonly bid: Usdt
  /** Balance plus unrealized PnL at the opposite sides, rounded up per position. */
  readonly offer: Usdt
  /** Closing fees of all open positions, each rounded up. */
  readonly closingCost: Usdt
}

/**
 * Value of a pool at given prices: E_bid, E_offer and the closing cost C, USDT.
 *
 * @throws RangeError a market of the pool has no price
 * @see product specification, investment, section 6 "Units"
 * @example poolValuation(usdt('5180.42'), [0.03 BTC bought at 64000], 64350.10 and 64350.20)
 *   // bid 5190.923, offer 5190.926, closingCost 0.9652515
 */
export const poolValuation = (
  balance: Usdt,
  positions: readonly PoolPosition[],
  prices: MarketPrices,
): PoolValuation => {
  let bid: bigint = balance
  let offer: bigint = balance
  let closingCost = 0n
  for (const position of positions) {
    const best = bestPricesOf(prices, position.pid)
    const exit = closingPrice(position.side, best)
    bid += unrealizedPnl(position, exit)
    // The counterparty's PnL is rounded down, so the pool's is rounded up.
    offer -= unrealizedPnl({ ...position, side: opposite(position.side) }, fillPrice(position.side, best))
    closingCost += tradingFee(position.quantity, exit, position.feeRatePpm)
  }
  return { bid: bid as Usdt, offer: offer as Usdt, closingCost: closingCost as Usdt }
}

const opposite = (side: PositionSide): PositionSide => (side === 'long' ? 'short' : 'long')

/**
 * Gross notional of open positions at their closing sides: long and short added up, USDT, rounded up per position.
 *
 * @throws RangeError a market of the pool has no price
 * @see product specification, investment, section 6 "Copying"
 * @example grossNotional([0.03 BTC bought at 64000], 64350.10 and 64350.20) // 1930.503
 */
export const grossNotional = (positions: readonly PoolPosition[], prices: MarketPrices): Usdt =>
  positions.reduce(
    (sum, { side, quantity, pid }) => sum + notional(quantity, closingPrice(side, bestPricesOf(prices, pid))),
    0n,
  ) as Usdt

/** Prices of one unit: what entering costs and what leaving pays. */
export type UnitPrices = { readonly entry: UnitPrice; readonly exit: UnitPrice }

/**
 * Prices of a unit: U_in = ⌈E_offer ÷ N⌉ and U_out = ⌊(E_bid − C) ÷ N⌋ at 9 decimals, at least 0; both 1 while no unit
 * is issued. An entry price of 0 admits no entry.
 *
 * @param issued N, all units of the pool, in units of 0.00000001
 * @see product specification, investment, section 6 "Units"
 * @example unitPrices({ bid: usdt('5190.923'), offer: usdt('5190.926'), closingCost: usdt('0.9652515') }, 5000 units)
 *   // entry 1.0381852, exit 1.037991549
 */
export const unitPrices = ({ bid, offer, closingCost }: PoolValuation, issued: PoolUnits): UnitPrices => {
  if (issued === 0n) return { entry: initialUnitPrice, exit: initialUnitPrice }
  const entry = multiplyDivide(offer, unitPriceScale, issued, 'ceil')
  const exit = multiplyDivide(bid - closingCost, unitPriceScale, issued, 'floor')
  return { entry: notNegative(entry) as UnitPrice, exit: notNegative(exit) as UnitPrice }
}

const notNegative = (units: bigint): bigint => (units < 0n ? 0n : units)

/**
 * Units that an amount buys: money ÷ U_in, rounded down at 8 decimals.
 *
 * @throws RangeError the entry price is 0
 * @see product specification, investment, section 6 "Units"
 * @example unitsFor(usdt('800'), U_in 1.0381852) // 770.57542334
 */
export const unitsFor = (money: Usdt, entry: UnitPrice): PoolUnits =>
  multiplyDivide(money, unitPriceScale, entry, 'floor') as PoolUnits

/**
 * Value of units at a price: units × U, rounded down, USDT.
 *
 * @see product specification, investment, section 6 "Units"
 * @example unitsValue(770.57542334 units, U_out 1.037991549) // 799.85077729
 */
export const unitsValue = (units: PoolUnits, at: UnitPrice): Usdt =>
  multiplyDivide(units, at, unitPriceScale, 'floor') as Usdt

/** Input of the capacity of a pool, USDT. */
export type PoolCapacityInput = {
  /** Equity of the lead's contract wallet. */
  readonly leadEquity: Usdt
  /** Equity of the pool at the closing sides. */
  readonly poolEquity: Usdt
  /** Money of all orders that wait for their dealing; it is promised a place already. */
  readonly waiting: Usdt
  /** Maximum multiple of the lead's equity, the setting `lead_capacity_multiple`. */
  readonly multiple: number
}

/**
 * Amount that may still enter a pool: multiple × lead equity − pool equity − waiting money, rounded down to whole
 * hundreds of USDT, at least 0.
 *
 * @see product specification, investment, section 6 "Lead"
 * @example poolCapacity({ leadEquity: usdt('2500'), poolEquity: usdt('5190.923'), waiting: usdt('800'), multiple: 20 }) // 44000
 */
export const poolCapacity = ({ leadEquity, poolEquity, waiting, multiple }: PoolCapacityInput): Usdt => {
  const room = leadEquity * BigInt(multiple) - poolEquity - waiting
  return notNegative(divide(room, capacityStep, 'floor') * capacityStep) as Usdt
}
