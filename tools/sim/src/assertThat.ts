import { DomainError } from '@glasshouse/core/errors/registry'

/** Stops the run with a message if a condition does not hold. */
export const assertThat = (holds: boolean, says: string): void => {
  if (!holds) throw new Error(says)
}

/** Makes a call that must be rejected with a code, or succeed (null). */
export const expectRetCode = async (
  code: string | null,
  what: string,
  ask: () => Promise<unknown>,
): Promise<void> => {
  const got = await ask().then(
    () => null,
    (reason: unknown) => {
      if (reason instanceof DomainError) return reason.code
      throw reason
    },
  )
  assertThat(got === code, `${what}: got ${got ?? 'a result'}, expected ${code ?? 'a result'}`)
}
