import type { Db } from '../../platform/index.ts'
import { findRecipientRow, type Recipient } from '../store/recipients.ts'
import { readEmail, readPhone } from './addresses.ts'

/** How a recipient is identified: 1 phone with its country code, 2 e-mail, 3 uid; the `accountType` of the wire. */
export type AccountType = 1 | 2 | 3

const uidPattern = /^[1-9][0-9]{0,14}$/

/**
 * Finds the recipient of an internal transfer. Null for a malformed, unknown or locked account and for the
 * platform's own; callers cannot distinguish these.
 */
export const findRecipient = async (
  db: Db,
  accountType: AccountType,
  rawAccount: string,
  businessMs: number,
): Promise<Recipient | null> => {
  const account = rawAccount.trim()
  if (accountType === 3)
    return uidPattern.test(account)
      ? findRecipientRow(db, 'uid', Number.parseInt(account, 10), businessMs)
      : null
  if (accountType === 2) {
    const email = readEmail(account)
    return email === null ? null : findRecipientRow(db, 'email', email, businessMs)
  }
  const phone = readPhone(account)
  return phone === null ? null : findRecipientRow(db, 'phone', phone, businessMs)
}
