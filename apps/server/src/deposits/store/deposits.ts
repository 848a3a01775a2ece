import type { ListDepositsQuery } from '@glasshouse/core/deposits/codec'
import type { DepositState } from '@glasshouse/core/deposits/rules'
import type { Usdt } from '@glasshouse/core/money/units'
import type { Language } from '@glasshouse/core/wire/languages'
import { type ExpressionBuilder, type Selectable, sql } from 'kysely'
import { countListed, type Db, type Tx } from '../../platform/database/index.ts'
import type { DepositTables } from '../schema.ts'

export type DepositRow = Selectable<DepositTables['funding_deposit']>

const tables = (db: Db | Tx) => db.withTables<DepositTables>()

export type NewDeposit = {
  readonly uid: number
  readonly channel: string
  readonly amount: Usdt
  readonly pageId: string | null
  readonly lang: Language
  readonly createdMs: number
  readonly expiresMs: number | null
}

/** Inserts a deposit and returns its id. */
export const insertDeposit = async (db: Db | Tx, deposit: NewDeposit): Promise<number> => {
  const { id } = await tables(db)
    .insertInto('funding_deposit')
    .values({
      uid: deposit.uid,
      channel: deposit.channel,
      amount: deposit.amount,
      page_id: deposit.pageId,
      lang: deposit.lang,
      created_ms: deposit.createdMs,
      expires_ms: deposit.expiresMs,
      paid_ms: null,
      credited: null,
      rejected_ms: null,
      remark: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const findDeposit = (db: Db, pageId: string): Promise<DepositRow | undefined> =>
  tables(db).selectFrom('funding_deposit').selectAll().where('page_id', '=', pageId).executeTakeFirst()

/** Deposit of a page, locked until the commit: concurrent payments are serialized. */
export const lockDeposit = (tx: Tx, pageId: string): Promise<DepositRow | undefined> =>
  tables(tx)
    .selectFrom('funding_deposit')
    .selectAll()
    .where('page_id', '=', pageId)
    .forUpdate()
    .executeTakeFirst()

/** Like `lockDeposit`, by its id. */
export const lockDepositOf = (tx: Tx, id: number): Promise<DepositRow | undefined> =>
  tables(tx).selectFrom('funding_deposit').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** Inserts a received payment under a key; false if it exists. */
export const insertPayment = async (
  tx: Tx,
  arrival: {
    readonly key: string
    readonly depositId: number
    readonly amount: Usdt
    readonly atMs: number
  },
): Promise<boolean> => {
  const { key, depositId, amount, atMs } = arrival
  const written = await tables(tx)
    .insertInto('funding_arrival')
    .values({ key, deposit_id: depositId, amount, credited_ms: atMs })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('key')
    .executeTakeFirst()
  return written !== undefined
}

/** Keys of the payments that were credited to a deposit. */
export const listPaymentKeys = async (tx: Tx, depositId: number): Promise<ReadonlySet<string>> => {
  const rows = await tables(tx)
    .selectFrom('funding_arrival')
    .select('key')
    .where('deposit_id', '=', depositId)
    .execute()
  return new Set(rows.map(({ key }) => key))
}

/** Marks a deposit as paid since its first arrival, and what all of them come to. */
export const updatePaid = async (tx: Tx, id: number, atMs: number): Promise<void> => {
  await tables(tx)
    .updateTable('funding_deposit')
    .set((row) => ({
      paid_ms: row.fn.coalesce('paid_ms', sql<number>`${atMs}::bigint`),
      credited: row
        .selectFrom('funding_arrival')
        .select(({ fn }) => fn.sum<Usdt>('funding_arrival.amount').as('total'))
        .where('deposit_id', '=', id),
    }))
    .where('id', '=', id)
    // A payment whose key was credited to another deposit leaves this one unpaid.
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('funding_arrival').select('key').whereRef('deposit_id', '=', 'funding_deposit.id')),
    )
    .execute()
}

/** Sets until when an unpaid deposit stays pending, by the wall clock; null without expiry. */
export const updateExpiry = async (tx: Tx, id: number, expiresMs: number | null): Promise<void> => {
  await tables(tx)
    .updateTable('funding_deposit')
    .set({ expires_ms: expiresMs })
    .where('id', '=', id)
    .execute()
}

/** Marks a deposit without payment as rejected, with the remark for the customer. */
export const updateRejected = async (tx: Tx, id: number, atMs: number, remark: string): Promise<void> => {
  await tables(tx)
    .updateTable('funding_deposit')
    .set({ rejected_ms: atMs, remark })
    .where('id', '=', id)
    .execute()
}

export const updateRemark = async (tx: Tx, id: number, remark: string | null): Promise<void> => {
  await tables(tx).updateTable('funding_deposit').set({ remark }).where('id', '=', id).execute()
}

export type DepositPage = ListDepositsQuery & { readonly uid: number; readonly nowMs: number }

const isInState =
  (state: DepositState, nowMs: number) => (column: ExpressionBuilder<DepositTables, 'funding_deposit'>) => {
    if (state === 'credited') return column('paid_ms', 'is not', null)
    const waits = column.and([
      column('rejected_ms', 'is', null),
      column.or([column('expires_ms', 'is', null), column('expires_ms', '>', nowMs)]),
    ])
    return column.and([column('paid_ms', 'is', null), state === 'pending' ? waits : column.not(waits)])
  }

/** A deposit with its invoice or its transfer on a chain. */
export type ListedDeposit = DepositRow & {
  readonly checkout_url: string | null
  readonly hash: string | null
  readonly network: DepositTables['funding_transfer']['network'] | null
  readonly finding: DepositTables['funding_transfer']['finding'] | null
  readonly confirmations: number | null
}

/** One page of a customer's deposits with the total. */
export const listDepositRows = async (
  db: Db,
  page: DepositPage,
): Promise<{ rows: readonly ListedDeposit[]; total: number }> => {
  const mine = tables(db)
    .selectFrom('funding_deposit')
    .where('uid', '=', page.uid)
    .$if(page.state !== null, (query) => query.where(isInState(page.state ?? 'pending', page.nowMs)))
  const rows = await mine
    .leftJoin('funding_invoice', 'funding_invoice.deposit_id', 'funding_deposit.id')
    .leftJoin('funding_transfer', 'funding_transfer.deposit_id', 'funding_deposit.id')
    .selectAll('funding_deposit')
    .select(['checkout_url', 'hash', 'network', 'finding', 'confirmations'])
    .orderBy(page.orderBy === 'id' ? 'funding_deposit.id' : 'funding_deposit.created_ms', page.direction)
    .orderBy('funding_deposit.id', page.direction)
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return { rows, total: await countListed(db, mine, page.limit) }
}

/** Sum of a customer's deposits that can still be paid. */
export const sumPendingDeposits = async (db: Db | Tx, uid: number, nowMs: number): Promise<Usdt> => {
  const { total } = await tables(db)
    .selectFrom('funding_deposit')
    .select(sql<Usdt>`coalesce(sum(amount), 0)`.as('total'))
    .where('uid', '=', uid)
    .where(isInState('pending', nowMs))
    .executeTakeFirstOrThrow()
  return total
}

/** Number of a customer's pending deposits by some channels; the caller holds the lock of the customer's limits. */
export const countWaiting = async (
  tx: Tx,
  uid: number,
  channels: readonly string[],
  nowMs: number,
): Promise<number> => {
  const { total } = await tables(tx)
    .selectFrom('funding_deposit')
    .select(sql<number>`count(*)`.as('total'))
    .where('uid', '=', uid)
    .where('channel', 'in', channels)
    .where(isInState('pending', nowMs))
    .executeTakeFirstOrThrow()
  return total
}

/** First paid deposit of a customer. */
export const findFirstPaidDeposit = (db: Db | Tx, uid: number): Promise<DepositRow | undefined> =>
  tables(db)
    .selectFrom('funding_deposit')
    .selectAll()
    .where('uid', '=', uid)
    .where('paid_ms', 'is not', null)
    .orderBy('paid_ms')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

/** The largest credited deposit of a customer; 0 without one. */
export const findLargestCredit = async (db: Db | Tx, uid: number): Promise<bigint> => {
  const { rows } = await sql<{ largest: bigint }>`
    select coalesce(max(credited), 0) as largest from funding_deposit
    where uid = ${uid} and paid_ms is not null`.execute(db)
  return rows[0]?.largest ?? 0n
}
