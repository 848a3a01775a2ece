import type { DataOf } from '@glasshouse/core/calls'
import { type ContractOrder, statesToWire } from '@glasshouse/core/contracts/codec'
import { useContractOrders } from '../../data/contractOrders.ts'
import { type QueryState, useQueryCall } from '../../data/query.ts'
import { useSession } from '../../data/session.ts'

/** The two contract wallets on the wire. */
export type Wallet = 1 | 2

/** Maximum number of open orders per call; with more, the server's PnL is used. */
const maxOrders = 100

/** Data of the signed-in user for the page, kept up to date by push events. */
export type TradingData = {
  readonly wallet: Wallet
  readonly user: DataOf<'/api/user/getuserinfo'> | undefined
  readonly account: QueryState<DataOf<'/api/contract/account'>>
  /** Open orders of the wallet, newest first. */
  readonly open: readonly ContractOrder[] | undefined
  readonly openTotal: number | undefined
  /** Open (resting) orders of the wallet, newest first. */
  readonly pending: readonly ContractOrder[] | undefined
  readonly pendingTotal: number | undefined
}

/** Loads the user's account and orders, and reloads them on every event and gap. */
export const useTradingData = (wallet: Wallet): TradingData => {
  const off = useSession() === null
  const user = useQueryCall('/api/user/getuserinfo', {}, { off })
  const account = useQueryCall('/api/contract/account', { levertype: wallet }, { off, everyMs: 10_000 })
  const paging = { levertype: wallet, pageNum: 1, pageSize: maxOrders }
  const orders = useContractOrders({ ...paging, statusList: statesToWire(['open', 'closing']) }, { off })
  const pending = useContractOrders({ ...paging, statusList: statesToWire(['resting']) }, { off })
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
