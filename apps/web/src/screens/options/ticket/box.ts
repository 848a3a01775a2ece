import { divide, type Usdt, usdt } from '@glasshouse/core/money/units'
import { type StakeIssue, type StakeLimits, validateStake } from '@glasshouse/core/options/checks'
import { judgeOption } from '@glasshouse/core/options/judge'
import { breakEvenRate, type ExpiryChoice, expectedLoss, maxProfitOf } from '@glasshouse/core/options/rules'
import { firstThatPasses } from '@glasshouse/ui/firstThatPasses'
import { readAmount } from '../../../components/amountInput.ts'

/** Keys of the settings that validate an option order. */
export const optionSettingKeys = 'order_min_price,order_max_price,order_inter_price'

/** Stake limits; null while unknown. */
export type OptionLimits = { readonly stakes: StakeLimits }

/** Parses the settings. If one is missing the result is null, because a missing limit must not be read as zero. */
export const optionLimits = (keys: Readonly<Record<string, string>> | undefined): OptionLimits | null => {
  const [min, max] = [keys?.order_min_price, keys?.order_max_price]
  const step = keys?.order_inter_price
  if (min === undefined || max === undefined || step === undefined) return null
  return { stakes: { min: usdt(min), max: usdt(max), step: usdt(step) } }
}

/** Why no option can be bought now. */
export type BoxProblem =
  | { readonly kind: 'noPrice' | 'noOffer' | 'empty' | 'wrong' | 'tooMany' }
  | ({ readonly kind: 'limits' } & StakeIssue)
  | {
      readonly kind: 'balanceLow'
      readonly free: Usdt
      /** Maximum accepted stake; null if there is none. */
      readonly nearest: Usdt | null
    }

/** The wallet pays for no stake at all, as that of a new customer: nothing was entered wrongly. */
export const isPenniless = (problem: BoxProblem | null): boolean =>
  problem?.kind === 'balanceLow' && problem.nearest === null

export type BoxQuestion = {
  readonly stakeText: string
  readonly choice: ExpiryChoice | null
  readonly stakes: StakeLimits | null
  /** Available balance; null for visitors and while loading. */
  readonly free: Usdt | null
  /** Number of open options; null while unknown. */
  readonly openCount: number | null
  /** The last price is live. */
  readonly hasPrice: boolean
}

/** Possible results of a stake. */
export type Outcome = {
  readonly stake: Usdt
  readonly percent: number
  readonly win: Usdt
  readonly back: Usdt
  /** Hundredths of a percent. */
  readonly breakEven: bigint
  readonly expectedLoss: Usdt
}

export type OptionTicketView = { readonly outcome: Outcome | null; readonly problem: BoxProblem | null }

const outcomeOf = (stake: Usdt, { percent }: ExpiryChoice): Outcome => {
  const win = maxProfitOf(stake, percent)
  return {
    stake,
    percent,
    win,
    back: (stake + win) as Usdt,
    breakEven: breakEvenRate(percent),
    expectedLoss: expectedLoss(stake, percent),
  }
}

/** Nearest of the candidates that the limits and the balance allow. */
const stakeThatPasses = (
  candidates: readonly (Usdt | null)[],
  stakes: StakeLimits,
  free: Usdt | null,
): Usdt | null =>
  firstThatPasses(
    candidates.filter((stake) => stake !== null),
    (stake) => validateStake(stake, stakes) === null && (free === null || stake <= free),
  )

const problemOf = (input: BoxQuestion, typed: ReturnType<typeof readAmount>): BoxProblem | null => {
  const { choice, stakes, free, openCount, hasPrice } = input
  if (!choice || !stakes) return { kind: 'noOffer' }
  if (typed.kind !== 'amount') return { kind: typed.kind }
  const { problem } = judgeOption(
    // The order carries the price on the button, so the page itself sees none that moved.
    { choices: [choice], stakes, openCount, entry: hasPrice ? null : 'stale', available: free },
    { stake: typed.amount, seconds: choice.seconds },
  )
  const affordable = free === null ? null : ((divide(free, stakes.step, 'floor') * stakes.step) as Usdt)
  switch (problem?.kind) {
    case 'stake':
      return {
        ...problem,
        kind: 'limits',
        nearest: stakeThatPasses([problem.nearest, affordable], stakes, free),
      }
    case 'insufficientBalance':
      return {
        kind: 'balanceLow',
        free: problem.available,
        nearest: stakeThatPasses([affordable], stakes, free),
      }
    case 'tooMany':
      return { kind: 'tooMany' }
    case undefined:
      return null
    default:
      return { kind: 'noPrice' }
  }
}

/** Computes all figures and issues of an option ticket. */
export const optionTicketView = (input: BoxQuestion): OptionTicketView => {
  const typed = readAmount(input.stakeText)
  return {
    outcome: typed.kind === 'amount' && input.choice ? outcomeOf(typed.amount, input.choice) : null,
    problem: problemOf(input, typed),
  }
}

/** Minimum stake: a multiple of the step. */
const smallest = ({ min, step }: StakeLimits): Usdt => (divide(min, step, 'ceil') * step) as Usdt

/**
 * Preset stakes: 1, 5, 10, 20 and 50 times the minimum, as far as they are accepted.
 *
 * @example presets({ min: usdt('10'), max: usdt('5000'), step: usdt('10') }) // 10, 50, 100, 200, 500
 */
export const presets = (terms: StakeLimits): readonly Usdt[] =>
  [1n, 5n, 10n, 20n, 50n].flatMap((times) => {
    const stake = (smallest(terms) * times) as Usdt
    return validateStake(stake, terms) === null ? [stake] : []
  })

/** Next accepted stake up or down; the minimum for unreadable text. */
export const stepped = (stakeText: string, terms: StakeLimits, by: 1n | -1n): Usdt => {
  const typed = readAmount(stakeText)
  if (typed.kind !== 'amount') return smallest(terms)
  const on = divide(typed.amount, terms.step, by === 1n ? 'floor' : 'ceil') * terms.step
  const next = (on + by * terms.step) as Usdt
  return validateStake(next, terms)?.nearest ?? next
}
