import { hasAddressForm, type Network } from '@glasshouse/core/destinations/rules'
import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { createBase58check } from '@scure/base'

const base58check = createBase58check(sha256)
/** First byte of every TRON main-net address. */
const tronVersion = 0x41

/**
 * Formats an EVM address with the capitals of its checksum (EIP-55).
 *
 * @example checksummedEvm('0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359') // '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
 */
export const checksummedEvm = (address: string): string => {
  const digits = address.slice(2).toLowerCase()
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)))
  const cased = [...digits].map((digit, place) =>
    Number.parseInt(hash.charAt(place), 16) >= 8 ? digit.toUpperCase() : digit,
  )
  return `0x${cased.join('')}`
}

/** Letters of one case only carry no checksum. */
const carriesNoChecksum = (address: string): boolean => {
  const digits = address.slice(2)
  return digits === digits.toLowerCase() || digits === digits.toUpperCase()
}

/** The zero address: it has no known key, and funds sent there are lost. */
const isNobodys = (bytes: Uint8Array): boolean => bytes.every((byte) => byte === 0)

const readEvm = (text: string): string | null => {
  if (isNobodys(hexToBytes(text.slice(2)))) return null
  const right = checksummedEvm(text)
  return carriesNoChecksum(text) || text === right ? right : null
}

const readTron = (text: string): string | null => {
  try {
    const bytes = base58check.decode(text)
    return bytes.length === 21 && bytes[0] === tronVersion && !isNobodys(bytes.subarray(1)) ? text : null
  } catch {
    // The four checksum bytes belong to another address: a letter was mistyped.
    return null
  }
}

/**
 * Parses an address of a network into its stored form with checksum; null if it is invalid. An EVM address in one case
 * carries no checksum and is accepted according to EIP-55; the zero address is rejected.
 *
 * @example readAddress('1002', 'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMX') // null: the last letter is wrong
 */
export const readAddress = (network: Network, text: string): string | null => {
  if (!hasAddressForm(network, text)) return null
  return network === '1001' ? readEvm(text) : readTron(text)
}
