import type { Fact } from '../platform/index.ts'

/** A customer closed the account; only the uid is left. */
export const customerLeft = (body: { readonly uid: number }): Fact => ({ kind: 'customerLeft', body })
