import { formatUsdt } from '@glasshouse/core/money/units'
import {
  judgeWithdrawal,
  maxWithdrawal,
  minWithdrawal,
  type WithdrawalFacts,
  type WithdrawalPlan,
  type WithdrawalProblem,
  wholePart,
} from '@glasshouse/core/withdrawals/judge'
import { parseWholeUsdt } from '@glasshouse/core/withdrawals/rules'
import { firstThatPasses } from '@glasshouse/ui/firstThatPasses'
import { readAmount } from '../../../components/amountInput.ts'

type WithdrawalIssue = 'enter' | 'wrong' | WithdrawalProblem['kind']
export type WithdrawalView = {
  readonly obstacle: WithdrawalIssue | null
  /** Amount, fee and payout; null without an accepted amount. */
  readonly costs: WithdrawalPlan | null
  /** Accepted amount near the typed one; null if there is none. */
  readonly fix: string | null
}

/** The facts about the amount alone: suggestions stand while a destination is missing or a pause runs. */
const amountFacts = (quote: WithdrawalFacts): WithdrawalFacts => ({
  ...quote,
  hasDestination: true,
  pause: null,
})

/** Judges a typed amount as the server does. Suggested amounts pass the same judgement. */
export const withdrawalView = (quote: WithdrawalFacts, typed: string): WithdrawalView => {
  const read = readAmount(typed)
  if (read.kind !== 'amount')
    return { obstacle: read.kind === 'empty' ? 'enter' : 'wrong', costs: null, fix: null }
  const { plan, problem } = judgeWithdrawal(quote, parseWholeUsdt(read.text))
  if (plan !== null) return { obstacle: null, costs: plan, fix: null }
  const facts = amountFacts(quote)
  const near = read.amount < minWithdrawal(facts) ? minWithdrawal(facts) : maxWithdrawal(facts)
  const fix = firstThatPasses(
    [wholePart(read.amount), near],
    (amount) => judgeWithdrawal(facts, amount).plan !== null,
  )
  const isAmount = problem.kind !== 'noDestination' && problem.kind !== 'paused'
  return { obstacle: problem.kind, costs: null, fix: fix === null || !isAmount ? null : formatUsdt(fix) }
}

/** Maximum withdrawal as field text; null if nothing can be withdrawn. */
export const allOf = (quote: WithdrawalFacts): string | null => {
  const facts = amountFacts(quote)
  const all = maxWithdrawal(facts)
  return judgeWithdrawal(facts, all).plan === null ? null : formatUsdt(all)
}

/** What rejects every amount, shown before one is typed; null where it depends on the amount. */
export const standingProblem = (quote: WithdrawalFacts): 'noDestination' | 'paused' | null => {
  const amount = minWithdrawal(quote)
  const enough = { ...quote, max: amount, capLeft: null, available: amount }
  const kind = judgeWithdrawal(enough, amount).problem?.kind
  return kind === 'noDestination' || kind === 'paused' ? kind : null
}
