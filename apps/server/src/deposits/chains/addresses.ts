import { ECDH } from 'node:crypto'
import { isEvm } from '@glasshouse/core/deposits/codec'
import type { Network } from '@glasshouse/core/deposits/networks'
import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { createBase58check } from '@scure/base'
import { HDKey } from '@scure/bip32'
import { checksummedEvm } from '../../destinations/index.ts'

const base58check = createBase58check(sha256)
/** First byte of every TRON main-net address. */
const tronVersion = 0x41

/** Encodes twenty bytes as a TRON address (Base58Check). */
export const encodeTronAddress = (bytes: Uint8Array): string =>
  base58check.encode(Uint8Array.from([tronVersion, ...bytes]))

/** Decodes the twenty bytes of a TRON address; throws if it is invalid. */
export const decodeTronAddress = (address: string): Uint8Array => {
  const bytes = base58check.decode(address)
  if (bytes.length !== 21 || bytes[0] !== tronVersion) throw new RangeError('not a TRON address')
  return bytes.slice(1)
}

const write = (network: Network, bytes: Uint8Array): string =>
  isEvm(network) ? checksummedEvm(`0x${bytesToHex(bytes)}`) : encodeTronAddress(bytes)

/** The twenty address bytes of a public key on both networks: the end of the Keccak-256 of its point. */
const bytesOfKey = (publicKey: Uint8Array): Uint8Array => keccak_256(pointOf(publicKey).slice(1)).slice(-20)

/** Expands a compressed public key to its full point: 4, x, y. */
const pointOf = (publicKey: Uint8Array): Uint8Array => {
  const point = ECDH.convertKey(publicKey, 'secp256k1', undefined, undefined, 'uncompressed')
  if (typeof point === 'string') throw new Error('a converted key is bytes')
  return Uint8Array.from(point)
}

/**
 * Derives the deposit address with an index from an extended public key: child 0, then the index (the receiving chain
 * of BIP 44, so that the operator's wallet finds it).
 */
export const deriveAddress = (network: Network, extendedKey: string, place: number): string => {
  const { publicKey } = HDKey.fromExtendedKey(extendedKey).deriveChild(0).deriveChild(place)
  if (publicKey === null || publicKey === undefined) throw new Error('a derived key has a public part')
  return write(network, bytesOfKey(publicKey))
}

/** Fingerprint that identifies an extended public key in the database without storing it. */
export const xpubFingerprint = (extendedKey: string): string =>
  bytesToHex(sha256(utf8ToBytes(extendedKey))).slice(0, 16)

/**
 * Address shown in practice mode if the operator configured none: well formed, derived from a sentence, without a known
 * key.
 */
export const practiceAddress = (network: Network): string =>
  write(network, keccak_256(utf8ToBytes('Glasshouse practice: send nothing here')).slice(-20))
