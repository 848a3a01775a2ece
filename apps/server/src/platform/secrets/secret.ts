import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../database/index.ts'
import { InvalidSettingsError } from '../settings/index.ts'
import { randomNonce, randomToken } from './random.ts'

/** Keys for separate purposes, derived from the secret of this installation and, for reading, from former ones. */
export type Secrets = {
  /** Names the secret that seals: 8 hex digits. */
  readonly keyid: string
  /** Whether former secrets are known, so that what they sealed can be sealed anew. */
  readonly hasFormer: boolean
  /** The 32-byte key of a purpose; the same purpose always has the same key. */
  readonly keyFor: (purpose: string) => Buffer
  /** The keys of a purpose under which something may be read, by their ids; the one that seals comes first. */
  readonly keysFor: (purpose: string) => ReadonlyMap<string, Buffer>
  /** Encrypts text for storage (AES-256-GCM), bound to its purpose: `v2.<keyid>.<base64url>`. */
  readonly seal: (purpose: string, text: string) => string
  /** Decrypts the result of `seal`; throws if it was changed, belongs to another purpose, or its secret is not known. */
  readonly open: (purpose: string, sealed: string) => string
}

const nonceBytes = 12
const tagBytes = 16

/** What is sealed begins with this; a value of an earlier version has no such beginning. */
const sealedPrefix = (keyid: string): string => `v2.${keyid}.`

/** The keys derived from one secret by HKDF-SHA256 (RFC 5869). */
const keysOf = (secret: string) => {
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
  return { keyid: keyFor('platform.keyid').subarray(0, 4).toString('hex'), keyFor, cipherKeyFor }
}

const decrypt = (key: KeyObject, sealed: string): string => {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  })
  decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
  return decipher.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
}

/** Derives keys from a secret; what the `former` ones sealed can be read and is never written. */
export const secretsFrom = (secret: string, former: readonly string[] = []): Secrets => {
  const current = keysOf(secret)
  const all = [current, ...former.filter((one) => one !== secret).map(keysOf)]
  return {
    keyid: current.keyid,
    hasFormer: all.length > 1,
    keyFor: current.keyFor,
    keysFor: (purpose) => new Map(all.map(({ keyid, keyFor }) => [keyid, keyFor(purpose)])),
    seal: (purpose, text) => {
      const nonce = randomNonce(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', current.cipherKeyFor(purpose), nonce)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      const sealed = Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')
      return `${sealedPrefix(current.keyid)}${sealed}`
    },
    open: (purpose, sealed) => {
      const [version, keyid, body = ''] = sealed.split('.')
      if (version === 'v2') {
        const own = all.find((one) => one.keyid === keyid)
        if (own === undefined) throw new Error(`sealed with the secret ${keyid}, which is not known`)
        return decrypt(own.cipherKeyFor(purpose), body)
      }
      let failure: unknown
      for (const { cipherKeyFor } of all)
        try {
          return decrypt(cipherKeyFor(purpose), sealed)
        } catch (error) {
          failure = error
        }
      throw failure
    },
  }
}

/** The text in the database that only the secret of this installation opens; sealed anew when everything else is. */
const checkPurpose = 'platform.sealed'
const checkText = 'this is the right secret'

/**
 * Secrets of this installation: from the setting `SECRET_KEY`, or in practice mode from a secret generated once and
 * stored in the database. `former` are secrets under which things may still be sealed.
 *
 * @throws InvalidSettingsError no given secret opens what this database was sealed with
 */
export const openSecrets = async (
  db: Db,
  given: string | undefined,
  former: readonly string[] = [],
): Promise<Secrets> => {
  const secrets = secretsFrom(given ?? (await retain(db, 'platform.secret', randomToken())), former)
  const sealed = await retain(db, checkPurpose, secrets.seal(checkPurpose, checkText))
  if (!canOpen(secrets, sealed))
    throw new InvalidSettingsError([
      'SECRET_KEY: is not the one this database was first started with, and what is sealed in it cannot be read: give it the old one, or name the old one in SECRET_KEY_FORMER until everything is sealed anew',
    ])
  return secrets
}

const canOpen = (secrets: Secrets, sealed: string): boolean => {
  try {
    return secrets.open(checkPurpose, sealed) === checkText
  } catch {
    return false
  }
}

/** Seals the check of `openSecrets` anew: from then on a start without the former secrets succeeds. */
export const resealCheck = async (db: Db, secrets: Secrets): Promise<void> => {
  await sql`
    update platform_state set value = ${JSON.stringify(secrets.seal(checkPurpose, checkText))}::jsonb
    where name = ${checkPurpose} and not starts_with(value #>> '{}', ${sealedPrefix(secrets.keyid)})`.execute(
    db,
  )
}

/** A column of a table that holds sealed texts. */
export type SealedColumn = {
  readonly table: string
  /** Columns that name a row. */
  readonly key: readonly string[]
  readonly column: string
  /** The purpose under which the text of a row is sealed. */
  readonly purposeOf: (row: Readonly<Record<string, string>>) => string
}

/** Rows sealed anew before the next are read. */
const pageSize = 200

/**
 * Seals every text of a column anew that is sealed with a former secret, and returns how many. A row that changed in
 * between is left to the next round, so that nothing is overwritten; killed at any statement, the next run goes on.
 */
export const resealColumn = async (
  db: Db,
  secrets: Secrets,
  { table, key, column, purposeOf }: SealedColumn,
): Promise<number> => {
  const keys = sql.join(key.map((name) => sql`${sql.ref(name)}::text as ${sql.id(name)}`))
  let count = 0
  for (;;) {
    const { rows } = await sql<Record<string, string>>`
      select ${keys}, ${sql.ref(column)} as sealed from ${sql.table(table)}
      where ${sql.ref(column)} <> '' and not starts_with(${sql.ref(column)}, ${sealedPrefix(secrets.keyid)})
        and not starts_with(${sql.ref(column)}, '{')
      limit ${pageSize}`.execute(db)
    for (const row of rows) {
      const { sealed = '' } = row
      const purpose = purposeOf(row)
      const own = sql.join(
        key.map((name) => sql`${sql.ref(name)}::text = ${row[name]}`),
        sql` and `,
      )
      const result = await sql`
        update ${sql.table(table)} set ${sql.ref(column)} = ${secrets.seal(purpose, secrets.open(purpose, sealed))}
        where ${own} and ${sql.ref(column)} = ${sealed}`.execute(db)
      count += Number.parseInt((result.numAffectedRows ?? 0n).toString(), 10)
    }
    if (rows.length === 0) return count
  }
}

/** Stores a text under a name unless there is one; returns the stored text. */
const retain = async (db: Db, name: string, text: string): Promise<string> => {
  const { rows } = await sql<{ value: string }>`
    insert into platform_state (name, value) values (${name}, ${JSON.stringify(text)}::jsonb)
    on conflict (name) do update set value = platform_state.value
    returning value #>> '{}' as value
  `.execute(db)
  const [kept] = rows
  if (kept === undefined) throw new Error(`${name} could not be stored`)
  return kept.value
}
