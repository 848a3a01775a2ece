import type { ProposableAction } from '@glasshouse/core/staff/auditActions'
import { sql } from 'kysely'
import type { Db, SortedRange, Tx } from '../../platform/database/index.ts'
import type { ProposalEnd, StaffTables } from '../schema.ts'
import { isActiveManager } from './members.ts'

const tables = (db: Db | Tx) => db.withTables<StaffTables>()

export type ApprovalRequest = {
  readonly action: ProposableAction
  readonly target: string
  readonly payload: Readonly<Record<string, unknown>>
}

/** Whether the author of a request is a manager who can sign in. */
const isByManager = sql<boolean>`exists (
  select from staff_member m where m.id = staff_proposal.staff_id and ${isActiveManager}
)`

/** The open request on a target, locked until the commit, whether it requests exactly this, and whether a manager made it. */
export const lockOpenProposal = async (tx: Tx, { action, target, payload }: ApprovalRequest) =>
  tables(tx)
    .selectFrom('staff_proposal')
    .select(['id', 'staff_id', 'at_ms'])
    .select(sql<boolean>`payload = ${JSON.stringify(payload)}::jsonb`.as('is_same'))
    .select(isByManager.as('is_by_manager'))
    .where('action', '=', action)
    .where('target', '=', target)
    .where('ended_ms', 'is', null)
    .forUpdate()
    .executeTakeFirst()

/** Inserts a request; false if a concurrent one on the same target was faster. */
export const insertProposal = async (
  tx: Tx,
  { action, target, payload }: ApprovalRequest,
  staffId: number,
  atMs: number,
): Promise<boolean> => {
  const { rows } = await sql`
    insert into staff_proposal (action, target, payload, staff_id, at_ms)
    values (${action}, ${target}, ${JSON.stringify(payload)}::jsonb, ${staffId}, ${atMs})
    on conflict (action, target) where ended_ms is null do nothing
    returning 1
  `.execute(tx)
  return rows.length === 1
}

/** Ends an open request; false if it was not open. */
export const updateApprovalRequestEnded = async (
  tx: Tx,
  id: number,
  as: ProposalEnd,
  staffId: number,
  atMs: number,
): Promise<boolean> => {
  const { numUpdatedRows } = await tables(tx)
    .updateTable('staff_proposal')
    .set({ ended_ms: atMs, ended_as: as, ended_by: staffId })
    .where('id', '=', id)
    .where('ended_ms', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export const findProposal = (tx: Tx, id: number) =>
  tables(tx)
    .selectFrom('staff_proposal')
    .select(['id', 'action', 'target', 'payload'])
    .where('id', '=', id)
    .where('ended_ms', 'is', null)
    .executeTakeFirst()

/** One page of open requests that managers made after an instant, with the total. */
export const listProposalRows = async (db: Db, afterMs: number, page: SortedRange) => {
  const open = tables(db)
    .selectFrom('staff_proposal as p')
    .where('p.ended_ms', 'is', null)
    .where('p.at_ms', '>', afterMs)
    .innerJoin('staff_member as m', 'm.id', 'p.staff_id')
    .where(isActiveManager)
  const rows = await open
    .select(['p.id', 'p.action', 'p.target', 'p.payload', 'p.staff_id', 'p.at_ms', 'm.email'])
    .orderBy('p.id', page.direction)
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const { total } = await open.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}
