import { type Usdt, usdt } from '../money/units.ts'

/** An online deposit channel. */
export type PayChannel = {
  readonly code: string
  readonly name: string
  /** Minimum and maximum of a single deposit, both included. */
  readonly min: Usdt
  readonly max: Usdt
  /** Amounts offered as buttons. */
  readonly options: readonly Usdt[]
}

/** Built-in payment page of practice mode: play money, one button. */
export const sandboxChannel: PayChannel = {
  code: 'sandbox',
  name: 'Practice gateway',
  min: usdt('10'),
  max: usdt('50000'),
  options: ['100', '500', '1000', '5000', '10000', '50000'].map(usdt),
}

/** How long the payment page of a deposit is valid; milliseconds. */
export const gatewayLifeMs = 30 * 60_000

/** Maximum number of pending invoices, and of pending reported transfers, per customer: each one costs review work. */
export const maxPendingDeposits = 10

/** States of a deposit; one that expired without money is rejected. */
export const depositStates = ['pending', 'credited', 'rejected'] as const
export type DepositState = (typeof depositStates)[number]

/** Input of the state of a deposit; with `expires_ms` null it does not expire. */
export type DepositFacts = {
  readonly paid_ms: number | null
  readonly rejected_ms: number | null
  readonly expires_ms: number | null
}

/**
 * State of a deposit; its expiry and `nowMs` are of the same clock. A paid deposit stays paid.
 *
 * @example depositState({ paid_ms: null, rejected_ms: null, expires_ms: 1000 }, 1000) // 'rejected'
 */
export const depositState = (
  { paid_ms, rejected_ms, expires_ms }: DepositFacts,
  nowMs: number,
): DepositState => {
  if (paid_ms !== null) return 'credited'
  if (rejected_ms !== null) return 'rejected'
  return expires_ms === null || nowMs < expires_ms ? 'pending' : 'rejected'
}
