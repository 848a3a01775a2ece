import type { Usdt } from '@glasshouse/core/money/units'
import type { ReviewState } from '@glasshouse/core/reviews/codec'
import type { ListWithdrawalsQuery } from '@glasshouse/core/withdrawals/codec'
import type {
  PendingReason,
  WithdrawalMethod,
  WithdrawalRejection,
  WithdrawalState,
} from '@glasshouse/core/withdrawals/rules'
import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import {
  countListed,
  type Db,
  pgNumberArray,
  type SortedRange,
  type Tx,
} from '../../platform/database/index.ts'
import type { QueueItem } from '../../reviews/index.ts'
import { customerNoteColumn, type WithdrawalEvent, type WithdrawalTables } from '../schema.ts'
import { listHolds } from './holds.ts'

const tables = (db: Db | Tx) => db.withTables<WithdrawalTables>()

type WithdrawalTable = WithdrawalTables['funding_withdrawal']
/** A row without its column of the note, which is named in it. */
type Named<Row> = Omit<Row, typeof customerNoteColumn> & { readonly customer_note: string }

export type WithdrawalRow = Named<Selectable<WithdrawalTable>>

export type NewWithdrawal = Omit<
  Named<Insertable<WithdrawalTable>>,
  'id' | 'state' | 'ended_ms' | 'rejection' | 'remark' | 'batch_id' | 'proof'
>

const withdrawals = (db: Db | Tx) =>
  tables(db)
    .selectFrom('funding_withdrawal')
    .selectAll()
    .select((on) => on.ref(customerNoteColumn).as('customer_note'))

