import { domainError } from '@glasshouse/core/errors/registry'
import { type RedemptionIssue, validateRedemption } from '@glasshouse/core/invest/checks'
import type { Platform } from '../../platform/services/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import type { OrderRow } from '../schema.ts'
import { lockOwnOrder, updateRedeeming } from '../store/orders.ts'

/**
 * Asks for early redemption of an order: it accrues no more, and the next midnight settles it. Final.
 *
 * @throws notFound the order is none of the customer's
 * @throws invalidState (`reason`) `finished`, `inRedemption`, `endItYourself`, `until` (with the instant), `pledged` (with the loan)
 */
export const redeemOrder = (
  { clock, database }: Pick<Platform, 'clock' | 'database'>,
  { uid }: { readonly uid: number },
  id: number,
): Promise<OrderRow> =>
  transact(database.db, async (tx) => {
    const order = await lockOwnOrder(tx, uid, id)
    if (order === null) throw domainError('notFound')
    const nowMs = clock.business()
    assertRedeemable(
      validateRedemption(
        {
          state: order.state,
          isCopy: order.method === 'copy',
          redeemableMs: order.redeemable_ms,
          loanId: order.loan_id,
        },
        nowMs,
      ),
    )
    return updateRedeeming(tx, id, nowMs)
  })

const assertRedeemable = (issue: RedemptionIssue | null): void => {
  if (issue !== null) throw domainError('invalidState', { ...issue })
}
