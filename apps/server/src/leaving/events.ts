import type { DomainEvent } from '../platform/index.ts'

/** A customer closed the account; only the uid is left. */
export const customerClosed = (body: { readonly uid: number }): DomainEvent => ({
  kind: 'customerLeft',
  body,
})
