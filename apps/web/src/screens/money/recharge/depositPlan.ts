import type { DataOf, RequestOf } from '@glasshouse/core/calls'
import { formatUsdt, type Usdt, usdt } from '@glasshouse/core/money/units'
import { readAmount } from '../../../parts/amountInput.ts'

export type Channel = DataOf<'/api/pay/payChannel'>[number]
export type DepositPlan = {
  readonly obstacle: 'enter' | 'wrong' | 'min' | 'max' | null
  readonly amount: Usdt | null
  readonly request: RequestOf<'/api/pay/pay'> | null
}

/** What a deposit by a channel would ask for, from what is typed. */
export const planDeposit = (channel: Channel, typed: string): DepositPlan => {
  const read = readAmount(typed)
  const stop = (obstacle: DepositPlan['obstacle']): DepositPlan => ({ obstacle, amount: null, request: null })
  if (read.kind === 'empty') return stop('enter')
  if (read.kind === 'wrong') return stop('wrong')
  if (read.amount < usdt(channel.minprice)) return stop('min')
  if (read.amount > usdt(channel.maxprice)) return stop('max')
  return {
    obstacle: null,
    amount: read.amount,
    request: { action: channel.code, money: formatUsdt(read.amount) },
  }
}
