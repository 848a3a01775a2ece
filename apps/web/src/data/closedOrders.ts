import {
  type ContractOrdersQuery,
  contractOrdersFromWire,
  ordersQueryToWire,
} from '@glasshouse/core/contracts/codec'
import type { ContractWallet } from '@glasshouse/core/contracts/contractWallet'
import { useEffect, useState } from 'react'
import { api } from './api.ts'
import { useContractOrders } from './contractOrders.ts'
import { type ClosedOrders, nextPage, pageSize, withPage } from './orderPages.ts'
import { useSession } from './useSession.ts'

/**
 * Closed orders of a wallet on a market, back to an instant: the newest page is read again after each change, older
 * pages once. Null before the newest has loaded, and for visitors.
 */
export const useClosedOrders = (
  wallet: ContractWallet,
  pid: number,
  sinceMs: number,
): ClosedOrders | null => {
  const token = useSession()?.token ?? null
  const key = `${token} ${wallet} ${pid}`
  const query: ContractOrdersQuery = {
    ...{ wallet, pid, pageSize },
    ...{ states: ['closed'], orderBy: 'closed', page: 1 },
  }
  const newest = useContractOrders(query, { off: token === null }).data
  const [known, setKnown] = useState<{ readonly key: string; readonly closed: ClosedOrders } | null>(null)
  const closed = known?.key === key ? known.closed : null
  useEffect(() => {
    if (newest === undefined) return
    setKnown((before) => ({
      key,
      closed: withPage(before?.key === key ? before.closed : null, newest, true),
    }))
  }, [newest, key])
  const page = closed === null ? null : nextPage(closed, sinceMs)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the query is the key and the page; a move of the chart asks again
  useEffect(() => {
    if (page === null) return
    const leaving = new AbortController()
    api
      .list('/api/contract/myContractOrderList', ordersQueryToWire({ ...query, page }), {
        signal: leaving.signal,
      })
      .then(({ rows }) =>
        setKnown((before) =>
          before?.key === key
            ? { key, closed: withPage(before.closed, contractOrdersFromWire(rows), false) }
            : before,
        ),
      )
      // Marks of older fills stay away; the next move of the chart asks again.
      .catch(() => undefined)
    return () => leaving.abort()
  }, [page, key, sinceMs])
  return token === null ? null : closed
}
