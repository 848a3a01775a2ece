import { domainError } from '@glasshouse/core/errors/registry'
import {
  type IdentityField,
  identityFieldToWire,
  type RegisterCommand,
} from '@glasshouse/core/identity/codec'
import { isDialCode, isReferrer } from '@glasshouse/core/identity/rules'
import type { Language } from '@glasshouse/core/wire/languages'
import { assertPasswordAllowed, hashPassword } from '../../access/passwords/index.ts'
import { readEmail, readPhoneOf } from '../../customers/addresses/index.ts'
import type { Db, Tx } from '../../platform/database/index.ts'
import { publishEvents } from '../../platform/events/index.ts'
import { randomDigits } from '../../platform/secrets/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { passwordPolicyOf, type Settings } from '../../platform/settings/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { customerRegistered } from '../events.ts'
import { type AddressKind, findReferrerUid, insertCustomer, isAddressTaken } from '../store/customers.ts'
import { checkCode, consumeCode } from './codes.ts'

type Deps = Pick<Platform, 'settings' | 'clock' | 'database'>

/**
 * Registers a customer: fields, referrer, code, and only then whether the addresses are free. The one the code went
 * to is proven by it; the other one is merely typed in. A code is spent only by a registration that succeeds.
 *
 * Refuses 1001 (with `field`), 1008, 1009 (with `field`).
 */
export const register = async (
  { settings, clock, database }: Deps,
  command: RegisterCommand,
  lang: Language,
): Promise<{ uid: number }> => {
  const { email, phone } = await readFields(settings, command)
  const referrerUid = await findReferrer(database.db, command.referrer)
  const { kind } = command
  const to =
    kind === 'phone'
      ? ({ channel: 'sms', recipient: phone } as const)
      : ({ channel: 'email', recipient: email } as const)
  const atMs = clock.now()
  const code = await checkCode(database.db, atMs, to, 1, command.code)
  const passwordHash = await hashPassword(command.password)
  return transact(database.db, async (tx) => {
    await consumeCode(tx, atMs, code)
    const registeredMs = clock.business()
    const proven: readonly AddressKind[] = [kind]
    const newcomer = { email, phone, passwordHash, referrerUid, lang, registeredMs, proven }
    return { uid: await createCustomer(tx, newcomer) }
  })
}

/** Refuses `notAllowed` with `field` a dialling code whose countries are not offered at registration. */
export const assertCountrySupported = async (
  { isOffered }: { readonly isOffered: (dialCode: string) => Promise<boolean> },
  dialCode: string,
): Promise<void> => {
  if (isDialCode(dialCode) && !(await isOffered(dialCode)))
    throw domainError('notAllowed', { field: identityFieldToWire('dialCode') })
}

const malformed = (field: IdentityField) => domainError('invalidField', { field: identityFieldToWire(field) })

const readFields = async (
  settings: Settings,
  command: RegisterCommand,
): Promise<{ email: string; phone: string }> => {
  const email = readEmail(command.email)
  if (email === null) throw malformed('email')
  if (!isDialCode(command.dialCode)) throw malformed('dialCode')
  const phone = readPhoneOf(command.dialCode, command.phone)
  if (phone === null) throw malformed('phone')
  await assertPasswordAllowed(
    settings,
    passwordPolicyOf(settings),
    command.password,
    identityFieldToWire('password'),
  )
  return { email, phone }
}

const uidPattern = /^[1-9][0-9]{0,14}$/

const findReferrer = async (db: Db, referrer: string): Promise<number> => {
  if (!isReferrer(referrer)) throw malformed('referrer')
  const uid = uidPattern.test(referrer) ? Number.parseInt(referrer, 10) : null
  const found = await findReferrerUid(db, uid, referrer.toUpperCase())
  if (found === null) throw malformed('referrer')
  return found
}

type NewCustomerInput = {
  readonly email: string
  readonly phone: string
  readonly passwordHash: string
  readonly referrerUid: number
  readonly lang: Language
  readonly registeredMs: number
  /** The addresses that count from now on. */
  readonly proven: readonly AddressKind[]
  /** `user` and the uid where it is left out. */
  readonly username?: string
}

/** A letter, then eight digits and letters: never the form of a uid. */
const newActivationCode = (): string =>
  `G${BigInt(randomDigits(12)).toString(36).padStart(8, '0').toUpperCase()}`

/** Adds a customer in the caller's transaction, announces it and returns the uid. Refuses 1009 with `field`. */
export const createCustomer = async (tx: Tx, newcomer: NewCustomerInput): Promise<number> => {
  for (const kind of ['email', 'phone'] as const)
    if (await isAddressTaken(tx, kind, newcomer[kind], null, newcomer.registeredMs))
      throw domainError('alreadyTaken', { field: kind })
  const uid = await insertCustomer(tx, { ...newcomer, activationCode: newActivationCode() })
  // A concurrent registration proved one of the addresses first.
  if (uid === null) throw domainError('alreadyTaken', { field: newcomer.proven[0] ?? 'email' })
  await publishEvents(
    tx,
    [customerRegistered({ uid, referrerUid: newcomer.referrerUid })],
    newcomer.registeredMs,
  )
  return uid
}
