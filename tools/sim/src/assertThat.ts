import { DomainError } from '@glasshouse/core/errors/registry'

/** Stops the run with a sentence when something is not as it must be. */
export const assertThat = (holds: boolean, says: string): void => {
  if (!holds) throw new Error(says)
}

/** Makes a call that must be refused with a code, or answered (null). */
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
  assertThat(got === code, `${what}: got ${got ?? 'an answer'}, must be ${code ?? 'an answer'}`)
}
