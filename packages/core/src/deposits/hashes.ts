import type { Network } from './networks.ts'

/** Form of a transaction hash per network, after spaces are removed and letters are lower case. */
const forms: Readonly<Record<Network, RegExp>> = {
  1001: /^0x[0-9a-f]{64}$/,
  1002: /^[0-9a-z]{64}$/,
}

/**
 * Parses a transaction hash into its stored form, without spaces and in lower case, so that one transfer has one key.
 * Null if it is not a hash of that network.
 *
 * @example readHash(1001, ' 0xAB…(64 digits) ') // '0xab…'
 * @example readHash(1002, '0xab…') // null: TRON writes no 0x
 */
export const readHash = (network: Network, raw: string): string | null => {
  const hash = raw.replace(/\s/g, '').toLowerCase()
  return forms[network].test(hash) ? hash : null
}
