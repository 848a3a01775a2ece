import { hash, verify } from '@node-rs/argon2'

/** Argon2id at 19 MiB and two passes, the least OWASP recommends; about 20 ms on a worker thread. */
const strength = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

let nobodysHash: Promise<string> | null = null

/** Hashes a password for keeping, off the event loop. */
export const hashPassword = (password: string): Promise<string> => hash(password, strength)

/**
 * Tells whether a password belongs to a kept hash. Without a hash (an unknown account) it takes the same time
 * and answers false, so that the time tells nobody which accounts exist.
 */
export const verifyPassword = async (kept: string | null, password: string): Promise<boolean> => {
  nobodysHash ??= hashPassword('the password of nobody')
  const matches = await verify(kept ?? (await nobodysHash), password)
  return kept !== null && matches
}
