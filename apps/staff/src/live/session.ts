import { useSyncExternalStore } from 'react'

const storageKey = 'glasshouse.staff'
const listeners = new Set<() => void>()
let current = sessionStorage.getItem(storageKey)

const become = (token: string | null): void => {
  current = token
  if (token === null) sessionStorage.removeItem(storageKey)
  else sessionStorage.setItem(storageKey, token)
  for (const listener of listeners) listener()
}

/** Who of the staff is signed in, in this window only: a shared desk keeps nothing. */
export const staffSession = {
  token: (): string | null => current,
  signIn: (token: string): void => become(token),
  signOut: (): void => become(null),
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const useStaffToken = (): string | null => useSyncExternalStore(subscribe, () => current)
