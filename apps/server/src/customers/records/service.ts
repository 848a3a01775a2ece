import type { Activation } from '@glasshouse/core/ai/rules'
import type { RecipientKind } from '@glasshouse/core/wallets/codec'
import type { Db, Tx } from '../../platform/database/index.ts'
import { readEmail, readPhone } from '../addresses/index.ts'
import { type CustomerRecord, findRecipientRow, type Recipient, updateActivation } from './store.ts'

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

/** The activation of AI ordering as it is kept; what it is at an instant the rules of ai say. */
export const activationOf = ({
  activation_status,
  activation_until_ms,
}: Pick<CustomerRecord, 'activation_status' | 'activation_until_ms'>): Activation => ({
  status: activation_status,
  untilMs: activation_until_ms,
})

/** Keeps another activation of a customer who was locked, in the caller's transaction. */
export const setActivation = async (tx: Tx, uid: number, { status, untilMs }: Activation): Promise<void> => {
  await updateActivation(tx, uid, status, untilMs)
}

/** The proven addresses of a customer: an unproven one may belong to another person. */
export const provenAddresses = (
  person: Pick<CustomerRecord, 'email' | 'phone' | 'email_proven_ms' | 'phone_proven_ms'>,
): readonly string[] => [
  ...(person.email === null || person.email_proven_ms === null ? [] : [person.email]),
  ...(person.phone === null || person.phone_proven_ms === null ? [] : [person.phone]),
]
