import { type Usdt, usdt } from '@glasshouse/core/money/units'
import type { ReviewState } from '@glasshouse/core/reviews/codec'
import { sql } from 'kysely'
import { amountInvariant, type Invariant, invariant } from '../ledger/checks/index.ts'
import { type Db, type PageRange, pgNumberArray, type Tx } from '../platform/database/index.ts'
import type { QueueItem } from '../reviews/index.ts'
import type { CheckinRow, RewardTables, SubmissionRow } from './schema.ts'

const tables = (db: Db | Tx) => db.withTables<RewardTables>()

/** The newest sign-in of a customer; null without one. */
export const findNewestCheckin = async (db: Db | Tx, uid: number): Promise<CheckinRow | null> =>
  (await tables(db)
    .selectFrom('rewards_checkin')
    .selectAll()
    .where('uid', '=', uid)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst()) ?? null

/** Days signed in from a day on, ascending. */
export const listCheckinDays = async (db: Db, uid: number, fromDay: number): Promise<readonly number[]> =>
  (
    await tables(db)
      .selectFrom('rewards_checkin')
      .select('day')
      .where('uid', '=', uid)
      .where('day', '>=', fromDay)
      .orderBy('day')
      .execute()
  ).map(({ day }) => day)

/** One page of the sign-ins of a customer, oldest first. */
export const listCheckins = (db: Db, uid: number, page: PageRange) =>
  tables(db)
    .selectFrom('rewards_checkin')
    .selectAll()
    .where('uid', '=', uid)
    .orderBy('day')
    .offset(page.offset)
    .limit(page.limit)
    .execute()

export const insertCheckin = (tx: Tx, row: Omit<CheckinRow, 'id'>): Promise<CheckinRow> =>
  tables(tx).insertInto('rewards_checkin').values(row).returningAll().executeTakeFirstOrThrow()

/** What was paid on a day so far; locked until the end of the transaction. */
export const lockDay = async (tx: Tx, day: number): Promise<Usdt> => {
  await sql`insert into rewards_day (day, paid) values (${day}, 0) on conflict do nothing`.execute(tx)
  const { rows } = await sql<{ paid: Usdt }>`
    select paid from rewards_day where day = ${day} for update`.execute(tx)
  return rows[0]?.paid ?? usdt('0')
}

export const updateDay = async (tx: Tx, day: number, amount: bigint): Promise<void> => {
  await sql`update rewards_day set paid = paid + ${amount} where day = ${day}`.execute(tx)
}

/** Claimed totals of a customer. */
export const listClaims = (db: Db | Tx, uid: number) =>
  tables(db).selectFrom('rewards_total').selectAll().where('uid', '=', uid).orderBy('id').execute()

export const insertClaim = (
  tx: Tx,
  row: { uid: number; rule_id: number; times: number; amount: bigint; at_ms: number },
) => tables(tx).insertInto('rewards_total').values(row).returningAll().executeTakeFirstOrThrow()

/** Tasks of a customer that were paid. */
export const listPaidTasks = (db: Db | Tx, uid: number) =>
  tables(db).selectFrom('rewards_task').selectAll().where('uid', '=', uid).orderBy('task').execute()

export const insertPaidTask = (tx: Tx, row: { uid: number; task: number; amount: bigint; at_ms: number }) =>
  tables(tx).insertInto('rewards_task').values(row).returningAll().executeTakeFirstOrThrow()

/** The newest picture handed in for each task of a customer. */
export const listNewestSubmissions = async (db: Db | Tx, uid: number): Promise<readonly SubmissionRow[]> => {
  const { rows } = await sql<SubmissionRow>`
    select distinct on (task) * from rewards_submission where uid = ${uid} order by task, id desc`.execute(db)
  return rows
}

