import { domainError } from '@glasshouse/core/errors/registry'
import {
  type AddressKind,
  identityFieldToWire,
  type ResetPasswordCommand,
  type SetWithdrawPasswordCommand,
} from '@glasshouse/core/identity/codec'
import { withdrawPasswordPauses } from '@glasshouse/core/identity/rules'
import { attemptKey, deleteAttempts } from '../../access/attempts/index.ts'
import { assertPasswordAllowed, hashPassword, verifyPassword } from '../../access/passwords/index.ts'
import { readAddress } from '../../customers/addresses/index.ts'
import type { Address } from '../../notifications/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { passwordPolicyOf } from '../../platform/settings/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import {
  findLogin,
  findSecurity,
  findWithdrawHash,
  lockCustomer,
  selectProfile,
  updateCustomer,
} from '../store/customers.ts'
import { throttleSecret } from './attempts.ts'
import { checkCode, consumeCode, type VerifiedCode } from './codes.ts'
import { sendSecurityLetters } from './letters.ts'
import { lockOpenCustomer } from './openCustomer.ts'
import { startPause } from './pause.ts'
import { endCustomerSessions } from './sessionEnd.ts'

type Deps = Pick<Platform, 'settings' | 'clock' | 'database'>

/**
 * Sets a new password with a code that was sent to the account's proven phone or e-mail, ends all its sessions, pauses
 * sending and digital withdrawals for 24 h and tells the customer by mail. Refuses 1001 (with `field`) and 1008, the latter for unknown accounts too.
 */
export const resetPassword = async (deps: Deps, command: ResetPasswordCommand): Promise<void> => {
  const { db } = deps.database
  const { kind, password } = command
  const to = readAddress({
    ...(kind === 'phone' ? {} : { email: command.email }),
    ...(kind === 'email' ? {} : { phone: command.phone }),
  })
  await assertAllowed(deps, password, 'password')
  const atMs = deps.clock.now()
  const code = await checkCode(db, atMs, to, 2, command.code)
  const passwordHash = await hashPassword(password)
  await transact(db, async (tx) => {
    await consumeCode(tx, atMs, code)
    const found = await findLogin(tx, to.channel === 'email' ? 'email' : 'phone', to.recipient)
    const customer = found === null ? undefined : await lockCustomer(tx, found.uid)
    if (customer === undefined) throw domainError('invalidVerificationCode')
    const passwordChangedMs = deps.clock.business()
    await updateCustomer(tx, customer.uid, {
      password_hash: passwordHash,
      password_changed_ms: passwordChangedMs,
    })
    await endCustomerSessions(tx, customer.uid, atMs)
    await startPause(tx, customer.uid, passwordChangedMs, 'changed_password')
    await sendSecurityLetters(tx, deps.clock, customer.uid, 'password')
  })
}

const assertAllowed = (
  { settings }: Pick<Deps, 'settings'>,
  password: string,
  field: 'password' | 'withdrawPassword',
): Promise<void> =>
  assertPasswordAllowed(settings, passwordPolicyOf(settings), password, identityFieldToWire(field))

/** An e-mail address younger than this carries no code for the withdraw password; milliseconds. */
const youngAddressMs = 24 * 3_600_000

/**
 * Sets the withdraw password: the first one as it is, every later one with a code sent to the customer's own
 * proven phone or e-mail. What the password alone confirmed pauses sending and digital withdrawals
 * for 24 h, but for the first one of a new account. Refuses 1001 (with `field`), 1008, and for a day after the e-mail address
 * was changed 2003 (with `until`) for a code by e-mail: a stolen session must not reach the
 * money by first setting another address.
 */
export const setWithdrawPassword = async (
  deps: Deps,
  uid: number,
  command: SetWithdrawPasswordCommand,
  confirmedBy: 'password' | 'secondFactor',
): Promise<void> => {
  const { db } = deps.database
  await assertAllowed(deps, command.password, 'withdrawPassword')
  const isFirst = (await findWithdrawHash(db, uid)) === null
  const atMs = deps.clock.now()
  const code = isFirst
    ? null
    : await checkCode(db, atMs, await ownAddress(deps, uid, command.kind), 2, command.code ?? '')
  const withdrawHash = await hashPassword(command.password)
  await transact(db, async (tx) => {
    const customer = await lockOpenCustomer(tx, uid)
    await allowSecond(code, customer.withdraw_password_hash)
    if (code !== null) await consumeCode(tx, atMs, code)
    await updateCustomer(tx, uid, {
      withdraw_password_hash: withdrawHash,
      ...(isFirst ? {} : { withdraw_password_changed_ms: deps.clock.business() }),
    })
    await deleteAttempts(tx, withdrawTries(uid))
    const nowMs = deps.clock.business()
    const pauses = withdrawPasswordPauses({
      confirmedBy,
      isFirst,
      registeredMs: customer.registered_ms,
      nowMs,
    })
    if (pauses) await startPause(tx, uid, nowMs, 'changed_password')
    await sendSecurityLetters(tx, deps.clock, uid, 'withdrawPassword')
  })
}

const malformed = (field: 'kind' | 'code') =>
  domainError('invalidField', { field: identityFieldToWire(field) })

/** A concurrent request set the first one: now a code is needed. */
const allowSecond = async (code: VerifiedCode | null, keptHash: string | null): Promise<void> => {
  if (code === null && keptHash !== null) throw malformed('code')
}

const ownAddress = async (
  { clock, database: { db } }: Deps,
  uid: number,
  kind: AddressKind | null,
): Promise<Address> => {
  if (kind === null) throw malformed('kind')
  const [profile, security] = await Promise.all([selectProfile(db, uid), findSecurity(db, uid)])
  const isProven = profile?.[`${kind}_proven_ms`] != null
  const recipient = isProven ? profile[kind] : null
  if (recipient == null) throw malformed('kind')
  const changedMs = security?.emailChangedMs ?? null
  const until = changedMs === null ? 0 : changedMs + youngAddressMs
  if (kind === 'email' && clock.business() < until) throw domainError('invalidState', { until })
  return { channel: kind === 'phone' ? 'sms' : 'email', recipient }
}

const withdrawTries = (uid: number): string => attemptKey('withdrawPassword', String(uid))

/**
 * Checks the withdraw password of a customer before money leaves; call it before the transaction that moves
 * the money. Refuses 2003 when none is set, 1007 for a wrong one, and after five wrong ones 1004 for a growing
 * wait. Right ones never count, however many at once.
 */
export const verifyWithdrawPassword = async (
  deps: Pick<Platform, 'clock' | 'database'>,
  uid: number,
  password: string,
): Promise<void> => {
  const hash = await findWithdrawHash(deps.database.db, uid)
  if (hash === null) throw domainError('invalidState', { reason: 'noWithdrawPassword' })
  await throttleSecret(deps, withdrawTries(uid), { code: 'invalidCredentials' }, () =>
    verifyPassword(hash, password),
  )
}

/** Tells whether a text is the customer's sign-in password; wrong ones count and make wait (1004). */
export const verifySignInPassword = async (
  deps: Pick<Platform, 'clock' | 'database'>,
  uid: number,
  password: string,
): Promise<void> => {
  const customer = await transact(deps.database.db, (tx) => lockCustomer(tx, uid))
  await throttleSecret(deps, attemptKey('ownPassword', String(uid)), { code: 'invalidCredentials' }, () =>
    verifyPassword(customer?.password_hash ?? null, password),
  )
}
