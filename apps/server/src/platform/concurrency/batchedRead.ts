/** Reads the rows of several keys in one statement; a key without a row is absent. */
export type BatchLoader<Source, Key, Found> = (
  source: Source,
  keys: readonly Key[],
) => Promise<ReadonlyMap<Key, Found>>

type Waiting<Key, Found> = Map<Key, PromiseWithResolvers<Found | undefined>>

/** One query in flight. Keys requested meanwhile join the next query. */
const coalesce = <Key, Found>(
  load: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Found>>,
): ((key: Key) => Promise<Found | undefined>) => {
  let waiting: Waiting<Key, Found> = new Map()
  let isLoading = false
  const loadAll = async (): Promise<void> => {
    while (waiting.size > 0) {
      const batch = waiting
      waiting = new Map()
      try {
        const found = await load([...batch.keys()])
        for (const [key, { resolve }] of batch) resolve(found.get(key))
      } catch (error) {
        for (const { reject } of batch.values()) reject(error)
      }
    }
    isLoading = false
  }
  return (key) => {
    const pending = waiting.get(key) ?? Promise.withResolvers<Found | undefined>()
    waiting.set(key, pending)
    if (!isLoading) {
      isLoading = true
      queueMicrotask(() => void loadAll())
    }
    return pending.promise
  }
}

/**
 * Creates a read by key that concurrent callers share: under load one statement serves dozens of them, and a single
 * caller does not wait.
 *
 * Every result was read after its request, so it is never older than the result of a separate statement. Databases and
 * transactions are read separately.
 *
 * @example const findSession = batchedRead(async (db: Db, hashes: readonly string[]) => new Map(…))
 */
export const batchedRead = <Source extends object, Key, Found>(
  load: BatchLoader<Source, Key, Found>,
): ((source: Source, key: Key) => Promise<Found | undefined>) => {
  const bySource = new WeakMap<Source, (key: Key) => Promise<Found | undefined>>()
  return (source, key) => {
    let read = bySource.get(source)
    if (read === undefined) {
      read = coalesce((keys) => load(source, keys))
      bySource.set(source, read)
    }
    return read(key)
  }
}
