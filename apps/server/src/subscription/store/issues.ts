import type { ReviewState } from '@glasshouse/core/reviews/codec'
import type { IssueState } from '@glasshouse/core/subscription/rules'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Db, Tx } from '../../platform/database/index.ts'
import type { QueueItem } from '../../reviews/index.ts'
import type { IssueRecord, SubscriptionTables } from '../schema.ts'

const tables = (db: Db | Tx) => db.withTables<SubscriptionTables>()

export const insertIssue = (
  tx: Tx,
  issue: Insertable<SubscriptionTables['subscription_issue']>,
): Promise<IssueRecord> =>
  tables(tx).insertInto('subscription_issue').values(issue).returningAll().executeTakeFirstOrThrow()

export const updateIssue = (
  tx: Tx,
  id: number,
  change: Updateable<SubscriptionTables['subscription_issue']>,
): Promise<IssueRecord> =>
  tables(tx)
    .updateTable('subscription_issue')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Adds an application to what is asked of an issue, or takes one away (`count` -1, `asked` below 0). */
export const updateDemand = async (tx: Tx, id: number, count: 1 | -1, asked: bigint): Promise<void> => {
  await sql`
    update subscription_issue set asked = asked + ${asked}, applications = applications + ${count}
    where id = ${id}`.execute(tx)
}

export const findIssue = (db: Db | Tx, id: number): Promise<IssueRecord | undefined> =>
  tables(db).selectFrom('subscription_issue').selectAll().where('id', '=', id).executeTakeFirst()

/** An issue, locked until the commit. */
export const lockIssue = (tx: Tx, id: number): Promise<IssueRecord | undefined> =>
  tables(tx).selectFrom('subscription_issue').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** An issue that stays as it is until the commit, for payments that may run side by side. */
export const lockIssueShared = (tx: Tx, id: number): Promise<IssueRecord | undefined> =>
  tables(tx).selectFrom('subscription_issue').selectAll().where('id', '=', id).forShare().executeTakeFirst()

export const findIssues = (db: Db | Tx, ids: readonly number[]): Promise<readonly IssueRecord[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : tables(db)
        .selectFrom('subscription_issue')
        .selectAll()
        .where('id', 'in', [...ids])
        .execute()

/** The newest issues, the newest first; without drafts those that customers see. */
export const listIssues = (
  db: Db | Tx,
  filter: { readonly drafts: boolean; readonly openOnly: boolean; readonly limit: number },
): Promise<readonly IssueRecord[]> =>
  tables(db)
    .selectFrom('subscription_issue')
    .selectAll()
    .$if(!filter.drafts, (query) => query.where('state', '<>', 'draft'))
    .$if(filter.openOnly, (query) => query.where('state', '=', 'open'))
    .orderBy('id', 'desc')
    .limit(filter.limit)
    .execute()

/** Every issue of a market with its state and opening. */
export const listIssueStates = (
  db: Db | Tx,
  pid: number,
): Promise<readonly { readonly id: number; readonly state: IssueState; readonly openMs: number }[]> =>
  tables(db)
    .selectFrom('subscription_issue')
    .select(['id', 'state', 'open_ms as openMs'])
    .where('pid', '=', pid)
    .orderBy('id')
    .execute()

/** The open issue of a market, locked until the commit. */
export const lockOpenIssue = (tx: Tx, pid: number): Promise<IssueRecord | undefined> =>
  tables(tx)
    .selectFrom('subscription_issue')
    .selectAll()
    .where('pid', '=', pid)
    .where('state', '=', 'open')
    .forUpdate()
    .executeTakeFirst()

/** The id of any issue of a market that customers saw; undefined where there was none. */
export const findShownIssueId = async (db: Db | Tx, pid: number): Promise<number | undefined> =>
  (
    await tables(db)
      .selectFrom('subscription_issue')
      .select('id')
      .where('pid', '=', pid)
      .where('state', '<>', 'draft')
      .limit(1)
      .executeTakeFirst()
  )?.id

/** Waits until no other issue of a market is being opened, and tells whether one is open. */
export const lockOpening = async (tx: Tx, pid: number): Promise<boolean> => {
  await sql`select pg_advisory_xact_lock(hashtext('subscription_issue'), ${pid}::integer)`.execute(tx)
  const open = await tables(tx)
    .selectFrom('subscription_issue')
    .select('id')
    .where('pid', '=', pid)
    .where('state', '=', 'open')
    .executeTakeFirst()
  return open !== undefined
}

/** Issues that may move on by themselves at an instant: to open, to close, or to be drawn. */
export const listMovingIssueIds = async (db: Db, nowMs: number): Promise<readonly number[]> => {
  const { rows } = await sql<{ id: number }>`
    select id from subscription_issue
    where (state = 'draft' and open_ms <= ${nowMs} and close_ms > ${nowMs})
      or (state = 'open' and close_ms <= ${nowMs})
      or (state = 'closed' and head_hash is null)
    order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Issues that are being paid. */
export const listPayingIssueIds = async (db: Db): Promise<readonly number[]> => {
  const rows = await tables(db)
    .selectFrom('subscription_issue')
    .select('id')
    .where('state', '=', 'paying')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

const conditions = {
  pending: sql`state = 'closed' and head_hash is not null`,
  approved: sql`state in ('paying', 'over')`,
  rejected: sql`state = 'cancelled'`,
} as const

/** Issues of a state for the review queue; an issue belongs to no customer. */
export const listQueueItems = (state: ReviewState) => sql<QueueItem>`
  select id, null::bigint as uid, close_ms as created_ms, null::bigint as deadline_ms, symbol as words
  from subscription_issue where ${conditions[state]}`
