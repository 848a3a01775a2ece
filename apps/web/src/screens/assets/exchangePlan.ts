import type { RequestOf } from '@glasshouse/core/calls'
import {
  formatUsdt,
  type Price,
  parseDecimal,
  price,
  type Quantity,
  type Usdt,
} from '@glasshouse/core/money/units'
import { minConversion, proceeds } from '@glasshouse/core/wallets/rules'
import { firstThatPasses } from '@glasshouse/ui/firstThatPasses'
import { readAmount } from '../../components/amountInput.ts'
import type { CoinRow } from './holdings.ts'

export type ExchangePlan = {
  /** Coins that can be sold. */
  readonly has: Quantity
  readonly rate: Price | null
  /** Why it cannot go off yet; `noRate` while the feed is silent. */
  readonly obstacle: 'enter' | 'wrong' | 'low' | 'tooLittle' | 'noRate' | null
  readonly amount: Quantity | null
  /** What would arrive at the rate shown, cut off. */
  readonly received: Usdt | null
  readonly request: RequestOf<'/api/user/transferBalance'> | null
}

/**
 * What selling coins for USDT would bring at the rate shown; the server sells at the bid of its own instant.
 *
 * @example planExchange({ amount: '0.5', rate: '66128.74', … }, '0.25').received // 16532.185 USDT
 */
export const quoteConversion = (coin: CoinRow, typed: string): ExchangePlan => {
  const has = (parseDecimal(coin.amount, 8) ?? 0n) as Quantity
  const rate = coin.rate === null || coin.stale ? null : price(coin.rate)
  const read = readAmount(typed)
  const plan = (
    obstacle: ExchangePlan['obstacle'],
    amount: Quantity | null = null,
    request: ExchangePlan['request'] = null,
  ): ExchangePlan => ({
    has,
    rate,
    obstacle,
    amount,
    received: amount === null || rate === null ? null : proceeds(amount, rate),
    request,
  })
  if (read.kind === 'empty') return plan('enter')
  if (read.kind === 'wrong') return plan('wrong')
  // A typed amount is read at eight decimals, which coins have too.
  const amount = read.amount as bigint as Quantity
  if (amount > has) return plan('low', amount)
  if (rate === null) return plan('noRate', amount)
  if (amount < minConversion(rate)) return plan('tooLittle', amount)
  return plan(null, amount, { number: read.text, walletId: coin.id })
}

/** All of a coin, as the field takes it; null where a sale of it would be refused. */
export const allToSell = (coin: CoinRow): string | null =>
  firstThatPasses([coin.amount], (text) => {
    const { obstacle } = quoteConversion(coin, text)
    // A rate that is missing for a moment is no fault of the amount.
    return obstacle === null || obstacle === 'noRate'
  })

/** The smallest amount worth typing, as plain text. */
export const minConversionText = (rate: Price): string => formatUsdt(minConversion(rate) as bigint as Usdt)
