import type { DataOf, RequestOf } from '@glasshouse/core/calls'
import { parseWholeUsdt, type WithdrawalMethod } from '@glasshouse/core/funding/withdrawals/rules'
import { amountScale, divide, formatUsdt, type Usdt, usdt } from '@glasshouse/core/money/units'
import { firstThatPasses } from '@glasshouse/ui/firstThatPasses'
import { readAmount } from '../../../components/amountInput.ts'

export type Quote = DataOf<'/api/pay/withdrawQuote'>

/** Wire fields of a method: a bank account, or a wallet on a network. */
export const methodToWire = (
  method: WithdrawalMethod,
): Pick<RequestOf<'/api/pay/withdrawQuote'>, 'banktype' | 'type'> =>
  method === 'bank' ? { banktype: 1 } : { banktype: 3, type: method === '1001' ? 1001 : 1002 }

export type WithdrawalIssue = 'enter' | 'wrong' | 'whole' | 'min' | 'max' | 'cap' | 'low'
export type WithdrawalPlan = {
  readonly obstacle: WithdrawalIssue | null
  /** Amount in wire format; null without a valid amount. */
  readonly price: string | null
  /** Accepted amount near the typed one; null if there is none. */
  readonly fix: string | null
}

const oneUsdt = 10n ** BigInt(amountScale)

/** Amount truncated to whole USDT. */
export const wholePart = (amount: Usdt): Usdt => (divide(amount, oneUsdt, 'floor') * oneUsdt) as Usdt

/** Maximum withdrawal in whole USDT: available balance, maximum amount and remaining daily limit. */
export const maxWithdrawal = ({ max, cap, available }: Quote): Usdt => {
  const bounds = [usdt(max), usdt(available), ...(cap === null ? [] : [usdt(cap)])]
  return wholePart(bounds.reduce((minimum, bound) => (bound < minimum ? bound : minimum)))
}

/** Smallest whole amount within the limits. */
const minConversionText = ({ min }: Quote): Usdt => (divide(usdt(min), oneUsdt, 'ceil') * oneUsdt) as Usdt

/** First issue of a typed amount, in the order of the server's checks. */
const obstacleOf = (quote: Quote, read: ReturnType<typeof readAmount>): WithdrawalIssue | null => {
  if (read.kind === 'empty') return 'enter'
  if (read.kind === 'wrong') return 'wrong'
  const amount = parseWholeUsdt(read.text)
  if (amount === null) return 'whole'
  if (amount < usdt(quote.min)) return 'min'
  if (amount > usdt(quote.max)) return 'max'
  if (quote.cap !== null && amount > usdt(quote.cap)) return 'cap'
  return amount > usdt(quote.available) ? 'low' : null
}

/** Validates a typed amount against the limits of a quote. Suggested amounts satisfy the same rule. */
export const validateWithdrawal = (quote: Quote, typed: string): WithdrawalPlan => {
  const passes = (text: string): boolean => obstacleOf(quote, readAmount(text)) === null
  const read = readAmount(typed)
  const obstacle = obstacleOf(quote, read)
  if (read.kind !== 'amount') return { obstacle, price: null, fix: null }
  if (obstacle === null) return { obstacle, price: formatUsdt(read.amount), fix: null }
  const near = read.amount < minConversionText(quote) ? minConversionText(quote) : maxWithdrawal(quote)
  const candidates = [wholePart(read.amount), near].map(formatUsdt)
  return { obstacle, price: null, fix: firstThatPasses(candidates, passes) }
}

/** Maximum withdrawal as field text; null if nothing can be withdrawn. */
export const allOf = (quote: Quote): string | null =>
  firstThatPasses(
    [formatUsdt(maxWithdrawal(quote))],
    (text) => validateWithdrawal(quote, text).obstacle === null,
  )
