import type { BodyOf } from '@glasshouse/core/calls'
import { refuse } from '@glasshouse/core/refusals/registry'
import type { Db, Platform, StaffMember } from '../../platform/index.ts'
import { insertAudit, selectAudit, selectBrokenAudit } from '../store/audit.ts'

type Deps = Pick<Platform, 'clock' | 'database'>

/** From where a member of staff asks. */
export type Origin = { readonly ip: string; readonly userAgent: string }

/** Refuses `notAllowed` for everybody but managers. */
export const mustBeManager = ({ role }: StaffMember): void => {
  if (role !== 'manager') throw refuse('notAllowed')
}

/** Writes down that a member of staff looked at something; looking changes nothing, so it is a story of its own. */
export const auditedRead = (
  { clock, database }: Deps,
  { id }: StaffMember,
  origin: Origin,
  action: string,
  target: string,
): Promise<void> => insertAudit(database.db, { staffId: id, action, target, ...origin }, clock.now())

/** One page of the audit log, newest first. Refuses `notAllowed` for the role service. */
export const listAudit = async (
  deps: Deps,
  member: StaffMember,
  origin: Origin,
  asked: BodyOf<'/staff/api/auditLog'>,
) => {
  mustBeManager(member)
  const { staffid, action, target, from, to, pageNum, pageSize, isAsc } = asked
  const filter = { staffId: staffid, action, target, fromMs: from, toMs: to }
  const page = { limit: pageSize, offset: (pageNum - 1) * pageSize, direction: isAsc }
  const found = await selectAudit(deps.database.db, filter, page)
  await auditedRead(deps, member, origin, 'auditLog', target ?? 'audit')
  return found
}

/** What must be true of the audit log; checked with the books. */
export const staffInvariants = [
  {
    name: 'every record of the audit log continues the one before',
    broken: async (db: Db): Promise<readonly string[]> =>
      (await selectBrokenAudit(db)).map((n) => `record ${n} does not continue the chain`),
  },
] as const
