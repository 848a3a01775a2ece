import type { CheckoutCommand } from '@glasshouse/core/deposits/codec'
import { judgeDepositAmount } from '@glasshouse/core/deposits/judge'
import type { PayChannel } from '@glasshouse/core/deposits/rules'
import { formatUsdt, type Usdt } from '@glasshouse/core/money/units'
import { firstThatPasses } from '@glasshouse/ui/firstThatPasses'
import { readAmount } from '../../../components/amountInput.ts'

export type DepositPlan = {
  readonly obstacle: 'enter' | 'wrong' | 'min' | 'max' | null
  readonly amount: Usdt | null
  readonly command: CheckoutCommand | null
}

export const obstacles = { belowMin: 'min', aboveMax: 'max' } as const

/** Judges the typed amount of a deposit as the server does, and builds its command. */
export const validateDeposit = (channel: PayChannel, typed: string): DepositPlan => {
  const read = readAmount(typed)
  if (read.kind !== 'amount')
    return { obstacle: read.kind === 'empty' ? 'enter' : 'wrong', amount: null, command: null }
  const { plan, problem } = judgeDepositAmount(channel, read.amount)
  return plan === null
    ? { obstacle: obstacles[problem.kind], amount: null, command: null }
    : { obstacle: null, amount: plan, command: { channel: channel.code, amount: plan } }
}

/** Nothing is no amount that can be typed, whatever the limits of the channel. */
const passes = (channel: PayChannel) => (amount: Usdt) =>
  amount > 0n && judgeDepositAmount(channel, amount).problem === null

/** Limit nearest to a rejected amount as field text, if the channel accepts it. */
export const nearestDeposit = (channel: PayChannel, obstacle: DepositPlan['obstacle']): string | null => {
  if (obstacle !== 'min' && obstacle !== 'max') return null
  const near = firstThatPasses([channel[obstacle]], passes(channel))
  return near === null ? null : formatUsdt(near)
}

/** Amounts of the buttons that the channel accepts. */
export const depositOptions = (channel: PayChannel): readonly Usdt[] =>
  channel.options.filter(passes(channel))
