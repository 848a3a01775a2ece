import type { DomainEvent } from '../platform/index.ts'

/** A customer registered; the referrer is fixed from now on. */
export const customerRegistered = (body: {
  readonly uid: number
  readonly referrerUid: number
}): DomainEvent => ({
  kind: 'customerRegistered',
  body,
})
