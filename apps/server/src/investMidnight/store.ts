import { dayMs } from '@glasshouse/core/calendar/durations'
import type { Usdt } from '@glasshouse/core/money/units'
import { sql } from 'kysely'
import type { InvestOrder } from '../invest/index.ts'
import { pgNumberArray, pgTextArray, type Tx } from '../platform/database/index.ts'

/** Where a step of the midnight run stands: orders by id, those after `afterId`. */
export type DueQuery = { readonly atMs: number; readonly afterId: number; readonly limit: number }

/** What is read of an order that accrues: its terms and how far it has come. */
export type AccruingOrder = Pick<
  InvestOrder,
  | 'id'
  | 'uid'
  | 'product_id'
  | 'product_name'
  | 'method'
  | 'principal'
  | 'credit'
  | 'rate'
  | 'days'
  | 'accrued'
  | 'accrued_days'
>

const accrues = (atMs: number) => sql`
  state in ('waiting', 'running', 'redeeming') and method <> 'copy' and next_ms <= ${atMs} and accrued_days < days
  and (redeem_ms is null or redeem_ms >= ${atMs})`

/**
 * Orders that accrue at a midnight, by id. An order that began to redeem after the midnight still accrues for the
 * day before; a compound one whose days are all accrued does not any more.
 */
export const listAccruing = async (
  tx: Tx,
  { atMs, afterId, limit }: DueQuery,
): Promise<readonly AccruingOrder[]> => {
  const { rows } = await sql<AccruingOrder>`
    select id, uid, product_id, product_name, method, principal, credit, rate, days, accrued, accrued_days
    from invest_order where ${accrues(atMs)} and id > ${afterId} order by id limit ${limit}`.execute(tx)
  return rows
}

/** Locks orders all of whose days are accrued, by id. */
export const lockEnding = async (
  tx: Tx,
  { atMs, afterId, limit }: DueQuery,
): Promise<readonly InvestOrder[]> => {
  const { rows } = await sql<InvestOrder>`
    select * from invest_order
    where state in ('waiting', 'running', 'redeeming') and ends_ms <= ${atMs} and id > ${afterId}
      and method <> 'copy' and accrued_days = days
    order by id limit ${limit} for update`.execute(tx)
  return rows
}

/** Locks orders whose redemption was asked for before a midnight, by id. */
export const lockRedeeming = async (
  tx: Tx,
  { atMs, afterId, limit }: DueQuery,
): Promise<readonly InvestOrder[]> => {
  const { rows } = await sql<InvestOrder>`
    select * from invest_order
    where state = 'redeeming' and redeem_ms < ${atMs} and id > ${afterId}
    order by id limit ${limit} for update`.execute(tx)
  return rows
}

/** What an accrual writes on its order. */
export type OrderAccrual = { readonly order: AccruingOrder; readonly day: number; readonly amount: Usdt }

/**
 * Adds a day to orders and writes its rows, in one statement whatever their number. Returns those that still accrued at the
 * midnight: an order that changed since it was read, which then is locked, is left as it is.
 */
export const insertAccruals = async (
  tx: Tx,
  atMs: number,
  accruals: readonly OrderAccrual[],
): Promise<readonly OrderAccrual[]> => {
  const [ids, days, amounts] = [
    pgNumberArray(accruals.map(({ order }) => order.id)),
    pgNumberArray(accruals.map(({ day }) => day)),
    pgNumberArray(accruals.map(({ amount }) => amount)),
  ]
  const numbers = pgNumberArray(accruals.map(({ order }) => order.accrued_days + 1))
  const { rows } = await sql<{ missing: readonly number[] }>`
    with given as materialized (
      select * from unnest(${ids}::bigint[], ${days}::integer[], ${amounts}::numeric[], ${numbers}::integer[])
        as given (order_id, day, amount, number)
    ), accrued as (
      update invest_order o set accrued = o.accrued + n.amount, accrued_days = n.number, last_day = n.day,
        last_amount = n.amount, next_ms = o.next_ms + case when n.number < o.days then ${dayMs}::bigint else 0 end
      from given n
      where o.id = n.order_id and o.accrued_days = n.number - 1 and ${accrues(atMs)}
      returning n.order_id, n.day, n.number, n.amount
    ), written as (
      insert into invest_accrual (order_id, day, number, amount) select order_id, day, number, amount from accrued
      returning order_id
    )
    select coalesce(array_agg(order_id), '{}')::text[] as missing from given
    where (select count(*) from written) < ${accruals.length} and order_id not in (select order_id from written)`.execute(
    tx,
  )
  const missing = new Set((rows[0]?.missing ?? []).map(Number))
  return missing.size === 0 ? accruals : accruals.filter(({ order }) => !missing.has(order.id))
}

/** How an order finished. */
export type OrderEnd = {
  readonly id: number
  readonly state: 'ended' | 'redeemed'
  readonly payout: bigint
  readonly fee: bigint
}

/** Marks orders as finished, in one statement. */
export const updateFinished = async (tx: Tx, atMs: number, ends: readonly OrderEnd[]): Promise<void> => {
  await sql`
    update invest_order o set state = n.state, payout = n.payout, fee = n.fee, finished_ms = ${atMs},
      ended_pledged = (n.state = 'ended' and o.loan_id is not null)
    from unnest(
      ${pgNumberArray(ends.map(({ id }) => id))}::bigint[], ${pgTextArray(ends.map(({ state }) => state))}::text[],
      ${pgNumberArray(ends.map(({ payout }) => payout))}::numeric[],
      ${pgNumberArray(ends.map(({ fee }) => fee))}::numeric[]
    ) as n (id, state, payout, fee)
    where o.id = n.id`.execute(tx)
}
