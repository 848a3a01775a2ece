/** Translates the account calls between the wire and the domain. */
import type { BodyOf, RequestOf } from '../calls.ts'

const addressTypes = { phone: 1, email: 2 } as const

/** Kind of address. */
export type AddressKind = keyof typeof addressTypes

/** Kind of address that `type` names on the wire: 1 phone, 2 e-mail. */
export const addressKindFromWire = (type: 1 | 2): AddressKind => (type === 1 ? 'phone' : 'email')

/** The reverse of `addressKindFromWire`. */
export const addressKindToWire = (kind: AddressKind): 1 | 2 => addressTypes[kind]

const fieldNames = {
  documentNumber: 'idcard',
} as const

/** A field that a refusal names otherwise on the wire. */
export type IdentityField = keyof typeof fieldNames

/** Name of a field on the wire, for a refusal that names it. */
export const identityFieldToWire = (field: IdentityField): string => fieldNames[field]

/** Field that a refusal names on the wire; undefined for another name. */
export const identityFieldFromWire = (name: unknown): IdentityField | undefined =>
  (Object.keys(fieldNames) as IdentityField[]).find((field) => fieldNames[field] === name)

/** Whether a code is requested to prove an address of the signed-in customer: purpose 3 on the wire. */
export const isAddressProof = (purpose: number): boolean => purpose === 3

/** Proof of an address on file, by a code that was sent to it. */
export type ProveAddressCommand = { readonly kind: 'phone' | 'email'; readonly code: string }

/** Parses the request of `/api/user/proveAddress`. */
export const proveAddressFromWire = (body: BodyOf<'/api/user/proveAddress'>): ProveAddressCommand => ({
  kind: addressKindFromWire(body.type),
  code: body.verifycode,
})

/** A new customer as typed; the code went to the address of `kind`. */
export type RegisterCommand = {
  readonly telcode: string
  readonly phone: string
  readonly email: string
  /** Number or activation code of the customer who referred them. */
  readonly referrer: string
  readonly password: string
  readonly kind: 'phone' | 'email'
  readonly code: string
}

/** Parses the request of `/api/user/register`. */
export const registerFromWire = (body: BodyOf<'/api/user/register'>): RegisterCommand => ({
  telcode: body.telcode,
  phone: body.phone,
  email: body.email,
  referrer: body.oid,
  password: body.pwd,
  kind: addressKindFromWire(body.type),
  code: body.verifycode,
})

/** Asks for the second factors of an account to be taken away. */
export type LostFactorCommand = {
  readonly kind: 'phone' | 'email'
  readonly phone?: string | undefined
  readonly email?: string | undefined
  readonly password: string
  readonly code: string
  readonly captcha?: string | undefined
  /** Number of the document of the identity check. */
  readonly documentNumber?: string | undefined
}

/** Parses the request of `/api/user/lostFactor`. */
export const lostFactorFromWire = (body: BodyOf<'/api/user/lostFactor'>): LostFactorCommand => ({
  kind: addressKindFromWire(body.type),
  phone: body.phone,
  email: body.email,
  password: body.pwd,
  code: body.verifycode,
  captcha: body.code,
  documentNumber: body.idcard,
})

/** Formats the request of `/api/user/lostFactor`; the captcha is added when it is asked for. */
export const lostFactorToWire = ({
  kind,
  phone,
  email,
  password,
  code,
  documentNumber,
}: Omit<LostFactorCommand, 'captcha'>): RequestOf<'/api/user/lostFactor'> => ({
  type: addressKindToWire(kind),
  ...(phone === undefined ? {} : { phone }),
  ...(email === undefined ? {} : { email }),
  pwd: password,
  verifycode: code,
  ...(documentNumber === undefined ? {} : { idcard: documentNumber }),
})

/** Confirms a session with a password and, where one is on, a second factor. */
export type StepUpCommand = {
  readonly password: string
  readonly otp?: string | undefined
  /** Answer of a passkey, JSON. */
  readonly credential?: string | undefined
  readonly captcha?: string | undefined
}

/** Parses the request of `/api/user/stepUp`; an absent password is empty, which is none. */
export const stepUpFromWire = (body: BodyOf<'/api/user/stepUp'>): StepUpCommand => ({
  password: body.pwd ?? '',
  otp: body.otp,
  credential: body.credential,
  captcha: body.code,
})
