/**
 * Closing orders of a position: each closes some of its lots at the first tick that reaches its price. There is one for
 * each price, the nearest to the market first.
 */
import type { Price } from '../money/units.ts'
import { validatePartialLots } from './checks.ts'
import { conditionOf, isReached } from './engine/triggers.ts'
import type { ClosingOrder, PositionClosed } from './order.ts'
import type { BestPrices, ContractTerms, PositionSide } from './rules.ts'

/** Closing orders of a position. */
export const maxClosingOrders = 10

/**
 * Whether the closing side of the book has reached the price of a closing order.
 *
 * @example isClosingReached('long', price('70000'), { bid: price('70000'), ask: price('70001') }) // true
 */
export const isClosingReached = (side: PositionSide, price: Price, best: BestPrices): boolean =>
  isReached({ ...conditionOf(side, 'closing'), price }, best)

/** Lots of some closing orders together. */
export const closingLotsOf = (orders: readonly ClosingOrder[]): number =>
  orders.reduce((sum, { lots }) => sum + lots, 0)

/**
 * The closing orders with one price set to a number of lots, in the order in which the market reaches them; 0 removes it.
 *
 * @example withClosingOrder([], 'long', { price: price('70000'), lots: 5 }) // [{ price: 70000, lots: 5 }]
 */
export const withClosingOrder = (
  orders: readonly ClosingOrder[],
  side: PositionSide,
  { price, lots }: ClosingOrder,
): readonly ClosingOrder[] => {
  const others = orders.filter((one) => one.price !== price)
  if (lots === 0) return others
  const nearer = (a: ClosingOrder, b: ClosingOrder): number =>
    a.price < b.price === (side === 'long') ? -1 : 1
  return [...others, { price, lots }].sort(nearer)
}

/**
 * Validates the lots of a closing order against what the others leave of a position: the product must allow both the
 * part and the remainder. Returns null, or the accepted lots for `outOfRange`.
 *
 * @example validateClosingLots([{ price: price('70000'), lots: 8 }], 8, 10, { minLots: 1, stepLots: 1 })
 *   // { min: 1, step: 1, max: 2 }
 */
export const validateClosingLots = (
  others: readonly ClosingOrder[],
  lots: number,
  openLots: number,
  terms: Pick<ContractTerms, 'minLots' | 'stepLots'>,
) => validatePartialLots(lots, openLots - closingLotsOf(others), terms)

/**
 * The closing orders of what a close leaves open: without those that it filled, and the farthest lose the lots that the
 * position does not have any more.
 *
 * @example closingOrdersAfter(closeOfThreeLotsByItsOwner) // of 5 at 70000 and 5 at 71000: 5 at 70000 and 2 at 71000
 */
export const closingOrdersAfter = ({
  order: { side, closingOrders },
  rest,
  cause,
  tick,
}: Pick<PositionClosed, 'order' | 'rest' | 'cause' | 'tick'>): readonly ClosingOrder[] => {
  const isFilled = cause.rule === 'closingOrder'
  let left = rest?.lots ?? 0
  return closingOrders.flatMap(({ price, lots }) => {
    if (isFilled && isClosingReached(side, price, tick)) return []
    const kept = Math.min(lots, left)
    left -= kept
    return kept === 0 ? [] : [{ price, lots: kept }]
  })
}

/** What a row of a receipt tells of closing orders: one was set or cleared, or the market reached some. */
type ClosingRow = {
  readonly rule: string
  /** Price of the closing order, or at which lots closed. */
  readonly price: Price
}

/**
 * The rows that set the closing orders which are in force after some rows of a receipt, in their order: the newest row of each
 * price that was neither cleared nor reached since.
 *
 * @example closingRowsInForce('long', [set70000, set71000, closedAt70000]) // [set71000]
 */
export const closingRowsInForce = <Row extends ClosingRow>(
  side: PositionSide,
  rows: readonly Row[],
): readonly Row[] =>
  rows.reduce<readonly Row[]>((known, row) => {
    if (!row.rule.startsWith('closingOrder')) return known
    const { price } = row
    if (row.rule === 'closingOrderSet') return [...known.filter((one) => one.price !== price), row]
    if (row.rule === 'closingOrderCleared') return known.filter((one) => one.price !== price)
    return known.filter((one) => !isClosingReached(side, one.price, { bid: price, ask: price }))
  }, [])
