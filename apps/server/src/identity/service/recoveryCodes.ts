import { base32crockford } from '@scure/base'
import { freshBytes, sha256, type Tx } from '../../platform/index.ts'
import { consumeRecoveryCode, replaceRecoveryCodes } from '../store/recoveryCodes.ts'

const codeCount = 10
const codeBytes = 10

/** Whether a text has the form of a recovery code rather than that of an app’s six digits. */
export const isRecoveryCode = (text: string): boolean =>
  /^[0-9A-Za-z]{16}$/.test(text.replaceAll(/[- ]/g, ''))

/** The one form of a code, however it was typed: letters that look like digits are those digits. */
const normalize = (code: string): string =>
  code.replaceAll(/[- ]/g, '').toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1')

const hashOf = (uid: number, code: string): string => sha256(`${uid}\n${normalize(code)}`)

/** Four groups of four characters, as they are written down. */
const newCode = (): string => (base32crockford.encode(freshBytes(codeBytes)).match(/.{4}/g) ?? []).join('-')

/** Gives a customer ten new recovery codes in place of the old ones; only their hashes are kept. */
export const createRecoveryCodes = async (tx: Tx, uid: number): Promise<string[]> => {
  const codes = Array.from({ length: codeCount }, newCode)
  await replaceRecoveryCodes(
    tx,
    uid,
    codes.map((code) => hashOf(uid, code)),
  )
  return codes
}

/** Spends a recovery code; false for a wrong or used one. */
export const spendRecoveryCode = (tx: Tx, uid: number, code: string): Promise<boolean> =>
  consumeRecoveryCode(tx, uid, hashOf(uid, code))
