import { domainError } from '@glasshouse/core/errors/registry'
import type { ApiKeyScope } from '@glasshouse/core/wire/call'

/** An API key that can be used. */
export type ApiKey = {
  readonly id: number
  readonly uid: number
  readonly scopes: readonly ApiKeyScope[]
  /** Addresses and networks it may be used from; empty for all. */
  readonly addresses: readonly string[]
}

/** Finds an API key: the secret its requests are signed with, and the check whether it can be used now. */
export type FindApiKey = (key: string) => Promise<{
  readonly secret: string
  /**
   * Returns the key if it can be used and notes the use.
   *
   * @throws unauthenticated (102) it expired
   * @throws sessionRevoked (103) the account is locked or closed
   */
  readonly open: () => Promise<ApiKey>
} | null>

/** Distinguishes API keys from session tokens, which have 43 characters, without a query. */
const apiKeyPattern = /^gk_[A-Za-z0-9_-]{43}$/

/** Prefix of every API key. */
export const apiKeyPrefix = 'gk_'

/** Whether a text has the form of an API key rather than that of a session token. */
const isApiKey = (token: string | null): token is string => token !== null && apiKeyPattern.test(token)

/** Finds what signs a request with an API key; null for a session or a visitor. Throws 102 for an unknown or removed key. */
export const requireApiKey = async (find: FindApiKey, token: string | null) => {
  if (!isApiKey(token)) return null
  const found = await find(token)
  if (found === null) throw domainError('unauthenticated')
  return found
}
