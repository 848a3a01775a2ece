import type { DataOf, RequestOf } from '@glasshouse/core/calls'
import { judgeDepositAmount } from '@glasshouse/core/deposits/judge'
import { formatUsdt, type Usdt, usdt } from '@glasshouse/core/money/units'
import { firstThatPasses } from '@glasshouse/ui/firstThatPasses'
import { readAmount } from '../../../components/amountInput.ts'

export type Channel = DataOf<'/api/pay/payChannel'>[number]
export type DepositPlan = {
  readonly obstacle: 'enter' | 'wrong' | 'min' | 'max' | null
  readonly amount: Usdt | null
  readonly request: RequestOf<'/api/pay/pay'> | null
}

export const obstacles = { belowMin: 'min', aboveMax: 'max' } as const

const judge = ({ minprice, maxprice }: Channel, amount: Usdt) =>
  judgeDepositAmount({ min: usdt(minprice), max: usdt(maxprice) }, amount)

/** Judges the typed amount of a deposit as the server does, and builds its request. */
export const validateDeposit = (channel: Channel, typed: string): DepositPlan => {
  const read = readAmount(typed)
  if (read.kind !== 'amount')
    return { obstacle: read.kind === 'empty' ? 'enter' : 'wrong', amount: null, request: null }
  const { plan, problem } = judge(channel, read.amount)
  return plan === null
    ? { obstacle: obstacles[problem.kind], amount: null, request: null }
    : { obstacle: null, amount: plan, request: { action: channel.code, money: formatUsdt(plan) } }
}

const passes = (channel: Channel) => (text: string) => validateDeposit(channel, text).request !== null

/** Limit nearest to a rejected amount, if the channel accepts it. */
export const nearestDeposit = (channel: Channel, obstacle: DepositPlan['obstacle']): string | null => {
  const near = { min: channel.minprice, max: channel.maxprice }
  return obstacle === 'min' || obstacle === 'max' ? firstThatPasses([near[obstacle]], passes(channel)) : null
}

/** Amounts of the buttons that the channel accepts. */
export const depositOptions = (channel: Channel): readonly string[] => channel.options.filter(passes(channel))
