import type { CustomerFlagChange, CustomerFlags } from '@glasshouse/core/staff/customers/codec'
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
import { type CustomerChange, updateCustomer } from '../store/customers.ts'
import { deleteDevices } from '../store/devices.ts'
import { customerKind } from './principal.ts'
import { deleteApp } from './recoveryCodes.ts'
import { endCustomerSessions } from './sessionEnd.ts'

/** Change of a flag that stands in the customer's row; a lock has rows of its own. */
export type CustomerRowChange = Exclude<CustomerFlagChange, { readonly flag: 'isLocked' }>

/** All flags of a customer; `isLocked` while a lock stands, and for a closed account. */
export const findCustomerFlags = async (
  db: Db | Tx,
  clock: Clock,
  person: CustomerRecord,
): Promise<CustomerFlags> => ({
  isLocked: person.closed_ms !== null || (await runningLock(db, clock, person.uid)) !== undefined,
  hidesIdentityCheck: person.kyc_switch === 1,
  canSendToOthers: person.transfer_switch === 2,
  creditScore: person.credit_score,
  isIntroducingBroker: person.ib === 1,
})

const columnsOf = (change: CustomerRowChange): CustomerChange => {
  switch (change.flag) {
    case 'hidesIdentityCheck':
      return { kyc_switch: change.value ? 1 : 0 }
    case 'canSendToOthers':
      return { transfer_switch: change.value ? 2 : 1 }
    case 'creditScore':
      return { credit_score: change.value }
    case 'isIntroducingBroker':
      // What a manager set of the label of a broker is kept until it is handed back to the figures.
      return change.value === null
        ? { ib_set: null }
        : { ib: change.value ? 1 : 0, ib_set: change.value ? 1 : 0 }
  }
}

/** Sets one flag of a customer whose row the caller holds, and returns all flags. */
export const updateCustomerFlags = async (
  tx: Tx,
  clock: Clock,
  uid: number,
  change: CustomerRowChange,
): Promise<CustomerFlags> => {
  await updateCustomer(tx, uid, columnsOf(change))
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
