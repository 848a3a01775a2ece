import { amountScale, multiplyDivide, parseDecimal, type Usdt, usdt } from '../../money/units.ts'
import { readHash } from '../hashes.ts'

/** Where a withdrawal goes: a bank account, or an address on one of the two networks. */
export const withdrawalMethods = ['bank', '1001', '1002'] as const
export type WithdrawalMethod = (typeof withdrawalMethods)[number]

/** `banktype` on the wire: 1 bank account, 3 digital wallet. */
export const bankTypes = [1, 3] as const
export type BankType = (typeof bankTypes)[number]

/**
 * Where a withdrawal stands. `approved` waits for the operator's signer, `sending` was handed to it; `sent`,
 * `rejected` and `cancelled` are ends.
 */
export const withdrawalStates = ['waiting', 'approved', 'sending', 'sent', 'rejected', 'cancelled'] as const
export type WithdrawalState = (typeof withdrawalStates)[number]

/** Why a withdrawal waits: a closed list, shown to the customer. */
export const pendingReasons = [
  'new_address',
  'changed_password',
  'amount_review',
  'network_congestion',
  'legal_order',
] as const
export type PendingReason = (typeof pendingReasons)[number]

/** What pauses digital withdrawals. */
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

/** Whose turn it is: a first manager, a second one, or the operator who sends. */
export const withdrawalActors = ['firstManager', 'secondManager', 'operator'] as const
export type WithdrawalActor = (typeof withdrawalActors)[number]

/** From the request to the deadline, by the business calendar; fixed, nothing extends it. */
export const withdrawalDeadlineMs = 24 * 3_600_000

/** How long a new address, a changed password or a new account pauses digital withdrawals. */
export const withdrawalPauseMs = 24 * 3_600_000

/** The platform fee (the seed's tax) of customers without a running wealth product, in percent. */
export const withdrawalFeePercent = 5n

const wholePattern = /^\d{1,15}$/

/**
 * Reads the amount of a withdrawal: whole USDT as plain digits. Anything else gives null, `100.0` too.
 *
 * @example readWholeUsdt('100') // 100 USDT
 * @example readWholeUsdt('100.0') // null
 */
export const parseWholeUsdt = (text: string): Usdt | null =>
  wholePattern.test(text) ? (parseDecimal(text, amountScale) as Usdt | null) : null

/**
 * The platform fee of a withdrawal, rounded up to the unit. It is part of the amount, never on top of it.
 *
 * @example withdrawalFee(usdt('2000'), false) // 100 USDT
 * @example withdrawalFee(usdt('2000'), true) // 0 USDT
 */
export const withdrawalFee = (amount: Usdt, hasProduct: boolean): Usdt =>
  hasProduct ? usdt('0') : (multiplyDivide(amount, withdrawalFeePercent, 100n, 'ceil') as Usdt)

/** The settings a withdrawal is measured by. */
export type WithdrawalLimits = {
  readonly bankMin: Usdt
  readonly digitalMin: Usdt
  readonly max: Usdt
  readonly capWithoutProduct: Usdt
  readonly secondApprovalAbove: Usdt
}

/**
 * The smallest and the largest withdrawal of a way.
 *
 * @example limitsOf('1002', { digitalMin: usdt('20'), … }) // { min: 20 USDT, … }
 */
export const withdrawalLimits = (
  way: WithdrawalMethod,
  { bankMin, digitalMin, max }: Pick<WithdrawalLimits, 'bankMin' | 'digitalMin' | 'max'>,
): { readonly min: Usdt; readonly max: Usdt } => ({ min: way === 'bank' ? bankMin : digitalMin, max })

/**
 * What a customer may still ask for today; null where there is no cap. `today` is what was asked for since
 * midnight and not rejected or taken back.
 *
 * @example capLeft(usdt('10000'), usdt('4000'), false) // 6000 USDT
 * @example capLeft(usdt('10000'), usdt('4000'), true) // null
 */
