import { isPasswordAllowed, type PasswordPolicy } from '@glasshouse/core/identity/rules'

/**
 * Whether a text satisfies any password policy. The policy is a server setting, so the page rejects only texts
 * that no policy accepts; the server enforces the rest.
 *
 * @example isPossiblePassword('correct horse battery') // true
 * @example isPossiblePassword('short') // false
 */
export const isPossiblePassword = (text: string): boolean =>
  isPasswordAllowed(text) || isPasswordAllowed(text, 'strong')

/** Default password policy of a mode. */
export const usualPolicy = (practice: boolean): PasswordPolicy => (practice ? 'seed' : 'strong')

/** Message keys for new passwords, by policy. */
export const passwordWords = {
  seed: { limit: 'limit.password', wrong: 'error.passwordFormat' },
  strong: { limit: 'limit.passwordStrong', wrong: 'error.passwordFormatStrong' },
} as const satisfies Readonly<Record<PasswordPolicy, object>>
