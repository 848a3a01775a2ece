/** Validation of investment orders: each function returns the first issue in the order the specification names, or null. */
import type { Usdt } from '../money/units.ts'
import { amountStep } from './rules.ts'

/** Accepted principal of a cycle. */
export type PrincipalLimits = { readonly min: Usdt; readonly max: Usdt }

/** Why an order is not accepted, with what would be. */
export type PurchaseIssue =
  | { readonly code: 'notTradable' }
  | { readonly code: 'outOfRange'; readonly min: Usdt; readonly max: Usdt; readonly step: Usdt }
  | { readonly code: 'tooManyOrders'; readonly max: number }
  | { readonly code: 'insufficientBalance'; readonly needed: Usdt; readonly available: Usdt }
  | { readonly code: 'insufficientReserve'; readonly max: Usdt }
  | { readonly code: 'alreadyUsed' }

/** What decides whether an order with own money is accepted. */
export type PurchaseInput = {
  readonly onSale: boolean
  readonly amount: Usdt
  readonly limits: PrincipalLimits
  /** Own orders in processing, of every kind. */
  readonly running: number
  readonly maxRunning: number
  /** Free in the wallet. */
  readonly available: Usdt
  /** Largest further principal that is funded, in whole hundreds. */
  readonly capacity: Usdt
  /** The order's whole interest is covered and the quota is not passed. */
  readonly funded: boolean
}

/**
 * Validates a principal: a multiple of 100 between the cycle's limits.
 *
 * @example validatePrincipal(usdt('150'), { min: usdt('100'), max: usdt('1000') }) // { code: 'outOfRange', min, max, step: 100 }
 */
export const validatePrincipal = (amount: Usdt, limits: PrincipalLimits): PurchaseIssue | null =>
  amount > 0n && amount % amountStep === 0n && amount >= limits.min && amount <= limits.max
    ? null
    : { code: 'outOfRange', ...limits, step: amountStep }

const validateRunning = (running: number, max: number): PurchaseIssue | null =>
  running < max ? null : { code: 'tooManyOrders', max }

/**
 * Validates an order with own money. Policy, pause, risk check and cooling-off were checked before.
 *
 * @returns the first of: not on sale · amount · number of running orders · balance · funding
 */
export const validatePurchase = (input: PurchaseInput): PurchaseIssue | null => {
  if (!input.onSale) return { code: 'notTradable' }
  const issue =
    validatePrincipal(input.amount, input.limits) ?? validateRunning(input.running, input.maxRunning)
  if (issue !== null) return issue
  const { amount: needed, available } = input
  if (available < needed) return { code: 'insufficientBalance', needed, available }
  return input.funded ? null : { code: 'insufficientReserve', max: input.capacity }
}

/** What decides whether an order of a trial product is accepted. */
export type TrialPurchaseInput = Omit<PurchaseInput, 'amount' | 'available'> & {
  /** The customer had a trial order before. */
  readonly used: boolean
  /** Trial funds held. */
  readonly fund: Usdt
}

/** Principal of a trial order: all trial funds, up to the product's maximum. */
export const trialPrincipal = (fund: Usdt, { max }: PrincipalLimits): Usdt => (fund < max ? fund : max)

/**
 * Validates a trial order.
 *
 * @returns the first of: not on sale · had one before · fund below the minimum · number of running orders · funding
 */
export const validateTrialPurchase = (input: TrialPurchaseInput): PurchaseIssue | null => {
  if (!input.onSale) return { code: 'notTradable' }
  if (input.used) return { code: 'alreadyUsed' }
  const { fund: available, limits } = input
  if (available < limits.min) return { code: 'insufficientBalance', needed: limits.min, available }
  const issue = validateRunning(input.running, input.maxRunning)
  if (issue !== null) return issue
  return input.funded ? null : { code: 'insufficientReserve', max: input.capacity }
}

/** States of an order; `waiting`, `refunded` and `stopped` are of copy orders. */
export const orderStates = [
  'waiting',
  'running',
  'redeeming',
  'ended',
  'redeemed',
  'refunded',
  'stopped',
] as const
export type OrderState = (typeof orderStates)[number]

/** States in which an order holds its principal. */
export const processingStates = ['waiting', 'running', 'redeeming'] as const satisfies readonly OrderState[]

/** Whether an order is in processing, as opposed to finished. */
export const isProcessing = (state: OrderState): boolean => processingStates.some((one) => one === state)

/** Why an order cannot be redeemed; the names are on the wire. */
export type RedemptionIssue =
  | { readonly reason: 'finished' | 'inRedemption' | 'endItYourself' }
  | { readonly reason: 'until'; readonly until: number }
  | { readonly reason: 'pledged'; readonly loan: number }

/**
 * Validates a request for early redemption.
 *
 * @param nowMs business calendar
 * @returns the first of: finished · in redemption already · a copy order · before the first instant · security of a loan
 */
export const validateRedemption = (
  order: {
    readonly state: OrderState
    readonly isCopy: boolean
    readonly redeemableMs: number
    readonly loanId: number | null
  },
  nowMs: number,
): RedemptionIssue | null => {
  if (!isProcessing(order.state)) return { reason: 'finished' }
  if (order.state === 'redeeming') return { reason: 'inRedemption' }
  if (order.isCopy) return { reason: 'endItYourself' }
  if (nowMs < order.redeemableMs) return { reason: 'until', until: order.redeemableMs }
  return order.loanId === null ? null : { reason: 'pledged', loan: order.loanId }
}
