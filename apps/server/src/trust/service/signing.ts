import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import type { SignedText } from '@glasshouse/core/trust/heads'
import { keyText } from '@glasshouse/core/trust/receipts'
import { freshBytes, type SealedColumn, sha256 } from '../../platform/secrets/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { InvalidSettingsError, type Settings } from '../../platform/settings/index.ts'
import { insertKey, type KeyRow, listKeys } from '../store/keys.ts'

/** Purpose under which the seed of the signing key is sealed with SECRET_KEY. */
const sealPurpose = 'trust.signingKey'
/** Where the seeds of signing keys are sealed. */
export const sealedSigningKeys: SealedColumn = {
  table: 'trust_key',
  key: ['keyid'],
  column: 'sealed',
  purposeOf: () => sealPurpose,
}
/** Purpose under which the seed of a report is sealed. */
export const reportSeedPurpose = 'trust.reportSeed'
/** Where the seeds of reports are sealed. */
export const sealedReportSeeds: SealedColumn = {
  table: 'trust_report',
  key: ['number'],
  column: 'sealed_seed',
  purposeOf: () => reportSeedPurpose,
}
/** An Ed25519 seed in PKCS #8 (RFC 8410) begins with these bytes. */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Signs texts with the operator’s key. */
export type Signer = {
  readonly keyid: string
  readonly sign: (text: string) => SignedText
  /**
   * Signatures of many texts, in their order. They are computed on other threads: a signature takes 45 µs of one, and this one
   * only some 6 µs.
   */
  readonly signMany: (texts: readonly string[]) => Promise<readonly Buffer[]>
}

const signElsewhere = (text: string, key: KeyObject): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    sign(null, Buffer.from(text), key, (error, signature) => {
      if (error === null) resolve(signature)
      else reject(error)
    })
  })

/** The key id of a public key: the first 16 hex digits of its SHA-256. */
const keyidOf = (publicKey: Buffer): string => sha256(publicKey).slice(0, 16)

type OpenSigner = Signer & { readonly publicKey: Buffer }

const signerOf = (seed: Buffer): OpenSigner => {
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
    signMany: (texts) => Promise.all(texts.map((text) => signElsewhere(text, key))),
  }
}

type Deps = Pick<Platform, 'clock' | 'database' | 'secrets'> & {
  readonly settings: Pick<Settings, 'HOUSE_SIGNING_KEY' | 'HOUSE_SIGNING_KEY_FORMER'>
}

const seedOf = (hex: string | undefined): Buffer | null =>
  hex === undefined ? null : Buffer.from(hex, 'hex')

/** The key before a new one, where its seed is known: sealed in the database, or given beside the new one. */
const formerSigner = ({ settings, secrets }: Deps, former: KeyRow): OpenSigner | null => {
  if (former.sealed !== null) return signerOf(Buffer.from(secrets.open(sealPurpose, former.sealed), 'hex'))
  const given = seedOf(settings.HOUSE_SIGNING_KEY_FORMER)
  const signer = given === null ? null : signerOf(given)
  return signer?.keyid === former.keyid ? signer : null
}

/** Enters a key, announced by the one before where that one can sign. */
const enterKey = async (
  deps: Deps,
  entered: OpenSigner,
  sealed: string | null,
  before: KeyRow | undefined,
): Promise<void> => {
  const from = deps.clock.now()
  const former = before === undefined ? null : formerSigner(deps, before)
  const announced =
    former === null
      ? null
      : former.sign(
          keyText({
            keyid: entered.keyid,
            publickey: entered.publicKey.toString('hex'),
            from,
            previous: former.keyid,
          }),
        )
  await insertKey(deps.database.db, {
    keyid: entered.keyid,
    public_key: entered.publicKey,
    sealed,
    from_ms: from,
    announcement: announced?.text ?? null,
    announcement_signature: announced === null ? null : Buffer.from(announced.signature, 'hex'),
  })
}

/**
 * Opens the signing key: the one of `HOUSE_SIGNING_KEY`, or without it the one that the first start made and sealed with
 * SECRET_KEY. Another key than the newest is entered after it, announced by the former one where that is at hand.
 *
 * @throws InvalidSettingsError the key was replaced by a newer one, or the newest one is not stored and not given
 */
export const openSigner = async (deps: Deps): Promise<Signer> => {
  const { database, secrets, settings } = deps
  const keys = await listKeys(database.db)
  const newest = keys.at(-1)
  const given = seedOf(settings.HOUSE_SIGNING_KEY)
  if (given === null) {
    if (newest?.sealed) return signerOf(Buffer.from(secrets.open(sealPurpose, newest.sealed), 'hex'))
    if (newest !== undefined)
      throw new InvalidSettingsError([
        `HOUSE_SIGNING_KEY: the key ${newest.keyid} signed last and is not stored here; give it, or a new one`,
      ])
    const seed = freshBytes(32)
    const made = signerOf(seed)
    await enterKey(deps, made, secrets.seal(sealPurpose, seed.toString('hex')), undefined)
    return made
  }
  const signer = signerOf(given)
  if (newest?.keyid === signer.keyid) return signer
  if (keys.some(({ keyid }) => keyid === signer.keyid))
    throw new InvalidSettingsError([
      `HOUSE_SIGNING_KEY: the key ${signer.keyid} was replaced by a newer one and signs nothing any more`,
    ])
  await enterKey(deps, signer, null, newest)
  return signer
}
