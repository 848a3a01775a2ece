import { dayMs } from '../calendar/durations.ts'

/**
 * Activation of AI ordering: claimed by a customer, activated by staff for a number of days, over by the business
 * calendar.
 */

/** Activation states by their wire number. */
export const activation = { unclaimed: 1, waiting: 2, active: 3, over: 4 } as const
export type ActivationStatus = (typeof activation)[keyof typeof activation]

/** State of an activation in words. */
export type ActivationState = keyof typeof activation
export const activationStates = Object.keys(activation) as ActivationState[]

/** Maximum number of days that an activation may reach ahead. */
export const maxDaysAhead = 366

/** A stored activation; `untilMs` is in business calendar milliseconds, null if never activated. */
export type Activation = { readonly status: ActivationStatus; readonly untilMs: number | null }

/**
 * State of an activation at an instant of the business calendar. An active one is over from `untilMs` on.
 *
 * @example statusAt({ status: 3, untilMs: 1000 }, 999) // 3
 * @example statusAt({ status: 3, untilMs: 1000 }, 1000) // 4
 */
export const statusAt = ({ status, untilMs }: Activation, businessMs: number): ActivationStatus =>
  status === activation.active && (untilMs === null || untilMs <= businessMs) ? activation.over : status

/**
 * State of an activation in words, as `statusAt`.
 *
 * @example activationStateAt({ status: 3, untilMs: 1000 }, 1000) // 'over'
 */
export const activationStateAt = (current: Activation, businessMs: number): ActivationState => {
  const status = statusAt(current, businessMs)
  const state = activationStates.find((known) => activation[known] === status)
  if (state === undefined) throw new Error(`an activation has the state ${status}`)
  return state
}

/** The activation after the customer claims it. Only an unclaimed or ended one changes. */
export const claimActivation = (current: Activation, businessMs: number): Activation => {
  const status = statusAt(current, businessMs)
  return status === activation.unclaimed || status === activation.over
    ? { status: activation.waiting, untilMs: current.untilMs }
    : current
}

/** Number of whole days that can still be added at an instant, at least 0. */
export const remainingExtensionDays = (current: Activation, businessMs: number): number => {
  const from = startOf(current, businessMs)
  return Math.max(0, Math.floor((businessMs + maxDaysAhead * dayMs - from) / dayMs))
}

/** Added days extend a running activation; otherwise they start now. */
const startOf = (current: Activation, businessMs: number): number =>
  statusAt(current, businessMs) === activation.active && current.untilMs !== null
    ? current.untilMs
    : businessMs

/** The activation extended by `days`. The caller checks `remainingExtensionDays` first. */
export const extendActivation = (current: Activation, businessMs: number, days: number): Activation => ({
  status: activation.active,
  untilMs: startOf(current, businessMs) + days * dayMs,
})
