import type { DataOf, RequestOf } from '@glasshouse/core/calls'
import { readWholeUsdt, type WithdrawalWay } from '@glasshouse/core/funding/withdrawals/rules'
import { amountScale, divide, formatUsdt, type Usdt, usdt } from '@glasshouse/core/money/units'
import { readAmount } from '../../../parts/amountInput.ts'

export type Quote = DataOf<'/api/pay/withdrawQuote'>

/** What the wire says of a way: a bank account, or a digital wallet on a network. */
export const wayOnWire = (
  way: WithdrawalWay,
): Pick<RequestOf<'/api/pay/withdrawQuote'>, 'banktype' | 'type'> =>
  way === 'bank' ? { banktype: 1 } : { banktype: 3, type: way === '1001' ? 1001 : 1002 }

export type Obstacle = 'enter' | 'wrong' | 'whole' | 'min' | 'max' | 'cap' | 'low'
export type WithdrawalPlan = {
  readonly obstacle: Obstacle | null
  /** The amount as the wire wants it; null where there is none yet. */
  readonly price: string | null
  /** An amount that would pass, where one is near. */
  readonly fix: string | null
}

const oneUsdt = 10n ** BigInt(amountScale)

/** An amount without its part below one USDT. */
export const wholePart = (amount: Usdt): Usdt => (divide(amount, oneUsdt, 'floor') * oneUsdt) as Usdt

/** The most that can be asked for now in whole USDT: what is free, within the largest amount and the day's cap. */
export const mostOf = ({ max, cap, available }: Quote): Usdt => {
  const bounds = [usdt(max), usdt(available), ...(cap === null ? [] : [usdt(cap)])]
  return wholePart(bounds.reduce((least, bound) => (bound < least ? bound : least)))
}

/** Judges a typed amount by the limits of a quote, in the order in which the server does. */
export const planWithdrawal = (quote: Quote, typed: string): WithdrawalPlan => {
  const most = mostOf(quote)
  const least = usdt(quote.min)
  const near = most >= least ? formatUsdt(most) : null
  const stop = (obstacle: Obstacle, fix: string | null = null): WithdrawalPlan => ({
    obstacle,
    price: null,
    fix,
  })
  const read = readAmount(typed)
  if (read.kind === 'empty') return stop('enter')
  if (read.kind === 'wrong') return stop('wrong')
  const amount = readWholeUsdt(read.text)
  if (amount === null) return stop('whole', formatUsdt(wholePart(read.amount)))
  if (amount < least) return stop('min', most >= least ? formatUsdt(least) : null)
  if (amount > usdt(quote.max)) return stop('max', near)
  if (quote.cap !== null && amount > usdt(quote.cap)) return stop('cap', near)
  if (amount > usdt(quote.available)) return stop('low', near)
  return { obstacle: null, price: formatUsdt(amount), fix: null }
}
