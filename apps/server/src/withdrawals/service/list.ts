import type { BodyOf, DataOf } from '@glasshouse/core/calls'
import { domainError } from '@glasshouse/core/errors/registry'
import { formatUsdt } from '@glasshouse/core/money/units'
import {
  isCancellable,
  isFundsHeld,
  methodNames,
  nextActor,
  stateToWire,
} from '@glasshouse/core/withdrawals/rules'
import { pageRange } from '../../platform/database/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { decisionsOf } from '../../reviews/index.ts'
import { listHolds } from '../store/holds.ts'
import { listWithdrawalRows, listWithdrawalsOf, type WithdrawalRow } from '../store/withdrawals.ts'
import { netAmount } from './context.ts'

type Deps = Pick<Platform, 'clock' | 'database'>
type Listed = DataOf<'/api/pay/withdrawalList'>[number]

/** One page of a customer's withdrawals in wire form. */
export const listWithdrawals = async (
  { database }: Pick<Deps, 'database'>,
  uid: number,
  { pageNum, pageSize, orderByColumn, isAsc }: BodyOf<'/api/pay/withdrawalList'>,
): Promise<{ readonly rows: Listed[]; readonly total: number }> => {
  const { rows, total } = await listWithdrawalsOf(database.db, {
    uid,
    orderBy: orderByColumn === 'id' ? 'id' : 'created_ms',
    direction: isAsc,
    ...pageRange({ pageNum, pageSize }),
  })
  return { rows: rows.map(listed), total }
}

const listed = (row: WithdrawalRow): Listed => ({
  id: row.id,
  isverified: stateToWire(row.state),
  state: row.state,
  bptime: row.created_ms,
  bpbalance: formatUsdt(row.amount),
  bpprice: formatUsdt(row.amount),
  tax: formatUsdt(row.fee),
  net: formatUsdt(netAmount(row)),
  remarks: row.remark ?? row.userremark,
  rejection: row.rejection,
  name_en: methodNames[row.way],
  destination: row.summary,
  deadline: row.deadline_ms,
  ...(row.proof === null ? {} : { txhash: row.proof }),
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
): Promise<DataOf<'/api/pay/withdrawStatus'>> => {
  const [row] = await listWithdrawalRows(db, [id])
  if (row === undefined || row.uid !== uid) throw domainError('notFound')
  const hold = row.ended_ms === null ? (await listHolds(db, [id], clock.business())).get(id) : undefined
  const decisions = await decisionsOf(db, 'withdrawal', [id])
  const approvals = decisions.filter(({ decision }) => decision === 'approve').length
  const leftMs = row.deadline_ms - clock.business()
  return {
    state: row.state,
    reason: hold === undefined ? row.reason : 'legal_order',
    reasonText: hold?.remark ?? row.reason_text,
    until: hold?.until_ms ?? null,
    owner: nextActor(row.state, approvals),
    deadline: row.deadline_ms,
    leftMs,
    overdue: isFundsHeld(row.state) && leftMs < 0,
    approvals,
    needed: row.needed,
    rejection: row.rejection,
    remark: row.remark,
    txhash: row.proof,
    cancellable: isCancellable(row.state),
  }
}
