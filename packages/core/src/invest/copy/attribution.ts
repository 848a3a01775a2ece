/** Divides a copy order's profit of one day into rows that add up to it exactly. */
import type { PositionSide } from '../../contracts/rules.ts'
import { multiplyDivide, type Price, type Usdt } from '../../money/units.ts'
import type { PoolUnits } from './units.ts'

/** Amounts of one copy order between two dealings, USDT. */
export type DayAmounts = {
  /** Value after the last dealing; 0 before the order entered. */
  readonly before: Usdt
  /** Value after this dealing; 0 when the order left. */
  readonly now: Usdt
  readonly paidOut: Usdt
  readonly putIn: Usdt
}

/**
 * Profit of a copy order for one day: value now − value before + paid out − put in, USDT.
 *
 * @see product specification, investment, section 6 "Daily attribution"
 * @example dayProfit({ before: usdt('0'), now: usdt('799.85077729'), paidOut: usdt('0'), putIn: usdt('800') }) // -0.14922271
 */
export const dayProfit = ({ before, now, paidOut, putIn }: DayAmounts): Usdt =>
  (now - before + paidOut - putIn) as Usdt

/** One pool order between two dealings, USDT; 0 where something did not happen in that time. */
export type PoolOrderAmounts = {
  /** Unrealized PnL at the last dealing; 0 if it opened since. */
  readonly pnlBefore: Usdt
  /** Unrealized PnL at this dealing, or the realized PnL before fees if it closed since. */
  readonly pnlNow: Usdt
  /** Opening fee, if it opened since the last dealing. */
  readonly openFee: Usdt
  /** Closing fee, if it closed since the last dealing. */
  readonly closeFee: Usdt
}

/**
 * Change in value of a pool order since the last dealing: PnL now − PnL before − opening fee − closing fee, USDT.
 *
 * @see product specification, investment, section 6 "Daily attribution"
 * @example poolOrderChange({ pnlBefore: usdt('10'), pnlNow: usdt('73.5'), openFee: usdt('0'), closeFee: usdt('0.33') }) // 63.17
 */
export const poolOrderChange = ({ pnlBefore, pnlNow, openFee, closeFee }: PoolOrderAmounts): Usdt =>
  (pnlNow - pnlBefore - openFee - closeFee) as Usdt

/** A pool order that was open at any time since the last dealing. */
export type PoolOrderChange = {
  readonly id: number
  readonly pid: number
  readonly side: PositionSide
  /** `poolOrderChange`, USDT. */
  readonly change: Usdt
  readonly openPrice: Price
  /** Null while it is open. */
  readonly closePrice: Price | null
  /** Instant of its opening, or of its close. */
  readonly atMs: number
}

/** One row of a day: a share of a pool order, the performance fee, or the rest. */
export type AttributionRow =
  | { readonly kind: 'closed' | 'open'; readonly profit: Usdt; readonly order: PoolOrderChange }
  | { readonly kind: 'fee' | 'rest'; readonly profit: Usdt; readonly order: null }

/** The part of a pool that a copy order has. */
export type PoolShare = {
  /** Units of the copy order between the two dealings; 0 for one that enters now. */
  readonly units: PoolUnits
  /** All units of the pool in that time: N. */
  readonly issued: PoolUnits
}

/** What is left of a day after the shares. */
type DayEnd = {
  /** Performance fee paid to the lead at this dealing, USDT. */
  readonly feePaid: Usdt
  /** `dayProfit`, USDT. */
  readonly profit: Usdt
}

/** Input of `attributionRows`. */
export type AttributionInput = PoolShare & DayEnd & { readonly changes: readonly PoolOrderChange[] }

/** A copy order's share of one pool order: its change × units ÷ N cut towards zero, USDT. */
export const attributionShare = ({ units, issued }: PoolShare, order: PoolOrderChange): AttributionRow => {
  const share = issued === 0n ? 0n : multiplyDivide(order.change, units, issued, 'truncate')
  return { kind: order.closePrice === null ? 'open' : 'closed', profit: share as Usdt, order }
}

/** The rows behind the shares: the performance fee if one was paid, and the rest; `attributed` is the sum of the shares. */
export const closingRows = ({ feePaid, profit }: DayEnd, attributed: Usdt): readonly AttributionRow[] => [
  ...(feePaid === 0n ? [] : [{ kind: 'fee', profit: -feePaid as Usdt, order: null } as const]),
  { kind: 'rest', profit: (profit - attributed + feePaid) as Usdt, order: null },
]

/**
 * Rows of one copy order for one day: per pool order its change × units ÷ N cut towards zero, the performance fee if one
 * was paid, and the rest (levies, spreads, closing costs, rounding). They add up to the profit exactly.
 *
 * @see product specification, investment, section 6 "Daily attribution"
 * @example attributionRows({ units: 1200, issued: 5000, changes: 63.17, -4.12 and -1.93, … }) // 15.1608, -0.9888, -0.4632, rest
 */
export const attributionRows = (input: AttributionInput): readonly AttributionRow[] => {
  const shares = input.changes.map((order) => attributionShare(input, order))
  const attributed = shares.reduce((sum, row) => sum + row.profit, 0n) as Usdt
  return [...shares, ...closingRows(input, attributed)]
}
