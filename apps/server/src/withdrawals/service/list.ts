import { domainError } from '@glasshouse/core/errors/registry'
import type {
  ListWithdrawalsQuery,
  WithdrawalStatus,
  WithdrawalView,
} from '@glasshouse/core/withdrawals/codec'
import { isCancellable, isFundsHeld, nextActor } from '@glasshouse/core/withdrawals/rules'
import type { Platform } from '../../platform/services/index.ts'
import { countApprovals, decisionsOf } from '../../reviews/index.ts'
import { listHolds } from '../store/holds.ts'
import { listWithdrawalRows, listWithdrawalsOf, type WithdrawalRow } from '../store/withdrawals.ts'
import { netAmount } from './context.ts'

type Deps = Pick<Platform, 'clock' | 'database'>

/** One page of a customer's withdrawals. */
export const listWithdrawals = async (
  { database }: Pick<Deps, 'database'>,
  uid: number,
  query: ListWithdrawalsQuery,
): Promise<{ readonly rows: readonly WithdrawalView[]; readonly total: number }> => {
  const { rows, total } = await listWithdrawalsOf(database.db, { uid, ...query })
  return { rows: rows.map(toView), total }
}

const toView = (row: WithdrawalRow): WithdrawalView => ({
  id: row.id,
  state: row.state,
  createdMs: row.created_ms,
  deadlineMs: row.deadline_ms,
  amount: row.amount,
  fee: row.fee,
  net: netAmount(row),
  method: row.way,
  destination: row.summary,
  note: row.remark ?? row.customer_note,
  rejection: row.rejection,
  proof: row.proof,
})

/**
 * State of a customer's withdrawal.
 *
 * @throws notFound no such withdrawal, or it belongs to another customer
 */
export const getWithdrawalStatus = async (
  { clock, database: { db } }: Deps,
  uid: number,
  id: number,
): Promise<WithdrawalStatus> => {
  const [row] = await listWithdrawalRows(db, [id])
  if (row === undefined || row.uid !== uid) throw domainError('notFound')
  const hold = row.ended_ms === null ? (await listHolds(db, [id], clock.business())).get(id) : undefined
  const decisions = await decisionsOf(db, 'withdrawal', [id])
  const approvals = countApprovals(decisions, row.state === 'waiting')
  const leftMs = row.deadline_ms - clock.business()
  return {
    state: row.state,
    reason: hold === undefined ? row.reason : 'legal_order',
    reasonText: hold?.remark ?? row.reason_text,
    heldUntilMs: hold?.until_ms ?? null,
    nextActor: nextActor(row.state, approvals),
    deadlineMs: row.deadline_ms,
    leftMs,
    isOverdue: isFundsHeld(row.state) && leftMs < 0,
    approvals,
    approvalsNeeded: row.needed,
    rejection: row.rejection,
    remark: row.remark,
    proof: row.proof,
    isCancellable: isCancellable(row.state),
  }
}
