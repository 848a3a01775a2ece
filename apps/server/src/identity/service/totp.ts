import { domainError } from '@glasshouse/core/errors/registry'
import { matchTotpStep, newTotp, type Platform, type SealedColumn, transact } from '../../platform/index.ts'
import { lockCustomer } from '../store/customers.ts'
import { deleteLostFactor } from '../store/lostFactors.ts'
import {
  consumeTotpStep,
  deleteTotp,
  findTotp,
  updateTotpConfirmed,
  upsertPendingTotp,
} from '../store/totp.ts'
import { attemptKey, throttleSecret } from './attempts.ts'
import { sendSecurityLetters } from './letters.ts'
import { createRecoveryCodes, isRecoveryCode, spendRecoveryCode } from './recoveryCodes.ts'

type Deps = Pick<Platform, 'clock' | 'database' | 'secrets'>
type Wrong = Parameters<typeof throttleSecret>[2]

const purposeOf = (uid: number | string): string => `totp ${uid}`

/** Where the secrets of customers’ authenticator apps are sealed. */
export const sealedTotpSecrets: SealedColumn = {
  table: 'identity_totp',
  key: ['uid'],
  column: 'secret',
  purposeOf: ({ uid = '' }) => purposeOf(uid),
}

/** Gives a new secret to put into an authenticator app; nothing is on until its code is confirmed. Refuses 2003 when it is on already. */
export const startTotp = async ({ clock, database, secrets }: Deps, uid: number, email: string) => {
  const made = newTotp(email)
  const sealed = secrets.seal(purposeOf(uid), made.secret)
  if (!(await upsertPendingTotp(database.db, uid, sealed, clock.now()))) throw domainError('invalidState')
  return made
}

/** Tells whether a code of the app is right and counts it: the same code never counts again. */
const countCode = async (
  { clock, database, secrets }: Deps,
  uid: number,
  kept: { readonly secret: string; readonly last_step: number },
  code: string,
): Promise<boolean> => {
  const step = matchTotpStep({ secrets, purpose: purposeOf(uid), sealed: kept.secret }, code, clock.now())
  return step !== null && consumeTotpStep(database.db, uid, kept.secret, step)
}

const checkCode = (
  deps: Deps,
  uid: number,
  kept: { readonly secret: string; readonly last_step: number },
  code: string,
  wrong: Wrong,
): Promise<void> =>
  throttleSecret(deps, attemptKey('totp', String(uid)), wrong, () =>
    isRecoveryCode(code) ? countRecoveryCode(deps, uid, code) : countCode(deps, uid, kept, code),
  )

/** Spends a recovery code and reports it by letter, so that an owner learns of a stolen list. */
const countRecoveryCode = (deps: Deps, uid: number, code: string): Promise<boolean> =>
  transact(deps.database.db, async (tx) => {
    if (!(await spendRecoveryCode(tx, uid, code))) return false
    await sendSecurityLetters(tx, deps.clock, uid, 'recoveryCode')
    return true
  })

const readCode = (code: string | undefined): string => {
  const digits = (code ?? '').replaceAll(' ', '')
  if (!/^\d{6}$/.test(digits)) throw domainError('invalidField', { field: 'code' })
  return digits
}

/**
 * Switches two-step sign-in on with a code of the app and returns ten recovery codes, which are kept nowhere in clear.
 * Refuses 1001, 1004, 1008, and 2003 when nothing was started.
 */
export const enableTotp = async (
  deps: Deps,
  uid: number,
  rawCode: string | undefined,
): Promise<{ readonly recovery: string[] }> => {
  const code = readCode(rawCode)
  const kept = await findTotp(deps.database.db, uid)
  if (kept === undefined || kept.confirmed_ms !== null) throw domainError('invalidState')
  await checkCode(deps, uid, kept, code, { code: 'invalidVerificationCode' })
  return transact(deps.database.db, async (tx) => {
    if (!(await updateTotpConfirmed(tx, uid, kept.secret, deps.clock.now())))
      throw domainError('invalidState')
    await sendSecurityLetters(tx, deps.clock, uid, 'twoStepOn')
    return { recovery: await createRecoveryCodes(tx, uid) }
  })
}

/** Replaces all recovery codes by ten new ones. Refuses 2003 when two-step sign-in is not on. */
export const renewRecoveryCodes = (deps: Deps, uid: number): Promise<{ readonly recovery: string[] }> =>
  transact(deps.database.db, async (tx) => {
    await lockCustomer(tx, uid)
    const kept = await findTotp(tx, uid)
    if (kept === undefined || kept.confirmed_ms === null) throw domainError('invalidState')
    await sendSecurityLetters(tx, deps.clock, uid, 'recoveryCodes')
    return { recovery: await createRecoveryCodes(tx, uid) }
  })

/** Switches two-step sign-in off with a code of the app or a recovery code. Refuses 1001, 1004, 1008, and 2003 when it is not on. */
export const disableTotp = async (deps: Deps, uid: number, rawCode: string | undefined): Promise<void> => {
  const code = isRecoveryCode(rawCode ?? '') ? (rawCode ?? '') : readCode(rawCode)
  const kept = await findTotp(deps.database.db, uid)
  if (kept === undefined || kept.confirmed_ms === null) throw domainError('invalidState')
  await checkCode(deps, uid, kept, code, { code: 'invalidVerificationCode' })
  await transact(deps.database.db, async (tx) => {
    await deleteTotp(tx, uid)
    await deleteLostFactor(tx, uid)
    await sendSecurityLetters(tx, deps.clock, uid, 'twoStepOff')
  })
}

/**
 * The second step of signing in, by a code of the app or a recovery code; nothing for who has none. Refuses 1007 with
 * `otp: true`; only wrong codes count towards the wait (1004), because a page asks without one first to learn that one is needed.
 */
export const verifyTotp = async (deps: Deps, uid: number, otp: string): Promise<void> => {
  const kept = await findTotp(deps.database.db, uid)
  if (kept === undefined || kept.confirmed_ms === null) return
  const wrong: Wrong = { code: 'invalidCredentials', data: { otp: true } }
  if (otp === '') throw domainError(wrong.code, wrong.data)
  await checkCode(deps, uid, kept, otp.replaceAll(' ', ''), wrong)
}
