import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from './db.ts'
import { randomNonce, randomToken } from './random.ts'
import { InvalidSettingsError } from './settings.ts'

/** Keys for separate purposes, derived from the one secret of this installation. */
export type Secrets = {
  /** The 32-byte key of a purpose; the same purpose always has the same key. */
  readonly keyFor: (purpose: string) => Buffer
  /** Encrypts text for storage (AES-256-GCM), bound to its purpose; base64url. */
  readonly seal: (purpose: string, text: string) => string
  /** Decrypts the result of `seal`; throws if it was changed or belongs to another purpose. */
  readonly open: (purpose: string, sealed: string) => string
}

const nonceBytes = 12
const tagBytes = 16

/** Derives keys from a secret by HKDF-SHA256 (RFC 5869). */
export const secretsFrom = (secret: string): Secrets => {
  const derived = new Map<string, Buffer>()
  const keyFor = (purpose: string): Buffer => {
    const known = derived.get(purpose) ?? Buffer.from(hkdfSync('sha256', secret, 'glasshouse', purpose, 32))
    derived.set(purpose, known)
    return known
  }
  // Every stored response is encrypted: a cached key object halves the cost.
  const prepared = new Map<string, KeyObject>()
  const cipherKeyFor = (purpose: string): KeyObject => {
    const known = prepared.get(purpose) ?? createSecretKey(keyFor(purpose))
    prepared.set(purpose, known)
    return known
  }
  return {
    keyFor,
    seal: (purpose, text) => {
      const nonce = randomNonce(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', cipherKeyFor(purpose), nonce)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')
    },
    open: (purpose, sealed) => {
      const bytes = Buffer.from(sealed, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', cipherKeyFor(purpose), bytes.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      })
      decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
      return (
        decipher.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
      )
    },
  }
}

/**
 * Secrets of this installation: from the setting `SECRET_KEY`, or in practice mode from a secret generated once and
 * stored in the database.
 *
 * @throws InvalidSettingsError the secret differs from the one this database was encrypted with
 */
export const openSecrets = async (db: Db, given: string | undefined): Promise<Secrets> => {
  const secrets = secretsFrom(given ?? (await retainTick(db, 'platform.secret', randomToken())))
  const sealed = await retainTick(db, 'platform.sealed', secrets.seal(checkPurpose, checkText))
  if (!canOpen(secrets, sealed))
    throw new InvalidSettingsError([
      'SECRET_KEY: is not the one this database was first started with, and what is sealed in it cannot be read: give it the old one',
    ])
  return secrets
}

const checkPurpose = 'platform.sealed'
const checkText = 'this is the right secret'

const canOpen = (secrets: Secrets, sealed: string): boolean => {
  try {
    return secrets.open(checkPurpose, sealed) === checkText
  } catch {
    return false
  }
}

/** Stores a text under a name unless there is one; returns the stored text. */
const retainTick = async (db: Db, name: string, text: string): Promise<string> => {
  const { rows } = await sql<{ value: string }>`
    insert into platform_state (name, value) values (${name}, ${JSON.stringify(text)}::jsonb)
    on conflict (name) do update set value = platform_state.value
    returning value #>> '{}' as value
  `.execute(db)
  const [kept] = rows
  if (kept === undefined) throw new Error(`${name} could not be stored`)
  return kept.value
}
