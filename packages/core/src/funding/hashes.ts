import type { Network } from './networks.ts'

/** How the hash of a transfer is written on each network, once blanks are gone and letters are small. */
const forms: Readonly<Record<Network, RegExp>> = {
  1001: /^0x[0-9a-f]{64}$/,
  1002: /^[0-9a-z]{64}$/,
}

/**
 * Reads the hash of a transfer as it is kept: without blanks and in small letters, so that one transfer has one
 * name however it was pasted. Null when it is none of that network.
 *
 * @example readHash(1001, ' 0xAB…(64 digits) ') // '0xab…'
 * @example readHash(1002, '0xab…') // null: TRON writes no 0x
 */
export const readHash = (network: Network, raw: string): string | null => {
  const hash = raw.replace(/\s/g, '').toLowerCase()
  return forms[network].test(hash) ? hash : null
}
