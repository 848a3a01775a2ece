import type { DataOf } from '@glasshouse/core/calls'
import { domainError } from '@glasshouse/core/errors/registry'
import {
  isCredentialName,
  maxApiKeyAddresses,
  maxApiKeyLifeMs,
  maxApiKeys,
} from '@glasshouse/core/identity/apiKeys'
import type { ApiKeyScope } from '@glasshouse/core/wire/call'
import { postNotice } from '../../customers/notices/index.ts'
import { apiKeyPrefix, type FindApiKey } from '../../platform/apiKeys/index.ts'
import type { Db } from '../../platform/database/index.ts'
import { isNetwork } from '../../platform/network/index.ts'
import { randomToken, type SealedColumn, sha256 } from '../../platform/secrets/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import {
  findApiKeyByHash,
  insertApiKey,
  listApiKeyRows,
  updateApiKeyLastUsed,
  updateApiKeysRemoved,
} from '../store/apiKeys.ts'
import { sendSecurityLetters } from './letters.ts'
import { lockOpenCustomer } from './openCustomer.ts'

type Deps = Pick<Platform, 'clock' | 'database' | 'secrets'>

const purpose = 'identity.apiKey'

/** Where the secrets of API keys are sealed. */
export const sealedApiKeySecrets: SealedColumn = {
  table: 'identity_api_key',
  key: ['id'],
  column: 'secret',
  purposeOf: () => purpose,
}

/** How precisely the last use of a key is known: one write in so many milliseconds, not one per call. */
const lastUsedPrecisionMs = 5 * 60_000

const readAddresses = (text: string): readonly string[] => {
  const addresses = text === '' ? [] : [...new Set(text.split(',').map((one) => one.trim()))]
  if (addresses.length > maxApiKeyAddresses || !addresses.every(isNetwork))
    throw domainError('invalidField', { field: 'addresses' })
  return addresses
}

/** A new API key as its customer wants it. */
type AddApiKeyCommand = {
  readonly name: string
  readonly scopes: readonly ApiKeyScope[]
  /** A comma list of addresses and networks, as typed. */
  readonly addresses?: string | undefined
  /** End of its life, business clock; milliseconds. */
  readonly until: number
}

/**
 * Creates an API key and returns it with the secret that signs its requests, which is shown this once: the key is
 * stored as a hash, the secret sealed, because signatures are computed with it. Letters and open pages report it.
 *
 * @throws invalidField (1001) a malformed name or address
 * @throws outOfRange (2002) an expiry in the past or more than 366 days away
 * @throws tooManyOrders (2005) there are five keys
 */
export const addApiKey = async (
  { clock, database, secrets }: Deps,
  uid: number,
  command: AddApiKeyCommand,
): Promise<DataOf<'/api/user/keyAdd'>> => {
  if (!isCredentialName(command.name)) throw domainError('invalidField', { field: 'name' })
  const addresses = readAddresses(command.addresses ?? '')
  const businessMs = clock.business()
  const latest = businessMs + maxApiKeyLifeMs
  if (command.until <= businessMs || command.until > latest)
    throw domainError('outOfRange', { min: String(businessMs), max: String(latest) })
  const key = apiKeyPrefix + randomToken()
  const secret = randomToken()
  const id = await transact(database.db, async (tx) => {
    await lockOpenCustomer(tx, uid)
    if ((await listApiKeyRows(tx, uid)).length >= maxApiKeys)
      throw domainError('tooManyOrders', { max: maxApiKeys })
    const created = await insertApiKey(tx, {
      uid,
      name: command.name,
      keyHash: sha256(key),
      secret: secrets.seal(purpose, secret),
      scopes: command.scopes,
      addresses,
      createdMs: businessMs,
      expiresMs: command.until,
    })
    await sendSecurityLetters(tx, clock, uid, 'apiKeyAdded')
    const notice = { kind: 'apiKeyAdded', params: { name: command.name } } as const
    await postNotice(tx, clock, uid, notice, String(created))
    return created
  })
  return { id, key, secret }
}

/** The API keys of a customer, newest first; expired ones until they are removed. */
export const listApiKeys = async (db: Db, uid: number): Promise<DataOf<'/api/user/keys'>> =>
  (await listApiKeyRows(db, uid)).map((key) => ({
    id: key.id,
    name: key.name,
    scopes: key.scopes,
    addresses: key.addresses,
    created: key.created_ms,
    until: key.expires_ms,
    lastUsed: key.last_used_ms,
  }))

/** Removes an API key. Throws 1005 for one that is unknown, removed or another customer's. */
export const removeApiKey = async ({ clock, database }: Deps, uid: number, id: number): Promise<void> => {
  if (!(await updateApiKeysRemoved(database.db, uid, id, clock.business()))) throw domainError('notFound')
}

type KeyRow = NonNullable<Awaited<ReturnType<typeof findApiKeyByHash>>>

/** The one check whether a key that exists can be used. Throws 102 once it expired, 103 while its account is locked or closed. */
const assertUsable = (row: KeyRow, businessMs: number): void => {
  const { expires_ms, closed_ms, lock_id, lock_until_ms } = row
  const isLocked = lock_id !== null && (lock_until_ms === null || lock_until_ms > businessMs)
  if (isLocked || closed_ms !== null) throw domainError('sessionRevoked')
  if (expires_ms <= businessMs) throw domainError('unauthenticated')
}

/** Finds API keys for the calls; one indexed read, so that a removal counts at once. */
export const findApiKeyOf =
  ({ clock, database: { db }, secrets }: Deps): FindApiKey =>
  async (key) => {
    const row = await findApiKeyByHash(db, sha256(key))
    if (row === undefined || row.secret === null) return null
    return {
      secret: secrets.open(purpose, row.secret),
      open: async () => {
        const businessMs = clock.business()
        assertUsable(row, businessMs)
        if (businessMs - (row.last_used_ms ?? 0) >= lastUsedPrecisionMs)
          await updateApiKeyLastUsed(db, row.id, businessMs)
        return { id: row.id, uid: row.uid, scopes: row.scopes, addresses: row.addresses }
      },
    }
  }
