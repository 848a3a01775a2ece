/** Validation of orders of a copy product: the first issue in the order the specification names, or null. */
import type { Usdt } from '../../money/units.ts'
import { type PrincipalLimits, type PurchaseIssue, validatePurchase } from '../checks.ts'

/** Why an order of a copy product is not accepted, with what would be. */
export type CopyPurchaseIssue =
  | PurchaseIssue
  | { readonly code: 'notTradable'; readonly reason: 'riskScore' }
  | { readonly code: 'ownProduct' }
  | { readonly code: 'inApproval' }

/** What decides whether an order of a copy product is accepted. */
export type CopyPurchaseInput = {
  /** On sale, the pool is not stopped and the lead is active. */
  readonly isOnSale: boolean
  /** Whether new customers may copy the lead (`canBeCopied`). */
  readonly canBeCopied: boolean
  readonly amount: Usdt
  readonly limits: PrincipalLimits
  readonly isOwnProduct: boolean
  /** An order of the same customer and product waits for its dealing. */
  readonly isWaiting: boolean
  /** Own orders in processing, of every kind. */
  readonly running: number
  readonly maxRunning: number
  /** Free in the wallet. */
  readonly available: Usdt
  /** What may still enter the pool, in whole hundreds. */
  readonly capacity: Usdt
}

/**
 * Validates an order of a copy product. Policy, pause, risk check and cooling-off were checked before.
 *
 * @returns the first of: not on sale · risk score · amount · own product · one waits · number of orders · balance · capacity
 * @see product specification, investment, section 4
 */
export const validateCopyPurchase = (input: CopyPurchaseInput): CopyPurchaseIssue | null => {
  if (!input.isOnSale) return { code: 'notTradable' }
  if (!input.canBeCopied) return { code: 'notTradable', reason: 'riskScore' }
  const sale = { ...input, onSale: true, funded: input.amount <= input.capacity }
  const issue = validatePurchase(sale)
  if (issue?.code === 'outOfRange') return issue
  if (input.isOwnProduct) return { code: 'ownProduct' }
  return input.isWaiting ? { code: 'inApproval' } : issue
}
