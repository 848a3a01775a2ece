import { type AccountFigures, availableBalance, marginLevel } from '@glasshouse/core/contracts/account'
import type { BestPrices, ContractTerms } from '@glasshouse/core/contracts/rules'
import type { ContractOrderRow } from '@glasshouse/core/contracts/wire'
import { feeRateOf } from '@glasshouse/core/markets/feeRate'
import type { MarketRow } from '@glasshouse/core/markets/wire'
import { price, type Quantity, quantity, type Usdt, usdt } from '@glasshouse/core/money/units'
import { cutOwn, sumShown } from '../../components/shown.ts'
import type { Book } from '../../data/book.ts'
import type { Live } from '../../data/store.ts'
import { pendingView, positionView } from './positions.ts'

/** The best prices of a book that may be traded on; null when a side is empty. */
export const bestOf = (book: Book | undefined): BestPrices | null => {
  const [ask, bid] = [book?.asks[0]?.[0], book?.bids[0]?.[0]]
  return ask === undefined || bid === undefined ? null : { ask: price(ask), bid: price(bid) }
}

/** The best prices where the stream vouches for them. */
export const liveBestPrices = (book: Live<Book>): BestPrices | null =>
  book.state === 'live' ? bestOf(book.value) : null

/** An account as the server answered it, in exact units. */
export type AccountAnswer = {
  readonly balance: string
  readonly margin: string
  readonly hold: string
  readonly profit: string
}

export type AccountView = AccountFigures & {
  readonly available: Usdt
  /** Hundredths of a percent; null without open positions. */
  readonly riskRate: bigint | null
}

/** What is known of one open order's market. */
export type MarketNow = { readonly lot: Quantity; readonly best: BestPrices | null }

const positionPnl = (order: ContractOrderRow, market: MarketNow | undefined): Usdt =>
  market ? positionView(order, market.lot, market.best).profit : usdt(order.factProfits)

/** The floating profit of some open orders, each at the side at which it would close. */
export const totalUnrealizedPnl = (
  orders: readonly ContractOrderRow[],
  markets: ReadonlyMap<number, MarketNow>,
): Usdt => orders.reduce((sum, order) => sum + positionPnl(order, markets.get(order.pid)), 0n) as Usdt

/**
 * The account as it moves: the server's balance, margin and holds with the floating profit of now. Without
 * all open orders at hand (`orders` null) the server's profit stands.
 */
export const accountView = (
  answer: AccountAnswer,
  orders: readonly ContractOrderRow[] | null,
  markets: ReadonlyMap<number, MarketNow>,
): AccountView => {
  const figures: AccountFigures = {
    balance: usdt(answer.balance),
    margin: usdt(answer.margin),
    hold: usdt(answer.hold),
    profit: orders ? totalUnrealizedPnl(orders, markets) : usdt(answer.profit),
  }
  return { ...figures, available: availableBalance(figures), riskRate: marginLevel(figures) }
}

/** Figures of an account that are sums of its orders, as they are shown beside them. */
export type AccountShown = { readonly margin: Usdt; readonly hold: Usdt; readonly profit: Usdt }

/** The orders of one wallet; null where not all of them are at hand. */
export type OwnOrders = {
  readonly open: readonly ContractOrderRow[] | null
  readonly pending: readonly ContractOrderRow[] | null
}

/**
 * Margin, holds and floating profit of a wallet as they are shown: the sums of its orders' figures as those are shown;
 * where not all orders are at hand, the account's own figures, cut.
 *
 * @example Two positions of margin 1.00006 and 2.00006 show 1.0000 and 2.0000, and the account 3.0000 and not 3.0001.
 */
export const accountShown = (
  account: Pick<AccountFigures, 'margin' | 'hold' | 'profit'>,
  { open, pending }: OwnOrders,
  markets: ReadonlyMap<number, MarketNow>,
): AccountShown => {
  const holds = pending?.map((order) => {
    const market = markets.get(order.pid)
    return market === undefined ? null : pendingView(order, market.lot, null).shown.held
  })
  const known = holds?.flatMap((held) => (held === null ? [] : [held]))
  return {
    margin: open
      ? sumShown(open.map(({ cautionMoney }) => cutOwn(usdt(cautionMoney))))
      : cutOwn(account.margin),
    hold: known && known.length === holds?.length ? sumShown(known) : cutOwn(account.hold),
    profit: open
      ? sumShown(open.map((order) => cutOwn(positionPnl(order, markets.get(order.pid)))))
      : cutOwn(account.profit),
  }
}

/** A hundredth of a percent rate as the gauge's place; drawing only. */
export const gaugePercent = (rate: bigint | null): number | null =>
  rate === null ? null : Number.parseInt((rate > 1_000_000n ? 1_000_000n : rate).toString(), 10) / 100

/** Coins in one lot as the wire wrote them. */
export const parseLotSize = (market: { readonly lot: string }): Quantity => quantity(market.lot)

/** The terms at which an order on a market is previewed: exactly those the server charges by. */
export const termsOf = (
  market: Pick<MarketRow, 'lot' | 'minnumber' | 'step' | 'fee'>,
): Pick<ContractTerms, 'lot' | 'minLots' | 'stepLots' | 'feeRatePpm'> => ({
  lot: parseLotSize(market),
  minLots: market.minnumber,
  stepLots: market.step,
  feeRatePpm: feeRateOf(market.fee),
})