export const remainingDailyCap = (cap: Usdt, today: Usdt, hasProduct: boolean): Usdt | null => {
  if (hasProduct) return null
  return today < cap ? ((cap - today) as Usdt) : usdt('0')
}

/**
 * How many managers must approve.
 *
 * @example approvalsNeeded(usdt('5000'), usdt('5000')) // 1
 * @example approvalsNeeded(usdt('5001'), usdt('5000')) // 2
 */
export const requiredApprovals = (amount: Usdt, secondAbove: Usdt): 1 | 2 => (amount > secondAbove ? 2 : 1)

/** What may pause a withdrawal or be the reason why it waits; instants of the business calendar, null: never. */
export type RecentChanges = {
  readonly destinationMs: number | null
  readonly passwordMs: number | null
  readonly registeredMs: number
}

export type Cooldown = { readonly reason: PauseReason; readonly untilMs: number }

/**
 * What pauses a digital withdrawal at an instant: of several the one that ends last. Null when nothing does.
 *
 * @example pauseOf({ destinationMs: 0, passwordMs: null, registeredMs: -withdrawalPauseMs }, 1) // new_address
 */
export const withdrawalCooldown = (changes: RecentChanges, nowMs: number): Cooldown | null => {
  const candidates: readonly (readonly [PauseReason, number | null])[] = [
    ['new_address', changes.destinationMs],
    ['changed_password', changes.passwordMs],
    ['new_account', changes.registeredMs],
  ]
  let last: Cooldown | null = null
  for (const [reason, sinceMs] of candidates) {
    const untilMs = sinceMs === null ? nowMs : sinceMs + withdrawalPauseMs
    if (untilMs > nowMs && (last === null || untilMs > last.untilMs)) last = { reason, untilMs }
  }
  return last
}

/**
 * Why a withdrawal waits from its request on. What would pause a digital one is what managers look at first;
 * otherwise they look at the amount, as they do at every one.
 */
export const pendingReasonFor = (changes: RecentChanges, nowMs: number): PendingReason => {
  const pause = withdrawalCooldown({ ...changes, registeredMs: nowMs - withdrawalPauseMs }, nowMs)
  return pause === null || pause.reason === 'new_account' ? 'amount_review' : pause.reason
}

/** Whose turn it is; null when the withdrawal ended. */
export const nextActor = (state: WithdrawalState, approvals: number): WithdrawalActor | null => {
  if (state === 'waiting') return approvals === 0 ? 'firstManager' : 'secondManager'
  return state === 'approved' || state === 'sending' ? 'operator' : null
}

/** Whether the customer may take it back: until it is handed to the signer. */
export const isCancellable = (state: WithdrawalState): boolean => state === 'waiting' || state === 'approved'

/** Whether the money is still held. */
export const isFundsHeld = (state: WithdrawalState): boolean => isCancellable(state) || state === 'sending'

/** `isverified` on the wire: 0 waits, 1 sent, 2 rejected, 3 cancelled. */
export const stateToWire = (state: WithdrawalState): 0 | 1 | 2 | 3 => {
  if (state === 'sent') return 1
  if (state === 'rejected') return 2
  return state === 'cancelled' ? 3 : 0
}

const bankReference = /^[A-Z0-9][A-Z0-9./-]{3,63}$/

/**
 * Reads what proves that a withdrawal was sent: the hash of the transaction as that network writes it, or the
 * reference of a bank transfer in capitals. Null when it is none.
 *
 * @example readProof('bank', ' ref-2026/118 ') // 'REF-2026/118'
 */
export const readProof = (way: WithdrawalMethod, raw: string): string | null => {
  if (way !== 'bank') return readHash(way === '1001' ? 1001 : 1002, raw)
  const reference = raw.trim().toUpperCase()
  return bankReference.test(reference) ? reference : null
}

/** What a way is called in lists and files. */
export const methodNames: Readonly<Record<WithdrawalMethod, string>> = {
  bank: 'Bank account',
  '1001': 'ERC20',
  '1002': 'TRC20',
}
