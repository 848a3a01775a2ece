import type { RequestOf } from '@glasshouse/core/calls'
import { isVerificationCode } from '@glasshouse/core/identity/rules'
import { addressOf, type Identifier, isIdentifierValid, wayTypes } from './signIn.ts'

/** What stands in the form that asks for a lost second factor to be taken away. */
export type LostFactorForm = Identifier & {
  readonly pwd: string
  readonly code: string
  readonly idcard: string
}

/** The fields that would be refused. */
export const validateLostFactor = (
  form: LostFactorForm,
): Readonly<Partial<Record<'email' | 'phone' | 'pwd' | 'code', true>>> => ({
  ...(isIdentifierValid(form) ? {} : { [form.way]: true }),
  ...(form.pwd === '' ? { pwd: true } : {}),
  ...(isVerificationCode(form.code) ? {} : { code: true }),
})

/** The request that asks for it. */
export const lostFactorRequest = (form: LostFactorForm): RequestOf<'/api/user/lostFactor'> => ({
  ...(form.way === 'email' ? { email: form.email } : { phone: addressOf(form) }),
  type: wayTypes[form.way],
  pwd: form.pwd,
  verifycode: form.code,
  ...(form.idcard.trim() === '' ? {} : { idcard: form.idcard.trim() }),
})