/** Inserts a pending withdrawal and returns its id. */
export const insertWithdrawal = async (
  tx: Tx,
  { customer_note, ...withdrawal }: NewWithdrawal,
): Promise<number> => {
  const { id } = await tables(tx)
    .insertInto('funding_withdrawal')
    .values({
      ...withdrawal,
      [customerNoteColumn]: customer_note,
      state: 'waiting',
      ended_ms: null,
      rejection: null,
      remark: null,
      batch_id: null,
      proof: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A state change of withdrawals, in the transaction that made it. */
export type WithdrawalStep = {
  readonly event: WithdrawalEvent
  readonly reason: string | null
  /** Null: the customer. */
  readonly staffId: number | null
  readonly atMs: number
}

export const insertSteps = async (
  tx: Tx,
  ids: readonly number[],
  { event, reason, staffId, atMs }: WithdrawalStep,
): Promise<void> => {
  await tables(tx)
    .insertInto('funding_withdrawal_event')
    .values(ids.map((id) => ({ withdrawal_id: id, event, reason, staff_id: staffId, at_ms: atMs })))
    .execute()
}

/** A withdrawal, locked until the commit: state changes are serialized. */
export const lockWithdrawal = (tx: Tx, id: number): Promise<WithdrawalRow | undefined> =>
  withdrawals(tx).where('id', '=', id).forUpdate().executeTakeFirst()

/** What withdrawals have in common by which one manager's approvals are summed. */
export type ApprovalScope = Pick<WithdrawalRow, 'uid' | 'destination_key'>

/** Locks the withdrawals of one customer and those to one destination until the end of the transaction. */
export const lockApprovals = async (tx: Tx, { uid, destination_key: key }: ApprovalScope): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`withdrawals of ${uid}`}, 0))`.execute(tx)
  if (key !== null)
    await sql`select pg_advisory_xact_lock(hashtextextended(${`withdrawals to ${key}`}, 0))`.execute(tx)
}

/**
 * Sums what one manager alone approved of a customer's withdrawals and of those to one destination after an instant of
 * the business calendar: the larger of both sums. A withdrawal with `id` is left out.
 */
export const sumApprovedAlone = async (
  db: Db | Tx,
  { id, uid, destination_key: key }: ApprovalScope & { readonly id: number | null },
  sinceMs: number,
): Promise<Usdt> => {
  const { rows } = await sql<{ total: Usdt }>`
    select greatest(
      coalesce(sum(w.amount) filter (where w.uid = ${uid}), 0),
      coalesce(sum(w.amount) filter (where w.destination_key = ${key}), 0)
    ) as total
    from funding_withdrawal w
    where (w.uid = ${uid} or w.destination_key = ${key}) and w.id is distinct from ${id}::bigint and w.needed = 1
      and w.state in ('approved', 'sending', 'sent')
      and exists (select from funding_withdrawal_event e
        where e.withdrawal_id = w.id and e.event = 'approved' and e.at_ms > ${sinceMs})`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('sum returned no row')
  return row.total
}

/** Columns changed with a new state. */
export type WithdrawalUpdate = {
  readonly state?: WithdrawalState
  readonly needed?: 2
  readonly reason?: PendingReason | null
  readonly reason_text?: string | null
  readonly ended_ms?: number
  readonly rejection?: WithdrawalRejection
  readonly remark?: string
  readonly proof?: string
}

export const updateWithdrawal = async (tx: Tx, id: number, moved: WithdrawalUpdate): Promise<void> => {
  await tables(tx).updateTable('funding_withdrawal').set(moved).where('id', '=', id).execute()
}

export const listWithdrawalRows = (db: Db | Tx, ids: readonly number[]): Promise<readonly WithdrawalRow[]> =>
  withdrawals(db).where('id', '=', sql<number>`any(${ids}::bigint[])`).execute()

/** One page of a customer's withdrawals with the total. */
export const listWithdrawalsOf = async (
  db: Db | Tx,
  { uid, orderBy, direction, limit, offset }: ListWithdrawalsQuery & { readonly uid: number },
): Promise<{ readonly rows: readonly WithdrawalRow[]; readonly total: number }> => {
  const mine = tables(db).selectFrom('funding_withdrawal').where('uid', '=', uid)
  const rows = await withdrawals(db)
    .where('uid', '=', uid)
    .orderBy(orderBy === 'id' ? 'id' : 'created_ms', direction)
    .orderBy('id', direction)
    .limit(limit)
    .offset(offset)
    .execute()
  return { rows, total: await countListed(db, mine, limit) }
}

/** Sum requested by a customer since an instant, without refunds and rejections. */
export const sumRequestedSince = async (db: Db | Tx, uid: number, sinceMs: number): Promise<Usdt> => {
  const { total } = await tables(db)
    .selectFrom('funding_withdrawal')
    .select(sql<Usdt>`coalesce(sum(amount), 0)`.as('total'))
    .where('uid', '=', uid)
    .where('created_ms', '>=', sinceMs)
    .where('state', 'not in', ['rejected', 'cancelled'])
    .executeTakeFirstOrThrow()
  return total
}

/** Number of a customer's withdrawals that are not final. */
export const countOpen = async (db: Db | Tx, uid: number): Promise<number> => {
  const { open } = await tables(db)
    .selectFrom('funding_withdrawal')
    .select(sql<number>`count(*)`.as('open'))
    .where('uid', '=', uid)
    .where('ended_ms', 'is', null)
    .executeTakeFirstOrThrow()
  return open
}

const conditionOf: Readonly<Record<ReviewState, RawBuilder<unknown>>> = {
  pending: sql`state = 'waiting'`,
  approved: sql`state in ('approved', 'sending', 'sent')`,
  rejected: sql`state in ('rejected', 'cancelled')`,
}

/** Withdrawals of a state for the review queue. What ended has no deadline, so it is listed after what is to send. */
export const listWithdrawalReviews = (state: ReviewState): RawBuilder<QueueItem> => sql<QueueItem>`
  select id, uid, created_ms, case when ended_ms is null then deadline_ms end as deadline_ms, coalesce(proof, '') as words
  from funding_withdrawal where ${conditionOf[state]}`

/** Number of approved withdrawals that are not sent after their deadline. */
export const countLate = async (db: Db, nowMs: number): Promise<number> => {
  const { late } = await tables(db)
    .selectFrom('funding_withdrawal')
    .select(sql<number>`count(*)`.as('late'))
    .where('state', 'in', ['approved', 'sending'])
    .where('deadline_ms', '<', nowMs)
    .executeTakeFirstOrThrow()
  return late
}

/**
 * Approved withdrawals of a method that no legal order holds, oldest first, locked. Holds are read again under the locks:
 * the locking statement does not see one that was committed while it waited.
 */
export const lockApproved = async (
  tx: Tx,
  way: WithdrawalMethod,
  exporterId: number,
  limit: number,
  nowMs: number,
): Promise<readonly WithdrawalRow[]> => {
  const rows = await withdrawals(tx)
    .where('state', '=', 'approved')
    .where('way', '=', way)
    .where(
      sql<boolean>`not exists (select from funding_hold h
        where h.withdrawal_id = funding_withdrawal.id and h.ended_ms is null and h.until_ms > ${nowMs})`,
    )
    .where(sql<boolean>`not (needed = 1 and exists (select from funding_withdrawal_event e
      where e.withdrawal_id = funding_withdrawal.id and e.event = 'approved' and e.staff_id = ${exporterId}))`)
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .execute()
  const ids = rows.map(({ id }) => id)
  const held = await listHolds(tx, ids, nowMs)
  return rows.filter(({ id }) => !held.has(id))
}

export type BatchRow = Selectable<WithdrawalTables['funding_batch']>

/** Next batch id; a failed transaction leaves a gap. */
export const nextPayoutFileId = async (tx: Tx): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('funding_batch', 'id')) as id`.execute(tx)
  const [next] = rows
  if (next === undefined) throw new Error('sequence returned no value')
  return next.id
}

