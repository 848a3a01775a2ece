/** How many API keys a customer can have at the same time. */
export const maxApiKeys = 5

/** How many passkeys a customer can have at the same time. */
export const maxPasskeys = 10

/** How many addresses and networks an API key can be limited to. */
export const maxApiKeyAddresses = 20

/** How long an API key is good at most; milliseconds of the business calendar. */
export const maxApiKeyLifeMs = 366 * 86_400_000

const namePattern = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} ._-]{0,31}$/u

/**
 * Whether a text can name an API key or a passkey: 1 to 32 letters, digits, blanks and `._-`, no blank at the end.
 *
 * @example isCredentialName('Grid bot 2') // true
 */
export const isCredentialName = (text: string): boolean =>
  namePattern.test(text) && !text.endsWith(' ') && text === text.normalize('NFC')
