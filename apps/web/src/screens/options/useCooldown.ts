import { useCallback, useEffect, useState } from 'react'
import { serverNow } from '../../data/clock.ts'
import { type CooldownView, cooldownView, readPlacedAt } from './cooldown.ts'

const storageKey = 'glasshouse.optionLock'
const beatMs = 250

const kept = (): number | null => readPlacedAt(localStorage.getItem(storageKey))
const isSame = (one: CooldownView, other: CooldownView): boolean =>
  one.steps === other.steps && one.secondsLeft === other.secondsLeft && one.isReady === other.isReady

/** Cooldown between two orders, stored in this browser so that a reload or another window does not skip it. */
export const useCooldown = (): { readonly lock: CooldownView; readonly start: () => void } => {
  const [placedAt, setPlacedAt] = useState(kept)
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
