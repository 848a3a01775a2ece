import { canBePassword, normalizePassword } from '@glasshouse/core/identity/rules'
import { hash, verify } from '@node-rs/argon2'

/** Argon2id at 19 MiB and two passes, the least OWASP recommends; about 20 ms on a worker thread. */
const strength = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

let nobodysHash: Promise<string> | null = null

/**
 * Hashes a password for keeping, off the event loop. It takes what was typed and brings it to its one form, as
 * `verifyPassword` does, so that nobody can do one without the other. Throws for a text that no account can have.
 */
export const hashPassword = (password: string): Promise<string> => {
  if (!canBePassword(password)) throw new RangeError('a text that no account can have as its password')
  return hash(normalizePassword(password), strength)
}

/**
 * Tells whether what was typed is the password of a kept hash. Without a hash (an unknown account) it takes the same
 * time and answers false, so that the time tells nobody which accounts exist. A text that no account can have is
 * wrong without being hashed, whoever the account is.
 */
export const verifyPassword = async (kept: string | null, password: string): Promise<boolean> => {
  if (!canBePassword(password)) return false
  nobodysHash ??= hashPassword('the password of nobody')
  const matches = await verify(kept ?? (await nobodysHash), normalizePassword(password))
  return kept !== null && matches
}
