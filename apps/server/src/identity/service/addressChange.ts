import { formatTime } from '@glasshouse/core/calendar/days'
import { dayMs } from '@glasshouse/core/calendar/durations'
import { domainError } from '@glasshouse/core/errors/registry'
import { identityFieldToWire, type ProveAddressCommand } from '@glasshouse/core/identity/codec'
import { maskEmail, maskPhone } from '@glasshouse/core/identity/rules'
import { attemptKey, incrementAttempts, listAttempts, tooManyAttempts } from '../../access/attempts/index.ts'
import { type Address, queueLinkMessage } from '../../notifications/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import {
  type AddressKind,
  type CustomerChange,
  isAddressTaken,
  type lockCustomer,
  selectProfile,
  updateCustomer,
} from '../store/customers.ts'
import { checkCode, consumeCode, type VerifiedCode } from './codes.ts'
import { sendSecurityLetters } from './letters.ts'
import { startPause } from './pause.ts'
import { createAddressUndoLink } from './undo.ts'

type Deps = Pick<Platform, 'settings' | 'clock' | 'database' | 'secrets'>

/** New addresses per customer and day, taken ones included, so that registered addresses cannot be enumerated. */
const addressesADay = 5

/** An address a customer wants instead of the one on file, in its one form. */
export type WantedAddress = { readonly kind: AddressKind; readonly address: string }

const addressOf = ({ kind, address }: WantedAddress): Address => ({
  channel: kind === 'email' ? 'email' : 'sms',
  recipient: address,
})

/**
 * Proves an address of a signed-in customer with a code that was sent to it (status 3). Who proves it first has it.
 * Throws 1001 (with `field`), 1008, 1009 (with `field`) and 2003 where it is proven already.
 */
export const proveAddress = async (
  deps: Deps,
  uid: number,
  { kind, code: typed }: ProveAddressCommand,
): Promise<void> => {
  const { clock, database } = deps
  const profile = await selectProfile(database.db, uid)
  const address = profile?.[kind]
  if (profile === undefined || address == null)
    throw domainError('invalidField', { field: identityFieldToWire('kind') })
  if (profile[`${kind}_proven_ms`] !== null) throw domainError('invalidState')
  const atMs = clock.now()
  const code = await checkCode(database.db, atMs, addressOf({ kind, address }), 3, typed)
  await transact(database.db, async (tx) => {
    await consumeCode(tx, atMs, code)
    await saveProven(deps, tx, uid, { kind, address }, {})
  })
}

const saveProven = async (
  { clock }: Deps,
  tx: Tx,
  uid: number,
  { kind, address }: WantedAddress,
  more: CustomerChange,
): Promise<void> => {
  const businessMs = clock.business()
  const change =
    kind === 'email'
      ? { ...more, email: address, email_proven_ms: businessMs }
      : { ...more, phone: address, phone_proven_ms: businessMs }
  const isTaken = await isAddressTaken(tx, kind, address, uid, businessMs)
  if (isTaken || !(await updateCustomer(tx, uid, change))) throw domainError('alreadyTaken', { field: kind })
}

/** Counts a wish for another address, whether or not it can be had. Throws 1004 after five in a day. */
export const countAddress = async (
  { clock, database }: Pick<Deps, 'clock' | 'database'>,
  uid: number,
): Promise<void> => {
  const key = attemptKey('newAddress', String(uid))
  const [tried] = await listAttempts(database.db, clock.now(), [key])
  if (tried !== undefined && tried.count >= addressesADay)
    throw tooManyAttempts(tried.startedMs + dayMs - clock.now())
  await incrementAttempts(database.db, clock.now(), [{ key, windowMs: dayMs }])
}

type LockedCustomer = NonNullable<Awaited<ReturnType<typeof lockCustomer>>>

/**
 * Puts a new, proven address in the place of the one on file, in the caller's transaction. Where the old one was proven
 * it is told, with a link that undoes the change within 72 h; without a second factor a pause of 24 h begins.
 * Throws 1008 and 1009 (with `field`).
 */
export const changeAddress = async (
  deps: Deps,
  tx: Tx,
  customer: LockedCustomer,
  wanted: WantedAddress & { readonly code: VerifiedCode },
  confirmedBy: 'password' | 'secondFactor',
): Promise<void> => {
  const { clock } = deps
  const { uid, lang } = customer
  const { kind, address } = wanted
  const businessMs = clock.business()
  await consumeCode(tx, clock.now(), wanted.code)
  await saveProven(deps, tx, uid, wanted, kind === 'email' ? { email_changed_ms: businessMs } : {})
  const old = customer[kind]
  if (old !== null && customer[`${kind}_proven_ms`] !== null) {
    const link = await createAddressUndoLink(deps, tx, uid, kind, old)
    const masked = kind === 'email' ? maskEmail(address) : maskPhone(address)
    const values = { address: masked, time: formatTime(clock.now()), link }
    await queueLinkMessage(
      deps,
      tx,
      clock.now(),
      uid,
      addressOf({ kind, address: old }),
      lang,
      'addressChanged',
      values,
    )
  }
  await sendSecurityLetters(tx, clock, uid, kind)
  if (confirmedBy === 'password') await startPause(tx, uid, businessMs, 'changed_address')
}

/** Tries the code that was sent to a wanted address. Throws 1001 where it is lacking, and 1008. */
export const checkAddressCode = (
  { clock, database }: Pick<Deps, 'clock' | 'database'>,
  wanted: WantedAddress,
  code: string | undefined,
): Promise<VerifiedCode> => checkCode(database.db, clock.now(), addressOf(wanted), 3, code ?? '')
