import { useSyncExternalStore } from 'react'
import { localNow } from './clock.ts'

/** Lifetime of a session: 14 days from sign-in, equal to the server's. */
const lifetime = 14 * 24 * 60 * 60 * 1000
const storageKey = 'glasshouse.session'

export type Session = { readonly token: string; readonly since: number }

const read = (): Session | null => {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null')
    if (typeof value !== 'object' || value === null) return null
    const { token, since } = value as Partial<Session>
    if (typeof token !== 'string' || typeof since !== 'number') return null
    return localNow() - since < lifetime ? { token, since } : null
  } catch {
    return null
  }
}

let current = read()
const listeners = new Set<() => void>()

const become = (next: Session | null): void => {
  if (next?.token === current?.token) return
  current = next
  for (const listener of listeners) listener()
}

/** Session of this device, synchronized between tabs. */
export const session = {
  current: (): Session | null => {
    if (current && localNow() - current.since >= lifetime) session.signOut()
    return current
  },
  token: (): string | null => session.current()?.token ?? null,
  signIn: (token: string): void => {
    const next = { token, since: localNow() }
    localStorage.setItem(storageKey, JSON.stringify(next))
    become(next)
  },
  signOut: (): void => {
    localStorage.removeItem(storageKey)
    become(null)
  },
  onChange: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
}

addEventListener('storage', (event) => {
  if (event.key === storageKey || event.key === null) become(read())
})

/** Current session, or null for a visitor. Re-renders on sign-in and sign-out. */
export const useSession = (): Session | null => useSyncExternalStore(session.onChange, () => current)
