import type { DepositStatus } from '@glasshouse/core/funding/rules'
import type { Usdt } from '@glasshouse/core/money/units'
import type { Language } from '@glasshouse/core/wire/languages'
import { type ExpressionBuilder, type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../platform/index.ts'
import type { FundingTables } from './schema.ts'

export type DepositRow = Selectable<FundingTables['funding_deposit']>

export type NewDeposit = {
  readonly uid: number
  readonly channel: string
  readonly amount: Usdt
  readonly pageId: string
  readonly lang: Language
  readonly createdMs: number
  readonly expiresMs: number
}

export const insertDeposit = async (db: Db | Tx, deposit: NewDeposit): Promise<void> => {
  await db
    .withTables<FundingTables>()
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
    })
    .execute()
}

export const selectDeposit = (db: Db, pageId: string): Promise<DepositRow | undefined> =>
  db
    .withTables<FundingTables>()
    .selectFrom('funding_deposit')
    .selectAll()
    .where('page_id', '=', pageId)
    .executeTakeFirst()

/** The deposit of a page, locked until the transaction ends: of many payments at once, each waits for the one before. */
export const lockDeposit = (tx: Tx, pageId: string): Promise<DepositRow | undefined> =>
  tx
    .withTables<FundingTables>()
    .selectFrom('funding_deposit')
    .selectAll()
    .where('page_id', '=', pageId)
    .forUpdate()
    .executeTakeFirst()

export const markPaid = async (tx: Tx, id: number, paidMs: number): Promise<void> => {
  await tx
    .withTables<FundingTables>()
    .updateTable('funding_deposit')
    .set({ paid_ms: paidMs })
    .where('id', '=', id)
    .execute()
}

export type DepositPage = {
  readonly uid: number
  readonly status: DepositStatus | undefined
  readonly nowMs: number
  readonly orderBy: 'created_ms' | 'id'
  readonly direction: 'asc' | 'desc'
  readonly limit: number
  readonly offset: number
}

const hasStatus =
  (status: DepositStatus, nowMs: number) => (column: ExpressionBuilder<FundingTables, 'funding_deposit'>) => {
    if (status === 1) return column('paid_ms', 'is not', null)
    return column.and([column('paid_ms', 'is', null), column('expires_ms', status === 0 ? '>' : '<=', nowMs)])
  }

/** One page of a customer's deposits, and how many there are. */
export const selectDeposits = async (
  db: Db,
  page: DepositPage,
): Promise<{ rows: readonly DepositRow[]; total: number }> => {
  const mine = db
    .withTables<FundingTables>()
    .selectFrom('funding_deposit')
    .where('uid', '=', page.uid)
    .$if(page.status !== undefined, (query) => query.where(hasStatus(page.status ?? 0, page.nowMs)))
  const rows = await mine
    .selectAll()
    .orderBy(page.orderBy, page.direction)
    .orderBy('id', page.direction)
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const counted = await mine.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  return { rows, total: counted.total }
}

/** What a customer's deposits come to that can still be paid. */
export const selectWaiting = async (db: Db | Tx, uid: number, nowMs: number): Promise<Usdt> => {
  const { total } = await db
    .withTables<FundingTables>()
    .selectFrom('funding_deposit')
    .select(sql<Usdt>`coalesce(sum(amount), 0)`.as('total'))
    .where('uid', '=', uid)
    .where('paid_ms', 'is', null)
    .where('expires_ms', '>', nowMs)
    .executeTakeFirstOrThrow()
  return total
}
