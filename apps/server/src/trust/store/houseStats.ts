import { poolAccounts } from '@glasshouse/core/contracts/pool'
import type { JournalType } from '@glasshouse/core/ledger/journal'
import { sql } from 'kysely'
import type { Db } from '../../platform/index.ts'

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
        where status = 3 and closed_ms >= ${since.wallMs}
          and uid not between ${poolAccounts.min} and ${poolAccounts.max}
        group by uid
        union all
        select 'options', uid, sum(payout - stake) from options_order
        where status = 1 and outcome <> 'void' and settled_ms >= ${since.wallMs} group by uid
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

/** Sums what the house account got (+) or paid (−) by type of entry since an instant, in USDT; moves between its own accounts cancel out. */
export const sumEarned = async (
  db: Db,
  types: readonly JournalType[],
  fromMs: number,
): Promise<readonly { readonly type: JournalType; readonly amount: bigint }[]> =>
  (
    await sql<{ type: JournalType; amount: bigint }>`
      select e.type, sum(e.amount) as amount
      from ledger_account a
      join ledger_entry e on e.account_id = a.id
      join ledger_transaction t on t.id = e.transaction_id
      where (a.owner = 'house' or (a.owner = 'outside' and a.purpose = 'houseDebt')) and a.asset = 'USDT'
        and e.type in (${sql.join(types)}) and t.at_ms >= ${fromMs}
      group by e.type`.execute(db)
  ).rows

/** Counts and sums what left the insurance fund for customers since an instant; operator capital is none of it. USDT. */
export const sumInsuranceDraws = async (
  db: Db,
  capitalType: JournalType,
  fromMs: number,
): Promise<{ readonly draws: number; readonly amount: bigint }> => {
  const { rows } = await sql<{ draws: number; amount: bigint }>`
    select count(distinct e.transaction_id) as draws, coalesce(-sum(e.amount), 0) as amount
    from ledger_account a
    join ledger_entry e on e.account_id = a.id
    join ledger_transaction t on t.id = e.transaction_id
    where a.name = 'house/insurance/USDT' and e.amount < 0 and e.type <> ${capitalType} and t.at_ms >= ${fromMs}`.execute(
    db,
  )
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
      select a.purpose as reserve, a.balance, p.promised
      from ledger_account a
      left join invest_product p on a.purpose = 'interest:' || p.id
      where a.owner = 'house' and a.asset = 'USDT' and a.purpose <> 'rounding'
      order by a.id`.execute(db)
  ).rows

/** Time of the earliest transaction of the ledger (the practice sample is dated back), business calendar; null while there is none. */
export const findFirstTransactionMs = async (db: Db): Promise<number | null> =>
  (await sql<{ at_ms: number | null }>`select min(at_ms) as at_ms from ledger_transaction`.execute(db))
    .rows[0]?.at_ms ?? null
