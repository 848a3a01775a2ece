import { caseStride } from '@glasshouse/testkit/cases'
import { it } from 'vitest'

/** Timeout of a test with many steps. */
const storyTimeoutMs = 300_000

type AddStep = (what: string, step: () => void | Promise<void>) => void

export type Story = AddStep & {
  /** Adds a step that the short ring leaves out. No later step needs it. */
  readonly long: AddStep
}

const isLongRing = (): boolean => caseStride() === 1

/**
 * Test with consecutive steps that share state. The first failing step ends the test under the step's name.
 * Returns a function that adds a step.
 */
export const story = (name: string): Story => {
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
  const add: AddStep = (what, step) => void steps.push({ what, step })
  return Object.assign(add, { long: isLongRing() ? add : () => undefined })
}
