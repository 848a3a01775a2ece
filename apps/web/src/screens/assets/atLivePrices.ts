import { price, valueAt } from '@glasshouse/core/money/units'
import type { CoinBalance } from '@glasshouse/core/wallets/codec'
import type { Book } from '../../data/book.ts'
import type { Quote } from '../../data/quotes.ts'
import type { Live } from '../../data/store.ts'

export type LivePrices = { readonly quote: Live<Quote>; readonly book: Live<Book> }

/**
 * A coin at the newest price and best bid of the stream; what the stream has not sent yet stays as the server returned it.
 *
 * @example atLivePrices({ rate: price('66128.74'), … }, { book: { heardAt: 9500, value: { bids: [['66000', '1']] } }, … }).rate // 66000
 */
export const atLivePrices = (coin: CoinBalance, { quote, book }: LivePrices): CoinBalance => {
  const last = quote.heardAt === null ? undefined : quote.value?.price
  const bid = book.heardAt === null ? undefined : book.value?.bids[0]?.[0]
  return {
    ...coin,
    ...(last && { price: last, value: valueAt(coin.amount, last, 'floor') }),
    ...(bid && { rate: price(bid), rateMs: book.heardAt, isStale: book.state !== 'live' }),
  }
}
