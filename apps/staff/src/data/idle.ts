import { useEffect, useState } from 'react'
import { signOut } from './api.ts'
import { localNow } from './clock.ts'

/** Time without input after which the console signs out; the server ends the session at the same time. */
const idleTimeoutMs = 30 * 60_000
/** Remaining time at which the page announces the sign-out. */
const warningMs = 2 * 60_000
/** Time without input after which polling stops. An idle window must not extend its session or fill the audit log. */
const pollingTimeoutMs = 3 * 60_000

let lastInputAt = localNow()

/** Notes each input in the window from now on. */
export const watchInput = (): void => {
  for (const event of ['pointerdown', 'keydown', 'wheel'] as const)
    window.addEventListener(event, () => (lastInputAt = localNow()), { capture: true, passive: true })
}

/** Whether there was no input for 3 minutes. */
export const isIdle = (): boolean => localNow() - lastInputAt > pollingTimeoutMs

/**
 * Signs out after 30 minutes without input. Returns the remaining milliseconds during the last 2 minutes.
 *
 * @example useIdleSignOut() // null while there is input, later 120000, decreasing
 */
export const useIdleSignOut = (): number | null => {
  const [leftMs, setLeftMs] = useState<number | null>(null)
  useEffect(() => {
    lastInputAt = localNow()
    const update = () => {
      const remainingMs = idleTimeoutMs - (localNow() - lastInputAt)
      if (remainingMs <= 0) void signOut('Signed out after 30 minutes of inactivity.')
      setLeftMs(remainingMs < warningMs ? Math.max(remainingMs, 0) : null)
    }
    const timer = setInterval(update, 1000)
    return () => clearInterval(timer)
  }, [])
  return leftMs
}
