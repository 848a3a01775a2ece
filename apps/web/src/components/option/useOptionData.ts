import type { ProfileView } from '@glasshouse/core/identity/profile/codec'
import type { OptionOrder } from '@glasshouse/core/options/codec'
import { useCallback, useEffect } from 'react'
import { serverNow } from '../../data/clock.ts'
import { useOptionOrders } from '../../data/optionOrders.ts'
import { useProfile } from '../../data/profile.ts'
import { useInvalidate } from '../../data/query.ts'
import { useSession } from '../../data/useSession.ts'

/** Above the maximum number of open options. */
const maxOrders = 100
/** Number of settled options on the chart. */
const maxSettled = 50
/** Delay after an expiry before lists are refetched in case of a lost push event, and the interval of retries. */
const afterExpiryMs = 2000

/** Data of the signed-in user for the page, kept up to date by push events. */
export type OptionData = {
  readonly user: ProfileView | undefined
  /** Open options, newest first. */
  readonly open: readonly OptionOrder[] | undefined
  readonly openTotal: number | undefined
  /** Newest settled options, newest first; limited to the number on the chart. */
  readonly settled: readonly OptionOrder[] | undefined
  readonly settledTotal: number | undefined
  /** Refetches lists and balance. */
  readonly refresh: () => void
}

/** Refetches after the next expiry until the option is settled, in case its push event was lost. */
const useExpiries = (open: OptionData['open'], refresh: () => void): void => {
  useEffect(() => {
    if (!open || open.length === 0) return
    const due = Math.min(...open.map(({ expiresMs }) => expiresMs))
    let timer = 0
    const schedule = (): void => {
      timer = window.setTimeout(
        () => {
          refresh()
          schedule()
        },
        Math.max(0, due - serverNow()) + afterExpiryMs,
      )
    }
    schedule()
    return () => clearTimeout(timer)
  }, [open, refresh])
}

/** Loads the open options of the user, and reloads them on every event, expiry and gap. */
export const useOpenOptions = () => {
  const off = useSession() === null
  const open = useOptionOrders({ state: 'open', orderBy: 'placed', page: 1, pageSize: maxOrders }, { off })
  const reload = useInvalidate()
  const refresh = useCallback(
    () => reload('/api/option/orderList', '/api/option/receipt', '/api/user/getuserinfo'),
    [reload],
  )
  useExpiries(off ? undefined : open.data, refresh)
  return { open, refresh }
}

/** Loads the user's wallet and options, and reloads them on every event, expiry and gap. */
export const useOptionData = (): OptionData => {
  const off = useSession() === null
  const user = useProfile({ off })
  const { open, refresh } = useOpenOptions()
  const settled = useOptionOrders(
    { state: 'settled', orderBy: 'expiry', page: 1, pageSize: maxSettled },
    { off },
  )
  return {
    user: user.data,
    open: off ? undefined : open.data,
    openTotal: off ? undefined : open.total,
    settled: off ? undefined : settled.data,
    settledTotal: off ? undefined : settled.total,
    refresh,
  }
}
