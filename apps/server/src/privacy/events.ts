import type { DomainEvent } from '../platform/events/index.ts'

/** A customer closed the account; only the uid remains. */
export const customerClosed = (body: { readonly uid: number }): DomainEvent => ({
  kind: 'customerLeft',
  body,
})
