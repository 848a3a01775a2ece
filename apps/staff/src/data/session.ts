import { useSyncExternalStore } from 'react'

const storageKey = 'glasshouse.staff'
const listeners = new Set<() => void>()
let current = sessionStorage.getItem(storageKey)
let reason: string | null = null

const become = (token: string | null, why: string | null): void => {
  current = token
  reason = why
  if (token === null) sessionStorage.removeItem(storageKey)
  else sessionStorage.setItem(storageKey, token)
  for (const listener of listeners) listener()
}

/** Session of the staff member, in this window only: nothing is stored on a shared device. */
export const staffSession = {
  token: (): string | null => current,
  signIn: (token: string): void => become(token, null),
  signOut: (why: string | null = null): void => {
    if (current !== null) become(null, why)
  },
  /** Why the previous session ended, unless the member signed out. */
  endedBecause: (): string | null => reason,
  onChange: (listener: () => void): (() => void) => subscribe(listener),
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const useStaffToken = (): string | null => useSyncExternalStore(subscribe, () => current)
