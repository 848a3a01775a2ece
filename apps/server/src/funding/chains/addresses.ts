import { ECDH } from 'node:crypto'
import type { Network } from '@glasshouse/core/funding/networks'
import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { createBase58check } from '@scure/base'
import { HDKey } from '@scure/bip32'
import { checksummedEvm } from '../service/addresses.ts'

const base58check = createBase58check(sha256)
/** The byte every TRON main-net address begins with. */
const tronVersion = 0x41

/** Writes twenty bytes as a TRON address (Base58Check). */
export const encodeTronAddress = (bytes: Uint8Array): string =>
  base58check.encode(Uint8Array.from([tronVersion, ...bytes]))

/** The twenty bytes of a TRON address; throws when it is none. */
export const decodeTronAddress = (address: string): Uint8Array => {
  const bytes = base58check.decode(address)
  if (bytes.length !== 21 || bytes[0] !== tronVersion) throw new RangeError('not a TRON address')
  return bytes.slice(1)
}

const write = (network: Network, bytes: Uint8Array): string =>
  network === 1001 ? checksummedEvm(`0x${bytesToHex(bytes)}`) : encodeTronAddress(bytes)

/** The twenty bytes both networks take from a public key: the end of the Keccak-256 of its point. */
const bytesOfKey = (publicKey: Uint8Array): Uint8Array => keccak_256(pointOf(publicKey).slice(1)).slice(-20)

/** A compressed public key as its whole point: 4, x, y. */
const pointOf = (publicKey: Uint8Array): Uint8Array => {
  const point = ECDH.convertKey(publicKey, 'secp256k1', undefined, undefined, 'uncompressed')
  if (typeof point === 'string') throw new Error('a converted key is bytes')
  return Uint8Array.from(point)
}

/**
 * Derives the deposit address of a place from an extended public key: its child 0, then the place (the
 * receiving chain of BIP 44, so that the operator's wallet finds it).
 */
export const deriveAddress = (network: Network, extendedKey: string, place: number): string => {
  const { publicKey } = HDKey.fromExtendedKey(extendedKey).deriveChild(0).deriveChild(place)
  if (publicKey === null || publicKey === undefined) throw new Error('a derived key has a public part')
  return write(network, bytesOfKey(publicKey))
}

/** Tells extended public keys apart in the database, without keeping them there. */
export const xpubFingerprint = (extendedKey: string): string =>
  bytesToHex(sha256(utf8ToBytes(extendedKey))).slice(0, 16)

/**
 * The address that practice mode shows where the operator gave none: well formed, made from a sentence, and
 * nobody can have its key.
 */
export const practiceAddress = (network: Network): string =>
  write(network, keccak_256(utf8ToBytes('Glasshouse practice: send nothing here')).slice(-20))
