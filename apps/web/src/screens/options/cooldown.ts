/** After an option was placed the next one waits for ten steps of three seconds each. */
export const cooldownSteps = 10
export const lockStepMs = 3000
const lockMs = cooldownSteps * lockStepMs

export type CooldownView = {
  /** Steps that are through, 0 to 10. */
  readonly steps: number
  readonly isReady: boolean
  /** Whole seconds until the next order may be placed. */
  readonly secondsLeft: number
}

const ready: CooldownView = { steps: cooldownSteps, isReady: true, secondsLeft: 0 }

/**
 * How far the lock is at an instant. An instant kept from a clock that was ahead does not lock for ever.
 *
 * @example lockView(0, 7_000) // { steps: 2, isReady: false, secondsLeft: 23 }
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

/** Reads the instant of the last order; null for anything else. */
export const readPlacedAt = (text: string | null): number | null =>
  text !== null && /^\d{1,15}$/.test(text) ? Number.parseInt(text, 10) : null
