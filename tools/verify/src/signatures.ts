import { createHash, createPublicKey, verify } from 'node:crypto'
import type { HouseKey, SignedText } from '@glasshouse/core/trust/heads'
import { sha256 } from './chains.ts'

/** An Ed25519 public key (RFC 8410) begins with these bytes. */
const spkiPrefix = Buffer.from('302a300506032b6570032100', 'hex')

const isSignedBy = (key: HouseKey, { text, signature }: SignedText): boolean => {
  try {
    const der = Buffer.concat([spkiPrefix, Buffer.from(key.publickey, 'hex')])
    const publicKey = createPublicKey({ key: der, format: 'der', type: 'spki' })
    return verify(null, Buffer.from(text), publicKey, Buffer.from(signature, 'hex'))
  } catch {
    return false
  }
}

/** What is wrong with a signed text; `parsed` is what it says, null when it is no text of its kind. */
export const signatureProblems = (
  signed: SignedText,
  parsed: { readonly key: string } | null,
  keys: readonly HouseKey[],
): readonly string[] => {
  const key = keys.find(({ keyid }) => keyid === signed.keyid)
  return [
    ...(sha256(signed.text) === signed.hash ? [] : ['its hash is not that of its text']),
    ...(parsed === null ? ['it is no text of its kind'] : []),
    ...(parsed !== null && parsed.key !== signed.keyid ? ['its text names another key'] : []),
    ...(key === undefined ? [`its key ${signed.keyid} is not listed`] : []),
    ...(key !== undefined && idOf(key) !== key.keyid ? ['its key id is not that of the key'] : []),
    ...(key !== undefined && !isSignedBy(key, signed) ? ['its signature is not that of its key'] : []),
  ]
}

const idOf = ({ publickey }: HouseKey): string =>
  createHash('sha256').update(Buffer.from(publickey, 'hex')).digest('hex').slice(0, 16)
