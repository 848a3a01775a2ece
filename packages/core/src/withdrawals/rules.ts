import { readHash } from '../deposits/hashes.ts'
import { amountScale, multiplyDivide, parseDecimal, type Usdt, usdt } from '../money/units.ts'

/** Methods of a withdrawal: a bank account, or an address on one of the two networks. */
export const withdrawalMethods = ['bank', '1001', '1002'] as const
export type WithdrawalMethod = (typeof withdrawalMethods)[number]

/**
 * States of a withdrawal. `approved` waits for the operator's signer, `sending` was handed to it; `sent`, `rejected`
 * and `cancelled` are final.
 */
export const withdrawalStates = ['waiting', 'approved', 'sending', 'sent', 'rejected', 'cancelled'] as const
export type WithdrawalState = (typeof withdrawalStates)[number]

/** Reasons why a withdrawal is pending: a closed list, shown to the customer. */
export const pendingReasons = [
  'new_address',
  'changed_password',
  'amount_review',
  'network_congestion',
  'legal_order',
] as const
export type PendingReason = (typeof pendingReasons)[number]

/** What pauses digital withdrawals. */
export const pauseReasons = [
  'new_address',
  'changed_password',
  'changed_address',
  'new_device',
  'new_account',
] as const
export type PauseReason = (typeof pauseReasons)[number]

/** Reasons for rejecting a withdrawal: a closed list. */
export const withdrawalRejections = [
  'bad_address',
  'name_mismatch',
  'sanctions',
  'legal_order',
  'fraud_suspected',
] as const
export type WithdrawalRejection = (typeof withdrawalRejections)[number]

/** Who acts next: a first manager, a second manager, or the operator who sends. */
export const withdrawalActors = ['firstManager', 'secondManager', 'operator'] as const
export type WithdrawalActor = (typeof withdrawalActors)[number]

/** Time from request to deadline, by the business calendar; never extended. */
export const withdrawalDeadlineMs = 24 * 3_600_000

/** How long a legal hold stands that two managers agreed to or renewed, by the business calendar; milliseconds. */
export const legalHoldMs = 7 * 86_400_000

/**
 * Whether a legal hold stands at an instant: up to its end, the end excluded.
 *
 * @example isHoldRunning({ untilMs: 10, endedMs: null }, 10) // false
 */
export const isHoldRunning = (
  { untilMs, endedMs }: { readonly untilMs: number; readonly endedMs: number | null },
  nowMs: number,
): boolean => endedMs === null && nowMs < untilMs

/** How long a new withdrawal address or a new account pauses digital withdrawals. */
export const withdrawalPauseMs = 24 * 3_600_000

/** Platform fee in percent for customers without a running wealth product. */
export const withdrawalFeePercent = 5n

const wholePattern = /^\d{1,15}$/

/**
 * Parses the amount of a withdrawal: whole USDT in plain digits. Returns null for anything else, including `100.0`.
 *
 * @example parseWholeUsdt('100') // 100 USDT
 * @example parseWholeUsdt('100.0') // null
 */
export const parseWholeUsdt = (text: string): Usdt | null =>
  wholePattern.test(text) ? (parseDecimal(text, amountScale) as Usdt | null) : null

/**
 * Platform fee of a withdrawal, rounded up to the unit. The fee is part of the amount, not added to it.
 *
 * @example withdrawalFee(usdt('2000'), false) // 100 USDT
 * @example withdrawalFee(usdt('2000'), true) // 0 USDT
 */
export const withdrawalFee = (amount: Usdt, hasProduct: boolean): Usdt =>
  hasProduct ? usdt('0') : (multiplyDivide(amount, withdrawalFeePercent, 100n, 'ceil') as Usdt)

/** Settings that limit withdrawals. */
export type WithdrawalLimits = {
  readonly bankMin: Usdt
  readonly digitalMin: Usdt
  readonly max: Usdt
  readonly capWithoutProduct: Usdt
  readonly secondApprovalAbove: Usdt
}

/**
 * Minimum and maximum withdrawal of a method.
 *
 * @example withdrawalLimits('1002', { digitalMin: usdt('20'), … }) // { min: 20 USDT, … }
 */
export const withdrawalLimits = (
  method: WithdrawalMethod,
  { bankMin, digitalMin, max }: Pick<WithdrawalLimits, 'bankMin' | 'digitalMin' | 'max'>,
): { readonly min: Usdt; readonly max: Usdt } => ({ min: method === 'bank' ? bankMin : digitalMin, max })

