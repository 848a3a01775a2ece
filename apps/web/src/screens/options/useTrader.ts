import type { DataOf } from '@glasshouse/core/calls'
import { useCallback, useEffect } from 'react'
import { serverNow } from '../../data/clock.ts'
import { useInvalidate, usePagedCall, useQueryCall } from '../../data/query.ts'
import { useSession } from '../../data/session.ts'

/** More than can ever be open at a time. */
const most = 100
/** Settled options that stay on the chart. */
const charted = 50
/** A push that got lost on the way is made up for this long after the expiry, and again after as long. */
const afterExpiryMs = 2000

/** Everything of the signed-in trader's that the page shows, kept fresh by push events. */
export type OptionData = {
  readonly user: DataOf<'/api/user/getuserinfo'> | undefined
  /** The options that run, newest first. */
  readonly open: DataOf<'/api/option/orderList'> | undefined
  readonly openTotal: number | undefined
  /** The newest options that settled, newest first: as many as a chart keeps. */
  readonly settled: DataOf<'/api/option/orderList'> | undefined
  readonly settledTotal: number | undefined
  /** Asks for lists and balance anew. */
  readonly refresh: () => void
}

/** Asks again once the next option must have been settled, until it is, in case its push got lost. */
const useExpiries = (open: OptionData['open'], refresh: () => void): void => {
  useEffect(() => {
    if (!open || open.length === 0) return
    const due = Math.min(...open.map(({ selltime }) => selltime))
    let timer = 0
    const wait = (): void => {
      timer = window.setTimeout(
        () => {
          refresh()
          wait()
        },
        Math.max(0, due - serverNow()) + afterExpiryMs,
      )
    }
    wait()
    return () => clearTimeout(timer)
  }, [open, refresh])
}

/** Loads the trader's wallet and options, and again whenever an event, an expiry or a gap says they changed. */
export const useOptionData = (): OptionData => {
  const off = useSession() === null
  const user = useQueryCall('/api/user/getuserinfo', {}, { off })
  const open = usePagedCall('/api/option/orderList', { ostaus: 0, pageNum: 1, pageSize: most }, { off })
  const settled = usePagedCall(
    '/api/option/orderList',
    { ostaus: 1, pageNum: 1, pageSize: charted, orderByColumn: 'selltime' },
    { off },
  )
  const reload = useInvalidate()
  const refresh = useCallback(
    () => reload('/api/option/orderList', '/api/option/receipt', '/api/user/getuserinfo'),
    [reload],
  )
  useExpiries(off ? undefined : open.data, refresh)
  return {
    user: user.data,
    open: off ? undefined : open.data,
    openTotal: off ? undefined : open.total,
    settled: off ? undefined : settled.data,
    settledTotal: off ? undefined : settled.total,
    refresh,
  }
}
