import type { Db } from '../../platform/index.ts'
import { type Recipient, selectRecipient } from '../store/recipients.ts'
import { readEmail, readPhone } from './addresses.ts'

/** How somebody else is named: 1 phone with its country code, 2 e-mail, 3 uid; the `accountType` of the wire. */
export type AccountType = 1 | 2 | 3

const uidPattern = /^[1-9][0-9]{0,14}$/

/**
 * The customer somebody means to send money to. Null for a malformed account, an unknown one, a locked one and
 * the house; nobody can tell these apart.
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
      ? selectRecipient(db, 'uid', Number.parseInt(account, 10), businessMs)
      : null
  if (accountType === 2) {
    const email = readEmail(account)
    return email === null ? null : selectRecipient(db, 'email', email, businessMs)
  }
  const phone = readPhone(account)
  return phone === null ? null : selectRecipient(db, 'phone', phone, businessMs)
}
