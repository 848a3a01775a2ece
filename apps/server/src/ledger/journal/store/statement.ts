import { dayNumber } from '@glasshouse/core/calendar/days'
import type { Period } from '@glasshouse/core/ledger/statement'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/index.ts'

/**
 * An account as a statement shows it. The lines of the period lie after `afterSequence` and up to `lastSequence`, as
 * the journal stood when the statement began.
 */
export type StatementAccount = {
  readonly id: number
  readonly purpose: string
  readonly asset: string
  readonly afterSequence: number
  readonly lastSequence: number
  /** What its entries before the period sum to. */
  readonly opening: bigint
  /** Entries within the period, and what came in and went out by them (`out` is negative). */
  readonly lines: number
  readonly in: bigint
  readonly out: bigint
}

/** A line of a statement: an entry of an account with its balance, units of its asset. */
export type StatementLine = {
  readonly id: number
  readonly sequence: number
  readonly amount: bigint
  readonly type: number
  readonly atMs: number
  readonly causeKind: string
  readonly causeId: number
}

/**
 * Every account of a customer with its opening balance and the number of its lines in a period of whole days, read as
 * one snapshot from the running rows of the days. What is booked later has a higher sequence number and belongs to the
 * next statement.
 */
export const listStatementAccounts = async (
  db: Db,
  uid: number,
  { fromMs, untilMs }: Period,
): Promise<readonly StatementAccount[]> => {
  const { rows } = await sql<StatementAccount>`
    select a.id, a.purpose, a.asset,
      coalesce(min(d.first_sequence) filter (where within) - 1, 0) as "afterSequence",
      coalesce(max(d.last_sequence) filter (where within), 0) as "lastSequence",
      coalesce(sum(d.received + d.paid) filter (where d.day < ${dayNumber(fromMs)}), 0) as opening,
      coalesce(sum(d.entries) filter (where within), 0)::bigint as lines,
      coalesce(sum(d.received) filter (where within), 0) as in,
      coalesce(sum(d.paid) filter (where within), 0) as out
    from ledger_account a
    join ledger_account_day d on d.account_id = a.id
    cross join lateral (
      select d.day >= ${dayNumber(fromMs)} and d.day < ${dayNumber(untilMs)} as within
    ) period
    where a.owner = 'customer' and a.owner_id = ${uid}
    group by a.id order by a.id`.execute(db)
  return rows
}

/** The next lines of an account within a period, after a sequence number, at most `limit` of them. */
export const listStatementEntries = async (
  db: Db,
  account: StatementAccount,
  { fromMs, untilMs }: Period,
  afterSequence: number,
  limit: number,
): Promise<readonly StatementLine[]> => {
  const { rows } = await sql<StatementLine>`
    select e.id, e.sequence, e.amount, e.type, t.at_ms as "atMs",
      t.cause_kind as "causeKind", t.cause_id as "causeId"
    from ledger_entry e join ledger_transaction t on t.id = e.transaction_id
    where e.account_id = ${account.id} and e.sequence > ${afterSequence}
      and e.sequence <= ${account.lastSequence} and t.at_ms >= ${fromMs} and t.at_ms < ${untilMs}
    order by e.sequence limit ${limit}`.execute(db)
  return rows
}
