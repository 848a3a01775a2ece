import { createListeners } from '@glasshouse/client/listeners'
import { useSyncExternalStore } from 'react'

const storageKey = 'glasshouse.staff'
const changes = createListeners<void>()
let current = sessionStorage.getItem(storageKey)
let reason: string | null = null

const become = (token: string | null, why: string | null): void => {
  current = token
  reason = why
  if (token === null) sessionStorage.removeItem(storageKey)
  else sessionStorage.setItem(storageKey, token)
  changes.emit()
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
  onChange: changes.add,
}

export const useStaffToken = (): string | null =>
  useSyncExternalStore(changes.add, staffSession.token, staffSession.token)
