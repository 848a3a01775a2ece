/**
 * Costs, settlement price and payout of an option. The server settles with these functions, the page previews and
 * recomputes with the same ones. Order validation is in `checks.ts`.
 */
import { type FeedGap, isLater, staleAfterMs, type TickOrder } from '../markets/rules.ts'
import { divide, multiplyDivide, type Price, type Usdt } from '../money/units.ts'

/** Maximum difference between the accepted price and the one the customer saw: 0.05 %, in parts per million. */
export const tolerancePpm = 500
/** Maximum number of open options per customer. */
export const maxOpen = 10
/** How long settlement waits after the expiry for late ticks, by the receive clock; milliseconds. */
export const lateTickGraceMs = 300

/** A call wins above the entry price, a put below it. */
export type OptionType = 'call' | 'put'

/**
 * Converts an expiry in minutes to seconds.
 *
 * @throws RangeError the text is not a whole number of seconds
 * @example expirySeconds('0.5') // 30
 * @example expirySeconds('0.1') // 6
 */
export const expirySeconds = (minutes: string): number => {
  const match = /^(\d{1,6})(?:\.(\d{1,6}))?$/.exec(minutes)
  const millionths = match === null ? 0 : Number.parseInt(`${match[1]}${(match[2] ?? '').padEnd(6, '0')}`, 10)
  const seconds = (millionths * 60) / 1_000_000
  if (!Number.isSafeInteger(seconds) || seconds < 1)
    throw new RangeError(`an expiry of ${minutes} minutes is no whole number of seconds`)
  return seconds
}

/** One expiry of a product, with the profit of a win in percent of the stake. */
export type ExpiryChoice = { readonly seconds: number; readonly percent: number }

/**
 * The expiries of a product with their profit percentages, by index.
 *
 * @example expiryChoices({ expiryMinutes: ['0.1', '1'], payoutPercents: [70, 85] })
 * // [{ seconds: 6, percent: 70 }, { seconds: 60, percent: 85 }]
 */
export const expiryChoices = (product: {
  readonly expiryMinutes: readonly string[]
  readonly payoutPercents: readonly number[]
}): readonly ExpiryChoice[] =>
  product.expiryMinutes.flatMap((minutes, index) => {
    const percent = product.payoutPercents[index]
    return percent === undefined ? [] : [{ seconds: expirySeconds(minutes), percent }]
  })

/**
 * Profit of a win besides the stake, rounded down; this amount is in the escrow from acceptance on.
 *
 * @example maxProfitOf(usdt('10'), 85) // 8.5
 */
export const maxProfitOf = (stake: Usdt, percent: number): Usdt =>
  multiplyDivide(stake, BigInt(percent), 100n, 'floor') as Usdt

/**
 * Share of options that must win to break even: 100 ÷ (100 + percent), rounded up, in hundredths of a percent.
 *
 * @example breakEvenRate(80) // 5556n, that is 55.56 %
 */
export const breakEvenRate = (percent: number): bigint => divide(1_000_000n, 100n + BigInt(percent), 'ceil')

/**
 * Average loss of a stake when call and put are equally likely: half of the difference between stake and profit,
 * rounded up.
 *
 * @example expectedLoss(usdt('10'), 85) // 0.75
 */
export const expectedLoss = (stake: Usdt, percent: number): Usdt =>
  divide(stake - maxProfitOf(stake, percent), 2n, 'ceil') as Usdt

/**
 * Tells whether a tick may settle an expiry: a trade (a change of the book makes no price of its own) that did not
 * come late, at or before the expiry by the source's time, here no later than 300 ms after it. One fetched from the
 * source's record was received later; it settles only an expiry in a gap of ours (`settleByRecord`).
 */
export const canSettle = (tick: TickOrder, expiryMs: number): boolean =>
  tick.kind === 'trade' &&
  tick.late !== true &&
  tick.sourceTimeMs <= expiryMs &&
  (tick.fetched === true || tick.receivedTimeMs <= expiryMs + lateTickGraceMs)

/**
 * The tick that settles every option of a market with this expiry: the last one for which `canSettle` holds. Null if
 * there is none.
 *
 * @example settlementTick([at(1000, 1), at(1500, 2), at(1500, 3), at(1501, 4)], 1500) // the one with n 3
 */
