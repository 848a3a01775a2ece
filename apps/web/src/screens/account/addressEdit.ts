import type { RequestOf } from '@glasshouse/core/calls'
import { type AddressKind, identityFieldFromWire, requestCodeToWire } from '@glasshouse/core/identity/codec'
import { changeAddressToWire } from '@glasshouse/core/identity/profile/codec'
import { isEmail, isPhoneOf, isVerificationCode } from '@glasshouse/core/identity/rules'
import { wirePhone } from '../../components/dialCodes.ts'

/** What stands in the form that changes an address. */
export type AddressForm = {
  readonly kind: AddressKind
  readonly email: string
  readonly dialCode: string
  readonly number: string
  readonly code: string
}

const addressFields = ({ kind, email, dialCode, number }: AddressForm) =>
  kind === 'email' ? { email: email.trim() } : { phone: wirePhone(dialCode, number), dialCode }

/** The new address as it travels. */
export const newAddress = (form: AddressForm): string => {
  const fields = addressFields(form)
  return 'email' in fields ? fields.email : fields.phone
}

/** The fields that would be refused. */
export const validateAddress = (form: AddressForm): Readonly<Partial<Record<'address' | 'code', true>>> => ({
  ...((form.kind === 'email' ? isEmail(form.email.trim()) : isPhoneOf(form.dialCode, newAddress(form)))
    ? {}
    : { address: true }),
  ...(isVerificationCode(form.code) ? {} : { code: true }),
})

/** The request that sends the code to the new address. */
export const addressCodeRequest = (form: AddressForm): RequestOf<'/api/user/sendVerifyCode'> =>
  requestCodeToWire({ purpose: 3, address: addressFields(form) })

/** The request that changes the address. */
export const addressRequest = (form: AddressForm): RequestOf<'/api/user/setUserinfo'> =>
  changeAddressToWire(addressFields(form), form.code)

const invalidVerificationCode = 1008
const alreadyTaken = 1009

/** The field a refusal is about; null when it is about none. */
export const fieldOfAddressError = (
  refusal: { readonly retCode: number; readonly data: Readonly<Record<string, unknown>> } | null,
): 'address' | 'code' | null => {
  if (refusal === null) return null
  const field = identityFieldFromWire(refusal.data.field)
  if (refusal.retCode === invalidVerificationCode || field === 'code') return 'code'
  if (refusal.retCode === alreadyTaken) return 'address'
  return field === 'email' || field === 'phone' || field === 'dialCode' ? 'address' : null
}
