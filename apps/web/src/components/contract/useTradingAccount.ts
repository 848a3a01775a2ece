import type { ContractOrder } from '@glasshouse/core/contracts/codec'
import type { Market } from '@glasshouse/core/markets/codec'
import type { Usdt } from '@glasshouse/core/money/units'
import { useMemo } from 'react'
import { useBooks } from '../../data/book.ts'
import {
  type AccountShown,
  type AccountView,
  accountShown,
  accountView,
  bestOf,
  type MarketNow,
  type OwnOrders,
  totalUnrealizedPnl,
} from './account.ts'
import { type PayingWallet, toOpenPosition } from './positions.ts'
import type { TradingAccount } from './ticket/ticket.ts'
import type { TradingData } from './tradingData.ts'

/** Lot size and best prices of every market with an open order. */
export const useMarketsNow = (
  orders: readonly ContractOrder[],
  markets: readonly Market[],
): ReadonlyMap<number, MarketNow> => {
  // By their markets, not by the list itself: another list of the same markets must not subscribe to their books again.
  const pids = JSON.stringify(orders.map(({ pid }) => pid))
  const traded = useMemo(() => {
    const chosen = new Set<number>(JSON.parse(pids))
    return markets.filter(({ pid }) => chosen.has(pid))
  }, [pids, markets])
  const books = useBooks(traded)
  return new Map(
    traded.map((market) => [market.pid, { lot: market.lot, best: bestOf(books.get(market.symbol)) }]),
  )
}

const none: readonly ContractOrder[] = []

/** The user's account with the current unrealized PnL; null for visitors and while loading. */
export const useAccountNow = (trader: TradingData, markets: readonly Market[]): AccountView | null => {
  const orders = trader.open ?? none
  const now = useMarketsNow(orders, markets)
  const account = trader.account.data
  if (!account) return null
  const complete = trader.open !== undefined && trader.openTotal === trader.open.length
  return accountView(account, complete ? orders : null, now)
}

/** The user's orders; null for lists that are not fully loaded. */
const ownOrders = (trader: TradingData): OwnOrders => ({
  open: trader.open && trader.openTotal === trader.open.length ? trader.open : null,
  pending: trader.pending && trader.pendingTotal === trader.pending.length ? trader.pending : null,
})

/** Displayed sums of the user's orders; null while the account loads. */
export const useAccountShown = (trader: TradingData, markets: readonly Market[]): AccountShown | null => {
  const orders = useMemo(
    () => [...(trader.open ?? none), ...(trader.pending ?? none)],
    [trader.open, trader.pending],
  )
  const now = useMarketsNow(orders, markets)
  const account = useAccountNow(trader, markets)
  return account && accountShown(account, ownOrders(trader), now)
}

/** Wallet that pays when a position closes; null until account and bonus have loaded. */
export const payingWallet = ({ account, user }: TradingData): PayingWallet | null => {
  if (!account.data || !user) return null
  const { balance, margin, hold } = account.data
  const free = balance - margin - hold
  return { free: free as Usdt, bonus: user.wallets.bonus, margin }
}

/** Account, bonus and other positions for a new position on a market. */
export const useTradingAccount = (
  trader: TradingData,
  market: Market,
  markets: readonly Market[],
): TradingAccount | null => {
  const orders = trader.open ?? none
  const now = useMarketsNow(orders, markets)
  const account = useAccountNow(trader, markets)
  if (!account || !trader.user) return null
  const positionOf = (order: ContractOrder) => {
    const lot = now.get(order.pid)?.lot
    return lot === undefined ? [] : [toOpenPosition(order, lot)]
  }
  const otherOrders = orders.filter((order) => order.pid !== market.pid)
  return {
    account,
    bonus: trader.user.wallets.bonus,
    here: orders.filter((order) => order.pid === market.pid).flatMap(positionOf),
    elsewhere: otherOrders.flatMap(positionOf),
    otherProfit: totalUnrealizedPnl(otherOrders, now),
  }
}
