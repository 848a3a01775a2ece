import type { Usdt } from '@glasshouse/core/money/units'
import { postNotice } from '../../customers/notices/index.ts'
import { postSingle } from '../../ledger/posting/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { publishEvents } from '../../platform/events/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { walletChanged } from '../../wallets/index.ts'
import { type DepositCause, depositCredited } from '../postings.ts'
import { insertPayment, updatePaid } from '../store/deposits.ts'

/** Time of an event by the wall clock and by the business calendar. */
export type BookingTime = Pick<Platform['clock'], 'now' | 'business'>

/**
 * Credits a received payment in the caller's transaction; every deposit method ends here. A key is credited at most
 * once. Limits do not apply: received money belongs to the customer. Returns whether it was credited.
 *
 * @example await creditPayment(tx, deposit, 'deposit:17', usdt('100'), clock)
 */
export const creditPayment = async (
  tx: Tx,
  deposit: DepositCause,
  key: string,
  amount: Usdt,
  at: BookingTime,
): Promise<boolean> => {
  const atMs = at.business()
  const isNew = await insertPayment(tx, { key, depositId: deposit.id, amount, atMs })
  if (isNew) {
    await postSingle(tx, atMs, depositCredited(deposit, key, amount))
    await postNotice(tx, at, deposit.uid, { kind: 'depositCredited', params: { amount } }, key)
    await publishEvents(tx, [walletChanged(deposit.uid)], at.now())
  }
  await updatePaid(tx, deposit.id, atMs)
  return isNew
}
