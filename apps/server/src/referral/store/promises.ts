import type { Usdt } from '@glasshouse/core/money/units'
import { type Insertable, sql } from 'kysely'
import { type Db, pgNumberArray, type Tx } from '../../platform/database/index.ts'
import type { PromiseRow, ReferralTables } from '../schema.ts'

const tables = (db: Db | Tx) => db.withTables<ReferralTables>()

export type NewPromise = Insertable<ReferralTables['referral_promise']>

export const insertPromises = (tx: Tx, promises: readonly NewPromise[]): Promise<readonly PromiseRow[]> =>
  tables(tx).insertInto('referral_promise').values(promises).returningAll().execute()

/** Locks the promises of orders that accrue, by order and level. */
export const lockAccruing = async (tx: Tx, orderIds: readonly number[]): Promise<readonly PromiseRow[]> => {
  const { rows } = await sql<PromiseRow>`
    select * from referral_promise
    where order_id = any(${pgNumberArray(orderIds)}::bigint[]) and state = 'running' and refusal is null
    order by order_id, level for update`.execute(tx)
  return rows
}

/** What a day adds to a promise. */
export type PromiseAccrual = { readonly id: number; readonly day: number; readonly amount: bigint }

/** Adds a day to promises and writes its rows, in two statements whatever their number. */
export const insertAccruals = async (tx: Tx, accruals: readonly PromiseAccrual[]): Promise<void> => {
  const [ids, days, amounts] = [
    pgNumberArray(accruals.map(({ id }) => id)),
    pgNumberArray(accruals.map(({ day }) => day)),
    pgNumberArray(accruals.map(({ amount }) => amount)),
  ]
  await sql`
    update referral_promise p set accrued = p.accrued + n.amount, last_day = n.day, last_amount = n.amount
    from unnest(${ids}::bigint[], ${days}::integer[], ${amounts}::numeric[]) as n (id, day, amount)
    where p.id = n.id`.execute(tx)
  await sql`
    insert into referral_accrual (promise_id, day, amount)
    select * from unnest(${ids}::bigint[], ${days}::integer[], ${amounts}::numeric[]) as n (id, day, amount)
    where n.amount > 0`.execute(tx)
}

/** How an order finished: its interest, and what a redemption took of it; null where a first purchase is due now. */
export type OrderFinish = {
  readonly orderId: number
  readonly interest: bigint
  readonly fee: bigint | null
}

/** Marks the promises of finished orders for the settlement of the same night. */
export const updateEnding = async (tx: Tx, finished: readonly OrderFinish[]): Promise<void> => {
  await sql`
    update referral_promise p set state = 'ending', order_interest = n.interest, order_fee = n.fee
    from unnest(
      ${pgNumberArray(finished.map(({ orderId }) => orderId))}::bigint[],
      ${pgNumberArray(finished.map(({ interest }) => interest))}::numeric[],
      ${pgNumberArray(finished.map(({ fee }) => fee))}::numeric[]
    ) as n (order_id, interest, fee)
    where p.order_id = n.order_id and p.state = 'running'`.execute(tx)
}

/** Orders whose promises wait for the settlement of this night, the oldest first. */
export const listEndingOrders = async (db: Db, limit: number): Promise<readonly number[]> => {
  const { rows } = await sql<{ order_id: number }>`
    select distinct order_id from referral_promise where state = 'ending' order by order_id limit ${limit}`.execute(
    db,
  )
  return rows.map(({ order_id }) => order_id)
}

/** The promises of orders that are ending, by order and level. */
export const listEnding = (db: Db | Tx, orderIds: readonly number[]): Promise<readonly PromiseRow[]> =>
  tables(db)
    .selectFrom('referral_promise')
    .selectAll()
    .where('order_id', 'in', orderIds)
    .where('state', '=', 'ending')
    .orderBy('order_id')
    .orderBy('level')
    .execute()