export const insertSubmission = async (
  tx: Tx,
  row: { uid: number; task: number; upload_id: number; created_ms: number },
): Promise<number> =>
  (
    await tables(tx)
      .insertInto('rewards_submission')
      .values({ ...row, remark: null, decided_ms: null })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

export const findSubmissions = (db: Db, ids: readonly number[]): Promise<readonly SubmissionRow[]> =>
  tables(db)
    .selectFrom('rewards_submission')
    .selectAll()
    .where('id', '=', sql<number>`any(${pgNumberArray(ids)}::int8[])`)
    .execute()

/** One page of the pictures that a customer handed in, by task and time. */
export const listSubmissionsOf = (db: Db, uid: number, page: PageRange): Promise<readonly SubmissionRow[]> =>
  tables(db)
    .selectFrom('rewards_submission')
    .selectAll()
    .where('uid', '=', uid)
    .orderBy('task')
    .orderBy('id')
    .offset(page.offset)
    .limit(page.limit)
    .execute()

export const lockSubmission = async (tx: Tx, id: number): Promise<SubmissionRow | null> =>
  (await tables(tx)
    .selectFrom('rewards_submission')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()) ?? null

export const updateDecided = async (
  tx: Tx,
  id: number,
  change: { readonly state: ReviewState; readonly remark: string | null; readonly decided_ms: number },
): Promise<void> => {
  await tables(tx).updateTable('rewards_submission').set(change).where('id', '=', id).execute()
}

/** Pictures of a state as rows of the review queue. */
export const listQueueItems = (state: ReviewState) => sql<QueueItem>`
  select id, uid, created_ms, null::bigint as deadline_ms, '' as words
  from rewards_submission where state = ${state}`

/** Remembers when a customer first opened the introduction. */
export const insertReading = async (db: Db, uid: number, openedMs: number): Promise<void> => {
  await sql`insert into rewards_reading (uid, opened_ms) values (${uid}, ${openedMs}) on conflict do nothing`.execute(
    db,
  )
}

export const findReading = async (db: Db | Tx, uid: number): Promise<number | null> =>
  (
    await tables(db)
      .selectFrom('rewards_reading')
      .select('opened_ms')
      .where('uid', '=', uid)
      .executeTakeFirst()
  )?.opened_ms ?? null

/** Total assets at the midnight that began a day; 0 for a customer who held nothing. */
export const findAssets = async (db: Db | Tx, uid: number): Promise<Usdt> =>
  (await tables(db).selectFrom('rewards_assets').select('assets').where('uid', '=', uid).executeTakeFirst())
    ?.assets ?? usdt('0')

/** Writes the assets of a midnight. */
export const upsertAssets = async (
  db: Db,
  day: number,
  assets: readonly (readonly [uid: number, amount: bigint])[],
): Promise<void> => {
  await sql`
    insert into rewards_assets (uid, day, assets)
    select uid, ${day}::int, assets from unnest(
      ${pgNumberArray(assets.map(([uid]) => uid))}::bigint[], ${pgNumberArray(assets.map(([, amount]) => amount))}::numeric[]
    ) as n (uid, assets)
    on conflict (uid) do update set day = excluded.day, assets = excluded.assets`.execute(db)
}

/** Forgets assets of earlier midnights: who has no row of this one holds nothing. */
export const deleteAssetsBefore = async (db: Db, day: number): Promise<void> => {
  await tables(db).deleteFrom('rewards_assets').where('day', '<', day).execute()
}

const paidOnce = invariant(
  'every funded reward was paid once, and no other',
  sql`
    with due as (
      select 'signin:' || uid || ':' || day as key from rewards_checkin where funded and reward > 0
      union all select 'signin-total:' || uid || ':' || rule_id from rewards_total
      union all select 'task:' || uid || ':' || task from rewards_task
    ), made as (
      select key from ledger_transaction where cause_kind in ('signInReward', 'signInTotal', 'taskReward')
    )
    select coalesce(due.key, made.key) || case when made.key is null then ' was not paid' else ' has no row' end as told
    from due full join made using (key) where due.key is null or made.key is null
    order by 1 limit 1000`,
)

const daysAddUp = invariant(
  'what rewards paid on a day is the sum of its rows',
  sql`
    with rows as (
      select at_ms, reward as amount from rewards_checkin where funded
      union all select at_ms, amount from rewards_total
      union all select at_ms, amount from rewards_task
    ), sums as (
      select to_char(to_timestamp(at_ms / 1000.0) at time zone 'UTC' + interval '1 hour', 'YYYYMMDD')::int as day,
        sum(amount) as paid from rows group by 1
    )
    select 'day ' || coalesce(d.day, s.day) || ' says ' || coalesce(d.paid, 0) || ', its rows come to '
      || coalesce(s.paid, 0) as told
    from rewards_day d full join sums s using (day) where coalesce(d.paid, 0) <> coalesce(s.paid, 0)
    order by 1 limit 1000`,
)

const streaksContinue = invariant(
  'a streak continues the sign-in of the day before, and totals count every sign-in',
  sql`
    select 'sign-in ' || id || ' of ' || uid || ' has streak ' || streak || ' and total ' || total as told
    from (
      select c.*, lag(streak) over one as streak_before, lag(day) over one as day_before,
        row_number() over one as place
      from rewards_checkin c window one as (partition by uid order by day)
    ) chained
    where total <> place or streak <> case
      when day_before is not null and to_date(day::text, 'YYYYMMDD') - to_date(day_before::text, 'YYYYMMDD') = 1
      then streak_before + 1 else 1 end
    order by id limit 1000`,
)

/** The entries of every reward are what its row states. */
export const rewardAmounts = amountInvariant(
  'the entries of rewards are what their rows state',
  ['signInReward', 'signInTotal', 'taskReward'],
  sql`
    select t.id, v.account, v.amount from t
    cross join lateral (
      select uid, reward as amount from rewards_checkin where t.cause_kind = 'signInReward' and id = t.cause_id
      union all select uid, amount from rewards_total where t.cause_kind = 'signInTotal' and id = t.cause_id
      union all select uid, amount from rewards_task where t.cause_kind = 'taskReward' and id = t.cause_id
    ) r
    cross join lateral (values ('house/marketing/USDT', -r.amount),
      ('customer/' || r.uid || '/wallet/USDT', r.amount)) v (account, amount)`,
)

/** Invariants of rewards for `ledgerCheck`. */
export const rewardInvariants: readonly Invariant[] = [paidOnce, daysAddUp, streaksContinue, rewardAmounts]
