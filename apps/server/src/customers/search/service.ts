import { normalizeEmail } from '@glasshouse/core/identity/rules'

/** What a search text of staff can mean; null for what it cannot. */
export type CustomerSearch = {
  readonly uid: number | null
  /** A phone or its beginning, digits only. */
  readonly phone: string | null
  /** An e-mail address or its beginning, in lower case. */
  readonly email: string | null
}

/**
 * Reads what staff type to find a customer.
 *
 * @example readSearch('+1 (202) 555-0100') // { uid: 12025550100, phone: '12025550100', email: null }
 */
export const parseCustomerSearch = (raw: string): CustomerSearch => {
  const text = raw.trim()
  const digits = text.replace(/^\+|[\s()-]/g, '')
  const isDigits = /^\d{1,15}$/.test(digits)
  return {
    uid: isDigits && !digits.startsWith('0') ? Number.parseInt(digits, 10) : null,
    phone: isDigits ? digits : null,
    email: !isDigits && /^\S{2,254}$/.test(text) ? normalizeEmail(text) : null,
  }
}
