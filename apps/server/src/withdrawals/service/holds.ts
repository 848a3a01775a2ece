import { domainError } from '@glasshouse/core/errors/registry'
import type { PendingReasonResult } from '@glasshouse/core/withdrawals/payouts/codec'
import { isFundsHeld, legalHoldMs, type PendingReason } from '@glasshouse/core/withdrawals/rules'
import type { Tx } from '../../platform/database/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { agreeWithFirstManager } from '../../staff/index.ts'
import { type HoldRow, insertHold, listHolds, updateHold } from '../store/holds.ts'
import { insertSteps, updateWithdrawal, type WithdrawalRow } from '../store/withdrawals.ts'
import { postWithdrawalNotice } from './notices.ts'
import { audit, lockOthers, type ManagerContext } from './sending.ts'

type Deps = Pick<Platform, 'clock' | 'database' | 'secrets'>

/** Why a withdrawal is to be pending; a legal order needs both texts. */
type SetPendingReasonCommand = {
  readonly id: number
  readonly reason: PendingReason
  readonly remark?: string | undefined
  readonly reference?: string | undefined
}

/** A locked withdrawal, the hold that stands, and what a manager wants of it. */
type HoldRequest = {
  readonly row: WithdrawalRow
  readonly hold: HoldRow | undefined
  readonly reason: PendingReason
  readonly remark: string
  readonly reference: string
}

/**
 * Sets why a withdrawal is pending; its deadline stays. A legal order is a hold of seven days that needs two managers,
 * as renewing it and ending it earlier do; when it has ended, the withdrawal goes on under its own deadline.
 *
 * @throws notAllowed the staff member's own withdrawal
 * @throws notFound no such withdrawal
 * @throws invalidState the withdrawal is final (`ended`), or the same manager asks twice (`sameManager`)
 * @throws invalidField a legal order without a text or a reference
 */
export const setPendingReason = async (
  deps: Deps,
  by: ManagerContext,
  { id, reason, remark = '', reference = '' }: SetPendingReasonCommand,
): Promise<PendingReasonResult> => {
  const details = { reason, remark: remark.trim(), reference: reference.trim() }
  if (reason === 'legal_order' && details.remark === '')
    throw domainError('invalidField', { field: 'remark' })
  if (reason === 'legal_order' && details.reference === '')
    throw domainError('invalidField', { field: 'reference' })
  return transact(deps.database.db, async (tx) => {
    const row = await lockOthers(tx, by, id)
    if (!isFundsHeld(row.state)) throw domainError('invalidState', { reason: 'ended' })
    const hold = (await listHolds(tx, [id], deps.clock.business())).get(id)
    const request = { row, hold, ...details }
    return reason === 'legal_order' ? holdByOrder(deps, tx, by, request) : setReason(deps, tx, by, request)
  })
}

/** What stands, as long as a second manager did not make the same call. */
const waiting = ({ row, hold }: HoldRequest): PendingReasonResult => ({
  reason: hold === undefined ? row.reason : 'legal_order',
  reasonText: hold?.remark ?? row.reason_text,
  heldUntilMs: hold?.until_ms ?? null,
  needsSecondManager: true,
})

/** The manager who asked for exactly this before; null when this is the first request, which is stored. */
const agreedFirst = (
  { clock }: Deps,
  tx: Tx,
  { staff, origin }: ManagerContext,
  { row: { id }, reason, remark, reference }: HoldRequest,
): Promise<number | null> =>
  agreeWithFirstManager(tx, clock.now(), staff, origin, {
    action: 'withdrawHold',
    target: `withdrawal ${id}`,
    payload: { id, reason, remark, reference },
  })

const holdByOrder = async (
  deps: Deps,
  tx: Tx,
  by: ManagerContext,
  request: HoldRequest,
): Promise<PendingReasonResult> => {
  const { row, hold, remark, reference } = request
  const firstId = await agreedFirst(deps, tx, by, request)
  if (firstId === null) return waiting(request)
  const nowMs = deps.clock.business()
  const untilMs = nowMs + legalHoldMs
  if (hold === undefined) {
    const two = { staffId: firstId, agreedStaffId: by.staff.id }
    await insertHold(tx, { withdrawalId: row.id, reference, remark, ...two, fromMs: nowMs, untilMs })
  } else await updateHold(tx, hold.id, { until_ms: untilMs, renewed_ms: nowMs, reference, remark })
  await insertSteps(tx, [row.id], { event: 'held', reason: 'legal_order', staffId: by.staff.id, atMs: nowMs })
  const before = { reason: row.reason, until: hold?.until_ms ?? null }
  await audit(deps, tx, by, 'withdrawHold', row.id, {
    before,
    after: { reason: 'legal_order', reference, text: remark, until: untilMs },
  })
  await postWithdrawalNotice(tx, deps, { ...row, remark }, { about: 'held', untilMs })
  return { reason: 'legal_order', reasonText: remark, heldUntilMs: untilMs, needsSecondManager: false }
}

const setReason = async (
  deps: Deps,
  tx: Tx,
  by: ManagerContext,
  request: HoldRequest,
): Promise<PendingReasonResult> => {
  const { row, hold, reason, remark } = request
  const nowMs = deps.clock.business()
  if (hold !== undefined) {
    if ((await agreedFirst(deps, tx, by, request)) === null) return waiting(request)
    await updateHold(tx, hold.id, { ended_ms: nowMs })
  }
  const reasonText = remark || null
  await updateWithdrawal(tx, row.id, { reason, reason_text: reasonText })
  await insertSteps(tx, [row.id], { event: 'held', reason, staffId: by.staff.id, atMs: nowMs })
  const [before, after] = [
    { reason: hold === undefined ? row.reason : 'legal_order', text: hold?.remark ?? row.reason_text },
    { reason, text: reasonText },
  ]
  await audit(deps, tx, by, 'withdrawHold', row.id, { before, after })
  return { reason, reasonText, heldUntilMs: null, needsSecondManager: false }
}
