/** Shortcuts for tests of copy pools: typed amounts, positions and the markets of the examples. */
import { margin, type PositionSide, quantityOf, tradingFee } from '../../contracts/rules.ts'
import { parseDecimal, price, quantity, type Usdt, usdt } from '../../money/units.ts'
import type { CopyOrder, CopyOrderTerms, Pool } from './dealing.ts'
import type { Fraction } from './record.ts'
import type { DealingMarkets } from './reduction.ts'
import { initialUnitPrice, type PoolPosition, type PoolUnits, type UnitPrice } from './units.ts'

const required = (text: string, scale: number): bigint => {
  const units = parseDecimal(text.replace('-', ''), scale)
  if (units === null) throw new RangeError(text)
  return text.startsWith('-') ? -units : units
}
export const units = (text: string): PoolUnits => required(text, 8) as PoolUnits
export const unitPrice = (text: string): UnitPrice => required(text, 9) as UnitPrice
export const fraction = (text: string): Fraction => required(text, 9) as Fraction

/** Midnight UTC+1 that begins 10 January 2027. */
export const midnight = Date.UTC(2027, 0, 9, 23)
export const day = 86_400_000

export const lot = quantity('0.001')

/** A position of whole lots of 0.001 coins at a fee rate of 0.05 %. */
export const position = (
  id: number,
  pid: number,
  side: PositionSide,
  lots: number,
  openPrice: string,
  leverage: number,
): PoolPosition => {
  const coins = quantityOf(lots, lot)
  const at = price(openPrice)
  return {
    id,
    pid,
    side,
    lots,
    quantity: coins,
    openPrice: at,
    leverage,
    margin: margin(coins, at, leverage),
    openFee: tradingFee(coins, at, 500),
    feeRatePpm: 500,
  }
}

/** BTC (pid 1) as in the examples of the product specification, and a second market. */
export const markets: DealingMarkets = {
  prices: new Map([
    [1, { bid: price('64350.10'), ask: price('64350.20') }],
    [2, { bid: price('2300'), ask: price('2300.5') }],
  ]),
  lots: new Map([
    [1, { lot, minLots: 1, stepLots: 1 }],
    [2, { lot, minLots: 1, stepLots: 1 }],
  ]),
}

export const terms: CopyOrderTerms = {
  periodDays: 30,
  leadFeePpm: 100_000,
  exitLevyPpm: 1_000,
  stopLossPercent: 40,
}

/** A running order of some units that entered at 1. */
export const order = (id: number, held: string, change: Partial<CopyOrder>): CopyOrder => ({
  id,
  money: required(held, 8) as Usdt,
  units: units(held),
  highWaterMark: initialUnitPrice,
  periodEndMs: midnight + 30 * day,
  exit: null,
  terms,
  ...change,
})

/** The pool of the examples: 5000 units, 5180.42 USDT, 0.03 BTC bought at 64000. */
export const examplePool = (change: Partial<Pool>): Pool => ({
  balance: usdt('5180.42'),
  positions: [position(1, 1, 'long', 30, '64000', 2)],
  orders: [order(1, '1200', {}), order(2, '3800', {})],
  requests: [],
  highest: initialUnitPrice,
  isStopped: false,
  ...change,
})
