import { isPasswordAllowed, type PasswordPolicy } from '@glasshouse/core/identity/rules'

/**
 * Whether some house might take a text as a password. Which policy a house follows is its own setting, so a
 * page turns away only what none of them allows; the server says the rest.
 *
 * @example mayBePassword('correct horse battery') // true
 * @example mayBePassword('short') // false
 */
export const mayBePassword = (text: string): boolean =>
  isPasswordAllowed(text) || isPasswordAllowed(text, 'strong')

/** The policy of a house that has set none of its own. */
export const usualPolicy = (practice: boolean): PasswordPolicy => (practice ? 'seed' : 'strong')

/** The words about new passwords, by policy. */
export const passwordWords = {
  seed: { limit: 'limit.password', wrong: 'error.passwordFormat' },
  strong: { limit: 'limit.passwordStrong', wrong: 'error.passwordFormatStrong' },
} as const satisfies Readonly<Record<PasswordPolicy, object>>
