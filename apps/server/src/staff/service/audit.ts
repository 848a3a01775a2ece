import { domainError } from '@glasshouse/core/errors/registry'
import type { ListAuditQuery } from '@glasshouse/core/staff/audit/codec'
import type { AuditRead } from '@glasshouse/core/staff/auditActions'
import type { Db } from '../../platform/database/index.ts'
import type { ManagerIdentity, StaffIdentity } from '../../platform/http/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import {
  auditGenesis,
  findAuditCheck,
  findAuditMark,
  insertAudit,
  listAuditRows,
  listBrokenAuditRecords,
  upsertAuditCheck,
} from '../store/audit.ts'

type Deps = Pick<Platform, 'clock' | 'database'>

/** Origin of a staff request. */
export type RequestOrigin = { readonly ip: string; readonly userAgent: string }

/**
 * Narrows a staff member to a manager where fields or stored rows decide who may act; a call that only managers make
 * declares that and gets a `ManagerIdentity`. Throws `notAllowed`.
 */
export function requireManager(staff: StaffIdentity): asserts staff is ManagerIdentity {
  if (staff.role !== 'manager') throw domainError('notAllowed')
}

/**
 * Records in the audit log that a staff member viewed something; in a separate transaction, because a view changes
 * nothing else.
 */
export const readAndAudit = (
  { clock, database }: Deps,
  { id }: StaffIdentity,
  origin: RequestOrigin,
  action: AuditRead,
  target: string,
): Promise<void> => insertAudit(database.db, { staffId: id, action, target, ...origin }, clock.now())

/** One page of the audit log, newest first. Throws `notAllowed` for the role service. */
export const listAudit = async (
  deps: Deps,
  member: ManagerIdentity,
  origin: RequestOrigin,
  { filter, page }: ListAuditQuery,
) => {
  const found = await listAuditRows(deps.database.db, filter, page)
  await readAndAudit(deps, member, origin, 'auditLog', filter.target ?? 'audit')
  return found
}

/** Maximum age of the last full verification; milliseconds. */
const wholeEveryMs = 86_400_000
/** Maximum broken records stored per verification. */
const keptBroken = 100

/** Whether the complete audit log was not verified for a day, or never. */
export const isFullAuditDue = async ({ clock, database }: Deps): Promise<boolean> => {
  const checked = await findAuditCheck(database.db)
  return checked === undefined || clock.now() - checked.whole_ms >= wholeEveryMs
}

/**
 * Verifies the audit log from its first record and stores the checkpoint, so that later checks read only newer records.
 * Returns the numbers of records that do not continue the chain.
 */
export const verifyFullAudit = async ({ clock, database: { db } }: Deps): Promise<readonly number[]> => {
  const atMs = clock.now()
  // One snapshot; otherwise the head could be newer than the verified records.
  const { broken, head } = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => ({ broken: await listBrokenAuditRecords(tx), head: await findAuditMark(tx) }))
  await upsertAuditCheck(db, broken.length === 0 ? head : auditGenesis, atMs, broken.slice(0, keptBroken))
  return broken
}

/**
 * Invariants of the audit log, checked with the ledger. Records after the last checkpoint are read; violations found by
 * a full verification are reported until a later one passes.
 */
export const staffInvariants = [
  {
    name: 'every record of the audit log continues the one before',
    broken: async (db: Db): Promise<readonly string[]> => {
      const checked = await findAuditCheck(db)
      const found = await listBrokenAuditRecords(db, checked ?? auditGenesis)
      const all = new Set([...(checked?.broken ?? []), ...found])
      return [...all].sort((a, b) => a - b).map((n) => `record ${n} does not continue the chain`)
    },
  },
] as const
