import type { DataOf, RequestOf } from '@glasshouse/core/calls'
import { formatUsdt, type Usdt, usdt } from '@glasshouse/core/money/units'
import { firstThatPasses } from '@glasshouse/ui/firstThatPasses'
import { readAmount } from '../../../components/amountInput.ts'

export type Channel = DataOf<'/api/pay/payChannel'>[number]
export type DepositPlan = {
  readonly obstacle: 'enter' | 'wrong' | 'min' | 'max' | null
  readonly amount: Usdt | null
  readonly request: RequestOf<'/api/pay/pay'> | null
}

const obstacleOf = (channel: Channel, read: ReturnType<typeof readAmount>): DepositPlan['obstacle'] => {
  if (read.kind === 'empty') return 'enter'
  if (read.kind === 'wrong') return 'wrong'
  if (read.amount < usdt(channel.minprice)) return 'min'
  return read.amount > usdt(channel.maxprice) ? 'max' : null
}

/** Validates a deposit and builds its request from the typed amount. */
export const validateDeposit = (channel: Channel, typed: string): DepositPlan => {
  const read = readAmount(typed)
  const obstacle = obstacleOf(channel, read)
  if (obstacle !== null || read.kind !== 'amount') return { obstacle, amount: null, request: null }
  return {
    obstacle,
    amount: read.amount,
    request: { action: channel.code, money: formatUsdt(read.amount) },
  }
}

const passes = (channel: Channel) => (text: string) => obstacleOf(channel, readAmount(text)) === null

/** Limit nearest to a rejected amount, if the channel accepts it. */
export const nearestDeposit = (channel: Channel, obstacle: DepositPlan['obstacle']): string | null => {
  const near = { min: channel.minprice, max: channel.maxprice }
  return obstacle === 'min' || obstacle === 'max' ? firstThatPasses([near[obstacle]], passes(channel)) : null
}

/** Amounts of the buttons that the channel accepts. */
export const depositOptions = (channel: Channel): readonly string[] => channel.options.filter(passes(channel))
