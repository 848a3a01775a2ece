/** How long a limit order may rest, as pages offer it. */
export const expiryChoices = ['none', 'hour', 'day', 'week', 'month'] as const
export type ExpiryChoice = (typeof expiryChoices)[number]

const hourMs = 3_600_000
const restMs = { hour: hourMs, day: 24 * hourMs, week: 168 * hourMs, month: 720 * hourMs } as const

/**
 * Expiry of an order that is sent now, epoch milliseconds; null for one that rests until it is cancelled.
 *
 * @example expiryAt('hour', 1_000) // 3_601_000
 */
export const expiryAt = (choice: ExpiryChoice, nowMs: number): number | null =>
  choice === 'none' ? null : nowMs + restMs[choice]

/** Change of an expiry; empty where it stays. */
export const expiryChange = (
  before: number | null,
  choice: ExpiryChoice | 'keep',
  nowMs: number,
): { readonly expiresMs?: number | null } =>
  choice === 'keep' || (choice === 'none' && before === null) ? {} : { expiresMs: expiryAt(choice, nowMs) }
