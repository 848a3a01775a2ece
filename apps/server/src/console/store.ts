import type { Reserve } from '@glasshouse/core/console/wire'
import type { Usdt } from '@glasshouse/core/money/units'
import { sql } from 'kysely'
import { type Invariant, invariant } from '../ledger/index.ts'
import type { Db, Tx } from '../platform/index.ts'
import type { ConsoleTables } from './schema.ts'

const tables = (db: Db | Tx) => db.withTables<ConsoleTables>()

export type NewCapitalMovement = {
  readonly reserve: Reserve
  readonly direction: 'in' | 'out'
  readonly amount: Usdt
  readonly remark: string
  readonly staffId: number
  readonly atMs: number
}

/** Inserts a movement of operator capital and returns its id, which is the cause in the ledger. */
export const insertCapitalMovement = async (
  tx: Tx,
  { staffId, atMs, ...funding }: NewCapitalMovement,
): Promise<number> => {
  const { id } = await tables(tx)
    .insertInto('console_fund')
    .values({ ...funding, staff_id: staffId, at_ms: atMs })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** One page of the operator capital movements, with the total. */
export const listCapitalMovementRows = async (
  db: Db,
  page: { readonly limit: number; readonly offset: number; readonly direction: 'asc' | 'desc' },
) => {
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

/** Invariants of operator capital and grants. */
export const consoleInvariants: readonly Invariant[] = [
  invariant(
    'every movement of operator capital has one ledger transaction of its amount',
    sql`
      select 'movement ' || f.id || ' of ' || f.amount || ' moved ' || coalesce(moved.total, 0) as told
      from console_fund f
      left join lateral (
        select sum(e.amount) as total from ledger_transaction t
          join ledger_entry e on e.transaction_id = t.id
          join ledger_account a on a.id = e.account_id and a.name = 'house/' || f.reserve || '/USDT'
          where t.cause_kind = 'fund' and t.cause_id = f.id
      ) moved on true
      where moved.total is distinct from case f.direction when 'in' then f.amount else -f.amount end
      union all
      select 'transaction ' || t.id || ' names movement ' || t.cause_id
      from ledger_transaction t left join console_fund f on f.id = t.cause_id
      where t.cause_kind = 'fund' and f.id is null`,
  ),
  invariant(
    'every grant of experience funds has one ledger transaction of its amount, to its customer',
    sql`
      select 'grant ' || g.id || ' of ' || g.amount || ' moved ' || coalesce(moved.total, 0) as told
      from console_grant g
      left join lateral (
        select sum(e.amount) as total from ledger_transaction t
          join ledger_entry e on e.transaction_id = t.id
          join ledger_account a on a.id = e.account_id and a.name = 'customer/' || g.uid || '/experience/USDT'
          where t.cause_kind = 'experienceGrant' and t.cause_id = g.id
      ) moved on true
      where moved.total is distinct from g.amount
      union all
      select 'transaction ' || t.id || ' names grant ' || t.cause_id
      from ledger_transaction t left join console_grant g on g.id = t.cause_id
      where t.cause_kind = 'experienceGrant' and g.id is null`,
  ),
]

const checkName = 'console.ledgerCheck'

export type InvariantCheck = { readonly at: number; readonly balanced: boolean }

/** Stores time and result of a ledger check. */
export const upsertInvariantCheck = async (db: Db, note: InvariantCheck): Promise<void> => {
  const value = JSON.stringify(note)
  await db
    .insertInto('platform_state')
    .values({ name: checkName, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

export const findInvariantCheck = async (db: Db): Promise<InvariantCheck | null> => {
  const row = await db
    .selectFrom('platform_state')
    .select('value')
    .where('name', '=', checkName)
    .executeTakeFirst()
  return row === undefined ? null : (row.value as InvariantCheck)
}

/** Undelivered events, the age of the oldest one, and dead letters. */
export const findEventBacklog = async (db: Db) => {
  const { rows } = await sql<{ waiting: number; oldest: number | null; dead: number }>`
    select (select count(*) from platform_fact) as waiting,
      (select min(announced_ms) from platform_fact) as oldest,
      (select count(*) from platform_dead_fact) as dead`.execute(db)
  return rows[0] ?? { waiting: 0, oldest: null, dead: 0 }
}
