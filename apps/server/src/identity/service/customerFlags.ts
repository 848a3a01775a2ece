import type { CustomerFlag } from '@glasshouse/core/staff/wire'
import { deletePasskeys } from '../../access/passkeys/index.ts'
import { runningLock } from '../../customers/locks/index.ts'
import {
  type CustomerRecord,
  findCustomer,
  lockCustomerById,
  provenAddresses,
} from '../../customers/records/index.ts'
import { upsertLetterWord } from '../../notifications/index.ts'
import type { Db, Tx } from '../../platform/database/index.ts'
import type { Clock } from '../../platform/time/index.ts'
import { anonymizeCustomer } from '../store/anonymization.ts'
import { updateCustomer } from '../store/customers.ts'
import { deleteDevices } from '../store/devices.ts'
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
