import type { ContractWallet } from '@glasshouse/core/contracts/contractWallet'
import { useContractAccount, useContractOrders } from '../../data/contractOrders.ts'
import { useMarkets } from '../../data/quotes.ts'
import { accountShown } from './account.ts'

/** Polling interval, for changes that cause no event. */
const everyMs = 30_000
/** Maximum number of orders per call; with more, the account's own figures are shown. */
const maxOrders = 100

/** Displayed margin and holds of one contract wallet: sums of the displayed figures of its orders. */
export const useShownMargin = (wallet: ContractWallet) => {
  const account = useContractAccount(wallet, { everyMs })
  const paging = { wallet, page: 1, pageSize: maxOrders }
  const open = useContractOrders({ ...paging, states: ['open', 'closing'] })
  const pending = useContractOrders({ ...paging, states: ['resting'] })
  const markets = useMarkets()
  const lots = new Map(markets.data?.map((market) => [market.pid, { lot: market.lot, best: null }]))
  const all = (list: typeof open) => (list.data && list.total === list.data.length ? list.data : null)
  const isKnown = account.data && open.data && pending.data && markets.data
  const displayed =
    isKnown && account.data
      ? accountShown(account.data, { open: all(open), pending: all(pending) }, lots)
      : null
  const failed = [account, open, pending, markets].find((query) => query.error && query.data === undefined)
  return { shown: displayed, failed }
}
