import type { AuditAction } from '@glasshouse/core/staff/auditActions'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/index.ts'
import type { StaffTables } from '../schema.ts'

export type AuditRecord = {
  readonly staffId: number | null
  readonly action: AuditAction | 'test'
  /** On what, such as `customer 10001`. */
  readonly target: string
  readonly before?: unknown
  readonly after?: unknown
  readonly ip: string
  readonly userAgent: string
}

const asJson = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value))

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

export type AuditFilter = {
  readonly staffId: number | undefined
  readonly action: string | undefined
  readonly target: string | undefined
  /** From here, included, to there, excluded; epoch milliseconds. */
  readonly fromMs: number | undefined
  readonly toMs: number | undefined
}

export type AuditPage = {
  readonly limit: number
  readonly offset: number
  readonly direction: 'asc' | 'desc'
}

/** One page of the audit log as the wire lists it, and how many records match. */
export const selectAudit = async (db: Db, filter: AuditFilter, page: AuditPage) => {
  const { staffId, action, target, fromMs, toMs } = filter
  const matching = db
    .withTables<StaffTables>()
    .selectFrom('staff_audit')
    .$if(staffId !== undefined, (query) => query.where('staff_audit.staff_id', '=', staffId ?? 0))
    .$if(action !== undefined, (query) => query.where('action', '=', action ?? ''))
    .$if(target !== undefined, (query) => query.where('target', '=', target ?? ''))
    .$if(fromMs !== undefined, (query) => query.where('at_ms', '>=', fromMs ?? 0))
    .$if(toMs !== undefined, (query) => query.where('at_ms', '<', toMs ?? 0))
  const rows = await matching
    .leftJoin('staff_member', 'staff_member.id', 'staff_audit.staff_id')
    .select([
      'staff_audit.id',
      'staff_audit.n',
      sql<string>`encode(staff_audit.hash, 'hex')`.as('hash'),
      'staff_audit.at_ms as time',
      'staff_audit.staff_id as staffid',
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
  const { total } = await matching.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}

/** The newest record of the chain: its number and hash; null while there is none. */
export const selectAuditHead = async (
  db: Db,
): Promise<{ readonly n: number; readonly hash: string } | null> =>
  (await db
    .withTables<StaffTables>()
    .selectFrom('staff_audit')
    .select(['n', sql<string>`encode(hash, 'hex')`.as('hash')])
    .orderBy('n', 'desc')
    .limit(1)
    .executeTakeFirst()) ?? null

/** A record of the chain by number and hash. */
export type AuditCheckpoint = { readonly n: number; readonly hash: Buffer }

/** Before the first record. */
export const auditGenesis: AuditCheckpoint = { n: 0, hash: Buffer.alloc(32) }

/**
 * The numbers of records that do not continue the one before, or whose text is not what was hashed, from a mark
 * on; the record of the mark itself is looked at too, and told when it is not what it was.
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

/** The newest record as a mark; before the first one the start. */
export const selectAuditMark = async (db: Db | Tx): Promise<AuditCheckpoint> =>
  (await db
    .withTables<StaffTables>()
    .selectFrom('staff_audit')
    .select(['n', 'hash'])
    .orderBy('n', 'desc')
    .limit(1)
    .executeTakeFirst()) ?? auditGenesis

/** What reading the whole log came to the last time; undefined when nobody ever did. */
export const selectAuditChecked = (db: Db | Tx) =>
  db.withTables<StaffTables>().selectFrom('staff_audit_checked').selectAll().executeTakeFirst()

/** Keeps what reading the whole log came to; an older reading never takes the place of a newer one. */
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
