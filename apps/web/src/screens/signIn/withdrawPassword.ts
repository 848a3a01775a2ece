import type { RequestOf } from '@glasshouse/core/calls'
import { isVerificationCode } from '@glasshouse/core/identity/rules'
import { isPossiblePassword } from '../../components/passwords.ts'
import { type IdentifierType, wayTypes } from './signIn.ts'

/** What stands in the form of the withdraw password. */
export type WithdrawPassword = {
  /** Whether one is set already: then a code says who asks, and the password need not be repeated. */
  readonly isSet: boolean
  readonly way: IdentifierType
  readonly pwd: string
  readonly again: string
  readonly code: string
}
export type WithdrawPasswordField = 'pwd' | 'again' | 'code'

/** The fields that would be refused. */
export const validateWithdrawPassword = (
  form: WithdrawPassword,
): Readonly<Partial<Record<WithdrawPasswordField, true>>> => ({
  ...(isPossiblePassword(form.pwd) ? {} : { pwd: true }),
  ...(form.isSet || form.again === form.pwd ? {} : { again: true }),
  ...(!form.isSet || isVerificationCode(form.code) ? {} : { code: true }),
})

/** The request that sets it. */
export const withdrawPasswordRequest = ({
  isSet,
  way,
  pwd,
  code,
}: WithdrawPassword): RequestOf<'/api/user/withdrawPwd'> =>
  isSet ? { newpwd: pwd, verifycode: code, type: wayTypes[way] } : { newpwd: pwd }
