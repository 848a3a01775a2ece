import type { RequestOf } from '@glasshouse/core/calls'
import { lostFactorToWire } from '@glasshouse/core/identity/codec'
import { isVerificationCode } from '@glasshouse/core/identity/rules'
import { addressOf, type Identifier, isIdentifierValid } from './signIn.ts'

/** What stands in the form that asks for a lost second factor to be taken away. */
export type LostFactorForm = Identifier & {
  readonly pwd: string
  readonly code: string
  readonly documentNumber: string
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
export const lostFactorRequest = (form: LostFactorForm): RequestOf<'/api/user/lostFactor'> =>
  lostFactorToWire({
    kind: form.way,
    ...(form.way === 'email' ? { email: form.email } : { phone: addressOf(form) }),
    password: form.pwd,
    code: form.code,
    ...(form.documentNumber.trim() === '' ? {} : { documentNumber: form.documentNumber.trim() }),
  })
