import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import type { SignedText } from '@glasshouse/core/trust/heads'
import { freshBytes, type Platform, type SealedColumn, sha256 } from '../../platform/index.ts'
import { insertKey, listKeys } from '../store/keys.ts'

/** Purpose under which the seed of the signing key is sealed with SECRET_KEY. */
const sealPurpose = 'trust.signingKey'
/** Where the seeds of signing keys are sealed. */
export const sealedSigningKeys: SealedColumn = {
  table: 'trust_key',
  key: ['keyid'],
  column: 'sealed',
  purposeOf: () => sealPurpose,
}
/** An Ed25519 seed in PKCS #8 (RFC 8410) begins with these bytes. */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Signs texts with the operator’s key. */
export type Signer = { readonly keyid: string; readonly sign: (text: string) => SignedText }

/** The key id of a public key: the first 16 hex digits of its SHA-256. */
const keyidOf = (publicKey: Buffer): string => sha256(publicKey).slice(0, 16)

const signerOf = (seed: Buffer): Signer & { readonly publicKey: Buffer } => {
  const key = createPrivateKey({ key: Buffer.concat([pkcs8Prefix, seed]), format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32)
  const keyid = keyidOf(publicKey)
  return {
    keyid,
    publicKey,
    sign: (text) => ({
      text,
      signature: sign(null, Buffer.from(text), key).toString('hex'),
      keyid,
      hash: sha256(text),
    }),
  }
}

/** Opens the signing key of this installation; the first start makes it and seals it with SECRET_KEY. */
export const openSigner = async ({
  database: { db },
  clock,
  secrets,
}: Pick<Platform, 'clock' | 'database' | 'secrets'>): Promise<Signer> => {
  const newest = (await listKeys(db)).at(-1)
  if (newest !== undefined) return signerOf(Buffer.from(secrets.open(sealPurpose, newest.sealed), 'hex'))
  const seed = freshBytes(32)
  const made = signerOf(seed)
  await insertKey(db, {
    keyid: made.keyid,
    public_key: made.publicKey,
    sealed: secrets.seal(sealPurpose, seed.toString('hex')),
    from_ms: clock.now(),
  })
  return made
}
