/**
 * The record of a lead trader from the ledger: index, returns, drawdown and volatility of the lead wallet by day.
 * Fractions are whole numbers of 0.000000001; no binary fraction is used.
 */
import type { Day } from '../../calendar/days.ts'
import { divide, multiplyDivide, type Units, type Usdt, usdt } from '../../money/units.ts'

/** A fraction of one in units of 0.000000001; 1 % is 10,000,000. */
export type Fraction = Units<'fraction'>

/** One, and the index before the first day. */
export const wholeFraction = 1_000_000_000n as Fraction
/** A day on which less than this was in the wallet has no return. */
const minDivisor = usdt('10')
const volatilityDays = 30
const shortRecordDays = 30

/** One day of the lead wallet, USDT. Equities are balance plus unrealized PnL at the closing sides, at midnight. */
export type RecordDay = {
  readonly day: Day
  readonly start: Usdt
  readonly end: Usdt
  /** Transfers into and out of the wallet on that day. */
  readonly deposited: Usdt
  readonly withdrawn: Usdt
}

/** A day of the index. */
export type IndexPoint = {
  readonly day: Day
  /** Return of the day, rounded down; null where less than 10 USDT were in the wallet. */
  readonly dailyReturn: Fraction | null
  readonly index: Fraction
  /** Distance below the highest index so far as a share of it, rounded up. */
  readonly drawdown: Fraction
}

/**
 * Index and daily returns of a record: r = (E_end + out) ÷ (E_start + in) − 1; the index starts at 1 and is multiplied by
 * 1 + r, rounded down at 9 decimals. An equity below 0 counts as 0; a day without r keeps the index.
 *
 * @param days consecutive days, oldest first
 * @see product specification, investment, section 6 "Record of a lead"
 * @example recordIndex([{ start: 1000, end: 1010, deposited: 0, withdrawn: 0 }])[0].index // 1.01
 */
export const recordIndex = (days: readonly RecordDay[]): readonly IndexPoint[] => {
  let index: Fraction = wholeFraction
  let peak: Fraction = wholeFraction
  return days.map((one) => {
    const ratio = dayRatio(one)
    if (ratio !== null) index = multiplyDivide(index, ratio.after, ratio.before, 'floor') as Fraction
    if (index > peak) peak = index
    return {
      day: one.day,
      dailyReturn: ratio === null ? null : returnOf(ratio.after, ratio.before),
      index,
      drawdown: belowPeak(index, peak),
    }
  })
}

const dayRatio = ({ start, end, deposited, withdrawn }: RecordDay): { after: Usdt; before: Usdt } | null => {
  const before = (start + deposited) as Usdt
  const after = end + withdrawn
  return before < minDivisor ? null : { after: (after < 0n ? 0n : after) as Usdt, before }
}

const returnOf = (after: bigint, before: bigint): Fraction =>
  (multiplyDivide(after, wholeFraction, before, 'floor') - wholeFraction) as Fraction

const belowPeak = (index: Fraction, peak: Fraction): Fraction =>
  multiplyDivide(peak - index, wholeFraction, peak, 'ceil') as Fraction

/**
 * Return of the last days of a record, rounded down: index now ÷ index before them − 1; null when the record is shorter
 * or the index was 0. Never annualised.
 *
 * @param days number of days; `points.length` for the whole record
 * @see product specification, investment, section 6 "Record of a lead"
 * @example returnOver(points with index 1.01 and 1.0201 after it, 1) // 0.01
 */
export const returnOver = (points: readonly IndexPoint[], days: number): Fraction | null => {
  const last = points.at(-1)
  if (last === undefined || days < 1 || days > points.length) return null
  const before = indexBefore(points, days)
  return before === 0n ? null : returnOf(last.index, before)
}

/** Index before the last days of a record. */
const indexBefore = (points: readonly IndexPoint[], days: number): Fraction =>
  points[points.length - 1 - days]?.index ?? wholeFraction

/**
 * Maximum drawdown within the last days of a record, rounded up: the largest fall of the index below its highest value
 * since they began, as a share of that value; 0 without days.
 *
 * @param days number of days; a shorter record counts whole
 * @see product specification, investment, section 6 "Record of a lead"
 * @example maxDrawdown(points with index 1.2, 0.9 and 1.1, 90) // 0.25
 */
