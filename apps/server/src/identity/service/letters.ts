import type { Language } from '@glasshouse/core/wire/languages'
import { type SecurityChange, sendSecurityNotice } from '../../notifications/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import type { Clock } from '../../platform/time/index.ts'
import { lockCustomer } from '../store/customers.ts'
import { listOldEmails } from '../store/undo.ts'

/** Who gets the letters about the security of an account. */
export type LetterRecipients = { readonly emails: readonly string[]; readonly lang: Language }

/**
 * The addresses that get the security letters of a customer: the proven e-mail address, and the old ones while their
 * change can be undone. An address that was merely typed in gets none.
 */
export const listLetterRecipients = async (
  tx: Tx,
  uid: number,
  businessMs: number,
): Promise<LetterRecipients> => {
  const customer = await lockCustomer(tx, uid)
  if (customer === undefined) throw new Error(`there is no customer ${uid}`)
  const own = customer.email === null || customer.email_proven_ms === null ? [] : [customer.email]
  const emails = new Set([...own, ...(await listOldEmails(tx, uid, businessMs))])
  return { emails: [...emails], lang: customer.lang }
}

/** Writes the letters about a change of an account's security, in the caller's transaction. */
export const sendSecurityLetters = async (
  tx: Tx,
  clock: Clock,
  uid: number,
  what: SecurityChange,
): Promise<void> => {
  const { emails, lang } = await listLetterRecipients(tx, uid, clock.business())
  for (const email of emails) await sendSecurityNotice(tx, clock.now(), { uid, email, lang }, what)
}
