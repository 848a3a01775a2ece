/** Wire forms of the profile of a customer. */
import { activationFromWire } from '../../ai/activation/codec.ts'
import { type ActivationState, activation } from '../../ai/rules.ts'
import type { BodyOf, RequestOf } from '../../calls.ts'
import { formatUsdt, type Usdt, usdt } from '../../money/units.ts'
import type { LockReason } from '../locks.ts'
import type { UserInfo } from '../wire.ts'

/** What a customer is called, has proven and may do. */
export type CustomerProfile = {
  readonly uid: number
  readonly username: string
  /** Empty where there is none, as the phone. */
  readonly email: string
  /** With its country code. */
  readonly phone: string
  /** A code that was sent to it came back; the same of the phone. */
  readonly isEmailProven: boolean
  readonly isPhoneProven: boolean
  /** Number of a picture. */
  readonly avatar: number
  readonly activationCode: string
  readonly creditScore: number
  readonly hasWithdrawPassword: boolean
  /** In every letter to the customer; empty for none. */
  readonly letterWord: string
  readonly hasTwoStep: boolean
  /** Codes that are left. */
  readonly recoveryCodes: number
  /** Staff took the identity check off the account. */
  readonly hidesIdentityCheck: boolean
  /** Staff allowed transfers to other customers. */
  readonly canSendToOthers: boolean
  /** The trial product was bought, which is once. */
  readonly hasBoughtExperience: boolean
  readonly isIntroducingBroker: boolean
}

/** The profile with what changes with time, and the balances in USDT. */
export type ProfileView = CustomerProfile & {
  /** Of AI ordering. */
  readonly activation: ActivationState
  /** Until when sending to others and digital withdrawals pause; null when they do not. */
  readonly sendingPausedUntilMs: number | null
  /** Why this session is restricted; null in an ordinary one. */
  readonly lock: {
    readonly reason: LockReason
    /** Null without an end, as what is left. */
    readonly untilMs: number | null
    readonly leftMs: number | null
  } | null
  readonly wallets: {
    readonly wallet: Usdt
    readonly contract: Usdt
    readonly contract2: Usdt
    readonly coin: Usdt
    readonly bonus: Usdt
    /** For the trial product alone. */
    readonly experience: Usdt
    /** What has left the wallet and still belongs to the customer. */
    readonly held: { readonly options: Usdt; readonly withdrawals: Usdt; readonly principal: Usdt }
  }
}

const sendingForbidden = 1
const sendingAllowed = 2

const flag = (value: boolean): 0 | 1 => (value ? 1 : 0)

/** Formats a profile for `/api/user/getuserinfo`. */
export const profileToWire = (profile: ProfileView): UserInfo => ({
  uid: profile.uid,
  username: profile.username,
  email: profile.email,
  utel: profile.phone,
  emailproven: flag(profile.isEmailProven),
  phoneproven: flag(profile.isPhoneProven),
  userphoto: profile.avatar,
  activecode: profile.activationCode,
  creditscore: profile.creditScore,
  withdrawpsd: flag(profile.hasWithdrawPassword),
  letterword: profile.letterWord,
  twostep: flag(profile.hasTwoStep),
  recoverycodes: profile.recoveryCodes,
  kycswitch: flag(profile.hidesIdentityCheck),
  transferswitch: profile.canSendToOthers ? sendingAllowed : sendingForbidden,
  experience: flag(profile.hasBoughtExperience),
  ib: flag(profile.isIntroducingBroker),
  lock:
    profile.lock === null
      ? null
      : { reason: profile.lock.reason, until: profile.lock.untilMs, leftMs: profile.lock.leftMs },
  activecodestatus: activation[profile.activation],
  pauseuntil: profile.sendingPausedUntilMs,
  ...balancesToWire(profile.wallets),
})

