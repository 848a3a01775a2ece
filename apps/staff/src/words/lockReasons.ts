import type { LockReason } from '@glasshouse/core/identity/locks'

const reasonTexts: Readonly<Record<LockReason, string>> = {
  stolen_access: 'Stolen access',
  customer_request: 'At the customer’s request',
  sanctions: 'Sanctions',
  court_order: 'Court order',
}

/** Label of a reason to lock an account. */
export const lockReasonText = (reason: LockReason): string => reasonTexts[reason]
