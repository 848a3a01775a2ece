/** Figures of a lead's closed positions, added up close by close. */
import { divide, type Usdt } from '../../money/units.ts'

/** One close in the lead wallet, USDT; a position that closed in parts has several. */
export type LeadClose = {
  /** Id of the position, the same for all its parts. */
  readonly position: number
  readonly pid: number
  /** Whether nothing of the position is left open. */
  readonly isLast: boolean
  /** PnL before fees. */
  readonly profit: Usdt
  /** Opening and closing fee. */
  readonly fees: Usdt
  readonly leverage: number
  readonly openedAtMs: number
  readonly closedAtMs: number
}

/** Parts that were closed of one position. */
type PartSums = {
  readonly gain: bigint
  readonly fees: bigint
  readonly leverage: number
  readonly openedAtMs: number
  readonly closedAtMs: number
}

/** Sums over positions that are closed whole, and the parts of those that are not yet. */
export type TradeSums = {
  readonly closed: number
  /** Positions with a profit after fees. */
  readonly won: number
  readonly holdingMs: number
  readonly leverage: number
  /** USDT. */
  readonly fees: bigint
  /** Closed parts of positions that are still open, by position. */
  readonly parts: ReadonlyMap<number, PartSums>
  /** Closed positions by market. */
  readonly markets: ReadonlyMap<number, number>
}

/** Before the first close. */
export const noTrades: TradeSums = {
  ...{ closed: 0, won: 0, holdingMs: 0, leverage: 0, fees: 0n },
  parts: new Map(),
  markets: new Map(),
}

/** Figures of a lead's closed positions. */
export type LeadTrades = {
  readonly closed: number
  /** Positions with a profit after fees. */
  readonly won: number
  /** Average holding time in milliseconds, rounded down; null without a closed position. */
  readonly holdingMs: number | null
  /** Average leverage in hundredths, rounded up; null without a closed position. */
  readonly leverageHundredths: bigint | null
  /** USDT. */
  readonly fees: Usdt
}

const withPart = (before: PartSums | undefined, close: LeadClose): PartSums => ({
  gain: (before?.gain ?? 0n) + close.profit - close.fees,
  fees: (before?.fees ?? 0n) + close.fees,
  leverage: Math.max(before?.leverage ?? 0, close.leverage),
  openedAtMs: Math.min(before?.openedAtMs ?? close.openedAtMs, close.openedAtMs),
  closedAtMs: Math.max(before?.closedAtMs ?? close.closedAtMs, close.closedAtMs),
})

/**
 * Adds closes to the sums, each close once. Parts of one position count as one trade, from its opening to its last close, as soon
 * as nothing of it is open.
 *
 * @example addCloses(noTrades, [part with profit 3 and fees 1, last with profit −2.5 and fees 1]) // closed 1, won 0, fees 2
 */
export const addCloses = (sums: TradeSums, closes: readonly LeadClose[]): TradeSums => {
  const parts = new Map(sums.parts)
  const markets = new Map(sums.markets)
  let { closed, won, holdingMs, leverage, fees } = sums
  for (const close of closes) parts.set(close.position, withPart(parts.get(close.position), close))
  for (const { position, pid, isLast } of closes) {
    const whole = parts.get(position)
    if (!isLast || whole === undefined) continue
    parts.delete(position)
    closed += 1
    if (whole.gain > 0n) won += 1
    holdingMs += whole.closedAtMs - whole.openedAtMs
    leverage += whole.leverage
    fees += whole.fees
    markets.set(pid, (markets.get(pid) ?? 0) + 1)
  }
  return { closed, won, holdingMs, leverage, fees, parts, markets }
}

/**
 * Figures of closed positions from their sums.
 *
 * @see product specification, investment, section 6 "Record of a lead"
 * @example leadTrades(addCloses(noTrades, [profit 10, fees 1, leverage 5; profit 1, fees 1, leverage 10])) // closed 2, won 1, leverage 7.5, fees 2
 */
export const leadTrades = ({ closed, won, holdingMs, leverage, fees }: TradeSums): LeadTrades => ({
  closed,
  won,
  holdingMs: closed === 0 ? null : Math.floor(holdingMs / closed),
  leverageHundredths: closed === 0 ? null : divide(BigInt(leverage) * 100n, BigInt(closed), 'ceil'),
  fees: fees as Usdt,
})
