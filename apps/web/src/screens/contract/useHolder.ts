import type { DataOf } from '@glasshouse/core/calls'
import type { ContractOrderRow } from '@glasshouse/core/contracts/wire'
import type { MarketRow } from '@glasshouse/core/markets/wire'
import { usdt } from '@glasshouse/core/money/units'
import { useMemo } from 'react'
import { useBooks } from '../../live/book.ts'
import { type Loaded, useCall, useList, useReload } from '../../live/query.ts'
import { useSession } from '../../live/session.ts'
import { usePrivateEvents } from '../../live/stream.ts'
import { type AccountView, accountView, bestOf, lotOf, type MarketNow, profitOfAll } from './account.ts'
import { heldPosition } from './positions.ts'
import type { Holder } from './ticket.ts'

/** The two contract wallets of the wire. */
export type Wallet = 1 | 2

/** As many open orders as one call returns; with more, profit is the server's. */
const most = 100

/** Everything of the signed-in trader's that the page shows, kept fresh by push events. */
export type Trader = {
  readonly wallet: Wallet
  readonly user: DataOf<'/api/user/getuserinfo'> | undefined
  readonly account: Loaded<DataOf<'/api/contract/account'>>
  /** The open orders of the wallet, newest first. */
  readonly open: readonly ContractOrderRow[] | undefined
  readonly openTotal: number | undefined
  /** The wallet's orders that wait for their price, newest first. */
  readonly pending: readonly ContractOrderRow[] | undefined
  readonly pendingTotal: number | undefined
}

/** Loads the trader's account and open orders, and again whenever an event or a gap says they changed. */
export const useTrader = (wallet: Wallet): Trader => {
  const off = useSession() === null
  const user = useCall('/api/user/getuserinfo', {}, { off })
  const account = useCall('/api/contract/account', { levertype: wallet }, { off, everyMs: 10_000 })
  const paging = { levertype: wallet, pageNum: 1, pageSize: most }
  const orders = useList('/api/contract/myContractOrderList', { ...paging, statusList: '1,2' }, { off })
  const pending = useList('/api/contract/myContractOrderList', { ...paging, statusList: '0' }, { off })
  const reload = useReload()
  const refresh = (): void =>
    reload(
      '/api/contract/account',
      '/api/contract/myContractOrderList',
      '/api/contract/receipt',
      '/api/user/getuserinfo',
    )
  usePrivateEvents(refresh, refresh)
  return {
    wallet,
    user: user.data,
    account,
    open: off ? undefined : orders.data,
    openTotal: off ? undefined : orders.total,
    pending: off ? undefined : pending.data,
    pendingTotal: off ? undefined : pending.total,
  }
}

/** What is known now of every market in which something is open. */
export const useMarketsNow = (
  orders: readonly ContractOrderRow[],
  markets: readonly MarketRow[],
): ReadonlyMap<number, MarketNow> => {
  const traded = useMemo(
    () => markets.filter((market) => orders.some((order) => order.pid === market.pid)),
    [orders, markets],
  )
  const books = useBooks(traded)
  return new Map(
    traded.map((market) => [market.pid, { lot: lotOf(market), best: bestOf(books.get(market.procode)) }]),
  )
}

const none: readonly ContractOrderRow[] = []

/** The trader's account with the floating profit of this moment; null for a visitor or while loading. */
export const useAccountNow = (trader: Trader, markets: readonly MarketRow[]): AccountView | null => {
  const orders = trader.open ?? none
  const now = useMarketsNow(orders, markets)
  const answer = trader.account.data
  if (!answer) return null
  const complete = trader.open !== undefined && trader.openTotal === trader.open.length
  return accountView(answer, complete ? orders : null, now)
}

/** Who would hold a new position on a market: account, bonus and the positions beside it. */
export const useHolder = (
  trader: Trader,
  market: MarketRow,
  markets: readonly MarketRow[],
): Holder | null => {
  const orders = trader.open ?? none
  const now = useMarketsNow(orders, markets)
  const account = useAccountNow(trader, markets)
  if (!account || !trader.user) return null
  const held = (order: ContractOrderRow) => {
    const lot = now.get(order.pid)?.lot
    return lot === undefined ? [] : [heldPosition(order, lot)]
  }
  const others = orders.filter((order) => order.pid !== market.pid)
  return {
    account,
    bonus: usdt(trader.user.bonus),
    here: orders.filter((order) => order.pid === market.pid).flatMap(held),
    elsewhere: others.flatMap(held),
    otherProfit: profitOfAll(others, now),
  }
}
