import { type AccountPauseReason, accountPauseMs } from '@glasshouse/core/identity/rules'
import type { Tx } from '../../platform/database/index.ts'
import { updateCustomer } from '../store/customers.ts'

/**
 * Pauses sending to others and digital withdrawals of a locked customer for 24 h from an instant of the business
 * calendar, in the caller's transaction. Call it for a change that no second factor confirmed.
 */
export const startPause = async (
  tx: Tx,
  uid: number,
  businessMs: number,
  reason: AccountPauseReason,
): Promise<void> => {
  await updateCustomer(tx, uid, { pause_until_ms: businessMs + accountPauseMs, pause_reason: reason })
}
