import { domainError } from '@glasshouse/core/errors/registry'
import { isEmail, isPhone, isPhoneOf, normalizeEmail } from '@glasshouse/core/identity/rules'
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import type { Address } from '../../notifications/index.ts'

/** The one form of an e-mail address, or null when the text is none. */
export const readEmail = (raw: string): string | null => (isEmail(raw) ? normalizeEmail(raw) : null)

/**
 * The one form of a phone: digits, country code first, without a trunk zero. Null when the country has no
 * numbers of this length.
 *
 * @example readPhone('4407911123456') // '447911123456'
 */
export const readPhone = (raw: string): string | null => {
  const phone = isPhone(raw) ? withoutTrunkZero(raw) : null
  // A number that would change again has no one form, and no subscriber either.
  return phone !== null && withoutTrunkZero(phone) === phone ? phone : null
}

const withoutTrunkZero = (digits: string): string | null => {
  const parsed = parsePhoneNumberFromString(`+${digits}`)
  return parsed?.isPossible() ? parsed.number.slice(1) : null
}

/** As `readPhone`, for a phone that came with its country's dialling code. */
export const readPhoneOf = (dialCode: string, raw: string): string | null =>
  isPhoneOf(dialCode, raw) ? readPhone(raw) : null

type RawAddress = {
  readonly email?: string | undefined
  readonly phone?: string | undefined
  readonly dialCode?: string | undefined
}

/**
 * The one address that a code is asked for. Refuses 1001 when none or both are given, and when the one given
 * is malformed. Forms send empty fields: they count as absent.
 */
export const readAddress = ({ email = '', phone = '', dialCode = '' }: RawAddress): Address => {
  if ((email === '') === (phone === '')) throw domainError('invalidField', { field: 'email' })
  if (email !== '') {
    const recipient = readEmail(email)
    if (recipient === null) throw domainError('invalidField', { field: 'email' })
    return { channel: 'email', recipient }
  }
  const recipient = dialCode === '' ? readPhone(phone) : readPhoneOf(dialCode, phone)
  if (recipient === null) throw domainError('invalidField', { field: 'phone' })
  return { channel: 'sms', recipient }
}
