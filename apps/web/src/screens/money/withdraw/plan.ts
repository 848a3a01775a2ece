import type { DataOf, RequestOf } from '@glasshouse/core/calls'
import { formatUsdt } from '@glasshouse/core/money/units'
import {
  factsOfQuote,
  judgeWithdrawal,
  maxWithdrawal,
  minWithdrawal,
  type WithdrawalFacts,
  type WithdrawalProblem,
  wholePart,
} from '@glasshouse/core/withdrawals/judge'
import { parseWholeUsdt, type WithdrawalMethod } from '@glasshouse/core/withdrawals/rules'
import { firstThatPasses } from '@glasshouse/ui/firstThatPasses'
import { readAmount } from '../../../components/amountInput.ts'

export type Quote = DataOf<'/api/pay/withdrawQuote'>

/** Wire fields of a method: a bank account, or a wallet on a network. */
export const methodToWire = (
  method: WithdrawalMethod,
): Pick<RequestOf<'/api/pay/withdrawQuote'>, 'banktype' | 'type'> =>
  method === 'bank' ? { banktype: 1 } : { banktype: 3, type: method === '1001' ? 1001 : 1002 }

type WithdrawalIssue = 'enter' | 'wrong' | WithdrawalProblem['kind']
export type WithdrawalView = {
  readonly obstacle: WithdrawalIssue | null
  /** Amount, fee and payout in wire format; null without an accepted amount. */
  readonly costs: { readonly price: string; readonly tax: string; readonly net: string } | null
  /** Accepted amount near the typed one; null if there is none. */
  readonly fix: string | null
}

/** The facts about the amount alone: suggestions stand while a destination is missing or a pause runs. */
const amountFacts = (quote: Quote): WithdrawalFacts => ({
  ...factsOfQuote(quote),
  hasDestination: true,
  pause: null,
})

/** Judges a typed amount as the server does. Suggested amounts pass the same judgement. */
export const withdrawalView = (quote: Quote, typed: string): WithdrawalView => {
  const read = readAmount(typed)
  if (read.kind !== 'amount')
    return { obstacle: read.kind === 'empty' ? 'enter' : 'wrong', costs: null, fix: null }
  const { plan, problem } = judgeWithdrawal(factsOfQuote(quote), parseWholeUsdt(read.text))
  if (plan !== null) {
    const { amount, fee, net } = plan
    const costs = { price: formatUsdt(amount), tax: formatUsdt(fee), net: formatUsdt(net) }
    return { obstacle: null, costs, fix: null }
  }
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
export const allOf = (quote: Quote): string | null => {
  const facts = amountFacts(quote)
  const all = maxWithdrawal(facts)
  return judgeWithdrawal(facts, all).plan === null ? null : formatUsdt(all)
}

/** What rejects every amount, shown before one is typed; null where it depends on the amount. */
export const standingProblem = (quote: Quote): 'noDestination' | 'paused' | null => {
  const facts = factsOfQuote(quote)
  const amount = minWithdrawal(facts)
  const enough = { ...facts, max: amount, capLeft: null, available: amount }
  const kind = judgeWithdrawal(enough, amount).problem?.kind
  return kind === 'noDestination' || kind === 'paused' ? kind : null
}