/** The same, locked until the end of the transaction. */
export const lockEnding = (tx: Tx, orderIds: readonly number[]): Promise<readonly PromiseRow[]> =>
  tables(tx)
    .selectFrom('referral_promise')
    .selectAll()
    .where('order_id', 'in', orderIds)
    .where('state', '=', 'ending')
    .orderBy('order_id')
    .orderBy('level')
    .forUpdate()
    .execute()

/** The promises of a client that are not over, locked. */
export const lockPromisesOfClient = (tx: Tx, client: number): Promise<readonly PromiseRow[]> =>
  tables(tx)
    .selectFrom('referral_promise')
    .selectAll()
    .where('client', '=', client)
    .where('state', '=', 'running')
    .orderBy('order_id')
    .orderBy('level')
    .forUpdate()
    .execute()

/** The promises to an inviter that are not over, or have something unpaid, locked. */
export const lockPromisesTo = async (tx: Tx, receiver: number): Promise<readonly PromiseRow[]> => {
  const { rows } = await sql<PromiseRow>`
    select * from referral_promise
    where receiver = ${receiver} and (state <> 'over' or accrued > taken_back + paid)
    order by order_id, level for update`.execute(tx)
  return rows
}

/** What a promise comes to in the end. */
export type PromiseEnd = {
  readonly id: number
  readonly takenBack: bigint
  readonly firstPaid: bigint
  readonly returned: bigint
}

/** Ends promises, in one statement; `returned` is the whole of what went back so far. */
export const updateOver = async (tx: Tx, ends: readonly PromiseEnd[]): Promise<void> => {
  await sql`
    update referral_promise p
    set state = 'over', taken_back = n.taken_back, first_paid = n.first_paid, returned = n.returned
    from unnest(
      ${pgNumberArray(ends.map(({ id }) => id))}::bigint[],
      ${pgNumberArray(ends.map(({ takenBack }) => takenBack))}::numeric[],
      ${pgNumberArray(ends.map(({ firstPaid }) => firstPaid))}::numeric[],
      ${pgNumberArray(ends.map(({ returned }) => returned))}::numeric[]
    ) as n (id, taken_back, first_paid, returned)
    where p.id = n.id`.execute(tx)
}

/** Writes what was paid of first purchases. */
export const updateFirstPaid = async (
  tx: Tx,
  paid: readonly { readonly id: number; readonly amount: bigint }[],
): Promise<void> => {
  await sql`
    update referral_promise p set first_paid = n.amount
    from unnest(
      ${pgNumberArray(paid.map(({ id }) => id))}::bigint[], ${pgNumberArray(paid.map(({ amount }) => amount))}::numeric[]
    ) as n (id, amount)
    where p.id = n.id`.execute(tx)
}

/** What an inviter accrued for a day, and what is not paid yet. */
export const sumAccrued = async (
  db: Db,
  receiver: number,
  day: number,
): Promise<{ readonly ofDay: Usdt; readonly unpaid: Usdt }> => {
  const { rows } = await sql<{ ofDay: Usdt; unpaid: Usdt }>`
    select
      (select coalesce(sum(last_amount), 0) from referral_promise
        where receiver = ${receiver} and last_day = ${day}) as "ofDay",
      (select coalesce(sum(accrued - taken_back - paid), 0) from referral_promise
        where receiver = ${receiver} and accrued > taken_back + paid) as unpaid`.execute(db)
  const [found] = rows
  if (found === undefined) throw new Error('sum returned no row')
  return found
}

/** Levels on which a running order of a client of this inviter has no money set aside. */
export const listUnfundedLevels = async (db: Db, receiver: number): Promise<ReadonlySet<number>> => {
  const { rows } = await sql<{ level: number }>`
    select l.level from unnest(array[1, 2, 3]) as l (level)
    where exists (
      select from referral_promise p
      where p.receiver = ${receiver} and p.level = l.level and p.refusal is not null and p.state = 'running'
    )`.execute(db)
  return new Set(rows.map(({ level }) => level))
}
