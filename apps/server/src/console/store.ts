import type { Reserve } from '@glasshouse/core/console/wire'
import type { Asset } from '@glasshouse/core/ledger/chart'
import type { Usdt } from '@glasshouse/core/money/units'
import { sql } from 'kysely'
import { amountInvariant, type Invariant, invariant } from '../ledger/checks/index.ts'
import type { Db, SortedRange, Tx } from '../platform/database/index.ts'
import type { ConsoleTables } from './schema.ts'

const tables = (db: Db | Tx) => db.withTables<ConsoleTables>()

export type NewCapitalMovement = {
  readonly reserve: Reserve
  readonly asset: Asset
  readonly direction: 'in' | 'out'
  readonly amount: Usdt
  readonly remark: string
  readonly staffId: number
  readonly atMs: number
  readonly businessMs: number
  /** One manager alone decided it. */
  readonly isAlone: boolean
}

/** Inserts a movement of operator capital and returns its id, which is the cause in the ledger. */
export const insertCapitalMovement = async (
  tx: Tx,
  { staffId, atMs, businessMs, isAlone, ...funding }: NewCapitalMovement,
): Promise<number> => {
  const { id } = await tables(tx)
    .insertInto('console_fund')
    .values({ ...funding, staff_id: staffId, at_ms: atMs, business_ms: businessMs, is_alone: isAlone })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Sum of what single managers moved into or out of a reserve after an instant of the business calendar. */
export const sumMovedAlone = async (
  tx: Tx,
  { reserve, asset, direction }: Pick<NewCapitalMovement, 'reserve' | 'asset' | 'direction'>,
  sinceMs: number,
): Promise<bigint> => {
  const { total } = await tables(tx)
    .selectFrom('console_fund')
    .select(sql<bigint>`coalesce(sum(amount), 0)`.as('total'))
    .where('reserve', '=', reserve)
    .where('asset', '=', asset)
    .where('direction', '=', direction)
    .where('is_alone', '=', true)
    .where(sql<boolean>`coalesce(business_ms, at_ms) > ${sinceMs}`)
    .executeTakeFirstOrThrow()
  return total
}

/** One page of the operator capital movements, with the total. */
export const listCapitalMovementRows = async (db: Db, page: SortedRange) => {
  const rows = await tables(db)
    .selectFrom('console_fund')
    .selectAll()
    .orderBy('id', page.direction)
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const { total } = await tables(db)
    .selectFrom('console_fund')
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total }
}

export type NewGrant = {
  readonly uid: number
  readonly amount: Usdt
  readonly remark: string
  readonly staffId: number
  readonly atMs: number
}

/** Inserts a grant and returns its id, which is the cause in the ledger. */
export const insertGrant = async (tx: Tx, { staffId, atMs, ...grant }: NewGrant): Promise<number> => {
  const { id } = await tables(tx)
    .insertInto('console_grant')
    .values({ ...grant, staff_id: staffId, at_ms: atMs })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Sum of grants to a customer after an instant. */
export const sumGrantsSince = async (tx: Tx, uid: number, sinceMs: number): Promise<bigint> => {
  const { total } = await tables(tx)
    .selectFrom('console_grant')
    .select(sql<bigint>`coalesce(sum(amount), 0)`.as('total'))
    .where('uid', '=', uid)
    .where('at_ms', '>', sinceMs)
    .executeTakeFirstOrThrow()
  return total
}

/**
 * Amounts of operator capital and of grants. Capital into the trading reserve first repays the debt of the house account, as far as there was any;
 * what leaves the fees may be paid by both of their accounts.
 */
export const capitalAmounts = amountInvariant(
  'the entries of every movement of operator capital and of every grant are its amount',
  ['fund', 'experienceGrant'],
  sql`
    select t.id, m.account, m.amount
    from t
    join console_fund f on f.id = t.cause_id and t.cause_kind = 'fund'
    cross join lateral (
      select case when f.direction = 'in' and f.reserve = 'trading' then least(f.amount, -coalesce((
        select e.balance from ledger_entry e join ledger_account a on a.id = e.account_id
        where a.name = 'outside/houseDebt/USDT' and e.transaction_id < t.id order by e.sequence desc limit 1
      ), 0)) else 0 end as repaid
    ) debt
    cross join lateral (
      select coalesce(sum(least(e.amount, 0)), 0) as amount from ledger_entry e join ledger_account a on a.id = e.account_id
      where e.transaction_id = t.id and a.name = 'house/contractFees/USDT' and f.reserve = 'fees' and f.direction = 'out'
    ) apart
    cross join lateral (values
      ('outside/operatorCapital/' || f.asset, case f.direction when 'in' then -f.amount else f.amount end),
      ('outside/houseDebt/USDT', debt.repaid),
      ('house/' || f.reserve || '/' || f.asset, case f.direction when 'in' then f.amount - debt.repaid else -f.amount - apart.amount end),
      ('house/contractFees/USDT', apart.amount)
    ) m (account, amount)
    union all
    select t.id, m.account, m.amount
    from t
    join console_grant g on g.id = t.cause_id and t.cause_kind = 'experienceGrant'
    cross join lateral (values
      ('house/marketing/USDT', -g.amount), ('customer/' || g.uid || '/experience/USDT', g.amount)
    ) m (account, amount)`,
)

/** Invariants of operator capital and grants. */
export const consoleInvariants: readonly Invariant[] = [
  capitalAmounts,
  invariant(
    'every movement of operator capital and every grant has one ledger transaction',
    sql`
      select c.kind || ' ' || c.id || ' has ' || count(t.id) || ' transactions' as message
      from (select 'fund' as kind, id from console_fund union all select 'experienceGrant', id from console_grant) c
      left join ledger_transaction t on t.cause_kind = c.kind and t.cause_id = c.id
      group by c.kind, c.id having count(t.id) <> 1
      order by 1 limit 1000`,
  ),
]

/** Undelivered events, the age of the oldest one, and dead letters. */
export const findEventBacklog = async (db: Db) => {
  const { rows } = await sql<{ waiting: number; oldest: number | null; dead: number }>`
    select (select count(*) from platform_fact) as waiting,
      (select min(announced_ms) from platform_fact) as oldest,
      (select count(*) from platform_dead_fact) as dead`.execute(db)
  return rows[0] ?? { waiting: 0, oldest: null, dead: 0 }
}
