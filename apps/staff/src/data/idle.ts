import { useEffect, useState } from 'react'
import { signOut } from './api.ts'
import { localNow } from './clock.ts'

/** A desk that nobody touched for so long is left: the server ends the session at the same time. */
export const idleTimeoutMs = 30 * 60_000
/** From here on the page says that it will sign out. */
export const warningMs = 2 * 60_000
/** Screens stop asking again by themselves, so that a forgotten window neither lives on nor fills the audit log. */
const awayMs = 3 * 60_000

let touched = localNow()
for (const event of ['pointerdown', 'keydown', 'wheel'] as const)
  window.addEventListener(event, () => (touched = localNow()), { capture: true, passive: true })

/** Whether nobody has touched the page for a while. */
export const isIdle = (): boolean => localNow() - touched > awayMs

/**
 * Signs out after half an hour without a touch; tells how much of it is left once it is nearly over.
 *
 * @example useIdleEnd() // null while somebody is at work, then 120000 falling
 */
export const useIdleSignOut = (): number | null => {
  const [left, setLeft] = useState<number | null>(null)
  useEffect(() => {
    touched = localNow()
    const look = () => {
      const rest = idleTimeoutMs - (localNow() - touched)
      if (rest <= 0) void signOut('Signed out after 30 minutes of inactivity.')
      setLeft(rest < warningMs ? Math.max(rest, 0) : null)
    }
    const timer = setInterval(look, 1000)
    return () => clearInterval(timer)
  }, [])
  return left
}
