/** The activation of AI ordering: claimed by a customer, activated by staff for days, over by the business calendar. */

/** As the wire says it. */
export const activation = { unclaimed: 1, waiting: 2, active: 3, over: 4 } as const
export type ActivationStatus = (typeof activation)[keyof typeof activation]

/** The most days an activation may reach ahead. */
export const maxDaysAhead = 366
const dayMs = 86_400_000

/** What is kept of an activation; `untilMs` is an instant of the business calendar, null while never activated. */
export type Activation = { readonly status: ActivationStatus; readonly untilMs: number | null }

/**
 * What an activation is at an instant of the business calendar: an active one is over from `untilMs` on.
 *
 * @example statusAt({ status: 3, untilMs: 1000 }, 999) // 3
 * @example statusAt({ status: 3, untilMs: 1000 }, 1000) // 4
 */
export const statusAt = ({ status, untilMs }: Activation, businessMs: number): ActivationStatus =>
  status === activation.active && (untilMs === null || untilMs <= businessMs) ? activation.over : status

/** An activation after the customer has claimed it: one that is over is claimed anew, any other stays. */
export const claimActivation = (kept: Activation, businessMs: number): Activation => {
  const status = statusAt(kept, businessMs)
  return status === activation.unclaimed || status === activation.over
    ? { status: activation.waiting, untilMs: kept.untilMs }
    : kept
}

/** How many days may still be added to what is left at an instant; whole days, at least 0. */
export const remainingExtensionDays = (kept: Activation, businessMs: number): number => {
  const from = startOf(kept, businessMs)
  return Math.max(0, Math.floor((businessMs + maxDaysAhead * dayMs - from) / dayMs))
}

/** Days are added to what is left of a running activation, otherwise they begin now. */
const startOf = (kept: Activation, businessMs: number): number =>
  statusAt(kept, businessMs) === activation.active && kept.untilMs !== null ? kept.untilMs : businessMs

/** An activation with days added; the caller has asked `remainingExtensionDays`. */
export const extendActivation = (kept: Activation, businessMs: number, days: number): Activation => ({
  status: activation.active,
  untilMs: startOf(kept, businessMs) + days * dayMs,
})
