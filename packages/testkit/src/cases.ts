import { inject, it } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** Which of many similar cases a test takes: 1 in the long ring, which takes all; every seventh in the short one. */
    caseStride: number
  }
}

/**
 * Distance of the cases that a test takes: 1 in the long ring. It is odd, so that a test which alternates between two
 * kinds of cases still takes both.
 */
export const caseStride = (): number => inject('caseStride')

/** The cases that a test takes; `shift` says which of them are among the first. */
export const someCases = <T>(cases: readonly T[], shift: number): readonly T[] =>
  cases.filter((_, place) => (place + shift) % caseStride() === 0)

/** Numbers of the statements from 1 to `last` at which a test kills a connection; `shift` says which are among the first. */
export const killPoints = (last: number, shift = 0): readonly number[] =>
  someCases(
    Array.from({ length: last }, (_, place) => place + 1),
    shift,
  )

/**
 * Declares a test that the short ring leaves out: it repeats in more cases what shorter ones show. `limitMs` is how long
 * it may take where that is more than the default.
 */
export const longIt = (name: string, test: () => Promise<void>, limitMs?: number): void => {
  if (caseStride() === 1) it(name, test, limitMs)
}
