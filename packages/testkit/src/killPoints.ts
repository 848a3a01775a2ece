import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** Distance of the statements at which tests kill a connection: 1 in the long ring, more in the short one. */
    killStride: number
  }
}

/**
 * Distance of the statements at which a test kills a connection one after the other: 1 in the long ring, where each
 * statement has its turn. It is odd, so that tests which alternate between before and after a statement do so still.
 */
export const killStride = (): number => inject('killStride')

/** Numbers of the statements from 1 to `last` at which a test kills a connection. */
export const killPoints = (last: number): readonly number[] =>
  Array.from({ length: Math.ceil(last / killStride()) }, (_, place) => 1 + place * killStride())
