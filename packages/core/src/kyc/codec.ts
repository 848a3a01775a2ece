/** Wire forms of identity checks. */
const states = { 1: 'pending', 2: 'approved', 3: 'rejected' } as const
export type IdentityState = (typeof states)[keyof typeof states]

/** State of an identity check by its wire status. */
export const identityState = ({ status }: { readonly status: keyof typeof states }): IdentityState =>
  states[status]
