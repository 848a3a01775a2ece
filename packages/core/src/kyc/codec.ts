/** Wire forms of identity checks. */
const states = { 1: 'pending', 2: 'approved', 3: 'rejected' } as const
export type IdentityState = (typeof states)[keyof typeof states]

/** State of an identity check by its wire status. */
export const identityState = ({ status }: { readonly status: keyof typeof states }): IdentityState =>
  states[status]

const statuses = { pending: 1, approved: 2, rejected: 3 } as const satisfies Record<IdentityState, number>

/** Wire status of a state. */
export const identityStateToWire = (state: IdentityState): 1 | 2 | 3 => statuses[state]