export const settlementTick = <T extends TickOrder>(ticks: Iterable<T>, expiryMs: number): T | null => {
  let last: T | null = null
  for (const tick of ticks)
    if (canSettle(tick, expiryMs) && (last === null || isLater(tick, last))) last = tick
  return last
}

/**
 * Whether the feed was stale for more than 5 s around an expiry, which makes the option void. Null while undecided,
 * because the gap is still open and may end in time.
 *
 * @example wasFeedStale({ fromMs: 1_000, toMs: 6_000 }, 9_000) // false: exactly 5 s
 * @example wasFeedStale({ fromMs: 1_000, toMs: null }, 6_001) // true
 */
export const wasFeedStale = ({ fromMs, toMs }: FeedGap, nowMs: number): boolean | null => {
  if (fromMs === null || (toMs ?? nowMs) - fromMs > staleAfterMs) return true
  return toMs === null ? null : false
}

/** What decides every option of one market with one expiry. */
export type ExitEvidence<Tick> = {
  /** The tick that settles them; of a void the last one before the silence, if there was any. */
  readonly tick: Tick | null
  /** The silence around the expiry that makes them void; null when the market spoke. */
  readonly silence: FeedGap | null
}

/** Terms of an option fixed at acceptance. */
export type OptionTerms = {
  readonly style: OptionType
  readonly stake: Usdt
  readonly win: Usdt
  /** Last price at acceptance. */
  readonly entry: Price
}

/** Rules that decide an option; its receipt names one of these. */
export const optionRules = [
  'callAboveAtExpiry',
  'putBelowAtExpiry',
  'callNotAboveAtExpiry',
  'putNotBelowAtExpiry',
  'equalAtExpiry',
  'silentAroundExpiry',
  'noTradeAfterEntry',
] as const

/** Result of an option: the outcome, its rule, the payout and the profit. */
export type OptionResult = {
  readonly outcome: 'win' | 'loss' | 'draw' | 'void'
  readonly rule: (typeof optionRules)[number]
  /** Includes the stake; 0 for a loss. */
  readonly payout: Usdt
  /** The profit of a win, minus the stake for a loss, 0 for a draw or void. */
  readonly profit: Usdt
}

/**
 * The void of an option whose last trade before the expiry is not newer than the tick it was accepted at: it was decided
 * before it was bought.
 *
 * @param settledAt number of the tick that would settle it, `acceptedAt` of the one it was accepted at
 * @example isDecidedBeforeEntry({ settledAt: 7, acceptedAt: 7 }) // true
 */
export const isDecidedBeforeEntry = ({
  settledAt,
  acceptedAt,
}: {
  readonly settledAt: number
  readonly acceptedAt: number
}): boolean => settledAt <= acceptedAt

/** What kept an option from being decided; null where a price decides it. */
export type VoidRule = Extract<(typeof optionRules)[number], 'silentAroundExpiry' | 'noTradeAfterEntry'>

/**
 * Gives the stake of an option back that no price decides.
 *
 * @example voidResult(usdt('10'), 'noTradeAfterEntry') // { outcome: 'void', payout: 10, profit: 0, … }
 */
export const voidResult = (stake: Usdt, rule: VoidRule): OptionResult => ({
  outcome: 'void',
  rule,
  payout: stake,
  profit: 0n as Usdt,
})

/**
 * Settles an option at a price; null when no price could decide it, which gives the stake back as a draw does.
 *
 * @example settleAtPrice({ style: 'call', stake: usdt('10'), win: usdt('8.5'), entry: price('66128.74') }, price('66128.75'))
 * // { outcome: 'win', rule: 'callAboveAtExpiry', payout: 18.5, profit: 8.5 }
 */
export const settleAtPrice = (
  { style, stake, win, entry }: OptionTerms,
  exit: Price | null,
): OptionResult => {
  const nothing = 0n as Usdt
  if (exit === null) return voidResult(stake, 'silentAroundExpiry')
  if (exit === entry) return { outcome: 'draw', rule: 'equalAtExpiry', payout: stake, profit: nothing }
  if (exit > entry === (style === 'call')) {
    const rule = style === 'call' ? 'callAboveAtExpiry' : 'putBelowAtExpiry'
    return { outcome: 'win', rule, payout: (stake + win) as Usdt, profit: win }
  }
  const rule = style === 'call' ? 'callNotAboveAtExpiry' : 'putNotBelowAtExpiry'
  return { outcome: 'loss', rule, payout: nothing, profit: -stake as Usdt }
}
