import type { RequestOf } from '@glasshouse/core/calls'
import { lostFactorToWire } from '@glasshouse/core/identity/codec'
import { isVerificationCode } from '@glasshouse/core/identity/rules'
import { type Identifier, isIdentifierValid, namedAddress } from './signIn.ts'

/** What stands in the form that asks for a lost second factor to be taken away. */
export type LostFactorForm = Identifier & {
  readonly password: string
  readonly code: string
  readonly documentNumber: string
}

/** The fields that would be refused. */
export const validateLostFactor = (
  form: LostFactorForm,
): Readonly<Partial<Record<'email' | 'phone' | 'password' | 'code', true>>> => ({
  ...(isIdentifierValid(form) ? {} : { [form.way]: true }),
  ...(form.password === '' ? { password: true } : {}),
  ...(isVerificationCode(form.code) ? {} : { code: true }),
})

/** The request that asks for it. */
export const lostFactorRequest = (form: LostFactorForm): RequestOf<'/api/user/lostFactor'> =>
  lostFactorToWire({
    ...namedAddress(form),
    password: form.password,
    code: form.code,
    ...(form.documentNumber.trim() === '' ? {} : { documentNumber: form.documentNumber.trim() }),
  })