export const maxDrawdown = (points: readonly IndexPoint[], days: number): Fraction => {
  let peak = indexBefore(points, days)
  let deepest = 0n as Fraction
  for (const { index } of points.slice(Math.max(0, points.length - days))) {
    if (index > peak) peak = index
    const fall = peak === 0n ? (0n as Fraction) : belowPeak(index, peak)
    if (fall > deepest) deepest = fall
  }
  return deepest
}

/** The returns that count for volatility: the last 30 there are. */
const recentReturns = (points: readonly IndexPoint[]): readonly Fraction[] =>
  points.flatMap(({ dailyReturn }) => dailyReturn ?? []).slice(-volatilityDays)

/**
 * Volatility of a record: the sample standard deviation (n − 1) of the last 30 daily returns, rounded up at 9 decimals;
 * null with fewer than two returns.
 *
 * The variance is an exact fraction; only its square root is rounded.
 *
 * @see product specification, investment, section 6 "Record of a lead"
 * @example volatility(points with returns 0.01, 0.03) // 0.014142136
 */
export const volatility = (points: readonly IndexPoint[]): Fraction | null => {
  const returns = recentReturns(points)
  const count = BigInt(returns.length)
  if (count < 2n) return null
  const sum = returns.reduce((total, one) => total + one, 0n)
  const squares = returns.reduce((total, one) => total + one * one, 0n)
  // Σ(r − mean)² = (n × Σr² − (Σr)²) ÷ n.
  const variance = divide(count * squares - sum * sum, count * (count - 1n), 'ceil')
  return squareRoot(variance) as Fraction
}

/**
 * Square root of a whole number, rounded up, by Newton's method on whole numbers.
 *
 * @throws RangeError the number is negative
 * @example squareRoot(2n) // 2n
 */
export const squareRoot = (square: bigint): bigint => {
  if (square < 0n) throw new RangeError('a square root of a negative number')
  if (square < 2n) return square
  // Start above the root: from there the steps fall until they reach its floor.
  let root = 1n << BigInt(Math.ceil(square.toString(2).length / 2))
  for (;;) {
    const next = (root + square / root) / 2n
    if (next >= root) break
    root = next
  }
  return root * root === square ? root : root + 1n
}

/**
 * Whether a record is too short to mean anything: fewer than 30 days.
 *
 * @see product specification, investment, section 6 "Record of a lead"
 * @example isRecordShort(29) // true
 */
export const isRecordShort = (days: number): boolean => days < shortRecordDays

const minScoredReturns = 7
const scoredDrawdownDays = 90
/** Upper limits of the steps 1 to 9, in tenths of a percent. */
const volatilitySteps = [5n, 10n, 15n, 20n, 30n, 40n, 60n, 80n, 120n]
const drawdownSteps = [50n, 100n, 150n, 200n, 250n, 300n, 400n, 500n, 700n]
const tenthOfPercent = 1_000_000n

/** Above this score no new customer may copy. */
export const maxCopyRiskScore = 7

const stepOf = (value: Fraction, limits: readonly bigint[]): number =>
  1 + limits.filter((limit) => value >= limit * tenthOfPercent).length

/**
 * Risk score of two figures, 1 to 10: the larger of the steps of the daily volatility and of the maximum drawdown of 90
 * days. A value at a limit belongs to the higher step.
 *
 * @see product specification, investment, section 6 "Risk score"
 * @example riskScoreOf(0.02, 0.12) // 5: 2 % is step 5, 12 % is step 3
 */
export const riskScoreOf = (dailyVolatility: Fraction, drawdown90: Fraction): number =>
  Math.max(stepOf(dailyVolatility, volatilitySteps), stepOf(drawdown90, drawdownSteps))

/**
 * Risk score of a record, 1 to 10; null with fewer than seven daily returns, which callers treat as 10.
 *
 * @see product specification, investment, section 6 "Risk score"
 * @example riskScore(six days) // null
 */
export const riskScore = (points: readonly IndexPoint[]): number | null => {
  const dailyVolatility = volatility(points)
  if (dailyVolatility === null || recentReturns(points).length < minScoredReturns) return null
  return riskScoreOf(dailyVolatility, maxDrawdown(points, scoredDrawdownDays))
}
