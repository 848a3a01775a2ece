import { domainError } from '@glasshouse/core/errors/registry'
import { attemptKey } from '../../access/attempts/index.ts'
import {
  consumeTotpCode,
  createTotp,
  findConfirmedTotp,
  findTotp,
  type StoredTotp,
  updateTotpConfirmed,
} from '../../access/totp/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { lockCustomer } from '../store/customers.ts'
import { deleteLostFactor } from '../store/lostFactors.ts'
import { throttleSecret } from './attempts.ts'
import { sendSecurityLetters } from './letters.ts'
import { customerKind } from './principal.ts'
import { createRecoveryCodes, deleteApp, isRecoveryCode, spendRecoveryCode } from './recoveryCodes.ts'

type Deps = Pick<Platform, 'clock' | 'database' | 'secrets'>
type Wrong = Parameters<typeof throttleSecret>[2]

/**
 * Gives a new secret to put into an authenticator app; nothing is on until its code is confirmed. Throws 2003 when one is on
 * already.
 */
export const startTotp = async (deps: Deps, uid: number, label: string) => {
  const made = await createTotp(deps, deps.database.db, customerKind, { id: uid, label })
  if (made === null) throw domainError('invalidState')
  return made
}

const checkCode = (deps: Deps, uid: number, kept: StoredTotp, code: string, wrong: Wrong): Promise<void> =>
  throttleSecret(deps, attemptKey('totp', String(uid)), wrong, () =>
    isRecoveryCode(code)
      ? countRecoveryCode(deps, uid, code)
      : consumeTotpCode(deps, deps.database.db, customerKind, uid, kept, code),
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
  const kept = await findTotp(deps.database.db, customerKind.tables, uid)
  if (kept === null || kept.confirmedMs !== null) throw domainError('invalidState')
  await checkCode(deps, uid, kept, code, { code: 'invalidVerificationCode' })
  return transact(deps.database.db, async (tx) => {
    if (!(await updateTotpConfirmed(tx, customerKind.tables, uid, kept.secret, deps.clock.now())))
      throw domainError('invalidState')
    await sendSecurityLetters(tx, deps.clock, uid, 'twoStepOn')
    return { recovery: await createRecoveryCodes(tx, uid) }
  })
}

/** Replaces all recovery codes by ten new ones. Refuses 2003 when two-step sign-in is not on. */
export const renewRecoveryCodes = (deps: Deps, uid: number): Promise<{ readonly recovery: string[] }> =>
  transact(deps.database.db, async (tx) => {
    await lockCustomer(tx, uid)
    if ((await findConfirmedTotp(tx, customerKind, uid)) === null) throw domainError('invalidState')
    await sendSecurityLetters(tx, deps.clock, uid, 'recoveryCodes')
    return { recovery: await createRecoveryCodes(tx, uid) }
  })

/** Switches two-step sign-in off with a code of the app or a recovery code. Refuses 1001, 1004, 1008, and 2003 when it is not on. */
export const disableTotp = async (deps: Deps, uid: number, rawCode: string | undefined): Promise<void> => {
  const code = isRecoveryCode(rawCode ?? '') ? (rawCode ?? '') : readCode(rawCode)
  const kept = await findConfirmedTotp(deps.database.db, customerKind, uid)
  if (kept === null) throw domainError('invalidState')
  await checkCode(deps, uid, kept, code, { code: 'invalidVerificationCode' })
  await transact(deps.database.db, async (tx) => {
    await deleteApp(tx, uid)
    await deleteLostFactor(tx, uid, deps.clock.business())
    await sendSecurityLetters(tx, deps.clock, uid, 'twoStepOff')
  })
}

/**
 * The second step of signing in, by a code of the app or a recovery code; nothing for who has none. Refuses 1007 with
 * `otp: true`; only wrong codes count towards the wait (1004), because a page asks without one first to learn that one is needed.
 */
export const verifyTotp = async (deps: Deps, uid: number, otp: string): Promise<void> => {
  const kept = await findConfirmedTotp(deps.database.db, customerKind, uid)
  if (kept === null) return
  const wrong: Wrong = { code: 'invalidCredentials', data: { otp: true } }
  if (otp === '') throw domainError(wrong.code, wrong.data)
  await checkCode(deps, uid, kept, otp.replaceAll(' ', ''), wrong)
}
