import { sql } from 'kysely'
import type { Db } from '../../platform/database/index.ts'

/** What became of the withdrawals that were asked for since an instant; times in milliseconds of the business calendar. */
export type WithdrawalCounts = {
  readonly asked: number
  readonly sent: number
  readonly cancelled: number
  readonly waiting: number
  readonly medianMs: number | null
  readonly p95Ms: number | null
  readonly overdue: number
  /** Age of the oldest that waits, however long ago it was asked for. */
  readonly oldestMs: number | null
}

/** Counts the withdrawals asked for since `fromMs`, as they stand at `nowMs`; none is left out. */
export const countWithdrawals = async (db: Db, fromMs: number, nowMs: number): Promise<WithdrawalCounts> => {
  const { rows } = await sql<WithdrawalCounts>`
    select count(*) as asked,
      count(*) filter (where state = 'sent') as sent,
      count(*) filter (where state = 'cancelled') as cancelled,
      count(*) filter (where ended_ms is null) as waiting,
      percentile_disc(0.5) within group (order by ended_ms - created_ms) filter (where state = 'sent') as "medianMs",
      percentile_disc(0.95) within group (order by ended_ms - created_ms) filter (where state = 'sent') as "p95Ms",
      count(*) filter (where coalesce(ended_ms, ${nowMs}) > deadline_ms) as overdue,
      ${nowMs}::bigint - (select min(created_ms) from funding_withdrawal where ended_ms is null) as "oldestMs"
    from funding_withdrawal where created_ms >= ${fromMs} and created_ms <= ${nowMs}`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('an aggregate has one row')
  return row
}

/** The same withdrawals that were rejected, by reason. */
export const countRejections = async (
  db: Db,
  fromMs: number,
  nowMs: number,
): Promise<readonly { readonly reason: string; readonly count: number }[]> =>
  (
    await sql<{ reason: string; count: number }>`
      select coalesce(rejection, 'none') as reason, count(*) as count from funding_withdrawal
      where state = 'rejected' and created_ms >= ${fromMs} and created_ms <= ${nowMs}
      group by 1 order by 1`.execute(db)
  ).rows

/** The same withdrawals that waited longer than an hour, by the last reason they waited for. */
export const countWaits = async (
  db: Db,
  fromMs: number,
  nowMs: number,
): Promise<readonly { readonly reason: string; readonly count: number }[]> =>
  (
    await sql<{ reason: string; count: number }>`
      select coalesce(w.reason, (
          select e.reason from funding_withdrawal_event e
          where e.withdrawal_id = w.id and e.event in ('requested', 'held') and e.reason is not null
          order by e.id desc limit 1
        ), 'none') as reason, count(*) as count
      from funding_withdrawal w
      where coalesce(ended_ms, ${nowMs}) - created_ms > 3600000 and created_ms >= ${fromMs} and created_ms <= ${nowMs}
      group by 1 order by 1`.execute(db)
  ).rows