/** Inserts a batch under its id and assigns its withdrawals. */
export const insertBatch = async (tx: Tx, batch: BatchRow, ids: readonly number[]): Promise<void> => {
  const { id, way, format, staff_id, made_ms, count, total, checksum } = batch
  await sql`
    insert into funding_batch (id, way, format, staff_id, made_ms, count, total, checksum)
    overriding system value
    values (${id}, ${way}, ${format}, ${staff_id}, ${made_ms}, ${count}, ${total}, ${checksum})`.execute(tx)
  await sql`
    update funding_withdrawal set state = 'sending', batch_id = ${id}
    where id = any(${ids}::bigint[])`.execute(tx)
}

export const findBatch = (db: Db | Tx, id: number): Promise<BatchRow | undefined> =>
  tables(db).selectFrom('funding_batch').selectAll().where('id', '=', id).executeTakeFirst()

/** Withdrawals of a batch, oldest first. */
export const listBatchRows = (db: Db | Tx, id: number): Promise<readonly WithdrawalRow[]> =>
  withdrawals(db).where('batch_id', '=', id).orderBy('id').execute()

export type ListedBatch = BatchRow & {
  readonly staff: string
  readonly sent: number
  readonly failed: number
}

const listedBatch = sql<ListedBatch>`
  select b.*, m.name as staff, ended.sent, ended.failed
  from funding_batch b join staff_member m on m.id = b.staff_id
  cross join lateral (
    select count(*) filter (where w.state = 'sent') as sent, count(*) filter (where w.state = 'rejected') as failed
    from funding_withdrawal w where w.batch_id = b.id
  ) ended`

/** A batch with its creator and the numbers of withdrawals that were sent and that were given back. */
export const findListedBatch = async (db: Db, id: number): Promise<ListedBatch | undefined> =>
  (await sql<ListedBatch>`${listedBatch} where b.id = ${id}`.execute(db)).rows[0]

/** One page of the batches, sorted. */
export const listBatches = async (
  db: Db,
  page: SortedRange,
): Promise<{ readonly rows: readonly ListedBatch[]; readonly total: number }> => {
  const { rows } = await sql<ListedBatch>`${listedBatch}
    order by b.id ${sql.raw(page.direction)} limit ${page.limit} offset ${page.offset}`.execute(db)
  const { total } = await tables(db)
    .selectFrom('funding_batch')
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total }
}

/** Whether a transaction is already recorded for another withdrawal. */
export const hasProof = async (tx: Tx, way: WithdrawalMethod, proof: string): Promise<boolean> => {
  // Serializes concurrent records of one transaction.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`withdrawal:${way}:${proof}`}, 0))`.execute(tx)
  const found = await tables(tx)
    .selectFrom('funding_withdrawal')
    .select('id')
    .where('way', '=', way)
    .where('proof', '=', proof)
    .executeTakeFirst()
  return found !== undefined
}

/** Deletes the destination of a customer's withdrawals; amount and time stay for the ledger. */
export const anonymizeWithdrawals = async (tx: Tx, uid: number): Promise<void> => {
  await tables(tx)
    .updateTable('funding_withdrawal')
    .set({ destination: '', destination_key: null, summary: '', [customerNoteColumn]: '' })
    .where('uid', '=', uid)
    .execute()
}

/** Digests of the destinations to which customers withdrew, by customer. */
export const listWithdrawnTo = async (
  tx: Tx,
  uids: readonly number[],
): Promise<readonly { readonly uid: number; readonly key: string }[]> => {
  const { rows } = await sql<{ uid: number; key: string }>`
    select distinct uid, destination_key as key from funding_withdrawal
    where uid = any(${pgNumberArray(uids)}::bigint[]) and destination_key is not null`.execute(tx)
  return rows
}
