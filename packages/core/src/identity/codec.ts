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
  email: 'email',
  phone: 'phone',
  dialCode: 'telcode',
  kind: 'type',
  password: 'pwd',
  withdrawPassword: 'newpwd',
  code: 'verifycode',
  captcha: 'code',
  referrer: 'oid',
  documentNumber: 'idcard',
} as const

/** A field of a command that a refusal can name. */
export type IdentityField = keyof typeof fieldNames

/** Name of a field on the wire, for a refusal that names it. */
export const identityFieldToWire = (field: IdentityField): string => fieldNames[field]

/** Field that a refusal names on the wire; undefined for another name. */
export const identityFieldFromWire = (name: unknown): IdentityField | undefined =>
  (Object.keys(fieldNames) as IdentityField[]).find((field) => fieldNames[field] === name)

/** Whether a code is requested to prove an address of the signed-in customer: purpose 3 on the wire. */
export const isAddressProof = (purpose: number): boolean => purpose === 3

/** Where a code goes, as typed: one of the two is given. */
export type CodeAddress = {
  readonly email?: string | undefined
  readonly phone?: string | undefined
  /** Dialling code that the phone begins with; absent where it is not known. */
  readonly dialCode?: string | undefined
}

/** Asks for a code: 1 registers, 2 resets or confirms, 3 proves an address. */
export type RequestCodeCommand = {
  readonly address: CodeAddress
  readonly purpose: 1 | 2 | 3
  /** A solved captcha, once one is asked for. */
  readonly captcha?: string | undefined
}

/** Parses the request of `/api/user/sendVerifyCode`. */
export const requestCodeFromWire = (body: BodyOf<'/api/user/sendVerifyCode'>): RequestCodeCommand => ({
  address: { email: body.email, phone: body.phone, dialCode: body.telcode },
  purpose: body.status,
  captcha: body.code,
})

/** Formats the request of `/api/user/sendVerifyCode`; the captcha is added when it is asked for. */
export const requestCodeToWire = ({
  address: { dialCode, ...address },
  purpose,
}: Omit<RequestCodeCommand, 'captcha'>): RequestOf<'/api/user/sendVerifyCode'> => ({
  status: purpose,
  ...addressToWire(address),
  ...(dialCode === undefined ? {} : { telcode: dialCode }),
})

/** Proof of an address on file, by a code that was sent to it. */
export type ProveAddressCommand = { readonly kind: AddressKind; readonly code: string }

/** Parses the request of `/api/user/proveAddress`. */
export const proveAddressFromWire = (body: BodyOf<'/api/user/proveAddress'>): ProveAddressCommand => ({
  kind: addressKindFromWire(body.type),
  code: body.verifycode,
})

/** Formats the request of `/api/user/proveAddress`. */
export const proveAddressToWire = ({
  kind,
  code,
}: ProveAddressCommand): RequestOf<'/api/user/proveAddress'> => ({
  type: addressKindToWire(kind),
  verifycode: code,
})

/** A new customer as typed; the code went to the address of `kind`. */
export type RegisterCommand = {
  /** Dialling code that the phone begins with. */
  readonly dialCode: string
  readonly phone: string
  readonly email: string
  /** Number or activation code of the customer who referred them. */
  readonly referrer: string
  readonly password: string
  readonly kind: AddressKind
  readonly code: string
}

/** Parses the request of `/api/user/register`. */
export const registerFromWire = (body: BodyOf<'/api/user/register'>): RegisterCommand => ({
  dialCode: body.telcode,
  phone: body.phone,
  email: body.email,
  referrer: body.oid,
  password: body.pwd,
  kind: addressKindFromWire(body.type),
  code: body.verifycode,
})

/** Formats the request of `/api/user/register`. */
export const registerToWire = (command: RegisterCommand): RequestOf<'/api/user/register'> => ({
  telcode: command.dialCode,
  phone: command.phone,
  email: command.email,
  oid: command.referrer,
  pwd: command.password,
  type: addressKindToWire(command.kind),
  verifycode: command.code,
})

/** The address of `kind`, as typed. */
type NamedAddress = { readonly phone?: string | undefined; readonly email?: string | undefined }

const addressToWire = ({ phone, email }: NamedAddress) => ({
  ...(phone === undefined ? {} : { phone }),
  ...(email === undefined ? {} : { email }),
})

