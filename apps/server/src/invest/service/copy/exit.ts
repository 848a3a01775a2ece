import type { DataOf } from '@glasshouse/core/calls'
import { domainError } from '@glasshouse/core/errors/registry'
import { isProcessing } from '@glasshouse/core/invest/checks'
import type { EndCopyOrderCommand } from '@glasshouse/core/invest/copy/codec'
import { planExit } from '@glasshouse/core/invest/copy/schedule'
import { formatUsdt } from '@glasshouse/core/money/units'
import { postSingle } from '../../../ledger/posting/index.ts'
import type { Tx } from '../../../platform/database/index.ts'
import { publishEvents } from '../../../platform/events/index.ts'
import type { Platform } from '../../../platform/services/index.ts'
import { transact } from '../../../platform/transactions/index.ts'
import { walletChanged } from '../../../wallets/index.ts'
import { copyRefundedPosting } from '../../postings.ts'
import type { CopyRow, OrderRow } from '../../schema.ts'
import { findCopies, updateCopyOrders, updateExit } from '../../store/copy/orders.ts'
import { updateWaiting } from '../../store/copy/pools.ts'
import { lockOwnOrder } from '../../store/orders.ts'
import { updateProductSums } from '../../store/products.ts'

type Deps = Pick<Platform, 'clock' | 'database'>
type ExitResult = DataOf<'/api/invest/overBySelf'>

/**
 * Ends a copy order: a waiting one is refunded whole at once; a running one leaves at the end of a period, or with `now`
 * at the next dealing with the product's levy.
 *
 * @throws notFound the order is none of the customer's copy orders
 * @throws invalidState (`reason`) `finished`; `inRedemption`, which names when it leaves
 */
export const endCopyOrder = (
  deps: Deps,
  { uid }: { readonly uid: number },
  { id, when }: EndCopyOrderCommand,
): Promise<ExitResult> =>
  transact(deps.database.db, async (tx) => {
    const order = await lockOwnOrder(tx, uid, id)
    const copy = (await findCopies(tx, [id])).get(id)
    if (order === null || copy === undefined) throw domainError('notFound')
    if (!isProcessing(order.state)) throw domainError('invalidState', { reason: 'finished' })
    if (order.state === 'waiting') return refundWaiting(deps, tx, order)
    const leavesMs = await announceExit(tx, copy, { order, when, nowMs: deps.clock.business() })
    return { id, state: 'running', leaves: leavesMs, payout: '0' }
  })

const refundWaiting = async ({ clock }: Deps, tx: Tx, order: OrderRow): Promise<ExitResult> => {
  const nowMs = clock.business()
  await postSingle(tx, nowMs, copyRefundedPosting(order))
  await updateCopyOrders(tx, nowMs, [refundedOrder(order)])
  await updateProductSums(tx, [{ productId: order.product_id, sold: -order.principal, promised: 0n }])
  await updateWaiting(tx, order.product_id, -order.principal)
  await publishEvents(tx, [walletChanged(order.uid)], clock.now())
  return { id: order.id, state: 'refunded', leaves: null, payout: formatUsdt(order.principal) }
}

/** What is written into an order that is refunded before its dealing. */
export const refundedOrder = (order: OrderRow) => ({
  id: order.id,
  state: 'refunded' as const,
  accrued: order.accrued,
  accrued_days: order.accrued_days,
  last_day: order.last_day,
  last_amount: order.last_amount,
  next_ms: order.next_ms,
  payout: order.principal,
  fee: 0n,
})

const announceExit = async (
  tx: Tx,
  copy: CopyRow,
  {
    order,
    when,
    nowMs,
  }: { readonly order: OrderRow; readonly when: 'period' | 'now'; readonly nowMs: number },
): Promise<number> => {
  if (copy.period_end_ms === null) throw new Error(`copy order ${order.id} runs without a period`)
  const { exit_mode: mode, leaves_ms: leavesMs } = copy
  const exit = planExit({
    mode: when,
    requestedAtMs: nowMs,
    periodEndMs: copy.period_end_ms,
    periodDays: order.days,
    announced: mode === null || leavesMs === null ? null : { mode, leavesMs },
  })
  if (exit === null) throw domainError('invalidState', { reason: 'inRedemption', leaves: leavesMs })
  await updateExit(tx, order.id, exit)
  return exit.leavesMs
}
