import { useCallback, useState } from 'react'
import { serverNow } from '../../live/clock.ts'
import { useServerNow } from '../../live/time.ts'
import { type LockView, lockView, readPlacedAt } from './lock.ts'

const storageKey = 'glasshouse.optionLock'

/** The lock between two orders, kept in this browser so that a reload does not open it. */
export const useLock = (): { readonly lock: LockView; readonly start: () => void } => {
  const [placedAt, setPlacedAt] = useState(() => readPlacedAt(localStorage.getItem(storageKey)))
  const now = useServerNow(250)
  const start = useCallback(() => {
    const at = serverNow()
    localStorage.setItem(storageKey, String(at))
    setPlacedAt(at)
  }, [])
  return { lock: lockView(placedAt, now), start }
}
