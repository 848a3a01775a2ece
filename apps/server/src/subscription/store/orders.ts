import type { Period } from '@glasshouse/core/ledger/statement'
import type { Quantity } from '@glasshouse/core/money/units'
import type { CancelReason } from '@glasshouse/core/subscription/rules'
import { type Insertable, type NotNull, sql, type Updateable } from 'kysely'
import { type Db, pgNumberArray, pgTextArray, type Tx } from '../../platform/database/index.ts'
import type { OrderRecord, SubscriptionTables } from '../schema.ts'

const tables = (db: Db | Tx) => db.withTables<SubscriptionTables>()

/** Stores an application; undefined where the customer has one of this issue. */
export const insertOrder = (
  tx: Tx,
  order: Insertable<SubscriptionTables['subscription_order']>,
): Promise<OrderRecord | undefined> =>
  tables(tx)
    .insertInto('subscription_order')
    .values(order)
    .onConflict((conflict) => conflict.columns(['uid', 'issue_id']).doNothing())
    .returningAll()
    .executeTakeFirst()

export const findOrder = (db: Db | Tx, id: number): Promise<OrderRecord | undefined> =>
  tables(db).selectFrom('subscription_order').selectAll().where('id', '=', id).executeTakeFirst()

/** An order, locked until the commit. */
export const lockOrder = (tx: Tx, id: number): Promise<OrderRecord | undefined> =>
  tables(tx).selectFrom('subscription_order').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const updateOrder = (
  tx: Tx,
  id: number,
  change: Updateable<SubscriptionTables['subscription_order']>,
): Promise<OrderRecord> =>
  tables(tx)
    .updateTable('subscription_order')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Which of a customer's orders a list takes; null for all. */
type OrderFilter = { readonly status: OrderRecord['status'] | null; readonly id: number | null }

const ordersOf = (db: Db | Tx, uid: number, { status, id }: OrderFilter) =>
  tables(db)
    .selectFrom('subscription_order')
    .where('uid', '=', uid)
    .$if(status !== null, (query) => query.where('status', '=', status ?? 1))
    .$if(id !== null, (query) => query.where('id', '=', id ?? 0))

/** One page of a customer's orders. */
export const listOrdersOf = (
  db: Db | Tx,
  uid: number,
  page: OrderFilter & {
    readonly direction: 'asc' | 'desc'
    readonly offset: number
    readonly limit: number
  },
): Promise<readonly OrderRecord[]> =>
  ordersOf(db, uid, page)
    .selectAll()
    .orderBy('id', page.direction)
    .offset(page.offset)
    .limit(page.limit)
    .execute()

export const countOrdersOf = async (db: Db | Tx, uid: number, filter: OrderFilter): Promise<number> => {
  const { total } = await ordersOf(db, uid, filter)
    .select((on) => on.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** A customer's orders created in a period behind one of them, oldest first. */
export const listOrdersCreatedIn = (
  db: Db,
  uid: number,
  page: Period & { readonly afterId: number; readonly limit: number },
): Promise<readonly OrderRecord[]> =>
  ordersOf(db, uid, { status: null, id: null })
    .selectAll()
    .where('id', '>', page.afterId)
    .where('created_ms', '>=', page.fromMs)
    .where('created_ms', '<', page.untilMs)
    .orderBy('id')
    .limit(page.limit)
    .execute()

/** Orders of a customer that are confirming or to be paid, in the order in which issues are locked. */
export const listStandingOf = (tx: Tx, uid: number): Promise<readonly OrderRecord[]> =>
  tables(tx)
    .selectFrom('subscription_order')
    .selectAll()
    .where('uid', '=', uid)
    .where('status', 'in', [1, 2])
    .orderBy('issue_id')
    .execute()

/** Orders of an issue in a state; the issue is locked. */
export const listOrdersOfIssue = (
  db: Db | Tx,
  issueId: number,
  status: OrderRecord['status'],
): Promise<readonly OrderRecord[]> =>
  tables(db)
    .selectFrom('subscription_order')
    .selectAll()
    .where('issue_id', '=', issueId)
    .where('status', '=', status)
    .orderBy('id')
    .execute()

/** Orders that took part in the allotment of an issue, ascending by hash behind one of them. */
export const listAllotted = (
  db: Db | Tx,
  issueId: number,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<readonly (Pick<OrderRecord, 'hash' | 'asked'> & { readonly allotted: Quantity })[]> =>
  tables(db)
    .selectFrom('subscription_order')
    .select(['hash', 'asked', 'allotted'])
    .$narrowType<{ allotted: NotNull }>()
    .where('issue_id', '=', issueId)
    .where('allotted', 'is not', null)
    .where('hash', '>', after)
    .orderBy('hash')
    .limit(limit)
    .execute()

/** Orders of one statement: below the time limit of a statement, however many applications there are. */
const ordersAtOnce = 2000

const inChunks = <T>(all: readonly T[]): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(all.length / ordersAtOnce) }, (_, at) =>
    all.slice(at * ordersAtOnce, (at + 1) * ordersAtOnce),
  )

/** Writes what orders are allotted; those with nothing are cancelled. */
export const updateAllotted = async (
  tx: Tx,
  atMs: number,
  allotments: readonly { readonly id: number; readonly allotted: bigint }[],
): Promise<void> => {
  for (const chunk of inChunks(allotments)) await updateAllottedChunk(tx, atMs, chunk)
}

const updateAllottedChunk = async (
  tx: Tx,
  atMs: number,
  allotments: readonly { readonly id: number; readonly allotted: bigint }[],
): Promise<void> => {
  const ids = pgNumberArray(allotments.map(({ id }) => id))
  const amounts = pgTextArray(allotments.map(({ allotted }) => String(allotted)))
  await sql`
    update subscription_order o
    set allotted = a.allotted, status = case when a.allotted > 0 then 2 else 4 end,
      reason = case when a.allotted > 0 then null else 'notAllotted' end,
      ended_ms = case when a.allotted > 0 then null else ${atMs}::bigint end
    from (select unnest(${ids}::bigint[]) as id, unnest(${amounts}::text[])::numeric as allotted) a
    where o.id = a.id and o.status = 1`.execute(tx)
}

/** Cancels orders that still stand. */
export const updateCancelled = async (
  tx: Tx,
  ids: readonly number[],
  reason: CancelReason,
  atMs: number,
): Promise<void> => {
  for (const chunk of inChunks(ids))
    await sql`
      update subscription_order set status = 4, reason = ${reason}, ended_ms = ${atMs}
      where id = any(${pgNumberArray(chunk)}::bigint[]) and status in (1, 2)`.execute(tx)
}

/** Coins of an issue that are allotted and not paid. */
export const sumUnpaid = async (db: Db | Tx, issueId: number): Promise<Quantity> => {
  const { total } = await tables(db)
    .selectFrom('subscription_order')
    .select(sql<Quantity>`coalesce(sum(allotted), 0)`.as('total'))
    .where('issue_id', '=', issueId)
    .where('status', '=', 2)
    .executeTakeFirstOrThrow()
  return total
}
