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

/** `status` of a deposit on the wire: 0 waits, 1 paid, 2 not paid in time. */
export type DepositStatus = 0 | 1 | 2

/** The status of a deposit from its page's end and payment; both instants by the same clock. */
export const depositStatus = (isPaid: boolean, expiresMs: number, nowMs: number): DepositStatus => {
  if (isPaid) return 1
  return nowMs < expiresMs ? 0 : 2
}
