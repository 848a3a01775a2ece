import { dayMs } from '@glasshouse/core/calendar/durations'
import { domainError } from '@glasshouse/core/errors/registry'
import { formatUsdt, sumUnits } from '@glasshouse/core/money/units'
import type { ReviewState } from '@glasshouse/core/reviews/codec'
import type { ReviewField } from '@glasshouse/core/reviews/wire'
import { withdrawalFieldToWire } from '@glasshouse/core/withdrawals/codec'
import {
  methodNames,
  requiredApprovals,
  type WithdrawalRejection,
  withdrawalRejections,
} from '@glasshouse/core/withdrawals/rules'
import { getSetting } from '../../content/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import type { DecisionResult, ReviewDetail, ReviewKind } from '../../reviews/index.ts'
import { type HoldRow, listHolds } from '../store/holds.ts'
import {
  countLate,
  insertSteps,
  listWithdrawalReviews,
  listWithdrawalRows,
  lockApprovals,
  lockWithdrawal,
  sumApprovedAlone,
  updateWithdrawal,
  type WithdrawalRow,
} from '../store/withdrawals.ts'
import { refundWithdrawal } from './cancel.ts'
import { encryptionPurpose, netAmount } from './context.ts'
import { postWithdrawalNotice } from './notices.ts'

type Deps = Pick<Platform, 'clock' | 'secrets'>

const reviewStateOf = ({ state }: WithdrawalRow): ReviewState => {
  if (state === 'waiting') return 'pending'
  return state === 'rejected' || state === 'cancelled' ? 'rejected' : 'approved'
}

const shownOf = (row: WithdrawalRow, hold: HoldRow | undefined): ReviewDetail => ({
  uid: row.uid,
  createdMs: row.created_ms,
  deadlineMs: row.deadline_ms,
  state: reviewStateOf(row),
  summary: `Withdraw ${formatUsdt(row.amount)} USDT: ${methodNames[row.way]} ${row.summary}`,
  amount: row.amount,
  needed: row.needed,
  decidedMs: row.ended_ms,
  remark: row.remark,
  reason: row.rejection,
  fields: fieldsOf(row, row.ended_ms === null ? hold : undefined),
})

/** Why a withdrawal waits: the legal order that holds it, or the reason of the row. */
const reasonFields = (row: WithdrawalRow, hold: HoldRow | undefined): readonly ReviewField[] => {
  if (hold !== undefined)
    return [
      { name: 'reason', value: 'legal_order', form: 'text' },
      { name: 'reasonText', value: hold.remark, form: 'text' },
      { name: 'reference', value: hold.reference, form: 'text' },
      { name: 'heldUntil', value: String(hold.until_ms), form: 'time' },
    ]
  return [
    ...(row.reason === null ? [] : [{ name: 'reason', value: row.reason, form: 'text' } as const]),
    ...(row.reason_text === null
      ? []
      : [{ name: 'reasonText', value: row.reason_text, form: 'text' } as const]),
  ]
}

const fieldsOf = (row: WithdrawalRow, hold: HoldRow | undefined): readonly ReviewField[] => [
  { name: 'state', value: row.state, form: 'text' },
  { name: 'way', value: methodNames[row.way], form: 'text' },
  { name: 'destination', value: row.summary, form: 'text' },
  { name: 'net', value: formatUsdt(netAmount(row)), form: 'amount' },
  { name: 'tax', value: formatUsdt(row.fee), form: 'amount' },
  ...reasonFields(row, hold),
  ...(row.customer_note === ''
    ? []
    : [{ name: withdrawalFieldToWire('note'), value: row.customer_note, form: 'text' } as const]),
  ...(row.proof === null
    ? []
    : [{ name: withdrawalFieldToWire('proof'), value: row.proof, form: 'hash' } as const]),
]

/** The full destination; one field per bank field. */
const secretsOfRow = ({ secrets }: Deps, row: WithdrawalRow): readonly ReviewField[] => {
  if (row.destination === '') return []
  const text = secrets.open(encryptionPurpose(row.uid), row.destination)
  if (row.way !== 'bank') return [{ name: 'address', value: text, form: 'address' }]
  return Object.entries(JSON.parse(text) as Readonly<Record<string, string>>).map(([name, value]) => ({
    name,
    value,
    form: 'text',
  }))
}

