/** A map that never stops the event loop to grow. */
export type SplitMap<Key extends string | number, Value> = {
  readonly get: (key: Key) => Value | undefined
  readonly set: (key: Key, value: Value) => void
  readonly delete: (key: Key) => void
  readonly clear: () => void
  readonly size: () => number
}

const parts = 256

/**
 * The part of each of 4,096 values of a hash. Parts differ in size, the last has twice what the first has: with equal ones all
 * would double their room within few entries, together as long as one large map.
 */
const partOf = Uint8Array.from({ length: 4096 }, (_, at) => Math.floor(parts * Math.log2(1 + at / 4096)))

/** Fibonacci hashing of numbers, FNV-1a of texts: keys that differ only in some of their digits go to different parts. */
const hashOf = (key: string | number): number => {
  if (typeof key === 'number') return partOf[Math.imul(key, 0x9e3779b1) >>> 20] ?? 0
  let hash = 0x811c9dc5
  for (let at = 0; at < key.length; at += 1) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193)
  return partOf[(hash ^ (hash >>> 16)) & 4095] ?? 0
}

/**
 * Creates an empty map of many small ones: one that grows to a hundred thousand entries moves all of them at once, which takes
 * 8 to 17 ms. Has no order. Number keys are whole and not negative.
 *
 * @example const moments = createSplitMap<number, number>()
 * moments.set(10001, 7); moments.get(10001) // 7
 */
export const createSplitMap = <Key extends string | number, Value>(): SplitMap<Key, Value> => {
  // Each is made when it is first needed: a transaction that opens accounts takes an empty map for itself.
  const maps: (Map<Key, Value> | undefined)[] = []
  let size = 0
  return {
    get: (key) => maps[hashOf(key)]?.get(key),
    set: (key, value) => {
      const part = hashOf(key)
      const map = maps[part] ?? new Map<Key, Value>()
      maps[part] = map
      const before = map.size
      map.set(key, value)
      size += map.size - before
    },
    delete: (key) => {
      if (maps[hashOf(key)]?.delete(key)) size -= 1
    },
    clear: () => {
      maps.length = 0
      size = 0
    },
    size: () => size,
  }
}
