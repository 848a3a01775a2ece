import type { ProfileView } from '@glasshouse/core/identity/profile/codec'

export const protections = [
  'address',
  'factor',
  'passkey',
  'recoveryCodes',
  'withdrawPassword',
  'letterWord',
] as const
/** What protects an account; each is a fact of it. */
export type Protection = (typeof protections)[number]

export type SecurityLevel = {
  readonly has: readonly Protection[]
  readonly misses: readonly Protection[]
  /** Basic without a second factor; strong with a confirmed address, a second factor and a way back in. */
  readonly level: 'basic' | 'good' | 'strong'
}

type Facts = Pick<
  ProfileView,
  'isEmailProven' | 'isPhoneProven' | 'hasTwoStep' | 'recoveryCodes' | 'hasWithdrawPassword' | 'letterWord'
>

/**
 * Security level of an account, from its facts alone. A passkey counts as a second factor; a second passkey or recovery
 * codes are the way back in when the first is lost.
 */
export const securityLevel = (info: Facts, passkeys: number): SecurityLevel => {
  const facts: Readonly<Record<Protection, boolean>> = {
    address: info.isEmailProven || info.isPhoneProven,
    factor: info.hasTwoStep || passkeys > 0,
    passkey: passkeys > 0,
    recoveryCodes: info.recoveryCodes > 0 || passkeys > 1,
    withdrawPassword: info.hasWithdrawPassword,
    letterWord: info.letterWord !== '',
  }
  const isStrong = facts.address && facts.factor && facts.recoveryCodes && facts.withdrawPassword
  return {
    has: protections.filter((name) => facts[name]),
    misses: protections.filter((name) => !facts[name]),
    level: !facts.factor ? 'basic' : isStrong ? 'strong' : 'good',
  }
}
