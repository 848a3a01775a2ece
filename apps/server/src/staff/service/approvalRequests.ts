import { domainError } from '@glasshouse/core/errors/registry'
import type { OpenApprovalRequest } from '@glasshouse/core/staff/codec'
import type { SortedRange } from '@glasshouse/core/wire/codec'
import type { Tx } from '../../platform/database/index.ts'
import type { ManagerIdentity, StaffIdentity } from '../../platform/http/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import {
  type ApprovalRequest,
  findProposal,
  insertProposal,
  listProposalRows,
  lockOpenProposal,
  updateApprovalRequestEnded,
} from '../store/approvalRequests.ts'
import { insertAudit } from '../store/audit.ts'
import { type RequestOrigin, readAndAudit, requireManager } from './audit.ts'

type Deps = Pick<Platform, 'clock' | 'database'>

/** Lifetime of an approval request without a second manager; milliseconds. */
export const approvalRequestTtlMs = 86_400_000

/** An approval request: what is requested on which target; only the same details count as the same request. */
export const approvalRequest = (
  action: ApprovalRequest['action'],
  target: string,
  details: Readonly<Record<string, unknown>>,
): ApprovalRequest => ({ action, target, payload: details })

/**
 * Dual approval, inside the transaction of the command that needs it. Returns true if another manager requested exactly
 * the same within the last day, which uses that request up; false if this is the first request, which is stored. A
 * different request on the same target replaces the earlier one, as does any after its author was frozen or lost the role.
 *
 * @throws notAllowed the role service
 * @throws invalidState the same manager requests twice
 * @example if (!(await requireSecondManager(tx, nowMs, staff, origin, request))) return { waits: true }
 */
export const requireSecondManager = async (
  tx: Tx,
  nowMs: number,
  staff: StaffIdentity,
  origin: RequestOrigin,
  request: ApprovalRequest,
): Promise<boolean> => (await agreeWithFirstManager(tx, nowMs, staff, origin, request)) !== null

/** Does what `requireSecondManager` does and returns who requested first; null when this is the first request. */
export const agreeWithFirstManager = async (
  tx: Tx,
  nowMs: number,
  staff: StaffIdentity,
  origin: RequestOrigin,
  request: ApprovalRequest,
): Promise<number | null> => {
  requireManager(staff)
  const open = await lockOpenProposal(tx, request)
  if (open !== undefined) {
    const isAlive = open.at_ms + approvalRequestTtlMs > nowMs
    if (isAlive && open.is_same && open.is_by_manager) {
      if (open.staff_id === staff.id) throw domainError('invalidState', { reason: 'sameManager' })
      await updateApprovalRequestEnded(tx, open.id, 'agreed', staff.id, nowMs)
      return open.staff_id
    }
    await updateApprovalRequestEnded(tx, open.id, isAlive ? 'replaced' : 'expired', staff.id, nowMs)
  }
  // Two concurrent first requests: the later one waited for the other's commit and checks again.
  if (!(await insertProposal(tx, request, staff.id, nowMs)))
    return agreeWithFirstManager(tx, nowMs, staff, origin, request)
  const record = {
    staffId: staff.id,
    action: `${request.action}Proposed` as const,
    target: request.target,
    ...origin,
  }
  await insertAudit(tx, { ...record, after: request.payload }, nowMs)
  return null
}

/** One page of open approval requests. */
export const listProposals = async (
  deps: Deps,
  staff: ManagerIdentity,
  origin: RequestOrigin,
  page: SortedRange,
): Promise<{ rows: readonly OpenApprovalRequest[]; total: number }> => {
  const after = deps.clock.now() - approvalRequestTtlMs
  const { rows, total } = await listProposalRows(deps.database.db, after, page)
  await readAndAudit(deps, staff, origin, 'proposalList', 'proposals')
  return {
    rows: rows.map((row) => ({
      id: row.id,
      action: row.action,
      target: row.target,
      payload: row.payload,
      staffId: row.staff_id,
      staff: row.email,
      atMs: row.at_ms,
      untilMs: row.at_ms + approvalRequestTtlMs,
      isMine: row.staff_id === staff.id,
    })),
    total,
  }
}

/** Withdraws an open approval request. Throws `notFound` if it is not open. */
export const withdrawApprovalRequest = async (
  { clock, database }: Deps,
  staff: ManagerIdentity,
  origin: RequestOrigin,
  id: number,
): Promise<void> => {
  await transact(database.db, async (tx) => {
    const found = await findProposal(tx, id)
    if (found === undefined || !(await updateApprovalRequestEnded(tx, id, 'dropped', staff.id, clock.now())))
      throw domainError('notFound')
    const record = { staffId: staff.id, action: 'proposalDrop' as const, target: found.target, ...origin }
    await insertAudit(tx, { ...record, before: { action: found.action, ...found.payload } }, clock.now())
  })
}
