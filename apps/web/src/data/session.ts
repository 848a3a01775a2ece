import { createListeners } from '@glasshouse/client/listeners'
import { localNow } from './clock.ts'

/** Lifetime of a session: 14 days from sign-in, equal to the server's. */
const lifetime = 14 * 24 * 60 * 60 * 1000
const storageKey = 'glasshouse.session'

export type Session = {
  readonly token: string
  readonly since: number
  /** Of a locked account; it may read, close, cancel, export and complain. */
  readonly restricted?: true
}

const read = (): Session | null => {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null')
    if (typeof value !== 'object' || value === null) return null
    const { token, since, restricted } = value as Partial<Session>
    if (typeof token !== 'string' || typeof since !== 'number') return null
    if (localNow() - since >= lifetime) return null
    return restricted === true ? { token, since, restricted } : { token, since }
  } catch {
    return null
  }
}

let current = read()
const changes = createListeners<void>()

const become = (next: Session | null): void => {
  if (next?.token === current?.token) return
  current = next
  changes.emit()
}

/** Session of this device, synchronized between tabs. */
export const session = {
  current: (): Session | null => {
    if (current && localNow() - current.since >= lifetime) session.signOut()
    return current
  },
  token: (): string | null => session.current()?.token ?? null,
  signIn: (token: string, isRestricted = false): void => {
    const since = localNow()
    const next: Session = isRestricted ? { token, since, restricted: true } : { token, since }
    localStorage.setItem(storageKey, JSON.stringify(next))
    become(next)
  },
  signOut: (): void => {
    localStorage.removeItem(storageKey)
    become(null)
  },
  onChange: changes.add,
}

addEventListener('storage', (event) => {
  if (event.key === storageKey || event.key === null) become(read())
})

/** The session without a look at its age, which must not change while a page renders. */
export const storedSession = (): Session | null => current