/** Withdrawals in the review queue: managers approve and reject them. */
export const withdrawalReviews = (deps: Deps): ReviewKind => ({
  kind: 'withdrawal',
  roles: ['manager'],
  items: listWithdrawalReviews,
  countLate,
  show: async (db, ids) => {
    const holds = await listHolds(db, ids, deps.clock.business())
    return new Map(
      (await listWithdrawalRows(db, ids)).map((row) => [row.id, shownOf(row, holds.get(row.id))]),
    )
  },
  // The destination is visible only to the roles that decide.
  secretsOf: async (db, id, { role }) =>
    role === 'manager' ? (await listWithdrawalRows(db, [id])).flatMap((row) => secretsOfRow(deps, row)) : [],
  lock: async (tx, id) => {
    const row = await lockWithdrawal(tx, id)
    if (row === undefined) return null
    return { uid: row.uid, state: reviewStateOf(row), needed: await approvalsNeeded(deps, tx, row) }
  },
  decide: async (tx, id, decided) => {
    const row = await lockWithdrawal(tx, id)
    if (row === undefined) throw new Error(`withdrawal ${id} was locked and does not exist`)
    if (decided.decision === 'approve') await approve(deps, tx, row, decided)
    else await rejectWithdrawal(deps, tx, row, decided)
  },
})

/**
 * Managers that must approve a locked withdrawal: two also where its amount exceeds the threshold together with what one
 * manager alone approved within 24 h for the customer or to the destination, of any customers. Stored, so that a
 * second approval stays necessary.
 */
const approvalsNeeded = async ({ clock }: Deps, tx: Tx, row: WithdrawalRow): Promise<1 | 2> => {
  if (row.needed === 2 || row.state !== 'waiting') return row.needed
  await lockApprovals(tx, row)
  const before = await sumApprovedAlone(tx, row, clock.business() - dayMs)
  const above = await getSetting(tx, 'withdraw_second_approval_above')
  const needed = requiredApprovals(sumUnits([row.amount, before]), above)
  if (needed === 2) await updateWithdrawal(tx, row.id, { needed })
  return needed
}

/** Approves a withdrawal; it then waits only for sending, whatever its earlier reason. */
const approve = async (deps: Deps, tx: Tx, row: WithdrawalRow, { staff }: DecisionResult): Promise<void> => {
  // A legal order is not lifted by an approval: the reason must be removed first, as a separate audited step.
  if ((await listHolds(tx, [row.id], deps.clock.business())).has(row.id))
    throw domainError('invalidState', { reason: 'legal_order' })
  const reason = row.reason === 'network_congestion' ? row.reason : null
  await updateWithdrawal(tx, row.id, { state: 'approved', reason, reason_text: null })
  const atMs = deps.clock.business()
  await insertSteps(tx, [row.id], { event: 'approved', reason: null, staffId: staff.id, atMs })
  await postWithdrawalNotice(tx, deps, row, { about: 'approved' })
}

/** Rejects a locked withdrawal with a reason and a remark that the customer sees; the funds return at once. */
export const rejectWithdrawal = async (
  deps: Pick<Platform, 'clock'>,
  tx: Tx,
  row: WithdrawalRow,
  { staff, remark, reason }: Pick<DecisionResult, 'staff' | 'remark' | 'reason'>,
): Promise<void> => {
  const rejection = rejectionOf(reason)
  const step = { event: 'rejected', reason: rejection, staffId: staff.id } as const
  await refundWithdrawal(deps, tx, row, { state: 'rejected', rejection, remark }, step)
  await postWithdrawalNotice(tx, deps, { ...row, remark }, { about: 'rejected' })
}

const rejectionOf = (reason: string | null): WithdrawalRejection => {
  const known = withdrawalRejections.find((code) => code === reason)
  if (known === undefined) throw new Error(`${reason} is not a reason to reject a withdrawal`)
  return known
}
