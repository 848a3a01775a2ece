import type { ListAuditQuery } from '@glasshouse/core/staff/audit/codec'
import type { AuditAction } from '@glasshouse/core/staff/auditActions'
import { sql } from 'kysely'
import { countListed, type Db, type Tx } from '../../platform/database/index.ts'
import type { StaffTables } from '../schema.ts'

export type AuditRecord = {
  readonly staffId: number | null
  readonly action: AuditAction | 'test'
  /** Target of the action, such as `customer 10001`. */
  readonly target: string
  readonly before?: unknown
  readonly after?: unknown
  readonly ip: string
  readonly userAgent: string
}

const asJson = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value))

/** Appends a record to the audit log, chained by hash to the one before. */
export const insertAudit = async (db: Db | Tx, record: AuditRecord, atMs: number): Promise<void> => {
  await db
    .withTables<StaffTables>()
    .insertInto('staff_audit')
    .values({
      at_ms: atMs,
      staff_id: record.staffId,
      action: record.action,
      target: record.target,
      before: asJson(record.before),
      after: asJson(record.after),
      ip: record.ip,
      user_agent: record.userAgent,
    })
    .execute()
}

export type AuditFilter = ListAuditQuery['filter']

export type AuditPage = {
  readonly limit: number
  readonly offset: number
  readonly direction: 'asc' | 'desc'
}

/** One page of the audit log with the number of matching records. */
export const listAuditRows = async (db: Db, filter: AuditFilter, page: AuditPage) => {
  const { staffId, action, target, fromMs, toMs, hasReads } = filter
  const matching = db
    .withTables<StaffTables>()
    .selectFrom('staff_audit')
    .$if(staffId !== undefined, (query) => query.where('staff_audit.staff_id', '=', staffId ?? 0))
    .$if(action !== undefined, (query) => query.where('action', '=', action ?? ''))
    .$if(target !== undefined, (query) => query.where('target', '=', target ?? ''))
    .$if(fromMs !== undefined, (query) => query.where('at_ms', '>=', fromMs ?? 0))
    .$if(toMs !== undefined, (query) => query.where('at_ms', '<', toMs ?? 0))
    .$if(!hasReads, (query) => query.where(sql<boolean>`not staff_audit_is_read(action)`))
  const rows = await matching
    .leftJoin('staff_member', 'staff_member.id', 'staff_audit.staff_id')
    .select([
      'staff_audit.id',
      'staff_audit.n',
      sql<string>`encode(staff_audit.hash, 'hex')`.as('hash'),
      'staff_audit.at_ms as atMs',
      'staff_audit.staff_id as staffId',
      'staff_member.email as staff',
      'staff_audit.action',
      'staff_audit.target',
      'staff_audit.before',
      'staff_audit.after',
      'staff_audit.ip',
      'staff_audit.user_agent as userAgent',
    ])
    .orderBy('staff_audit.n', page.direction)
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return { rows, total: await countListed(db, matching, page.limit) }
}

/**
 * Targets of the newest actions of a kind of a member, newest first, each once; `among` bounds the records that are read.
 */
export const listRecentTargets = async (
  db: Db,
  { staffId, action, limit, among }: { staffId: number; action: AuditAction; limit: number; among: number },
): Promise<readonly { readonly target: string; readonly atMs: number }[]> => {
  const newest = db
    .withTables<StaffTables>()
    .selectFrom('staff_audit')
    .select(['target', 'at_ms', 'action'])
    .where('staff_id', '=', staffId)
    .orderBy('id', 'desc')
    .limit(among)
    .as('newest')
  const rows = await db
    .selectFrom(newest)
    .select((of) => ['target', of.fn.max('at_ms').as('at_ms')])
    .where('action', '=', action)
    .groupBy('target')
    .orderBy('at_ms', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ target, at_ms }) => ({ target, atMs: Number(at_ms) }))
}

/** Number and hash of the newest record of the chain; null if there is none. */
export const findAuditHead = async (db: Db): Promise<{ readonly n: number; readonly hash: string } | null> =>
  (await db
    .withTables<StaffTables>()
    .selectFrom('staff_audit')
    .select(['n', sql<string>`encode(hash, 'hex')`.as('hash')])
    .orderBy('n', 'desc')
    .limit(1)
    .executeTakeFirst()) ?? null

/** A record of the chain by number and hash. */
export type AuditCheckpoint = { readonly n: number; readonly hash: Buffer }

/** Checkpoint before the first record. */
export const auditGenesis: AuditCheckpoint = { n: 0, hash: Buffer.alloc(32) }

/**
 * Numbers of records from a checkpoint on that do not continue the previous one, or whose content does not match the
 * hash; the checkpoint's own record is verified too.
 */
export const listBrokenAuditRecords = async (
  db: Db | Tx,
  from: AuditCheckpoint = auditGenesis,
): Promise<readonly number[]> => {
  const { rows } = await sql<{ n: number }>`
    select ${from.n}::bigint as n where ${from.n}::bigint > 0 and not exists (
      select 1 from staff_audit a where a.n = ${from.n} and a.hash = ${from.hash} and a.hash = staff_audit_hash(a))
    union all
    select n from (
      select a.n, a.hash <> staff_audit_hash(a) as changed,
        a.n <> 1 + lag(a.n, 1, ${from.n}::bigint) over chain as torn,
        a.previous_hash <> lag(a.hash, 1, ${from.hash}::bytea) over chain as unchained
      from staff_audit a where a.n > ${from.n} window chain as (order by a.n)
    ) looked
    where changed or torn or unchained order by n`.execute(db)
  return rows.map(({ n }) => n)
}

/** The newest record as a checkpoint; the genesis if there is none. */
export const findAuditMark = async (db: Db | Tx): Promise<AuditCheckpoint> =>
  (await db
    .withTables<StaffTables>()
    .selectFrom('staff_audit')
    .select(['n', 'hash'])
    .orderBy('n', 'desc')
    .limit(1)
    .executeTakeFirst()) ?? auditGenesis

/** Result of the last full verification; undefined before the first one. */
export const findAuditCheck = (db: Db | Tx) =>
  db.withTables<StaffTables>().selectFrom('staff_audit_checked').selectAll().executeTakeFirst()

/** Stores the result of a full verification; an older result never replaces a newer one. */
export const upsertAuditCheck = async (
  db: Db | Tx,
  { n, hash }: AuditCheckpoint,
  wholeMs: number,
  broken: readonly number[],
): Promise<void> => {
  await sql`
    insert into staff_audit_checked (n, hash, whole_ms, broken) values (${n}, ${hash}, ${wholeMs}, ${JSON.stringify(broken)}::jsonb)
    on conflict (is_one) do update set n = excluded.n, hash = excluded.hash, whole_ms = excluded.whole_ms,
      broken = excluded.broken where staff_audit_checked.whole_ms <= excluded.whole_ms`.execute(db)
}
