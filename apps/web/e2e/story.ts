import { it } from 'vitest'

/** Many steps in one test need longer than one step in one. */
const storyTimeoutMs = 300_000

/**
 * One test told in steps, each of which goes on where the one before it ended; the first that fails ends it, under
 * its own name. Returns how to add a step.
 */
export const story = (name: string): ((what: string, step: () => void | Promise<void>) => void) => {
  const steps: { readonly what: string; readonly step: () => void | Promise<void> }[] = []
  it(
    name,
    async () => {
      for (const { what, step } of steps) {
        try {
          await step()
        } catch (error) {
          if (error instanceof Error) error.message = `${what}: ${error.message}`
          throw error
        }
      }
    },
    storyTimeoutMs,
  )
  return (what, step) => void steps.push({ what, step })
}
