import type { CustomerFlag } from '@glasshouse/core/staff/wire'

export type FlagWords = {
  readonly flag: Exclude<CustomerFlag, 'frozen'>
  readonly name: string
  /** Meaning of the value. */
  readonly states: (value: number) => string
  /** Label of the action and its effect, for a new value. */
  readonly act: (value: number) => string
  readonly follows: (value: number) => string
  readonly managers: boolean
  /** Values of a switch, off and on; absent for a number. */
  readonly switches?: readonly [number, number]
  /** Undoes what a manager set, so that the figures decide again: label of the action and its effect. */
  readonly release?: { readonly act: string; readonly follows: string; readonly done: string }
}

/** Flags of a customer that staff can set, besides the lock of the account. None is a price, a result or a balance. */
export const flagLabels: readonly FlagWords[] = [
  {
    flag: 'transferswitch',
    name: 'Transfers to other users',
    states: (value) => (value === 2 ? 'allowed' : 'not allowed'),
    act: (value) => (value === 2 ? 'Allow' : 'Forbid'),
    follows: (value) =>
      value === 2
        ? 'The customer can send money to other users from now on.'
        : 'The customer can send no money to other users any more. What was sent stays sent.',
    managers: false,
    switches: [1, 2],
  },
  {
    flag: 'kycswitch',
    name: 'Identity check',
    states: (value) => (value === 1 ? 'hidden' : 'shown'),
    act: (value) => (value === 1 ? 'Hide' : 'Show'),
    follows: (value) =>
      value === 1
        ? 'The customer is not asked for an identity check.'
        : 'The customer is asked for an identity check.',
    managers: false,
    switches: [0, 1],
  },
  {
    flag: 'ib',
    name: 'Introducing broker',
    states: (value) => (value === 1 ? 'yes' : 'no'),
    act: (value) => (value === 1 ? 'Make one' : 'End it'),
    follows: (value) =>
      value === 1
        ? 'The customer carries the label, with the statement of referral, until a manager changes it. It changes no rate, fee, limit or right.'
        : 'The customer does not carry the label, whatever the figures say, until a manager changes it. It changes no rate, fee, limit or right.',
    managers: true,
    switches: [0, 1],
    release: {
      act: 'By the figures',
      follows:
        'The label stays as it is until the next midnight judges by total assets and the largest order.',
      done: 'judged at each midnight',
    },
  },
  {
    flag: 'creditscore',
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

/** The other value of a switch. */
export const toggled = ([off, on]: readonly [number, number], value: number): number =>
  value === on ? off : on