/**
 * Remaining amount that a customer can request today; null without a cap. `today` is the sum requested since midnight
 * that was not rejected or cancelled.
 *
 * @example remainingDailyCap(usdt('10000'), usdt('4000'), false) // 6000 USDT
 * @example remainingDailyCap(usdt('10000'), usdt('4000'), true) // null
 */
export const remainingDailyCap = (cap: Usdt, today: Usdt, hasProduct: boolean): Usdt | null => {
  if (hasProduct) return null
  return today < cap ? ((cap - today) as Usdt) : usdt('0')
}

/**
 * Number of managers that must approve.
 *
 * @example requiredApprovals(usdt('5000'), usdt('5000')) // 1
 * @example requiredApprovals(usdt('5001'), usdt('5000')) // 2
 */
export const requiredApprovals = (amount: Usdt, secondAbove: Usdt): 1 | 2 => (amount > secondAbove ? 2 : 1)

/**
 * Changes that can pause a withdrawal or become its pending reason; instants of the business calendar, null means
 * never.
 */
export type RecentChanges = {
  readonly destinationMs: number | null
  readonly passwordMs: number | null
  readonly registeredMs: number
  /** The pause of the whole account, which stops sending to others too; null where there is none. */
  readonly accountPause: Cooldown | null
}

export type Cooldown = { readonly reason: PauseReason; readonly untilMs: number }

/**
 * Pause of digital withdrawals at an instant: the one that ends last. Null if there is none.
 *
 * @example withdrawalCooldown({ destinationMs: 0, passwordMs: null, registeredMs: -withdrawalPauseMs, accountPause: null }, 1)
 * // new_address
 */
export const withdrawalCooldown = (changes: RecentChanges, nowMs: number): Cooldown | null => {
  const candidates: readonly (Cooldown | null)[] = [
    since('new_address', changes.destinationMs),
    changes.accountPause,
    since('new_account', changes.registeredMs),
  ]
  let last: Cooldown | null = null
  for (const pause of candidates)
    if (pause !== null && pause.untilMs > nowMs && (last === null || pause.untilMs > last.untilMs))
      last = pause
  return last
}

const since = (reason: PauseReason, sinceMs: number | null): Cooldown | null =>
  sinceMs === null ? null : { reason, untilMs: sinceMs + withdrawalPauseMs }

/**
 * Why a withdrawal waits from its request on: an address or a password changed in the last 24 h is what managers look
 * at first; otherwise they look at the amount, as they do at every one.
 */
export const pendingReasonFor = (
  { destinationMs, passwordMs }: Pick<RecentChanges, 'destinationMs' | 'passwordMs'>,
  nowMs: number,
): PendingReason => {
  const [address, password] = [since('new_address', destinationMs), since('changed_password', passwordMs)]
  const newest = (password?.untilMs ?? 0) > (address?.untilMs ?? 0) ? password : address
  if (newest === null || newest.untilMs <= nowMs) return 'amount_review'
  return newest === password ? 'changed_password' : 'new_address'
}

/** Who acts next; null if the withdrawal is final. */
export const nextActor = (state: WithdrawalState, approvals: number): WithdrawalActor | null => {
  if (state === 'waiting') return approvals === 0 ? 'firstManager' : 'secondManager'
  return state === 'approved' || state === 'sending' ? 'operator' : null
}

/** Whether the customer can cancel: until the withdrawal is handed to the signer. */
export const isCancellable = (state: WithdrawalState): boolean => state === 'waiting' || state === 'approved'

/** Whether the funds are still on hold. */
export const isFundsHeld = (state: WithdrawalState): boolean => isCancellable(state) || state === 'sending'

const bankReference = /^[A-Z0-9][A-Z0-9./-]{3,63}$/

/**
 * Parses the proof that a withdrawal was sent: the transaction hash of the network, or the reference of a bank transfer
 * in capitals. Null for anything else.
 *
 * @example readProof('bank', ' ref-2026/118 ') // 'REF-2026/118'
 */
export const readProof = (method: WithdrawalMethod, raw: string): string | null => {
  if (method !== 'bank') return readHash(method === '1001' ? 1001 : 1002, raw)
  const reference = raw.trim().toUpperCase()
  return bankReference.test(reference) ? reference : null
}

/** Names of the methods in lists and files. */
export const methodNames: Readonly<Record<WithdrawalMethod, string>> = {
  bank: 'Bank account',
  '1001': 'ERC20',
  '1002': 'TRC20',
}
