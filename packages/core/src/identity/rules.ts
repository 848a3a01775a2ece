/** What a verification code is for: 1 registering, 2 resetting or editing, 3 proving an address; the `status` of the wire. */
export type CodePurpose = 1 | 2 | 3

/** Lifetime of a verification code; milliseconds. */
export const codeLifeMs = 10 * 60_000
/** Maximum attempts at a verification code, including the correct one. */
export const maxCodeAttempts = 5
/** Seconds between two codes to one address for one purpose. */
export const resendWaitSeconds = { 1: 120, 2: 60, 3: 60 } as const satisfies Record<CodePurpose, number>

/** How long a session stays confirmed after `/api/user/stepUp`, by the business calendar; milliseconds. */
export const stepUpTtlMs = 10 * 60_000

/** What a link in a letter undoes: a changed address, a request for a lost second factor, or a sign-in. */
export type UndoKind = 'email' | 'phone' | 'lostFactor' | 'signIn'

/** How long a changed address can be undone, and security letters go to the old one too; milliseconds. */
export const addressUndoMs = 72 * 3_600_000

/** How long after a request for a lost second factor it is taken away; milliseconds. */
export const lostFactorDelayMs = 7 * 86_400_000
/** How often a letter reminds of such a request; milliseconds. */
export const lostFactorLetterMs = 86_400_000

/** What pauses sending to others and digital withdrawals of an account. */
export type AccountPauseReason = 'changed_password' | 'changed_address' | 'new_device'

/** How long a change that no second factor confirmed pauses sending and digital withdrawals; milliseconds. */
export const accountPauseMs = 24 * 3_600_000

/** What pauses sending to others and digital withdrawals of an account, and until when (business calendar). */
export type AccountPause = { readonly reason: AccountPauseReason; readonly untilMs: number }

type StoredPause = { readonly pauseUntilMs: number | null; readonly pauseReason: AccountPauseReason | null }

/**
 * The pause of an account that runs at an instant of the business calendar; null when none does.
 *
 * @example runningPause({ pauseUntilMs: 10, pauseReason: 'new_device' }, 9) // { reason: 'new_device', untilMs: 10 }
 */
export const runningPause = (
  { pauseUntilMs, pauseReason }: StoredPause,
  businessMs: number,
): AccountPause | null =>
  pauseUntilMs === null || pauseReason === null || pauseUntilMs <= businessMs
    ? null
    : { reason: pauseReason, untilMs: pauseUntilMs }

/**
 * Whether setting a withdraw password starts a pause: not when a second factor confirmed it, and not for the first one
 * within 24 h of registration, when the account has nothing to protect yet.
 *
 * @example withdrawPasswordPauses({ confirmedBy: 'password', isFirst: true, registeredMs: 0, nowMs: 3_600_000 }) // false
 * @example withdrawPasswordPauses({ confirmedBy: 'password', isFirst: false, registeredMs: 0, nowMs: 3_600_000 }) // true
 */
export const withdrawPasswordPauses = ({
  confirmedBy,
  isFirst,
  registeredMs,
  nowMs,
}: {
  readonly confirmedBy: 'password' | 'secondFactor'
  readonly isFirst: boolean
  readonly registeredMs: number
  readonly nowMs: number
}): boolean => confirmedBy === 'password' && !(isFirst && nowMs < registeredMs + accountPauseMs)

/** Uid and referral code of the platform, the referrer of the first accounts. */
export const platformUid = 10_000

/** Lifetime of a sign-in code, which carries a session to another device; milliseconds. */
export const signInCodeTtlMs = 60_000

/** A one-time ticket opens the push stream within this time; milliseconds of the wall clock. */
export const streamTicketTtlMs = 30_000

/** Which passwords may be set: the product's own 6 to 18 characters, or 8 to 64 of anything that is not well known. */
export type PasswordPolicy = 'seed' | 'strong'

const passwordPattern = /^[A-Za-z0-9!@#$%^&*]{6,18}$/
/** Cn: the normalized form of a code point is fixed only once Unicode has assigned it. */
const strongPattern = /^[^\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Cs}\p{Zl}\p{Zp}]{8,64}$/u
const usernamePattern = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}._'-]| (?! ))*$/u
const codePattern = /^[0-9]{6}$/
const emailPattern = /^[^\s@<>,;:"\\()[\]\p{Cc}\p{Cf}]+@[^\s@<>,;:"\\()[\]\p{Cc}\p{Cf}]+$/u
const phonePattern = /^[1-9][0-9]{5,14}$/
const dialCodePattern = /^[1-9][0-9]{0,3}$/

/** NUL and unpaired surrogates. */
const neverInPasswords = /[\0\p{Cs}]/u

/**
 * Maximum length of a password text in UTF-16 units: 64 characters in the longest form of Unicode (six units each) and
 * a margin. Longer texts are rejected before any work is done on them.
 */
export const maxPasswordText = 512

