import { type AccountFigures, availableBalance, marginLevel } from '@glasshouse/core/contracts/account'
import type { ContractOrder } from '@glasshouse/core/contracts/codec'
import type { BestPrices, ContractTerms } from '@glasshouse/core/contracts/rules'
import type { Market } from '@glasshouse/core/markets/codec'
import { price, type Quantity, type Usdt } from '@glasshouse/core/money/units'
import type { Book } from '../../data/book.ts'
import type { Live } from '../../data/store.ts'
import { cutOwn, sumShown } from '../shown.ts'
import { pendingView, positionView } from './positions.ts'

/** Best prices of an order book; null if a side is empty. */
export const bestOf = (book: Book | undefined): BestPrices | null => {
  const [ask, bid] = [book?.asks[0]?.[0], book?.bids[0]?.[0]]
  return ask === undefined || bid === undefined ? null : { ask: price(ask), bid: price(bid) }
}

/** Best prices, only while the book is live. */
export const liveBestPrices = (book: Live<Book>): BestPrices | null =>
  book.state === 'live' ? bestOf(book.value) : null

export type AccountView = AccountFigures & {
  readonly available: Usdt
  /** Hundredths of a percent; null without open positions. */
  readonly marginLevel: bigint | null
}

/** Lot size and best prices of the market of an open order. */
export type MarketNow = { readonly lot: Quantity; readonly best: BestPrices | null }

const positionPnl = (order: ContractOrder, market: MarketNow | undefined): Usdt =>
  market ? positionView(order, market.lot, market.best).profit : order.pnl

/** Unrealized PnL of open orders, each at its closing side of the book. */
export const totalUnrealizedPnl = (
  orders: readonly ContractOrder[],
  markets: ReadonlyMap<number, MarketNow>,
): Usdt => orders.reduce((sum, order) => sum + positionPnl(order, markets.get(order.pid)), 0n) as Usdt

/**
 * Live account: balance, margin and holds of the server with the current unrealized PnL. If not all open orders
 * are loaded (`orders` null), the server's PnL is used.
 */
export const accountView = (
  account: AccountFigures,
  orders: readonly ContractOrder[] | null,
  markets: ReadonlyMap<number, MarketNow>,
): AccountView => {
  const figures: AccountFigures = {
    balance: account.balance,
    margin: account.margin,
    hold: account.hold,
    profit: orders ? totalUnrealizedPnl(orders, markets) : account.profit,
  }
  return { ...figures, available: availableBalance(figures), marginLevel: marginLevel(figures) }
}

/** Displayed PnL and margin of some positions: sums of their displayed figures. */
export const positionsShown = (
  orders: readonly ContractOrder[],
  markets: ReadonlyMap<number, MarketNow>,
): { readonly profit: Usdt; readonly margin: Usdt } => ({
  profit: sumShown(orders.map((order) => cutOwn(positionPnl(order, markets.get(order.pid))))),
  margin: sumShown(orders.map(({ margin }) => cutOwn(margin))),
})

/** Account figures that are displayed as the sums of the displayed figures of its orders. */
export type AccountShown = { readonly margin: Usdt; readonly hold: Usdt; readonly profit: Usdt }

/** Orders of one wallet; null if not all are loaded. */
export type OwnOrders = {
  readonly open: readonly ContractOrder[] | null
  readonly pending: readonly ContractOrder[] | null
}

/**
 * Displayed margin, holds and unrealized PnL of a wallet: sums of the displayed figures of its orders. If not all
 * orders are loaded, the account's own figures, cut.
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
  const known = holds?.flatMap((hold) => (hold === null ? [] : [hold]))
  const positions = open && positionsShown(open, markets)
  return {
    margin: positions ? positions.margin : cutOwn(account.margin),
    hold: known && known.length === holds?.length ? sumShown(known) : cutOwn(account.hold),
    profit: positions ? positions.profit : cutOwn(account.profit),
  }
}

/** Converts a margin level in hundredths of a percent to a gauge position in percent, for drawing only. */
export const gaugePercent = (rate: bigint | null): number | null =>
  rate === null ? null : Number.parseInt((rate > 1_000_000n ? 1_000_000n : rate).toString(), 10) / 100

/** Terms for the preview of an order: the ones the server charges by. */
export const termsOf = (
  market: Pick<Market, 'lot' | 'minLots' | 'stepLots' | 'feeRatePpm'>,
): Pick<ContractTerms, 'lot' | 'minLots' | 'stepLots' | 'feeRatePpm'> => ({
  lot: market.lot,
  minLots: market.minLots,
  stepLots: market.stepLots,
  feeRatePpm: market.feeRatePpm,
})
