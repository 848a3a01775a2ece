import type { RequestOf } from '@glasshouse/core/calls'
import { requestCodeToWire, resetPasswordToWire } from '@glasshouse/core/identity/codec'
import { isVerificationCode } from '@glasshouse/core/identity/rules'
import { isPossiblePassword } from '../../components/passwords.ts'
import { codeAddress, type Identifier, isIdentifierValid, namedAddress } from './signIn.ts'

/** What stands in the form that sets a new password. */
export type ResetPasswordForm = Identifier & {
  readonly code: string
  readonly password: string
  readonly again: string
}
export type ForgettingField = 'email' | 'phone' | 'code' | 'password' | 'again'

/** The fields that would be refused: by the server's own rules, and the two passwords must be the same. */
export const validateReset = (form: ResetPasswordForm): Readonly<Partial<Record<ForgettingField, true>>> => ({
  ...(isIdentifierValid(form) ? {} : { [form.way]: true }),
  ...(isVerificationCode(form.code) ? {} : { code: true }),
  ...(isPossiblePassword(form.password) ? {} : { password: true }),
  ...(form.again === form.password ? {} : { again: true }),
})

/** The request that sends the code. */
export const resetCodeRequest = (form: Identifier): RequestOf<'/api/user/sendVerifyCode'> =>
  requestCodeToWire({ purpose: 2, address: codeAddress(form) })

/** The request that sets the password. */
export const resetRequest = (form: ResetPasswordForm): RequestOf<'/api/user/updatePwd'> =>
  resetPasswordToWire({ ...namedAddress(form), password: form.password, code: form.code })
