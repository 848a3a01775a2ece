import type { StreamStatus } from '@glasshouse/client/stream'

/**
 * Reliability of a live value: not loaded yet, up to date, older than the limit, or disconnected.
 */
export type LiveState = 'loading' | 'live' | 'stale' | 'down'

export type Live<T> = {
  readonly state: LiveState
  readonly value: T | undefined
  /** Device time of the last stream message about the key; null before the first. */
  readonly heardAt: number | null
}

/** Age in milliseconds above which a value is stale. */
const staleAfterMs = 5000

export type StoreOptions = {
  readonly now: () => number
  readonly status: () => StreamStatus
  /** Runs the flush once in the next frame. */
  readonly schedule: (flush: () => void) => void
}

export type LiveStore<T> = {
  readonly get: (key: string) => Live<T>
  readonly subscribe: (key: string, listener: () => void) => () => void
  /** Stores a value of the stream. */
  readonly put: (key: string, value: T) => void
  /** Stores a value of a snapshot, which does not count as a stream message. */
  readonly seed: (key: string, value: T) => void
  /** Records a stream message that did not change the value. */
  readonly touch: (key: string) => void
  /** Reevaluates which values are stale or disconnected. */
  readonly beat: () => void
}

const nothing: Live<never> = { state: 'loading', value: undefined, heardAt: null }

/**
 * Stores the newest value per key and notifies the listeners of a key at most once per frame, so that a tick
 * re-renders only the figures it changed.
 */
export const createLiveStore = <T>(options: StoreOptions): LiveStore<T> => {
  const values = new Map<string, T>()
  const lastMessageAt = new Map<string, number>()
  const snapshots = new Map<string, Live<T>>()
  const listeners = new Map<string, Set<() => void>>()
  const changed = new Set<string>()
  let scheduled = false

  const stateOf = (key: string): LiveState => {
    const heardAt = lastMessageAt.get(key)
    const status = options.status()
    if (!values.has(key)) return status === 'down' ? 'down' : 'loading'
    if (status === 'down') return 'down'
    if (heardAt === undefined) return 'loading'
    return options.now() - heardAt > staleAfterMs ? 'stale' : 'live'
  }
  const show = (key: string): void => {
    snapshots.set(key, {
      state: stateOf(key),
      value: values.get(key),
      heardAt: lastMessageAt.get(key) ?? null,
    })
    for (const listener of listeners.get(key) ?? []) listener()
  }
  const flush = (): void => {
    scheduled = false
    const keys = [...changed]
    changed.clear()
    for (const key of keys) show(key)
  }
  const mark = (key: string): void => {
    changed.add(key)
    if (scheduled) return
    scheduled = true
    options.schedule(flush)
  }
  return {
    get: (key) => snapshots.get(key) ?? nothing,
    subscribe: (key, listener) => {
      const keyListeners = listeners.get(key) ?? new Set()
      listeners.set(key, keyListeners)
      keyListeners.add(listener)
      return () => {
        keyListeners.delete(listener)
      }
    },
    put: (key, value) => {
      values.set(key, value)
      lastMessageAt.set(key, options.now())
      mark(key)
    },
    seed: (key, value) => {
      values.set(key, value)
      mark(key)
    },
    touch: (key) => {
      lastMessageAt.set(key, options.now())
      if (snapshots.get(key)?.state !== 'live') mark(key)
    },
    beat: () => {
      for (const key of new Set([...snapshots.keys(), ...listeners.keys()]))
        if ((snapshots.get(key) ?? nothing).state !== stateOf(key)) mark(key)
    },
  }
}