const balancesToWire = ({ held, ...wallets }: ProfileView['wallets']) => ({
  wallet: formatUsdt(wallets.wallet),
  contractwallet: formatUsdt(wallets.contract),
  secondcontractwallet: formatUsdt(wallets.contract2),
  coinwallet: formatUsdt(wallets.coin),
  bonus: formatUsdt(wallets.bonus),
  experiencefund: formatUsdt(wallets.experience),
  held: {
    options: formatUsdt(held.options),
    withdrawals: formatUsdt(held.withdrawals),
    principal: formatUsdt(held.principal),
  },
})

/**
 * Parses a profile that the server returned.
 *
 * @throws RangeError an amount is not a decimal number, or the activation has no such state
 */
export const profileFromWire = (info: UserInfo): ProfileView => ({
  uid: info.uid,
  username: info.username,
  email: info.email,
  phone: info.utel,
  isEmailProven: info.emailproven === 1,
  isPhoneProven: info.phoneproven === 1,
  avatar: info.userphoto,
  activationCode: info.activecode,
  creditScore: info.creditscore,
  hasWithdrawPassword: info.withdrawpsd === 1,
  letterWord: info.letterword,
  hasTwoStep: info.twostep === 1,
  recoveryCodes: info.recoverycodes,
  hidesIdentityCheck: info.kycswitch === 1,
  canSendToOthers: info.transferswitch === sendingAllowed,
  hasBoughtExperience: info.experience === 1,
  isIntroducingBroker: info.ib === 1,
  lock:
    info.lock === null
      ? null
      : { reason: info.lock.reason, untilMs: info.lock.until, leftMs: info.lock.leftMs },
  activation: activationFromWire(info.activecodestatus),
  sendingPausedUntilMs: info.pauseuntil,
  wallets: {
    wallet: usdt(info.wallet),
    contract: usdt(info.contractwallet),
    contract2: usdt(info.secondcontractwallet),
    coin: usdt(info.coinwallet),
    bonus: usdt(info.bonus),
    experience: usdt(info.experiencefund),
    held: {
      options: usdt(info.held.options),
      withdrawals: usdt(info.held.withdrawals),
      principal: usdt(info.held.principal),
    },
  },
})

/** What a customer changes of the own profile; what is left out stays. */
export type ChangeProfileCommand = {
  readonly email?: string | undefined
  readonly phone?: string | undefined
  /** Dialling code that the phone begins with; empty where it is not known. */
  readonly dialCode: string
  /** The code that was sent to the new address. */
  readonly code?: string | undefined
  readonly username?: string | undefined
  /** Number of a picture. */
  readonly avatar?: number | undefined
  /** In every letter to the customer; empty for none. */
  readonly letterWord?: string | undefined
}

/** Parses the request of `/api/user/setUserinfo`. */
export const changeProfileFromWire = (body: BodyOf<'/api/user/setUserinfo'>): ChangeProfileCommand => ({
  email: body.email,
  phone: body.phone,
  dialCode: body.telcode ?? '',
  code: body.verifycode,
  username: body.username,
  avatar: body.userphoto,
  letterWord: body.letterword,
})

/** Asks for another address, with the code that was sent to it; a phone comes with its dialling code. */
export const changeAddressToWire = (
  address: { readonly email: string } | { readonly phone: string; readonly dialCode: string },
  code: string,
): RequestOf<'/api/user/setUserinfo'> => ({
  ...('email' in address ? { email: address.email } : { phone: address.phone, telcode: address.dialCode }),
  verifycode: code,
})

/** Asks for another picture. */
export const changeAvatarToWire = (avatar: number): RequestOf<'/api/user/setUserinfo'> => ({
  userphoto: avatar,
})

/** Asks for another word in letters; empty for none. */
export const changeLetterWordToWire = (word: string): RequestOf<'/api/user/setUserinfo'> => ({
  letterword: word,
})

/** Name of a field of a profile on the wire, for a refusal that names it. */
export const profileFieldToWire = (field: 'email' | 'phone' | 'username' | 'letterWord'): string =>
  field === 'letterWord' ? 'letterword' : field
