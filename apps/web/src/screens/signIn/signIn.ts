import type { RequestOf } from '@glasshouse/core/calls'
import { isEmail, isPhoneOf } from '@glasshouse/core/identity/rules'
import { wirePhone } from '../../components/telcodes.ts'

/** Kinds of identifiers of an account; the `type` of the wire. */
export type IdentifierType = 'email' | 'phone'
export const wayTypes = { phone: 1, email: 2 } as const satisfies Readonly<Record<IdentifierType, number>>

/** The identifier as entered in a form. */
export type Identifier = {
  readonly way: IdentifierType
  readonly email: string
  readonly telcode: string
  readonly number: string
}

/** Whether the chosen one of e-mail and phone can be an address. */
export const isIdentifierValid = ({ way, email, telcode, number }: Identifier): boolean =>
  way === 'email' ? isEmail(email) : isPhoneOf(telcode, wirePhone(telcode, number))

/** The chosen address as it travels. */
export const addressOf = ({ way, email, telcode, number }: Identifier): string =>
  way === 'email' ? email : wirePhone(telcode, number)

/** The step of a sign-in: the password, then, for who has switched it on, the code of the app or else a passkey. */
export type Step = 'password' | 'otp' | 'passkey'

/** The request that signs in; the first step says nothing about the app's code. */
export const loginRequest = (
  who: Identifier,
  pwd: string,
  otp: string | null,
): RequestOf<'/api/user/login'> => ({
  ...(who.way === 'email' ? { email: who.email } : { phone: addressOf(who) }),
  type: wayTypes[who.way],
  pwd,
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
