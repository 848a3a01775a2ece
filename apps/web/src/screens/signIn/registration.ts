import type { RequestOf } from '@glasshouse/core/calls'
import {
  type AddressKind,
  type IdentityField,
  identityFieldFromWire,
  registerToWire,
  requestCodeToWire,
} from '@glasshouse/core/identity/codec'
import { isEmail, isPhoneOf, isReferrer, isVerificationCode } from '@glasshouse/core/identity/rules'
import { wirePhone } from '../../components/dialCodes.ts'
import { isPossiblePassword } from '../../components/passwords.ts'
import { codeAddress } from './signIn.ts'

/** What stands in the form. */
export type Registration = {
  readonly email: string
  readonly dialCode: string
  readonly number: string
  readonly password: string
  readonly code: string
  readonly referrer: string
  /** Where the code goes. */
  readonly way: AddressKind
}
export type RegistrationField = 'email' | 'phone' | 'password' | 'code' | 'referrer'
export type FieldErrors = Readonly<Partial<Record<RegistrationField, true>>>

/** The fields that the server would refuse, by the server's own rules. */
export const validateRegistration = (form: Registration): FieldErrors => {
  const phone = wirePhone(form.dialCode, form.number)
  const fits: Readonly<Record<RegistrationField, boolean>> = {
    email: isEmail(form.email),
    phone: isPhoneOf(form.dialCode, phone),
    password: isPossiblePassword(form.password),
    code: isVerificationCode(form.code),
    referrer: isReferrer(form.referrer),
  }
  const wrong = (Object.keys(fits) as RegistrationField[]).filter((field) => !fits[field])
  return Object.fromEntries(wrong.map((field) => [field, true]))
}

const invalidVerificationCode = 1008
/** Where fields of the command stand in the form. */
const placeOf: Readonly<Partial<Record<IdentityField, RegistrationField>>> = {
  email: 'email',
  phone: 'phone',
  dialCode: 'phone',
  password: 'password',
  code: 'code',
  referrer: 'referrer',
}

/** The field a refusal is about, so that the server's words stand beside it; null when it is about none. */
export const fieldOfError = (
  refusal: { readonly retCode: number; readonly data: Readonly<Record<string, unknown>> } | null,
): RegistrationField | null => {
  if (refusal === null) return null
  if (refusal.retCode === invalidVerificationCode) return 'code'
  const field = identityFieldFromWire(refusal.data.field)
  return field === undefined ? null : (placeOf[field] ?? null)
}

/** In practice mode the platform itself can be named as the referrer. */
export const houseReferrer = '10000'

/** The request that registers. */
export const registerRequest = (form: Registration): RequestOf<'/api/user/register'> =>
  registerToWire({
    dialCode: form.dialCode,
    phone: wirePhone(form.dialCode, form.number),
    email: form.email,
    password: form.password,
    code: form.code,
    referrer: form.referrer,
    kind: form.way,
  })

/** The request that sends the code. */
export const codeRequest = (form: Registration): RequestOf<'/api/user/sendVerifyCode'> =>
  requestCodeToWire({ purpose: 1, address: codeAddress(form) })
