import { type Review, reviewsFromWire } from '@glasshouse/core/reviews/codec'
import { useCallback } from 'react'
import { useLocation, useParams, useSearch } from 'wouter'
import { useLocalNow } from '../../data/clock.ts'
import { type PageState, useDecodedPage } from '../../data/query.ts'
import { useCurrentStaff } from '../../me.ts'
import { paths } from '../../paths.ts'
import { firstView, inScope, type QueueView, readView, requestOf, viewQuery } from './view.ts'

/** Polling interval. Long, because each read writes an audit record. */
const everyMs = 60_000

export type SelectedItem = { readonly kind: Review['kind']; readonly id: number }

/** All open items, for the counts of sidebar and chips. Shares the request of the first view. */
export const useWaiting = (): PageState<readonly Review[]> =>
  useDecodedPage('/staff/api/reviewList', requestOf(firstView), reviewsFromWire, { everyMs })

export type QueuePage = ReturnType<typeof useQueue>

/** State of the queue from the address: view, rows, chosen item, and navigation. */
export const useQueue = () => {
  const me = useCurrentStaff()
  const search = useSearch()
  const [, navigate] = useLocation()
  const params = useParams<{ kind?: Review['kind']; id?: string }>()
  const view = readView(search)
  const list = useDecodedPage('/staff/api/reviewList', requestOf(view), reviewsFromWire, { everyMs })
  const now = useLocalNow(15_000)
  const sinceMs = list.at === 0 ? 0 : Math.max(0, now - list.at)
  const id = Number.parseInt(params.id ?? '', 10)
  const chosen: SelectedItem | null =
    params.kind !== undefined && Number.isSafeInteger(id) ? { kind: params.kind, id } : null
  const show = useCallback(
    (row: SelectedItem | null) => {
      const query = viewQuery(readView(search))
      navigate(row === null ? paths.queue(query) : paths.item(row.kind, row.id, query), { replace: true })
    },
    [navigate, search],
  )
  const setView = (change: Partial<QueueView>) =>
    navigate(paths.queue(viewQuery({ ...view, page: 1, ...change })), { replace: true })
  const rows = list.data && inScope(list.data, view.only, me.id, sinceMs)
  return { view, setView, list, rows, sinceMs, chosen, show }
}
