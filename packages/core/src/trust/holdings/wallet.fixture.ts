import { createECDH, createHash } from 'node:crypto'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { concatBytes, fromHex, toHex, unsigned, utf8 } from '../bytes.ts'
import {
  ethereum,
  type HoldingClaim,
  type HoldingNetwork,
  holdingMessage,
  recoverPublicKey,
} from './holdings.ts'

const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const sha256 = (bytes: Uint8Array | string) => new Uint8Array(createHash('sha256').update(bytes).digest())
const numberOf = (bytes: Uint8Array): bigint => BigInt(`0x${toHex(bytes)}`)
const inverse = (value: bigint): bigint => {
  let [result, square] = [1n, value % order]
  for (let rest = order - 2n; rest > 0n; rest >>= 1n) {
    if (rest % 2n === 1n) result = (result * square) % order
    square = (square * square) % order
  }
  return result
}
/** The point of a private key, by the cryptography of Node: x and y. */
const pointOf = (secret: Uint8Array): Uint8Array => {
  const curve = createECDH('secp256k1')
  curve.setPrivateKey(secret)
  return new Uint8Array(curve.getPublicKey()).subarray(1)
}

/** A wallet with the addresses of one key on both networks. */
export type Wallet = {
  readonly publicKey: Uint8Array
  readonly addresses: Readonly<Record<HoldingNetwork, string>>
  /** Signs a hash of 32 bytes: r, s and 27 or 28, as hex. */
  readonly signHash: (hash: Uint8Array) => string
  readonly sign: (claim: HoldingClaim) => string
}

/** Makes the wallet of a name. */
export const makeWallet = (name: string): Wallet => {
  const secret = sha256(name)
  const publicKey = pointOf(secret)
  const account = keccak_256(publicKey).subarray(12)
  const versioned = concatBytes(Uint8Array.of(0x41), account)
  let rest = numberOf(concatBytes(versioned, sha256(sha256(versioned)).subarray(0, 4)))
  let tron = ''
  for (; rest > 0n; rest /= 58n) tron = `${alphabet.charAt(Number(rest % 58n))}${tron}`
  const signHash = (hash: Uint8Array): string => {
    const nonce = sha256(concatBytes(secret, hash))
    const r = numberOf(pointOf(nonce).subarray(0, 32)) % order
    const s = (inverse(numberOf(nonce)) * (numberOf(hash) + r * numberOf(secret))) % order
    const plain = concatBytes(unsigned(r, 32), unsigned(s, 32))
    const parity = [27, 28].find((v) => {
      const found = recoverPublicKey(hash, concatBytes(plain, Uint8Array.of(v)))
      return found !== null && toHex(found) === toHex(publicKey)
    })
    if (parity === undefined) throw new Error('no parity leads back to the key')
    return `0x${toHex(concatBytes(plain, Uint8Array.of(parity)))}`
  }
  return {
    publicKey,
    addresses: { 1001: `0x${toHex(account)}`, 1002: tron },
    signHash,
    sign: (claim) => {
      const message = utf8(holdingMessage(claim))
      const chain = claim.network === ethereum ? 'Ethereum' : 'TRON'
      return signHash(
        keccak_256(concatBytes(utf8(`\x19${chain} Signed Message:\n${message.length}`), message)),
      )
    },
  }
}

/** Bytes of a signature in hex. */
export const signatureBytes = (text: string): Uint8Array => fromHex(text.slice(2)) ?? new Uint8Array()
