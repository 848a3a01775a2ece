import { formatTime } from '@glasshouse/core/calendar/days'
import { domainError } from '@glasshouse/core/errors/registry'
import { identityFieldToWire, type LostFactorCommand } from '@glasshouse/core/identity/codec'
import { lostFactorDelayMs, lostFactorLetterMs } from '@glasshouse/core/identity/rules'
import { deletePasskeys } from '../../access/passkeys/index.ts'
import { verifyPassword } from '../../access/passwords/index.ts'
import { readAddress } from '../../customers/addresses/index.ts'
import { assertNotLocked } from '../../customers/locks/index.ts'
import { queueLinkMessage } from '../../notifications/index.ts'
import type { Db, Tx } from '../../platform/database/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { findLogin, lockCustomer } from '../store/customers.ts'
import {
  deleteLostFactor,
  findLostFactor,
  insertLostFactor,
  listDueLostFactors,
  updateNextLetter,
} from '../store/lostFactors.ts'
import { throttleSignIn } from './attempts.ts'
import { checkCode, consumeCode } from './codes.ts'
import { listLetterRecipients, sendSecurityLetters } from './letters.ts'
import { customerKind } from './principal.ts'
import { deleteApp } from './recoveryCodes.ts'
import { listSecondFactors } from './secondFactor.ts'
import { createUndoLink } from './undo.ts'

type Deps = Pick<Platform, 'settings' | 'clock' | 'database' | 'secrets'>

/** How the number of a document compares with the identity on file; the module kyc knows. */
export type IdentityRecheck = {
  readonly recheckIdentity: (
    db: Db | Tx,
    uid: number,
    documentNumber: string | undefined,
  ) => Promise<'notNeeded' | 'missing' | 'same' | 'different'>
}

/**
 * Asks for the second factors of an account to be taken away, with a proven address, the password and a code
 * (status 2). It is done seven days later; a letter each day says so and holds a link that drops the request. Asked
 * for again it answers the same instant.
 *
 * Where the identity of the account was checked, the number of its document is asked for again: without it 1001, and a
 * wrong one counts like a wrong password.
 *
 * Throws 1001 (with `field`), 1004, 1007 for wrong credentials, 1008, and 2003 where no second factor is on.
 */
export const requestLostFactor = async (
  deps: Deps & IdentityRecheck,
  command: LostFactorCommand,
  ip: string,
): Promise<{ readonly until: number }> => {
  const { clock, database } = deps
  const { captcha, documentNumber } = command
  const to = readAddress(command.kind === 'phone' ? { phone: command.phone } : { email: command.email })
  const by = to.channel === 'email' ? 'email' : 'phone'
  const tried = { account: `${by} ${to.recipient}`, ip, captcha }
  const { uid, identity } = await throttleSignIn(deps, tried, async () => {
    const known = await findLogin(database.db, by, to.recipient)
    const isRight = await verifyPassword(known?.password_hash ?? null, command.password)
    if (known === null || !isRight) return { wrong: 'invalidCredentials' }
    const identity = await deps.recheckIdentity(database.db, known.uid, documentNumber)
    return identity === 'different'
      ? { wrong: 'invalidCredentials' }
      : { right: { uid: known.uid, identity } }
  })
  const atMs = clock.now()
  const right = await checkCode(database.db, atMs, to, 2, command.code)
  if (identity === 'missing')
    throw domainError('invalidField', { field: identityFieldToWire('documentNumber') })
  return transact(database.db, async (tx) => {
    await consumeCode(tx, atMs, right)
    const customer = await lockCustomer(tx, uid)
    if (customer === undefined) throw domainError('sessionRevoked')
    await assertNotLocked(tx, clock, uid)
    if ((await listSecondFactors(tx, uid)).length === 0) throw domainError('invalidState')
    const waiting = await findLostFactor(tx, uid)
    if (waiting !== undefined) return { until: waiting.until_ms }
    const requestedMs = clock.business()
    const untilMs = requestedMs + lostFactorDelayMs
    await insertLostFactor(tx, { uid, requestedMs, untilMs, nextLetterMs: requestedMs + lostFactorLetterMs })
    await sendLostFactorLetters(deps, tx, uid, untilMs)
    return { until: untilMs }
  })
}

/** Each letter holds a link of its own, good until the request ends. */
const sendLostFactorLetters = async (deps: Deps, tx: Tx, uid: number, untilMs: number): Promise<void> => {
  const { clock } = deps
  const businessMs = clock.business()
  const customer = await lockCustomer(tx, uid)
  const { emails, lang } = await listLetterRecipients(tx, uid, businessMs)
  const phones = customer?.phone == null || customer.phone_proven_ms === null ? [] : [customer.phone]
  const addresses = [
    ...emails.map((recipient) => ({ channel: 'email' as const, recipient })),
    ...phones.map((recipient) => ({ channel: 'sms' as const, recipient })),
  ]
  for (const to of addresses) {
    const lifeMs = untilMs - businessMs
    const link = await createUndoLink(deps, tx, { uid, kind: 'lostFactor', oldAddress: null, lifeMs })
    await queueLinkMessage(deps, tx, clock.now(), uid, to, lang, 'lostFactor', {
      until: formatTime(untilMs),
      link,
    })
  }
}

/**
 * Writes the daily letters of the requests that wait, and takes the second factors away of those whose seven days are
 * over; runs by the business calendar. A request that fails is logged and holds no other. Returns how many it dealt with.
 */
export const runLostFactors = async (deps: Deps & Pick<Platform, 'log'>): Promise<number> => {
  const { clock, database, log } = deps
  const due = await listDueLostFactors(database.db, clock.business())
  let advanced = 0
  for (const uid of due)
    try {
      await transact(database.db, (tx) => advanceLostFactor(deps, tx, uid))
      advanced += 1
    } catch (err) {
      log.error({ err, uid }, 'a request for lost factors failed, the next run tries it again')
    }
  return advanced
}

const advanceLostFactor = async (deps: Deps, tx: Tx, uid: number): Promise<void> => {
  const businessMs = deps.clock.business()
  await lockCustomer(tx, uid)
  const waiting = await findLostFactor(tx, uid)
  if (waiting === undefined) return
  if (waiting.until_ms > businessMs) {
    if (waiting.next_letter_ms > businessMs) return
    // A run that is late writes one letter for the days it missed.
    await sendLostFactorLetters(deps, tx, uid, waiting.until_ms)
    const missed = Math.floor((businessMs - waiting.next_letter_ms) / lostFactorLetterMs)
    return updateNextLetter(tx, uid, waiting.next_letter_ms + (missed + 1) * lostFactorLetterMs)
  }
  await deleteLostFactor(tx, uid, businessMs)
  if ((await listSecondFactors(tx, uid)).length === 0) return
  await deleteApp(tx, uid)
  await deletePasskeys(tx, customerKind.tables, uid, null)
  await sendSecurityLetters(tx, deps.clock, uid, 'twoStepOff')
}
