import type { Fact } from '../platform/index.ts'

/** A customer registered; the referrer is fixed from now on. */
export const customerRegistered = (body: { readonly uid: number; readonly referrerUid: number }): Fact => ({
  kind: 'customerRegistered',
  body,
})
