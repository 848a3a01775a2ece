import type { RequestOf } from '@glasshouse/core/calls'
import {
  type AddressKind,
  type CodeAddress,
  type LoginCommand,
  loginToWire,
} from '@glasshouse/core/identity/codec'
import { isEmail, isPhoneOf } from '@glasshouse/core/identity/rules'
import { wirePhone } from '../../components/dialCodes.ts'

/** The identifier as entered in a form. */
export type Identifier = {
  readonly way: AddressKind
  readonly email: string
  readonly dialCode: string
  readonly number: string
}

/** Whether the chosen one of e-mail and phone can be an address. */
export const isIdentifierValid = ({ way, email, dialCode, number }: Identifier): boolean =>
  way === 'email' ? isEmail(email) : isPhoneOf(dialCode, wirePhone(dialCode, number))

/** The chosen address as it travels. */
export const addressOf = ({ way, email, dialCode, number }: Identifier): string =>
  way === 'email' ? email : wirePhone(dialCode, number)

/** The chosen address with its kind, as commands name it. */
export const namedAddress = (
  who: Identifier,
): { readonly kind: 'email'; readonly email: string } | { readonly kind: 'phone'; readonly phone: string } =>
  who.way === 'email' ? { kind: 'email', email: who.email } : { kind: 'phone', phone: addressOf(who) }

/** The chosen address as a code is asked for. */
export const codeAddress = (who: Identifier): CodeAddress =>
  who.way === 'email' ? { email: who.email } : { phone: addressOf(who), dialCode: who.dialCode }

/** The step of a sign-in: the password, then, for who has switched it on, the code of the app or else a passkey. */
export type Step = 'password' | 'otp' | 'passkey'

/** The request that signs in; the first step says nothing about the app's code. */
export const loginRequest = (
  who: Identifier,
  password: string,
  otp: string | null,
): RequestOf<'/api/user/login'> => loginToWire({ ...credentialsOf(who, password, otp), isRestricted: false })

/** The request that opens a restricted session of a locked account. */
export const restrictedLoginRequest = (
  who: Identifier,
  password: string,
  otp: string | null,
  { code, credential }: Pick<LoginCommand, 'code' | 'credential'>,
): RequestOf<'/api/user/login'> =>
  loginToWire({ ...credentialsOf(who, password, otp), isRestricted: true, code, credential })

const credentialsOf = (who: Identifier, password: string, otp: string | null) => ({
  ...namedAddress(who),
  password,
  ...(otp === null ? {} : { otp }),
})

const invalidCredentials = 1007

/**
 * Where a refusal leads. Wrong credentials say whether the password was right and only the app's code or a passkey
 * is missing or wrong; every other refusal (a wait, a lost connection) leaves the step as it is.
 */
export const stepAfter = (
  step: Step,
  refusal: { readonly retCode: number; readonly data: Readonly<Record<string, unknown>> },
): Step => {
  if (refusal.retCode !== invalidCredentials) return step
  if (refusal.data.otp === true) return 'otp'
  return refusal.data.passkey === true ? 'passkey' : 'password'
}
