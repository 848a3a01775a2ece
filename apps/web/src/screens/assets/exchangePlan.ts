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
 * @example quoteConversion({ amount: '0.5', rate: '66128.74', … }, '0.25').received // 16532.185 USDT
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
  // Amounts are parsed with eight decimals, the same as coins.
  const amount = read.amount as bigint as Quantity
  if (amount > has) return plan('low', amount)
  if (rate === null) return plan('noRate', amount)
  if (amount < minConversion(rate)) return plan('tooLittle', amount)
  return plan(null, amount, { number: read.text, walletId: coin.id })
}

/** Full amount of a coin as field text; null if its sale would be rejected. */
export const allToSell = (coin: CoinRow): string | null =>
  firstThatPasses([coin.amount], (text) => {
    const { obstacle } = quoteConversion(coin, text)
    // A rate that is missing for a moment does not make the amount invalid.
    return obstacle === null || obstacle === 'noRate'
  })

/** Minimum amount of a sale as plain decimal text. */
export const minConversionText = (rate: Price): string => formatUsdt(minConversion(rate) as bigint as Usdt)
