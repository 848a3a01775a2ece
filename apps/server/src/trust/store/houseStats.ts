import { dayNumber } from '@glasshouse/core/calendar/days'
import { poolAccounts } from '@glasshouse/core/contracts/pool'
import type { JournalType } from '@glasshouse/core/ledger/journal'
import { sql } from 'kysely'
import { reserveOf } from '../../ledger/totals/index.ts'
import type { Db } from '../../platform/database/index.ts'

/** Customers with a result on a kind of product, and those of them who lost; `all` adds a customer's results up. */
export type ResultCount = {
  readonly kind: 'contracts' | 'options' | 'copying' | 'all'
  readonly customers: number
  readonly lost: number
}

/**
 * Counts customers by the sum of their results, fees included, since an instant: closed contracts, settled options
 * without void ones, copy orders that were entered and ended. Copy pools are no customers.
 *
 * @param since in milliseconds: contracts and options by the wall clock of the markets, copying by the business calendar
 */
export const countResults = async (
  db: Db,
  since: { readonly wallMs: number; readonly businessMs: number },
): Promise<readonly ResultCount[]> =>
  (
    await sql<ResultCount>`
      with results as (
        select 'contracts' as kind, uid, sum(profit - open_fee - close_fee) as result from contracts_order
        where state = 'closed' and closed_ms >= ${since.wallMs}
          and uid not between ${poolAccounts.min} and ${poolAccounts.max}
        group by uid
        union all
        select 'options', uid, sum(payout - stake) from options_order
        where state = 'settled' and outcome <> 'void' and settled_ms >= ${since.wallMs} group by uid
        union all
        select 'copying', uid, sum(payout - principal) from invest_order
        where method = 'copy' and finished_ms >= ${since.businessMs} and state <> 'refunded' group by uid
      ), whole as (
        select kind, result from results
        union all
        select 'all', sum(result) from results group by uid
      )
      select kind, count(*) as customers, count(*) filter (where result < 0) as lost from whole group by kind`.execute(
      db,
    )
  ).rows

/** Accounts in USDT whose days tell what the house account earned: its own, and the debt that pays what they do not hold. */
const ownAccounts = sql`(a.owner = 'house' or (a.owner = 'outside' and a.purpose = 'houseDebt')) and a.asset = 'USDT'`

/**
 * Sums what the house account got (+) or paid (−) by type of entry since a day began, in USDT; moves between its own accounts
 * cancel out. Reads the running rows of the days, never the entries.
 */
export const sumEarned = async (
  db: Db,
  types: readonly JournalType[],
  fromMs: number,
): Promise<readonly { readonly type: JournalType; readonly amount: bigint }[]> =>
  (
    await sql<{ type: JournalType; amount: bigint }>`
      select d.type, sum(d.received + d.paid) as amount
      from ledger_account a join ledger_account_day d on d.account_id = a.id
      where ${ownAccounts} and d.type = any(${types}::int[]) and d.day >= ${dayNumber(fromMs)}
      group by d.type`.execute(db)
  ).rows

/**
 * Counts and sums what left the insurance fund for customers since a day began; operator capital and what moves between parts
 * of the fund are none of it. USDT. One
 * transaction may draw twice, for a loss and for a fee, so the draws themselves are counted, on the days that have some.
 */
export const sumInsuranceDraws = async (
  db: Db,
  exceptTypes: readonly JournalType[],
  fromMs: number,
): Promise<{ readonly draws: number; readonly amount: bigint }> => {
  const { rows } = await sql<{ draws: number; amount: bigint }>`
    with days as (
      select d.account_id, d.type, d.paid, d.first_sequence, d.last_sequence
      from ledger_account a join ledger_account_day d on d.account_id = a.id
      where a.owner = 'house' and a.asset = 'USDT' and ${reserveOf} = 'insurance' and d.paid < 0
        and d.type <> all(${exceptTypes}::int[])
        and d.day >= ${dayNumber(fromMs)}
    )
    select (select coalesce(-sum(paid), 0) from days) as amount, (
        select count(distinct e.transaction_id) from days d
        join ledger_entry e on e.account_id = d.account_id and e.type = d.type and e.amount < 0
          and e.sequence between d.first_sequence and d.last_sequence
      ) as draws`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('an aggregate has one row')
  return row
}

/** The reserves in USDT by name, and what an interest reserve has promised and not paid; null of other reserves. */
export const listReserveBalances = async (
  db: Db,
): Promise<
  readonly { readonly reserve: string; readonly balance: bigint; readonly promised: bigint | null }[]
> =>
  (
    await sql<{ reserve: string; balance: bigint; promised: bigint | null }>`
      select ${reserveOf} as reserve, sum(a.balance) as balance, p.promised
      from ledger_account a
      left join invest_product p on a.purpose = 'interest:' || p.id
      where a.owner = 'house' and a.asset = 'USDT' and a.purpose <> 'rounding'
      group by 1, p.promised order by min(a.id)`.execute(db)
  ).rows

/**
 * Time of the earliest transaction of the books (the practice sample is dated back), business calendar; null while there is
 * none. Read from the first entry of every account outside, whence all money comes, and the first day of the house accounts.
 */
export const findFirstTransactionMs = async (db: Db): Promise<number | null> =>
  (
    await sql<{ at_ms: number | null }>`
      with days as (
        select d.account_id, d.day, d.type, d.first_sequence, d.last_sequence
        from ledger_account a join ledger_account_day d on d.account_id = a.id where a.owner = 'house'
      )
      select min(t.at_ms) as at_ms from (
        select e.transaction_id from ledger_account a
        join ledger_entry e on e.account_id = a.id and e.sequence = 1 where a.owner = 'outside'
        union all
        select e.transaction_id from days d
        join ledger_entry e on e.account_id = d.account_id and e.type = d.type
          and e.sequence between d.first_sequence and d.last_sequence
        where d.day = (select min(day) from days)
      ) earliest join ledger_transaction t on t.id = earliest.transaction_id`.execute(db)
  ).rows[0]?.at_ms ?? null
