/** Cooldown after an option order: ten steps of three seconds. */
export const cooldownSteps = 10
export const lockStepMs = 3000
const lockMs = cooldownSteps * lockStepMs

export type CooldownView = {
  /** Completed steps, 0 to 10. */
  readonly steps: number
  readonly isReady: boolean
  /** Whole seconds until the next order is allowed. */
  readonly secondsLeft: number
}

const ready: CooldownView = { steps: cooldownSteps, isReady: true, secondsLeft: 0 }

/**
 * State of the cooldown at an instant. An instant stored from a clock that was ahead does not block permanently.
 *
 * @example cooldownView(0, 7_000) // { steps: 2, isReady: false, secondsLeft: 23 }
 */
export const cooldownView = (placedAt: number | null, now: number): CooldownView => {
  if (placedAt === null || now - placedAt >= lockMs || now - placedAt < -lockMs) return ready
  const passed = Math.max(0, now - placedAt)
  return {
    steps: Math.floor(passed / lockStepMs),
    isReady: false,
    secondsLeft: Math.ceil((lockMs - passed) / 1000),
  }
}

/** Parses the instant of the last order; null for other texts. */
export const readPlacedAt = (text: string | null): number | null =>
  text !== null && /^\d{1,15}$/.test(text) ? Number.parseInt(text, 10) : null
