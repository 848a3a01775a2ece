import { multiplyDivide, parseDecimal, type Usdt, usdt } from '../../money/units.ts'

/** Where a withdrawal goes: a bank account, or an address on one of the two networks. */
export const withdrawalWays = ['bank', '1001', '1002'] as const
export type WithdrawalWay = (typeof withdrawalWays)[number]

/** `banktype` on the wire. */
export const bankTypes = [1, 3] as const
export type BankType = (typeof bankTypes)[number]

/**
 * Where a withdrawal stands. `approved` waits for the operator's signer, `sending` was handed to it; `sent`,
 * `rejected` and `cancelled` are ends.
 */
export const withdrawalStates = ['waiting', 'approved', 'sending', 'sent', 'rejected', 'cancelled'] as const
export type WithdrawalState = (typeof withdrawalStates)[number]

/** Why a withdrawal waits: a closed list, shown to the customer. */
export const waitingReasons = [
  'new_address',
  'changed_password',
  'amount_review',
  'network_congestion',
  'legal_order',
] as const
export type WaitingReason = (typeof waitingReasons)[number]

/** Why a withdrawal is paused before it can be asked for. */
export const pauseReasons = ['new_address', 'changed_password', 'new_account'] as const
export type PauseReason = (typeof pauseReasons)[number]

/** Why a withdrawal may be rejected: a closed list. */
export const withdrawalRejections = [
  'bad_address',
  'name_mismatch',
  'sanctions',
  'legal_order',
  'fraud_suspected',
] as const
export type WithdrawalRejection = (typeof withdrawalRejections)[number]

/** Whose turn it is: a first manager, a second one, or the operator who sends; null when it ended. */
export const withdrawalOwners = ['firstManager', 'secondManager', 'operator'] as const
export type WithdrawalOwner = (typeof withdrawalOwners)[number]

/** The deadline of a withdrawal after its request, by the business calendar; fixed, nothing extends it. */
export const withdrawalDeadlineMs = 24 * 3_600_000

/** How long a new address, a changed password or a new account pauses digital withdrawals. */
export const withdrawalPauseMs = 24 * 3_600_000

/** The platform fee (the seed's tax) of customers without a running wealth product, in percent. */
export const withdrawalFeePercent = 5n

/** Limits of a withdrawal, in USDT units. */
export type WithdrawalLimits = { readonly min: Usdt; readonly max: Usdt }

const wholePattern = /^\d{1,15}$/

/**
 * Reads the amount of a withdrawal: plain digits only. Anything else gives null, `100.0` too.
 *
 * @example readWhole('100') // 100 USDT
 * @example readWhole('100.0') // null
 */
export const readWhole = (text: string): Usdt | null => {
  const units = wholePattern.test(text) ? parseDecimal(text, 8) : null
  return units === null ? null : (units as Usdt)
}

/**
 * The platform fee of a withdrawal, rounded up to the unit; it is part of the amount, never on top of it.
 *
 * @example withdrawalFee(usdt('2000'), false) // 100 USDT
 * @example withdrawalFee(usdt('2000'), true) // 0 USDT
 */
export const withdrawalFee = (amount: Usdt, hasProduct: boolean): Usdt =>
  hasProduct ? usdt('0') : (multiplyDivide(amount, withdrawalFeePercent, 100n, 'ceil') as Usdt)
