import { useCallback, useEffect, useState } from 'react'
import { serverNow } from '../../data/clock.ts'
import { type LockView, lockView, readPlacedAt } from './cooldown.ts'

const storageKey = 'glasshouse.optionLock'
const beatMs = 250

const kept = (): number | null => readPlacedAt(localStorage.getItem(storageKey))
const isSame = (one: LockView, other: LockView): boolean =>
  one.steps === other.steps && one.secondsLeft === other.secondsLeft && one.isReady === other.isReady

/** The lock between two orders, kept in this browser so that neither a reload nor another window opens it. */
export const useLock = (): { readonly lock: LockView; readonly start: () => void } => {
  const [placedAt, setPlacedAt] = useState(kept)
  const [lock, setLock] = useState(() => lockView(placedAt, serverNow()))
  useEffect(() => {
    const beat = (): void => {
      const next = lockView(placedAt, serverNow())
      if (next.isReady) clearInterval(timer)
      setLock((last) => (isSame(last, next) ? last : next))
    }
    const timer = setInterval(beat, beatMs)
    beat()
    return () => clearInterval(timer)
  }, [placedAt])
  useEffect(() => {
    const heard = ({ key }: StorageEvent): void => {
      if (key === storageKey) setPlacedAt(kept())
    }
    addEventListener('storage', heard)
    return () => removeEventListener('storage', heard)
  }, [])
  const start = useCallback(() => {
    const at = serverNow()
    localStorage.setItem(storageKey, String(at))
    setPlacedAt(at)
  }, [])
  return { lock, start }
}
