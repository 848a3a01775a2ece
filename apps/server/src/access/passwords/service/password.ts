import { canBePassword, normalizePassword } from '@glasshouse/core/identity/rules'
import { hash, verify } from '@node-rs/argon2'

/** Argon2id at 19 MiB and two passes, the OWASP minimum; about 20 ms on a worker thread. */
const strength = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

let nobodysHash: Promise<string> | null = null

/**
 * Hashes a password off the event loop. Normalizes it like `verifyPassword`. Throws for a text that no account can
 * have.
 */
export const hashPassword = (password: string): Promise<string> => {
  if (!canBePassword(password)) throw new RangeError('a text that no account can have as its password')
  return hash(normalizePassword(password), strength)
}

/**
 * Whether a typed password matches a stored hash.
 *
 * Without a hash (an unknown account) it takes the same time and returns false, so that timing does not reveal which
 * accounts exist. A text that no account can have is rejected without hashing.
 */
export const verifyPassword = async (kept: string | null, password: string): Promise<boolean> => {
  if (!canBePassword(password)) return false
  nobodysHash ??= hashPassword('the password of nobody')
  const matches = await verify(kept ?? (await nobodysHash), normalizePassword(password))
  return kept !== null && matches
}
