import type { BodyOf } from '@glasshouse/core/calls'
import { domainError } from '@glasshouse/core/errors/registry'
import type { AuditAction } from '@glasshouse/core/staff/auditActions'
import type { Db, Platform, StaffIdentity } from '../../platform/index.ts'
import {
  auditGenesis,
  insertAudit,
  listBrokenAuditRecords,
  selectAudit,
  selectAuditChecked,
  selectAuditMark,
  upsertAuditCheck,
} from '../store/audit.ts'

type Deps = Pick<Platform, 'clock' | 'database'>

/** From where a member of staff asks. */
export type RequestOrigin = { readonly ip: string; readonly userAgent: string }

/** Refuses `notAllowed` for everybody but managers. */
export const requireManager = ({ role }: StaffIdentity): void => {
  if (role !== 'manager') throw domainError('notAllowed')
}

/** Writes down that a member of staff looked at something; looking changes nothing, so it is a story of its own. */
export const readAndAudit = (
  { clock, database }: Deps,
  { id }: StaffIdentity,
  origin: RequestOrigin,
  action: AuditAction,
  target: string,
): Promise<void> => insertAudit(database.db, { staffId: id, action, target, ...origin }, clock.now())

/** One page of the audit log, newest first. Refuses `notAllowed` for the role service. */
export const listAudit = async (
  deps: Deps,
  member: StaffIdentity,
  origin: RequestOrigin,
  asked: BodyOf<'/staff/api/auditLog'>,
) => {
  requireManager(member)
  const { staffid, action, target, from, to, pageNum, pageSize, isAsc } = asked
  const filter = { staffId: staffid, action, target, fromMs: from, toMs: to }
  const page = { limit: pageSize, offset: (pageNum - 1) * pageSize, direction: isAsc }
  const found = await selectAudit(deps.database.db, filter, page)
  await readAndAudit(deps, member, origin, 'auditLog', target ?? 'audit')
  return found
}

/** How long the newest reading of the whole log is good for; milliseconds. */
const wholeEveryMs = 86_400_000
/** How many broken records are kept of a reading. */
const keptBroken = 100

/** Whether the whole audit log was not read for a day, or never. */
export const isFullAuditDue = async ({ clock, database }: Deps): Promise<boolean> => {
  const checked = await selectAuditChecked(database.db)
  return checked === undefined || clock.now() - checked.whole_ms >= wholeEveryMs
}

/**
 * Reads the audit log from its first record and keeps how far it is whole, so that checks in between read only
 * what came since. Returns the numbers of records that do not continue the chain.
 */
export const verifyFullAudit = async ({ clock, database: { db } }: Deps): Promise<readonly number[]> => {
  const atMs = clock.now()
  // One snapshot, or the head could be newer than what was read.
  const { broken, head } = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => ({ broken: await listBrokenAuditRecords(tx), head: await selectAuditMark(tx) }))
  await upsertAuditCheck(db, broken.length === 0 ? head : auditGenesis, atMs, broken.slice(0, keptBroken))
  return broken
}

/**
 * What must be true of the audit log; checked with the books. Where the whole log was found in order, what came
 * since is read; what reading the whole found broken is told until a later reading finds it whole.
 */
export const staffInvariants = [
  {
    name: 'every record of the audit log continues the one before',
    broken: async (db: Db): Promise<readonly string[]> => {
      const checked = await selectAuditChecked(db)
      const found = await listBrokenAuditRecords(db, checked ?? auditGenesis)
      const all = new Set([...(checked?.broken ?? []), ...found])
      return [...all].sort((a, b) => a - b).map((n) => `record ${n} does not continue the chain`)
    },
  },
] as const
