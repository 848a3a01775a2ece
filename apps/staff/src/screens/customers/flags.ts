import type { CustomerFlags } from '@glasshouse/core/staff/customers/codec'

type Flag = Exclude<keyof CustomerFlags, 'isLocked'>
type FlagValue = CustomerFlags[Flag]

export type FlagWords = {
  readonly flag: Flag
  readonly name: string
  /** Meaning of the value. */
  readonly states: (value: FlagValue) => string
  /** Label of the action and its effect, for a new value. */
  readonly act: (value: FlagValue) => string
  readonly follows: (value: FlagValue) => string
  readonly managers: boolean
  /** Undoes what a manager set, so that the figures decide again: label of the action and its effect. */
  readonly release?: { readonly act: string; readonly follows: string; readonly done: string }
}

/** Flags of a customer that staff can set, besides the lock of the account. None is a price, a result or a balance. */
export const flagLabels: readonly FlagWords[] = [
  {
    flag: 'canSendToOthers',
    name: 'Transfers to other users',
    states: (value) => (value === true ? 'allowed' : 'not allowed'),
    act: (value) => (value === true ? 'Allow' : 'Forbid'),
    follows: (value) =>
      value === true
        ? 'The customer can send money to other users from now on.'
        : 'The customer can send no money to other users any more. What was sent stays sent.',
    managers: false,
  },
  {
    flag: 'hidesIdentityCheck',
    name: 'Identity check',
    states: (value) => (value === true ? 'hidden' : 'shown'),
    act: (value) => (value === true ? 'Hide' : 'Show'),
    follows: (value) =>
      value === true
        ? 'The customer is not asked for an identity check.'
        : 'The customer is asked for an identity check.',
    managers: false,
  },
  {
    flag: 'isIntroducingBroker',
    name: 'Introducing broker',
    states: (value) => (value === true ? 'yes' : 'no'),
    act: (value) => (value === true ? 'Make one' : 'End it'),
    follows: (value) =>
      value === true
        ? 'The customer carries the label, with the statement of referral, until a manager changes it. It changes no rate, fee, limit or right.'
        : 'The customer does not carry the label, whatever the figures say, until a manager changes it. It changes no rate, fee, limit or right.',
    managers: true,
    release: {
      act: 'By the figures',
      follows:
        'The label stays as it is until the next midnight judges by total assets and the largest order.',
      done: 'judged at each midnight',
    },
  },
  {
    flag: 'creditScore',
    name: 'Credit score',
    states: (value) => String(value),
    act: () => 'Change',
    follows: (value) =>
      `The credit score becomes ${value}. It bounds what may be lent, and changes no balance.`,
    managers: true,
  },
]

/** Parses a credit score: an integer from 0 to 100, else null. */
export const readScore = (text: string): number | null => {
  if (!/^\d{1,3}$/.test(text.trim())) return null
  const score = Number.parseInt(text, 10)
  return score <= 100 ? score : null
}
