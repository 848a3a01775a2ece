import type { Activation } from '@glasshouse/core/ai/rules'
import type { CustomerFlag } from '@glasshouse/core/staff/wire'
import type { Tx } from '../../platform/index.ts'
import { lockCustomer, updateCustomer } from '../store/customers.ts'
import { type Person, selectPerson } from '../store/customerSearch.ts'
import { erasePerson } from '../store/anonymization.ts'
import { endSessionsOf } from '../store/sessions.ts'
import { freeze } from './account.ts'

/** What staff can set on a customer, as the wire names it. */
export type Standing = Readonly<Record<CustomerFlag, number>>

export const standingOf = (person: Person): Standing => ({
  frozen: person.frozen_ms === null ? 0 : 1,
  kycswitch: person.kyc_switch,
  transferswitch: person.transfer_switch,
  creditscore: person.credit_score,
  ib: person.ib,
})

/** The activation of AI ordering as it is kept; what it is at an instant the rules of ai say. */
export const activationOf = ({
  activation_status,
  activation_until_ms,
}: Pick<Person, 'activation_status' | 'activation_until_ms'>): Activation => ({
  status: activation_status,
  untilMs: activation_until_ms,
})

/** Keeps another activation of a customer who was locked, in the caller's transaction. */
export const setActivation = async (tx: Tx, uid: number, { status, untilMs }: Activation): Promise<void> => {
  await updateCustomer(tx, uid, { activation_status: status, activation_until_ms: untilMs })
}

const columnOf = {
  kycswitch: 'kyc_switch',
  transferswitch: 'transfer_switch',
  creditscore: 'credit_score',
  ib: 'ib',
} as const

/**
 * Sets one flag of a customer who was locked, in the caller's transaction, and returns all of them. Freezing
 * ends all sessions.
 */
export const setStanding = async (
  tx: Tx,
  atMs: number,
  uid: number,
  flag: CustomerFlag,
  value: number,
): Promise<Standing> => {
  if (flag === 'frozen') await freeze(tx, atMs, uid, value === 1)
  else await updateCustomer(tx, uid, { [columnOf[flag]]: value })
  const person = await selectPerson(tx, uid)
  if (person === undefined) throw new Error(`there is no customer ${uid}`)
  return standingOf(person)
}

/** A customer, locked until the end of the transaction. */
export const lockPerson = async (tx: Tx, uid: number): Promise<Person | undefined> =>
  (await lockCustomer(tx, uid)) === undefined ? undefined : selectPerson(tx, uid)

/**
 * Closes an account for ever in the caller's transaction: all sessions end (103), nobody can sign in, and what
 * said whose it was is gone. The addresses are free for a new registration. Returns those that were its.
 */
export const eraseCustomer = async (
  tx: Tx,
  uid: number,
  at: { readonly nowMs: number; readonly businessMs: number },
): Promise<readonly string[]> => {
  const person = await lockPerson(tx, uid)
  if (person === undefined) throw new Error(`there is no customer ${uid}`)
  const addresses = [person.email, person.phone].filter((address) => address !== null)
  await endSessionsOf(tx, uid, at.nowMs)
  await erasePerson(tx, uid, addresses, at.businessMs, person.frozen_ms ?? at.nowMs)
  return addresses
}
