import { type Usdt, usdt } from '../money/units.ts'

/** An online way to deposit. */
export type PayChannel = {
  readonly code: string
  readonly name: string
  /** Smallest and largest single deposit, both included. */
  readonly min: Usdt
  readonly max: Usdt
  /** Amounts offered as buttons. */
  readonly options: readonly Usdt[]
}

/** The built-in payment page of practice mode: play money, one button. */
export const sandboxChannel: PayChannel = {
  code: 'sandbox',
  name: 'Practice gateway',
  min: usdt('10'),
  max: usdt('50000'),
  options: ['100', '500', '1000', '5000', '10000', '50000'].map(usdt),
}

/** The page of a deposit can be paid for this long; milliseconds. */
export const gatewayLifeMs = 30 * 60_000

/**
 * Tells whether a channel takes an amount.
 *
 * @example isDepositAllowed(sandboxChannel, usdt('9.99999999')) // false
 */
export const isDepositAllowed = ({ min, max }: PayChannel, amount: Usdt): boolean =>
  amount >= min && amount <= max

/** Invoices and reported transfers a customer may have waiting at the same time, each: they cost others work. */
export const maxPendingDeposits = 10

/** `status` of a deposit on the wire: 0 waits, 1 something arrived and was credited, 2 nothing arrived. */
export type DepositStatus = 0 | 1 | 2

/** What decides the status; `expires_ms` null waits without an end. */
export type DepositFacts = {
  readonly paid_ms: number | null
  readonly rejected_ms: number | null
  readonly expires_ms: number | null
}

/**
 * The status of a deposit; its end and `nowMs` by the same clock. What was paid stays paid for ever.
 *
 * @example depositStatus({ paid_ms: null, rejected_ms: null, expires_ms: 1000 }, 1000) // 2
 */
export const depositStatus = (
  { paid_ms, rejected_ms, expires_ms }: DepositFacts,
  nowMs: number,
): DepositStatus => {
  if (paid_ms !== null) return 1
  if (rejected_ms !== null) return 2
  return expires_ms === null || nowMs < expires_ms ? 0 : 2
}
