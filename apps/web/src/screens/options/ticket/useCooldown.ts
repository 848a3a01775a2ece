import { useCallback, useEffect, useState } from 'react'
import { serverNow } from '../../../data/clock.ts'
import { type CooldownView, cooldownView, readPlacedAt } from './cooldown.ts'

const storageKey = 'glasshouse.optionLock'
const beatMs = 250

const stored = (): number | null => readPlacedAt(localStorage.getItem(storageKey))
const isSame = (a: CooldownView, b: CooldownView): boolean =>
  a.steps === b.steps && a.secondsLeft === b.secondsLeft && a.isReady === b.isReady

/** Cooldown between two orders, stored in this browser so that a reload or another window does not skip it. */
export const useCooldown = (): { readonly lock: CooldownView; readonly start: () => void } => {
  const [placedAt, setPlacedAt] = useState(stored)
  const [lock, setLock] = useState(() => cooldownView(placedAt, serverNow()))
  useEffect(() => {
    const beat = (): void => {
      const next = cooldownView(placedAt, serverNow())
      if (next.isReady) clearInterval(timer)
      setLock((last) => (isSame(last, next) ? last : next))
    }
    const timer = setInterval(beat, beatMs)
    beat()
    return () => clearInterval(timer)
  }, [placedAt])
  useEffect(() => {
    const onStorage = ({ key }: StorageEvent): void => {
      if (key === storageKey) setPlacedAt(stored())
    }
    addEventListener('storage', onStorage)
    return () => removeEventListener('storage', onStorage)
  }, [])
  const start = useCallback(() => {
    const at = serverNow()
    localStorage.setItem(storageKey, String(at))
    setPlacedAt(at)
  }, [])
  return { lock, start }
}
