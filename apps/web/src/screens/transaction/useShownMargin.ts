import { statesToWire } from '@glasshouse/core/contracts/codec'
import { usdt } from '@glasshouse/core/money/units'
import { useContractOrders } from '../../data/contractOrders.ts'
import { useQueryCall } from '../../data/query.ts'
import { useMarkets } from '../../data/quotes.ts'
import { accountShown } from '../contract/account.ts'

/** Polling interval, for changes that cause no event. */
const everyMs = 30_000
/** Maximum number of orders per call; with more, the account's own figures are shown. */
const maxOrders = 100

/** Displayed margin and holds of one contract wallet: sums of the displayed figures of its orders. */
export const useShownMargin = (wallet: 1 | 2) => {
  const account = useQueryCall('/api/contract/account', { levertype: wallet }, { everyMs })
  const paging = { levertype: wallet, pageNum: 1, pageSize: maxOrders }
  const open = useContractOrders({ ...paging, statusList: statesToWire(['open', 'closing']) })
  const pending = useContractOrders({ ...paging, statusList: statesToWire(['resting']) })
  const markets = useMarkets()
  const lots = new Map(markets.data?.map((market) => [market.pid, { lot: market.lot, best: null }]))
  const all = (list: typeof open) => (list.data && list.total === list.data.length ? list.data : null)
  const isKnown = account.data && open.data && pending.data && markets.data
  const displayed =
    isKnown && account.data
      ? accountShown(
          {
            margin: usdt(account.data.margin),
            hold: usdt(account.data.hold),
            profit: usdt(account.data.profit),
          },
          { open: all(open), pending: all(pending) },
          lots,
        )
      : null
  const failed = [account, open, pending, markets].find((query) => query.error && query.data === undefined)
  return { shown: displayed, failed }
}
