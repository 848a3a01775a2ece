import { type AccountPauseReason, accountPauseMs } from '@glasshouse/core/identity/rules'
import type { Db, Tx } from '../../platform/database/index.ts'
import { findSecurity, updateCustomer } from '../store/customers.ts'

/** What pauses sending to others and digital withdrawals of an account, and until when (business calendar). */
export type AccountPause = { readonly reason: AccountPauseReason; readonly untilMs: number }

type StoredPause = { readonly pauseUntilMs: number | null; readonly pauseReason: AccountPauseReason | null }

/** The pause of an account that runs at an instant of the business calendar; null when none does. */
export const runningPause = (
  { pauseUntilMs, pauseReason }: StoredPause,
  businessMs: number,
): AccountPause | null =>
  pauseUntilMs === null || pauseReason === null || pauseUntilMs <= businessMs
    ? null
    : { reason: pauseReason, untilMs: pauseUntilMs }

/** As `runningPause`, of a customer. */
export const findAccountPause = async (
  db: Db | Tx,
  uid: number,
  businessMs: number,
): Promise<AccountPause | null> => {
  const security = await findSecurity(db, uid)
  return security === undefined ? null : runningPause(security, businessMs)
}

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
