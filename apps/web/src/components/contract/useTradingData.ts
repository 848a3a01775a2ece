import type { ContractWallet } from '@glasshouse/core/contracts/contractWallet'
import { useContractAccount, useContractOrders } from '../../data/contractOrders.ts'
import { useQueryCall } from '../../data/query.ts'
import { useSession } from '../../data/session.ts'
import type { TradingData } from './tradingData.ts'

/** Maximum number of open orders per call; with more, the server's PnL is used. */
const maxOrders = 100

/** Loads the user's account and orders, and reloads them on every event and gap. */
export const useTradingData = (wallet: ContractWallet): TradingData => {
  const off = useSession() === null
  const user = useQueryCall('/api/user/getuserinfo', {}, { off })
  const account = useContractAccount(wallet, { off, everyMs: 10_000 })
  const paging = { wallet, page: 1, pageSize: maxOrders }
  const orders = useContractOrders({ ...paging, states: ['open', 'closing'] }, { off })
  const pending = useContractOrders({ ...paging, states: ['resting'] }, { off })
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