/** Signs in with an address and its password. */
export type LoginCommand = NamedAddress & {
  readonly kind: AddressKind
  readonly password: string
  /** Code of the authenticator app, where two-step sign-in is on. */
  readonly otp?: string | undefined
  /** Answer of a passkey instead of that code, JSON. */
  readonly credential?: string | undefined
  /** A solved captcha, once one is asked for. */
  readonly captcha?: string | undefined
  /** Whether a locked account opens a restricted session, with a code that was sent to the address. */
  readonly isRestricted: boolean
  readonly code?: string | undefined
}

/** Parses the request of `/api/user/login`. */
export const loginFromWire = (body: BodyOf<'/api/user/login'>): LoginCommand => ({
  kind: addressKindFromWire(body.type),
  phone: body.phone,
  email: body.email,
  password: body.pwd,
  otp: body.otp,
  credential: body.credential,
  captcha: body.code,
  isRestricted: body.restricted === 1,
  code: body.verifycode,
})

/** Formats the request of `/api/user/login`; the captcha is added when it is asked for. */
export const loginToWire = (command: Omit<LoginCommand, 'captcha'>): RequestOf<'/api/user/login'> => ({
  ...addressToWire(command),
  type: addressKindToWire(command.kind),
  pwd: command.password,
  ...(command.otp === undefined ? {} : { otp: command.otp }),
  ...(command.credential === undefined ? {} : { credential: command.credential }),
  ...(command.isRestricted ? { restricted: 1 } : {}),
  ...(command.code === undefined ? {} : { verifycode: command.code }),
})

/** Sets a new password, with a code that was sent to an address. */
export type ResetPasswordCommand = NamedAddress & {
  /** Null: whichever is given. */
  readonly kind: AddressKind | null
  readonly password: string
  readonly code: string
}

/** Parses the request of `/api/user/updatePwd`. */
export const resetPasswordFromWire = (body: BodyOf<'/api/user/updatePwd'>): ResetPasswordCommand => ({
  kind: body.type === undefined ? null : addressKindFromWire(body.type),
  phone: body.phone,
  email: body.email,
  password: body.pwd,
  code: body.verifycode,
})

/** Formats the request of `/api/user/updatePwd`. */
export const resetPasswordToWire = (command: ResetPasswordCommand): RequestOf<'/api/user/updatePwd'> => ({
  ...addressToWire(command),
  ...(command.kind === null ? {} : { type: addressKindToWire(command.kind) }),
  pwd: command.password,
  verifycode: command.code,
})

/** Sets the withdraw password; once one is set, with a code that was sent to the address of `kind`. */
export type SetWithdrawPasswordCommand = {
  readonly password: string
  readonly kind: AddressKind | null
  readonly code?: string | undefined
}

/** Parses the request of `/api/user/withdrawPwd`. */
export const setWithdrawPasswordFromWire = (
  body: BodyOf<'/api/user/withdrawPwd'>,
): SetWithdrawPasswordCommand => ({
  password: body.newpwd,
  kind: body.type ? addressKindFromWire(body.type) : null,
  code: body.verifycode,
})

/** Formats the request of `/api/user/withdrawPwd`. */
export const setWithdrawPasswordToWire = ({
  password,
  kind,
  code,
}: SetWithdrawPasswordCommand): RequestOf<'/api/user/withdrawPwd'> => ({
  newpwd: password,
  ...(kind === null ? {} : { type: addressKindToWire(kind) }),
  ...(code === undefined ? {} : { verifycode: code }),
})

/** Asks for the second factors of an account to be taken away. */
export type LostFactorCommand = NamedAddress & {
  readonly kind: AddressKind
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
export const lostFactorToWire = (
  command: Omit<LostFactorCommand, 'captcha'>,
): RequestOf<'/api/user/lostFactor'> => ({
  ...addressToWire(command),
  type: addressKindToWire(command.kind),
  pwd: command.password,
  verifycode: command.code,
  ...(command.documentNumber === undefined ? {} : { idcard: command.documentNumber }),
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

/** Formats the request of `/api/user/stepUp`; the captcha is added when it is asked for. */
export const stepUpToWire = ({
  password,
  otp,
  credential,
}: Omit<StepUpCommand, 'captcha'>): RequestOf<'/api/user/stepUp'> => ({
  pwd: password,
  ...(otp === undefined ? {} : { otp }),
  ...(credential === undefined ? {} : { credential }),
})
