import type pg from 'pg'

/** A pool that a test has for a time. */
export type LentPool = {
  readonly pool: pg.Pool
  /** From now on it gives no connections, to whatever the test has left running. */
  readonly takeBack: () => void
}

/** Lends a pool: what a test sets on it stays with this loan, and so does a use after its end. */
export const lendPool = (owned: pg.Pool): LentPool => {
  let isLent = true
  const set = new Map<string | symbol, unknown>()
  const guarded = new Set<string | symbol>(['connect', 'query'])
  const pool = new Proxy(owned, {
    get: (_, name) => {
      if (set.has(name)) return set.get(name)
      const value: unknown = Reflect.get(owned, name, owned)
      if (typeof value !== 'function') return value
      return (...given: unknown[]) => {
        if (!isLent && guarded.has(name))
          return Promise.reject(new Error('the database of this test is dropped'))
        return Reflect.apply(value, owned, given)
      }
    },
    set: (_, name, value) => {
      set.set(name, value)
      return true
    },
  })
  return {
    pool,
    takeBack: () => {
      isLent = false
    },
  }
}
