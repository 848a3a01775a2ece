import { type Insertable, type Selectable, sql } from 'kysely'
import { type Db, pgTextArray, type Tx } from '../../platform/database/index.ts'
import type { DepositTables } from '../schema.ts'
import { sumPendingDeposits } from './deposits.ts'

type InvoiceRow = Selectable<DepositTables['funding_invoice']>

const tables = (db: Db | Tx) => db.withTables<DepositTables>()

export const insertInvoice = async (
  tx: Tx,
  invoice: Insertable<DepositTables['funding_invoice']>,
): Promise<void> => {
  await tables(tx).insertInto('funding_invoice').values(invoice).execute()
}

/** Inserts a webhook delivery; false if it exists. */
export const insertWebhookDelivery = async (
  tx: Tx,
  delivery: {
    readonly deliveryId: string
    readonly invoiceId: string
    readonly type: string
    readonly atMs: number
  },
): Promise<boolean> => {
  const { deliveryId, invoiceId, type, atMs } = delivery
  const written = await tables(tx)
    .insertInto('funding_delivery')
    .values({ delivery_id: deliveryId, invoice_id: invoiceId, type, heard_ms: atMs })
    .onConflict((conflict) => conflict.column('delivery_id').doNothing())
    .returning('delivery_id')
    .executeTakeFirst()
  return written !== undefined
}

/** Schedules a read of an invoice now. */
export const updateInvoiceDue = async (tx: Tx, invoiceId: string, atMs: number): Promise<void> => {
  await tables(tx)
    .updateTable('funding_invoice')
    .set({ due_ms: atMs, tries: 0 })
    .where('invoice_id', '=', invoiceId)
    .execute()
}

export type DueInvoice = Pick<InvoiceRow, 'deposit_id' | 'invoice_id' | 'per_usdt' | 'tries'>

/** Locks due invoices for processing; if the process dies, they are due again at `inHandUntilMs`. */
export const lockDueInvoices = async (
  db: Db,
  atMs: number,
  inHandUntilMs: number,
  count: number,
): Promise<readonly DueInvoice[]> => {
  const { rows } = await sql<DueInvoice>`
    update funding_invoice set due_ms = ${inHandUntilMs} where deposit_id in (
      select deposit_id from funding_invoice where due_ms <= ${atMs}
      order by due_ms limit ${count} for update skip locked
    ) returning deposit_id, invoice_id, per_usdt, tries`.execute(db)
  return rows
}

/** Stores the gateway's state of an invoice as of `checkedMs`; an older state is dropped. */
export const updateInvoice = async (
  tx: Tx,
  depositId: number,
  said: {
    readonly state: string
    readonly why: string
    readonly watchedMs: number
    readonly dueMs: number | null
    readonly checkedMs: number
  },
): Promise<boolean> => {
  const { state, why, watchedMs, dueMs, checkedMs } = said
  const written = await tables(tx)
    .updateTable('funding_invoice')
    .set({ state, why, watched_ms: watchedMs, due_ms: dueMs, checked_ms: checkedMs, tries: 0 })
    .where('deposit_id', '=', depositId)
    .where((row) => row.or([row('checked_ms', 'is', null), row('checked_ms', '<=', checkedMs)]))
    .returning('deposit_id')
    .executeTakeFirst()
  return written !== undefined
}

/** Adds ids that several payments of an invoice share; returns those that were not known yet. */
export const upsertSharedIds = async (
  tx: Tx,
  depositId: number,
  ids: readonly string[],
): Promise<readonly string[]> => {
  const { shared_ids: known } = await tables(tx)
    .selectFrom('funding_invoice')
    .select('shared_ids')
    .where('deposit_id', '=', depositId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const added = ids.filter((id) => !known.includes(id))
  if (added.length > 0)
    await sql`update funding_invoice set shared_ids = shared_ids || ${pgTextArray(added)}::text[]
      where deposit_id = ${depositId}`.execute(tx)
  return added
}

/** Postpones the next read after a failure. */
export const updateInvoiceRetry = async (
  db: Db,
  depositId: number,
  dueMs: number,
  tries: number,
): Promise<void> => {
  await tables(db)
    .updateTable('funding_invoice')
    .set({ due_ms: dueMs, tries })
    .where('deposit_id', '=', depositId)
    .execute()
}

/** Whether money of a customer can still arrive: a deposit waits, or an expired invoice can still receive some. */
export const hasOpenDeposit = async (db: Db | Tx, uid: number, nowMs: number): Promise<boolean> =>
  (await sumPendingDeposits(db, uid, nowMs)) > 0n || (await hasOpenInvoice(db, uid, nowMs))

const hasOpenInvoice = async (db: Db | Tx, uid: number, nowMs: number): Promise<boolean> => {
  const found = await tables(db)
    .selectFrom('funding_invoice')
    .innerJoin('funding_deposit', 'funding_deposit.id', 'funding_invoice.deposit_id')
    .select('funding_deposit.id')
    .where('uid', '=', uid)
    .where((row) => row.or([row('watched_ms', '>', nowMs), row('due_ms', 'is not', null)]))
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Deletes webhook deliveries that the gateway no longer repeats; returns their number. */
export const purgeWebhookDeliveries = async (db: Db, beforeMs: number): Promise<number> => {
  const { numDeletedRows } = await tables(db)
    .deleteFrom('funding_delivery')
    .where('heard_ms', '<', beforeMs)
    .executeTakeFirstOrThrow()
  return Number.parseInt(numDeletedRows.toString(), 10)
}
