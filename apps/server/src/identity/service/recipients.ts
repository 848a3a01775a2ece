import type { RecipientKind } from '@glasshouse/core/wallets/codec'
import type { Db } from '../../platform/database/index.ts'
import { findRecipientRow, type Recipient } from '../store/recipients.ts'
import { readEmail, readPhone } from './addresses.ts'

const uidPattern = /^[1-9][0-9]{0,14}$/

/**
 * Finds the recipient of an internal transfer. Null for a malformed, unknown or locked account and for the
 * platform's own; callers cannot distinguish these.
 */
export const findRecipient = async (
  db: Db,
  kind: RecipientKind,
  rawAccount: string,
  businessMs: number,
): Promise<Recipient | null> => {
  const account = rawAccount.trim()
  if (kind === 'uid')
    return uidPattern.test(account)
      ? findRecipientRow(db, 'uid', Number.parseInt(account, 10), businessMs)
      : null
  if (kind === 'email') {
    const email = readEmail(account)
    return email === null ? null : findRecipientRow(db, 'email', email, businessMs)
  }
  const phone = readPhone(account)
  return phone === null ? null : findRecipientRow(db, 'phone', phone, businessMs)
}
