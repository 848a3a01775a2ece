import type { UserInfo } from '@glasshouse/core/identity/wire'

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
  UserInfo,
  'emailproven' | 'phoneproven' | 'twostep' | 'recoverycodes' | 'withdrawpsd' | 'letterword'
>

/**
 * Security level of an account, from its facts alone. A passkey counts as a second factor; a second passkey or recovery
 * codes are the way back in when the first is lost.
 */
export const securityLevel = (info: Facts, passkeys: number): SecurityLevel => {
  const facts: Readonly<Record<Protection, boolean>> = {
    address: info.emailproven === 1 || info.phoneproven === 1,
    factor: info.twostep === 1 || passkeys > 0,
    passkey: passkeys > 0,
    recoveryCodes: info.recoverycodes > 0 || passkeys > 1,
    withdrawPassword: info.withdrawpsd === 1,
    letterWord: info.letterword !== '',
  }
  const isStrong = facts.address && facts.factor && facts.recoveryCodes && facts.withdrawPassword
  return {
    has: protections.filter((name) => facts[name]),
    misses: protections.filter((name) => !facts[name]),
    level: !facts.factor ? 'basic' : isStrong ? 'strong' : 'good',
  }
}
