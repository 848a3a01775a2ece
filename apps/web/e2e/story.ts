import { it } from 'vitest'

/** Timeout of a test with many steps. */
const storyTimeoutMs = 300_000

/**
 * Test with consecutive steps that share state. The first failing step ends the test under the step's name.
 * Returns a function that adds a step.
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
