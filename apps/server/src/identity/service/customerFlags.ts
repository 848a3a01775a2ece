import type { Activation } from '@glasshouse/core/ai/rules'
import type { CustomerFlag } from '@glasshouse/core/staff/wire'
import { deletePasskeys } from '../../access/passkeys/index.ts'
import { upsertLetterWord } from '../../notifications/index.ts'
import type { Db, Tx } from '../../platform/database/index.ts'
import type { Clock } from '../../platform/time/index.ts'
import { anonymizeCustomer } from '../store/anonymization.ts'
import { type CustomerRecord, findCustomer } from '../store/customerSearch.ts'
import { lockCustomer, updateCustomer } from '../store/customers.ts'
import { deleteDevices } from '../store/devices.ts'
import { runningLock } from './locks.ts'
import { customerKind } from './principal.ts'
import { deleteApp } from './recoveryCodes.ts'
import { endCustomerSessions } from './sessionEnd.ts'

/** What staff can set on a customer, as the wire names it. */
export type CustomerFlags = Readonly<Record<CustomerFlag, number>>

/** The flags that are a switch of the customer's row; a lock has rows of its own. */
export type CustomerSwitch = Exclude<CustomerFlag, 'frozen'>

/** All flags of a customer; `frozen` is 1 while a lock stands, and for a closed account. */
export const findCustomerFlags = async (
  db: Db | Tx,
  clock: Clock,
  person: CustomerRecord,
): Promise<CustomerFlags> => ({
  frozen: person.closed_ms !== null || (await runningLock(db, clock, person.uid)) !== undefined ? 1 : 0,
  kycswitch: person.kyc_switch,
  transferswitch: person.transfer_switch,
  creditscore: person.credit_score,
  ib: person.ib,
})

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
  await updateCustomer(tx, uid, { activation_status: status, activation_until_ms: untilMs })
}

const columnOf = {
  kycswitch: 'kyc_switch',
  transferswitch: 'transfer_switch',
  creditscore: 'credit_score',
  ib: 'ib',
} as const

/** Sets one switch of a customer whose row the caller holds, and returns all flags. */
export const updateCustomerFlags = async (
  tx: Tx,
  clock: Clock,
  uid: number,
  flag: CustomerSwitch,
  value: number,
): Promise<CustomerFlags> => {
  // What a manager set of the label of a broker is kept until it is handed back to the figures (2).
  const broker = value === 2 ? { ib_set: null } : { ib: value, ib_set: value }
  await updateCustomer(tx, uid, flag === 'ib' ? broker : { [columnOf[flag]]: value })
  const person = await findCustomer(tx, uid)
  if (person === undefined) throw new Error(`there is no customer ${uid}`)
  return findCustomerFlags(tx, clock, person)
}

/** A customer, locked until the end of the transaction. */
export const lockCustomerById = async (tx: Tx, uid: number): Promise<CustomerRecord | undefined> =>
  (await lockCustomer(tx, uid)) === undefined ? undefined : findCustomer(tx, uid)

/** The proven addresses of a customer: an unproven one may belong to another person. */
export const provenAddresses = (
  person: Pick<CustomerRecord, 'email' | 'phone' | 'email_proven_ms' | 'phone_proven_ms'>,
): readonly string[] => [
  ...(person.email === null || person.email_proven_ms === null ? [] : [person.email]),
  ...(person.phone === null || person.phone_proven_ms === null ? [] : [person.phone]),
]

/**
 * Closes an account permanently in the caller's transaction: all sessions end (103), sign-in is impossible and
 * personal data is anonymized. The addresses are free for a new registration. Returns those it had proven.
 */
export const closeCustomer = async (
  tx: Tx,
  uid: number,
  at: { readonly nowMs: number; readonly businessMs: number },
): Promise<readonly string[]> => {
  const person = await lockCustomerById(tx, uid)
  if (person === undefined) throw new Error(`there is no customer ${uid}`)
  const addresses = provenAddresses(person)
  await endCustomerSessions(tx, uid, at.nowMs)
  await deleteApp(tx, uid)
  await deletePasskeys(tx, customerKind.tables, uid, null)
  await deleteDevices(tx, uid)
  await upsertLetterWord(tx, uid, null)
  await anonymizeCustomer(tx, uid, addresses, at.businessMs)
  return addresses
}
