import type { RequestOf } from '@glasshouse/core/calls'
import { formatQuantity, type Price, type Quantity, quantity, type Usdt } from '@glasshouse/core/money/units'
import { type CoinBalance, convertCoinsToWire } from '@glasshouse/core/wallets/codec'
import { judgeSale, type SaleProblem } from '@glasshouse/core/wallets/judge'
import { proceeds } from '@glasshouse/core/wallets/rules'
import { firstThatPasses } from '@glasshouse/ui/firstThatPasses'
import { readAmount } from '../../components/amountInput.ts'

export type ExchangePlan = {
  /** Coins available for sale. */
  readonly has: Quantity
  readonly rate: Price | null
  /** Why the sale cannot be sent yet; `noRate` while the feed is stale. */
  readonly obstacle: 'enter' | 'wrong' | 'low' | 'tooLittle' | 'noRate' | null
  readonly amount: Quantity | null
  /** Proceeds at the displayed rate, rounded down. */
  readonly received: Usdt | null
  readonly request: RequestOf<'/api/user/transferBalance'> | null
}

/**
 * Quotes a sale of coins for USDT at the displayed rate. The server sells at the bid at the time of execution.
 *
 * @example quoteConversion({ amount: quantity('0.5'), rate: price('66128.74'), … }, '0.25').received // 16532.185 USDT
 */
export const quoteConversion = (coin: CoinBalance, typed: string): ExchangePlan => {
  const held = coin.amount
  const rate = coin.isStale ? null : coin.rate
  const read = readAmount(typed)
  const common = { has: held, rate }
  if (read.kind !== 'amount') {
    const obstacle = read.kind === 'empty' ? 'enter' : 'wrong'
    return { ...common, obstacle, amount: null, received: null, request: null }
  }
  const amount = quantity(read.text)
  const { plan, problem } = judgeSale({ held, bid: rate }, amount)
  return {
    ...common,
    obstacle: problem === null ? null : obstacles[problem.kind],
    amount,
    received: rate === null ? null : proceeds(amount, rate),
    request: plan === null ? null : convertCoinsToWire(coin, amount),
  }
}

const obstacles = {
  nothing: 'enter',
  insufficientBalance: 'low',
  noRate: 'noRate',
  tooLittle: 'tooLittle',
} as const satisfies Readonly<Record<SaleProblem['kind'], ExchangePlan['obstacle']>>

/** Full amount of a coin as field text; null if its sale would be rejected. */
export const allToSell = (coin: CoinBalance): string | null =>
  firstThatPasses([formatQuantity(coin.amount)], (text) => {
    const { obstacle } = quoteConversion(coin, text)
    // A rate that is missing for a moment does not make the amount invalid.
    return obstacle === null || obstacle === 'noRate'
  })
