/** How many partitions the accounts of a database may be divided into. */
export const partitionLimits = { min: 1, max: 1024 } as const

const unsigned = (value: number): number => value >>> 0

/** The finalizer of MurmurHash3: neighbouring numbers of 32 bits get unrelated ones, and no two the same. */
const mix = (value: number): number => {
  let mixed = value ^ (value >>> 16)
  mixed = Math.imul(mixed, 0x85eb_ca6b)
  mixed ^= mixed >>> 13
  mixed = Math.imul(mixed, 0xc2b2_ae35)
  return unsigned(mixed ^ (mixed >>> 16))
}

/**
 * The partition of a customer, 0 to `partitions` − 1: one engine decides on all contract wallets of a partition. What it
 * returns never changes, because rows and messages are addressed by it.
 *
 * @param partitions how many the database is divided into, fixed at its first start
 * @example partitionOf(10_000, 16) // 14
 */
export const partitionOf = (uid: number, partitions: number): number => {
  if (!Number.isSafeInteger(uid) || uid < 0) throw new RangeError(`not the number of an account: ${uid}`)
  const [high, low] = [Math.floor(uid / 2 ** 32), unsigned(uid)]
  return mix(unsigned(low ^ mix(high))) % partitions
}
