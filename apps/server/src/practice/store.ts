import { sql } from 'kysely'
import { type Invariant, invariant } from '../ledger/checks/index.ts'
import type { Db, Tx } from '../platform/database/index.ts'

/** Reads a stored value of this installation; undefined if it was never written. */
export const findState = async (db: Db | Tx, name: string): Promise<unknown> => {
  const found = await db
    .selectFrom('platform_state')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst()
  return found?.value
}

export const upsertState = async (db: Db | Tx, name: string, value: unknown): Promise<void> => {
  const written = { value: JSON.stringify(value) }
  await db
    .insertInto('platform_state')
    .values({ name, ...written })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(written))
    .execute()
}

/** Locks the sample for one process at a time until the commit. */
export const lockSeedState = async (tx: Tx): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext('practice sample'))`.execute(tx)
}

const query = (where: ReturnType<typeof sql>) => sql<{ result: string }>`
  select 'transaction ' || t.id || ' of the sample moves ' || string_agg(a.name, ', ' order by a.name) as result
  from ledger_transaction t
  join ledger_entry e on e.transaction_id = t.id
  join ledger_account a on a.id = e.account_id
  where t.cause_kind = 'practiceSample' and ${where}
  group by t.id
  having count(*) <> 2 or count(*) filter (
      where a.owner = 'outside' and a.purpose = 'operatorCapital' or a.owner = 'outside' and a.purpose = 'deposits:practiceSample'
        or a.name = 'house/marketing/USDT' and e.amount < 0 and t.key = 'practiceSample:10'
    ) <> 1
    or exists (select from platform_state where name = 'platform.mode' and value #>> '{}' = 'live')`

/** Amounts of the sample of practice mode: no event states them; each comes from outside or is the demo
 * customer's trial funds, and none is in live mode. */
export const sampleAmounts: Invariant = invariant(
  'the sample of practice mode moves money from outside, trial funds from the marketing reserve, and nothing in live mode',
  sql<{ result: string }>`${query(sql`true`)} order by t.id limit 1000`,
  {
    ...{ series: 'transactions', causes: ['practiceSample'] },
    query: ({ after, upTo }) => query(sql`t.id > ${after} and t.id <= ${upTo}`),
  },
)
