import { deleteTotp } from '../../access/totp/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { randomDigits, sha256 } from '../../platform/secrets/index.ts'
import { consumeRecoveryCode, deleteRecoveryCodes, upsertRecoveryCodes } from '../store/recoveryCodes.ts'
import { customerKind } from './principal.ts'

const codeCount = 10
/** Groups of four digits; 20 digits are 66 random bits, so that a stolen table of hashes gives no code away. */
const groupCount = 5

/** The digits of a code, however it was typed. */
const digitsOf = (code: string): string => code.replaceAll(/[- ]/g, '')

/** Whether a text has the form of a recovery code rather than that of an app’s six digits. */
export const isRecoveryCode = (text: string): boolean => /^[0-9]{20}$/.test(digitsOf(text))

const hashOf = (uid: number, code: string): string => sha256(`${uid}\n${digitsOf(code)}`)

/** Digits alone, as the keypad of a phone has them. */
const newCode = (): string => Array.from({ length: groupCount }, () => randomDigits(4)).join('-')

/** Gives a customer ten new recovery codes in place of the old ones; only their hashes are kept. */
export const createRecoveryCodes = async (tx: Tx, uid: number): Promise<string[]> => {
  const codes = Array.from({ length: codeCount }, newCode)
  await upsertRecoveryCodes(
    tx,
    uid,
    codes.map((code) => hashOf(uid, code)),
  )
  return codes
}

/** Spends a recovery code; false for a wrong or used one. */
export const spendRecoveryCode = (tx: Tx, uid: number, code: string): Promise<boolean> =>
  consumeRecoveryCode(tx, uid, hashOf(uid, code))

/** Deletes the authenticator app of a customer and the recovery codes that stand in for it. */
export const deleteApp = async (tx: Tx, uid: number): Promise<void> => {
  await deleteRecoveryCodes(tx, uid)
  await deleteTotp(tx, customerKind.tables, uid)
}
