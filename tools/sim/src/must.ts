import { Refusal } from '@glasshouse/core/errors/registry'

/** Stops the run with a sentence when something is not as it must be. */
export const must = (holds: boolean, says: string): void => {
  if (!holds) throw new Error(says)
}

/** Makes a call that must be refused with a code, or answered (null). */
export const mustBe = async (
  code: string | null,
  what: string,
  ask: () => Promise<unknown>,
): Promise<void> => {
  const got = await ask().then(
    () => null,
    (reason: unknown) => {
      if (reason instanceof Refusal) return reason.code
      throw reason
    },
  )
  must(got === code, `${what}: got ${got ?? 'an answer'}, must be ${code ?? 'an answer'}`)
}
