/**
 * What an option costs, which price decides it and what it pays. The server settles with these functions, the
 * page previews and recomputes with the same ones. The checks of an order are in `checks.ts`.
 */
import { type FeedGap, isLater, staleAfterMs, type TickOrder } from '../markets/rules.ts'
import { divide, multiplyDivide, type Price, type Usdt } from '../money/units.ts'

/** How far the accepted price may differ from the one the customer saw: 0.05 %, in parts in a million. */
export const tolerancePpm = 500
/** Options one customer may have open at the same time. */
export const maxOpen = 10
/** How long settlement waits after the expiry for ticks that are on their way, by the receive clock. */
export const lateTickGraceMs = 300

/** CALL wins above the price of acceptance, PUT below it. */
export type OptionType = 'call' | 'put'
/** The style behind the wire's number. */
export const optionTypeFromWire = (ostyle: 0 | 1): OptionType => (ostyle === 0 ? 'call' : 'put')

/**
 * Seconds of an expiry that a product lists in minutes. Throws for a list that names no whole second.
 *
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

/** One expiry a product offers, and what a win within it earns in percent of the stake. */
export type ExpiryChoice = { readonly seconds: number; readonly percent: number }

/**
 * The expiries of a product with their payouts, by index; a payout above the ceiling is cut to it.
 *
 * @example choicesOf({ expiryMinutes: ['0.1', '1'], payoutPercents: [70, 90] }, 85)
 * // [{ seconds: 6, percent: 70 }, { seconds: 60, percent: 85 }]
 */
export const expiryChoices = (
  product: { readonly expiryMinutes: readonly string[]; readonly payoutPercents: readonly number[] },
  ceilingPercent: number,
): readonly ExpiryChoice[] =>
  product.expiryMinutes.flatMap((minutes, index) => {
    const percent = product.payoutPercents[index]
    return percent === undefined
      ? []
      : [{ seconds: expirySeconds(minutes), percent: Math.min(percent, ceilingPercent) }]
  })

/**
 * What a win earns besides the stake, rounded down; this much waits in the escrow from the first moment.
 *
 * @example winOf(usdt('10'), 85) // 8.5
 */
export const maxProfitOf = (stake: Usdt, percent: number): Usdt =>
  multiplyDivide(stake, BigInt(percent), 100n, 'floor') as Usdt

/**
 * The share of options that has to win so that nothing is lost: 100 ÷ (100 + percent), rounded up, in hundredths
 * of a percent.
 *
 * @example breakEvenRate(80) // 5556n, that is 55.56 %
 */
export const breakEvenRate = (percent: number): bigint => divide(1_000_000n, 100n + BigInt(percent), 'ceil')

/**
 * What a stake loses on average when CALL and PUT are equally likely: half of what the win is short of the
 * stake, rounded up.
 *
 * @example expectedLoss(usdt('10'), 85) // 0.75
 */
export const expectedLoss = (stake: Usdt, percent: number): Usdt =>
  divide(stake - maxProfitOf(stake, percent), 2n, 'ceil') as Usdt

/**
 * Tells whether a tick may settle an expiry: a trade (a change of the book makes no price of its own), at or
 * before the expiry by the source's time, here no later than 300 ms after it.
 */
export const canSettle = (tick: TickOrder, expiryMs: number): boolean =>
  tick.kind === 'trade' && tick.sourceTimeMs <= expiryMs && tick.receivedTimeMs <= expiryMs + lateTickGraceMs

/**
 * The tick that settles every option of a market with this expiry: the last one that may. Null when there is
 * none.
 *
 * @example settlingTick([at(1000, 1), at(1500, 2), at(1500, 3), at(1501, 4)], 1500) // the one with n 3
 */
export const settlementTick = <T extends TickOrder>(ticks: Iterable<T>, expiryMs: number): T | null => {
  let last: T | null = null
  for (const tick of ticks)
    if (canSettle(tick, expiryMs) && (last === null || isLater(tick, last))) last = tick
  return last
}

/**
 * Tells whether the market was silent for more than 5 s around an expiry, which then decides nothing; null while that cannot be told yet,
 * because the stretch still lasts and may end in time.
 *
 * @example wasSilent({ fromMs: 1_000, toMs: 6_000 }, 9_000) // false: exactly 5 s
 * @example wasSilent({ fromMs: 1_000, toMs: null }, 6_001) // true
 */
export const wasFeedStale = ({ fromMs, toMs }: FeedGap, nowMs: number): boolean | null => {
  if (fromMs === null || (toMs ?? nowMs) - fromMs > staleAfterMs) return true
  return toMs === null ? null : false
}

/** What was promised when an option was accepted. */
export type OptionTerms = {
  readonly style: OptionType
  readonly stake: Usdt
  readonly win: Usdt
  /** The last price at which it was accepted. */
  readonly entry: Price
}

/** Why an option ended as it did; its receipt names one of these. */
export const optionRules = [
  'callAboveAtExpiry',
  'putBelowAtExpiry',
  'callNotAboveAtExpiry',
  'putNotBelowAtExpiry',
  'equalAtExpiry',
  'silentAroundExpiry',
] as const

/** How an option ended: why, what came back to the customer, and what it came to. */
export type OptionResult = {
  readonly outcome: 'win' | 'loss' | 'draw' | 'void'
  readonly rule: (typeof optionRules)[number]
  /** Stake included: 0 of a loss. */
  readonly payout: Usdt
  /** The win, minus the stake of a loss, 0 of a draw or void. */
  readonly profit: Usdt
}

/**
 * Settles an option at a price; null when no price could decide it, which gives the stake back as a draw does.
 *
 * @example settledAt({ style: 'call', stake: usdt('10'), win: usdt('8.5'), entry: price('66128.74') }, price('66128.75'))
 * // { outcome: 'win', rule: 'callAboveAtExpiry', payout: 18.5, profit: 8.5 }
 */
export const settleAtPrice = (
  { style, stake, win, entry }: OptionTerms,
  exit: Price | null,
): OptionResult => {
  const nothing = 0n as Usdt
  if (exit === null) return { outcome: 'void', rule: 'silentAroundExpiry', payout: stake, profit: nothing }
  if (exit === entry) return { outcome: 'draw', rule: 'equalAtExpiry', payout: stake, profit: nothing }
  if (exit > entry === (style === 'call')) {
    const rule = style === 'call' ? 'callAboveAtExpiry' : 'putBelowAtExpiry'
    return { outcome: 'win', rule, payout: (stake + win) as Usdt, profit: win }
  }
  const rule = style === 'call' ? 'callNotAboveAtExpiry' : 'putNotBelowAtExpiry'
  return { outcome: 'loss', rule, payout: nothing, profit: -stake as Usdt }
}

/**
 * The wire's number for an outcome: 1 win, 2 loss, 3 draw or void.
 *
 * @example winNumber('void') // 3
 */
export const outcomeToWire = (outcome: OptionResult['outcome']): 1 | 2 | 3 => {
  if (outcome === 'win') return 1
  return outcome === 'loss' ? 2 : 3
}
