/** What a verification code is for: 1 registering, 2 resetting or editing; the `status` of the wire. */
export type CodePurpose = 1 | 2

/** A session runs out this long after login, by the business calendar; milliseconds. */
export const sessionLengthMs = 14 * 86_400_000
/** A verification code is good for this long; milliseconds. */
export const codeLifeMs = 10 * 60_000
/** So often may a verification code be tried, the right try included. */
export const maxCodeAttempts = 5
/** Seconds between two codes to one address for one purpose. */
export const resendWaitSeconds = { 1: 120, 2: 60 } as const satisfies Record<CodePurpose, number>

/** Uid and referral code of the house, the referrer of the first accounts. */
export const platformUid = 10_000

/** An introduction code carries a signed-in customer to another device for this long; milliseconds. */
export const signInCodeTtlMs = 60_000

/** Which passwords may be set: the product's own 6 to 18 characters, or 8 to 64 of anything that is not well known. */
export type PasswordPolicy = 'seed' | 'strong'

const passwordPattern = /^[A-Za-z0-9!@#$%^&*]{6,18}$/
/** Cn: what a character will be equal to is fixed only once Unicode has assigned it. */
const strongPattern = /^[^\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Cs}\p{Zl}\p{Zp}]{8,64}$/u
const usernamePattern = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}._'-]| (?! ))*$/u
const codePattern = /^[0-9]{6}$/
const emailPattern = /^[^\s@<>,;:"\\()[\]\p{Cc}\p{Cf}]+@[^\s@<>,;:"\\()[\]\p{Cc}\p{Cf}]+$/u
const phonePattern = /^[1-9][0-9]{5,14}$/
const telcodePattern = /^[1-9][0-9]{0,3}$/

/** NUL and half a surrogate pair. */
const neverInPasswords = /[\0\p{Cs}]/u

/**
 * The longest text that is looked at as a password, in UTF-16 units: 64 characters in the longest way Unicode has
 * of writing them (six units each), and some more. Longer ones are refused before any work is done on them.
 */
export const longestPasswordText = 512

/**
 * The one form of a password, in which it is judged, hashed and compared. Keyboards send the same accented letter in
 * several ways; without this a password set on one device would be wrong on another. Case is left alone.
 *
 * @example passwordForm('Ｐａｓｓ') // 'Pass': full-width letters are letters
 */
export const normalizePassword = (password: string): string => password.normalize('NFKC')

/**
 * Tells whether a text can be the password of any account at all, whatever the policy when it was set. What cannot
 * need not be hashed to know that it is wrong: nothing, half a surrogate pair, which no two systems write the same,
 * a NUL, and what is longer than `longestPasswordText`.
 *
 * @example canBePassword('') // false
 * @example canBePassword('Demo123!') // true
 */
export const canBePassword = (text: string): boolean =>
  text !== '' && text.length <= longestPasswordText && !neverInPasswords.test(text)

/**
 * Tells whether a password has the form a policy asks for: `seed` is 6 to 18 letters, digits or the symbols
 * !@#$%^&*; `strong` is 8 to 64 characters (code points of its one form) of any script, blanks included, and none
 * that cannot be seen. Whether it is too well known is asked elsewhere, because the list does not belong into a page.
 *
 * @example isPasswordAllowed('Demo123!') // true
 * @example isPasswordAllowed('Demo123!'.repeat(3), 'strong') // true
 */
export const isPasswordAllowed = (password: string, policy: PasswordPolicy = 'seed'): boolean =>
  canBePassword(password) &&
  (policy === 'seed' ? passwordPattern.test(password) : strongPattern.test(normalizePassword(password)))

/** Names that would let a customer speak as the house. */
const houseNames = /^(?:admin|administrator|glasshouse|moderator|official|root|staff|support|system)$/

/**
 * Tells whether a text may be a username: 1 to 32 letters and digits of any script with single blanks, dots,
 * dashes, apostrophes and underscores between them, and not a name that sounds like the house.
 *
 * @example isUsername('Ann O’Neil') // false: only the plain apostrophe
 * @example isUsername("Ann O'Neil") // true
 */
export const isUsername = (text: string): boolean =>
  [...text].length <= 32 &&
  !text.endsWith(' ') &&
  usernamePattern.test(text) &&
  text === text.normalize('NFC') &&
  !houseNames.test(text.normalize('NFKC').toLowerCase())

/** Tells whether a text has the form of a verification code: six ASCII digits. */
export const isVerificationCode = (text: string): boolean => codePattern.test(text)

/**
 * Tells whether a text can be an e-mail address: one @ with something on both sides, no spaces, none of the
 * characters that mean something in a mail header, at most 254 characters.
 */
export const isEmail = (text: string): boolean => text.length <= 254 && emailPattern.test(text)

/** The form in which an e-mail address is kept and compared; letters count as one whatever their case. */
export const normalizeEmail = (email: string): string => email.normalize('NFC').toLowerCase()

/**
 * Tells whether a text has the form of a phone on the wire: 6 to 15 digits without +, country code first.
 *
 * @example isPhone('12025550100') // true
 */
export const isPhone = (text: string): boolean => phonePattern.test(text)

/** Tells whether a text has the form of a country's dialling code: one to four digits without +. */
export const isTelcode = (text: string): boolean => telcodePattern.test(text)

/**
 * Tells whether a phone begins with the dialling code it is said to have and goes on after it.
 *
 * @example isPhoneOf('49', '491711234567') // true
 * @example isPhoneOf('44', '491711234567') // false
 */
export const isPhoneOf = (telcode: string, phone: string): boolean =>
  isTelcode(telcode) && isPhone(phone) && phone.startsWith(telcode) && phone.length > telcode.length

/** Tells whether a text can name a referrer: something, without spaces. */
export const isReferrer = (text: string): boolean => /^\S{1,32}$/.test(text)

/**
 * A phone as strangers may see it: at least half of the digits hidden.
 *
 * @example maskPhone('12025550100') // '12******100'
 */
export const maskPhone = (phone: string): string => {
  const shown = Math.min(7, Math.floor(phone.length / 2))
  const tail = Math.ceil(shown / 2)
  const head = shown - tail
  const hidden = phone.length - shown
  return phone.slice(0, head) + '*'.repeat(hidden) + phone.slice(phone.length - tail)
}

/**
 * An e-mail address as strangers may see it: the first character and the domain; the number of stars does not
 * tell the length.
 *
 * @example maskEmail('alice@example.com') // 'a***@example.com'
 */
export const maskEmail = (email: string): string => {
  const at = email.lastIndexOf('@')
  const [first = ''] = email
  return at < 2 ? `***${email.slice(Math.max(at, 0))}` : `${first}***${email.slice(at)}`
}
