/**
 * The verdict on an option, used by the command and the page. Order: expiry, stake, open options, price, balance. The
 * command asks what stands in the way of new risk (`assertCanTrade`) after the stake.
 */
import { accept, type Judgement, reject } from '../money/judgement.ts'
import type { Price, Usdt } from '../money/units.ts'
import {
  findExpiryChoice,
  hasPriceMoved,
  type StakeIssue,
  type StakeLimits,
  validateStake,
} from './checks.ts'
import { type ExpiryChoice, maxOpen, maxProfitOf } from './rules.ts'

/** Why there is no price to enter at: none is live, or the clock of its source is not known. */
export type NoEntry = 'stale' | 'clockUnsteady'

/** What is on offer. */
export type OptionOffer = { readonly choices: readonly ExpiryChoice[]; readonly stakes: StakeLimits }

/** What decides besides; null for what a page does not know (yet), which is then not judged. */
export type OptionFacts = OptionOffer & {
  /** Number of open options of the customer. */
  readonly openCount: number | null
  /** The price it would enter at and the price that the customer saw, or why there is none. */
  readonly entry: { readonly price: Price; readonly seen: Price } | NoEntry | null
  /** Free in the wallet. */
  readonly available: Usdt | null
}

export type OptionRequest = { readonly stake: Usdt; readonly seconds: number }
export type OptionOfferProblem =
  | { readonly kind: 'notOffered'; readonly seconds: readonly number[] }
  | ({ readonly kind: 'stake' } & StakeIssue)
export type OptionProblem =
  | OptionOfferProblem
  | { readonly kind: 'tooMany'; readonly max: number }
  | { readonly kind: 'noPrice'; readonly why: NoEntry }
  | { readonly kind: 'priceMoved'; readonly price: Price }
  | { readonly kind: 'insufficientBalance'; readonly needed: Usdt; readonly available: Usdt }

/** An option as it would be bought: what a win adds to the stake. */
export type OptionPlan = { readonly stake: Usdt; readonly choice: ExpiryChoice; readonly win: Usdt }

/**
 * First part of the verdict: whether expiry and stake are on offer.
 *
 * @example judgeOptionOffer({ choices: [{ seconds: 30, percent: 70 }], stakes }, { stake: usdt('10'), seconds: 60 }).problem
 * // { kind: 'notOffered', seconds: [30] }
 */
export const judgeOptionOffer = (
  { choices, stakes }: OptionOffer,
  { stake, seconds }: OptionRequest,
): Judgement<OptionPlan, OptionOfferProblem> => {
  const choice = findExpiryChoice(choices, seconds)
  if (choice === null) return reject({ kind: 'notOffered', seconds: choices.map((one) => one.seconds) })
  const issue = validateStake(stake, stakes)
  return issue === null
    ? accept({ stake, choice, win: maxProfitOf(stake, choice.percent) })
    : reject({ kind: 'stake', ...issue })
}

/** The whole verdict: the option as it would be bought, or the first problem. */
export const judgeOption = (
  facts: OptionFacts,
  request: OptionRequest,
): Judgement<OptionPlan, OptionProblem> => {
  const offer = judgeOptionOffer(facts, request)
  if (offer.problem !== null) return offer
  const { openCount, entry, available } = facts
  if (openCount !== null && openCount >= maxOpen) return reject({ kind: 'tooMany', max: maxOpen })
  if (typeof entry === 'string') return reject({ kind: 'noPrice', why: entry })
  if (entry !== null && hasPriceMoved(entry.price, entry.seen))
    return reject({ kind: 'priceMoved', price: entry.price })
  return available !== null && request.stake > available
    ? reject({ kind: 'insufficientBalance', needed: request.stake, available })
    : offer
}