/**
 * Normalized form of a password, used for validation, hashing and comparison. Keyboards send the same accented letter
 * in several forms; without normalization a password set on one device would fail on another. Case is preserved.
 *
 * @example normalizePassword('Ｐａｓｓ') // 'Pass': full-width letters are letters
 */
export const normalizePassword = (password: string): string => password.normalize('NFKC')

/**
 * Whether a text can be the password of any account, whatever the policy when it was set.
 *
 * Rejected without hashing: an empty text, an unpaired surrogate (encoded differently by different systems), a NUL, and
 * a text longer than `maxPasswordText`.
 *
 * @example canBePassword('') // false
 * @example canBePassword('Demo123!') // true
 */
export const canBePassword = (text: string): boolean =>
  text !== '' && text.length <= maxPasswordText && !neverInPasswords.test(text)

/**
 * Whether a password has the form that a policy requires: `seed` is 6 to 18 letters, digits or the symbols !@#$%^&*;
 * `strong` is 8 to 64 code points of the normalized form in any script, spaces included, without invisible characters.
 *
 * Common passwords are checked separately, because the list is too large for a page.
 *
 * @example isPasswordAllowed('Demo123!') // true
 * @example isPasswordAllowed('Demo123!'.repeat(3), 'strong') // true
 */
export const isPasswordAllowed = (password: string, policy: PasswordPolicy = 'seed'): boolean =>
  canBePassword(password) &&
  (policy === 'seed' ? passwordPattern.test(password) : strongPattern.test(normalizePassword(password)))

/** Names with which a customer could impersonate the platform. */
const houseNames = /^(?:admin|administrator|glasshouse|moderator|official|root|staff|support|system)$/

/**
 * Whether a text can be a username: 1 to 32 letters and digits of any script with single spaces, dots, dashes,
 * apostrophes and underscores between them, and not a name of the platform.
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

const letterWordPattern = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}]| (?! )){1,31}$/u

/**
 * Tells whether a text can be the word of a customer's letters: 2 to 32 letters and digits of any script with single
 * blanks between them. No punctuation, so that it cannot be a link or pretend to be a part of the letter.
 *
 * @example isLetterWord('blue heron 7') // true
 * @example isLetterWord('evil.test') // false
 */
export const isLetterWord = (text: string): boolean =>
  letterWordPattern.test(text) && !text.endsWith(' ') && text === text.normalize('NFC')

/** Tells whether a text has the form of a verification code: six ASCII digits. */
export const isVerificationCode = (text: string): boolean => codePattern.test(text)

/**
 * Tells whether a text has the form of what proves a second factor: the app's six digits or a recovery code, with or
 * without dashes and blanks.
 *
 * @example isSecondFactorCode('1234-5678-9012-3456-7890') // true
 */
export const isSecondFactorCode = (text: string): boolean =>
  /^(?:[0-9]{6}|[0-9]{20})$/.test(text.replaceAll(/[- ]/g, ''))

/**
 * Tells whether a text can be an e-mail address: one @ with something on both sides, no spaces, none of the
 * characters that mean something in a mail header, at most 254 characters.
 */
export const isEmail = (text: string): boolean => text.length <= 254 && emailPattern.test(text)

/** E-mail address in the form in which it is stored and compared; case is ignored. */
export const normalizeEmail = (email: string): string => email.normalize('NFC').toLowerCase()

/**
 * Whether a text has the form of a phone on the wire: 6 to 15 digits without +, country code first.
 *
 * @example isPhone('12025550100') // true
 */
export const isPhone = (text: string): boolean => phonePattern.test(text)

/** Whether a text has the form of a dialling code: one to four digits without +. */
export const isDialCode = (text: string): boolean => dialCodePattern.test(text)

/**
 * Whether a phone begins with the given dialling code and has digits after it.
 *
 * @example isPhoneOf('49', '491711234567') // true
 * @example isPhoneOf('44', '491711234567') // false
 */
export const isPhoneOf = (dialCode: string, phone: string): boolean =>
  isDialCode(dialCode) && isPhone(phone) && phone.startsWith(dialCode) && phone.length > dialCode.length

/** Whether a text can be a referrer: not empty, without spaces. */
export const isReferrer = (text: string): boolean => /^\S{1,32}$/.test(text)

/**
 * Phone with at least half of its digits hidden, for display to others.
 *
 * @example maskPhone('12025550100') // '12******100'
 */
export const maskPhone = (phone: string): string => {
  const visible = Math.min(7, Math.floor(phone.length / 2))
  const tail = Math.ceil(visible / 2)
  const head = visible - tail
  const hidden = phone.length - visible
  return phone.slice(0, head) + '*'.repeat(hidden) + phone.slice(phone.length - tail)
}

/**
 * E-mail address for display to others: the first character and the domain; the number of stars does not reveal the
 * length.
 *
 * @example maskEmail('alice@example.com') // 'a***@example.com'
 */
export const maskEmail = (email: string): string => {
  const at = email.lastIndexOf('@')
  const [first = ''] = email
  return at < 2 ? `***${email.slice(Math.max(at, 0))}` : `${first}***${email.slice(at)}`
}
