/** Amounts by key, of which a missing one is 0: nothing was added up under that key. */

/**
 * The amount under a key of a map that has every amount but 0.
 *
 * @example amountIn(new Map([[7, usdt('2')]]), 8) // 0 USDT
 */
export const amountIn = <Key, U extends bigint>(amounts: ReadonlyMap<Key, U>, key: Key): U => {
  const amount = amounts.get(key)
  return amount === undefined ? (0n as U) : amount
}

/**
 * Adds an amount to what a map has under a key.
 *
 * @example addTo(sums, 'BTC', quantity('2')) // sums has 2 BTC more than before
 */
export const addTo = <Key, U extends bigint>(sums: Map<Key, U>, key: Key, amount: U): void => {
  sums.set(key, ((amountIn(sums, key) as bigint) + (amount as bigint)) as U)
}
