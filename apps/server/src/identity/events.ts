import type { DomainEvent } from '../platform/events/index.ts'

/** The kind of `customerLocked`. */
export const customerLockedKind = 'customerLocked'

/** An account was locked: its sessions are ended, and nothing of it takes new risk any more. */
export const customerLocked = (body: { readonly uid: number }): DomainEvent => ({
  kind: customerLockedKind,
  body,
})

/** The kind of `customerRegistered`. */
export const customerRegisteredKind = 'customerRegistered'

/** A customer registered; the referrer is fixed from now on. */
export const customerRegistered = (body: {
  readonly uid: number
  readonly referrerUid: number
}): DomainEvent => ({
  kind: customerRegisteredKind,
  body,
})
