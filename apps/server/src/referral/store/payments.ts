import { type Usdt, usdt } from '@glasshouse/core/money/units'
import { type Insertable, sql } from 'kysely'
import { type Db, type PageRange, pgNumberArray, type Tx } from '../../platform/database/index.ts'
import type { PayoutRow, ReferralTables, ReturnReason, ReturnRow } from '../schema.ts'

const tables = (db: Db | Tx) => db.withTables<ReferralTables>()

/** A share that an inviter would earn in a month (yyyymm). */
export type MonthClaim = { readonly receiver: number; readonly month: number; readonly share: Usdt }

const monthKey = ({ receiver, month }: Pick<MonthClaim, 'receiver' | 'month'>) => `${receiver}/${month}`

/** What inviters earned in the months of some claims, locked by inviter until the end of the transaction. */
export const lockMonths = async (
  tx: Tx,
  claims: readonly MonthClaim[],
): Promise<{ readonly earnedBy: (claim: MonthClaim) => Usdt }> => {
  const keys = [...new Map(claims.map((claim) => [monthKey(claim), claim])).values()].sort(
    (a, b) => a.receiver - b.receiver || a.month - b.month,
  )
  const receivers = pgNumberArray(keys.map(({ receiver }) => receiver))
  const months = pgNumberArray(keys.map(({ month }) => month))
  await sql`
    insert into referral_month (receiver, month, earned)
    select receiver, month, 0 from unnest(${receivers}::bigint[], ${months}::integer[]) as n (receiver, month)
    order by receiver, month on conflict do nothing`.execute(tx)
  const { rows } = await sql<{ receiver: number; month: number; earned: Usdt }>`
    select m.* from referral_month m
    join unnest(${receivers}::bigint[], ${months}::integer[]) as n (receiver, month) using (receiver, month)
    order by receiver, month for update of m`.execute(tx)
  const earned = new Map(rows.map((row) => [monthKey(row), row.earned]))
  return { earnedBy: (claim) => earned.get(monthKey(claim)) ?? usdt('0') }
}

/** Adds what was earned to the months. */
export const updateEarned = async (tx: Tx, claims: readonly MonthClaim[]): Promise<void> => {
  await sql`
    update referral_month m set earned = m.earned + n.share
    from (
      select receiver, month, sum(share) as share
      from unnest(
        ${pgNumberArray(claims.map(({ receiver }) => receiver))}::bigint[],
        ${pgNumberArray(claims.map(({ month }) => month))}::integer[],
        ${pgNumberArray(claims.map(({ share }) => share))}::numeric[]
      ) as c (receiver, month, share) group by receiver, month
    ) n
    where m.receiver = n.receiver and m.month = n.month`.execute(tx)
}

/** Writes why money goes back; null when this was written before. */
export const insertReturn = async (
  tx: Tx,
  row: {
    readonly reason: ReturnReason
    readonly subject: number
    readonly amount: bigint
    readonly at_ms: number
  },
): Promise<ReturnRow> =>
  tables(tx).insertInto('referral_return').values(row).returningAll().executeTakeFirstOrThrow()

/** Everything unpaid of one client on one level. */
export type DueIncome = {
  readonly receiver: number
  readonly client: number
  readonly level: number
}

/** Unpaid income by inviter, client and level, after a place in this order. */
export const listDue = async (
  db: Db | Tx,
  after: DueIncome | null,
  limit: number,
): Promise<readonly DueIncome[]> => {
  const place = after ?? { receiver: 0, client: 0, level: 0 }
  const { rows } = await sql<DueIncome>`
    select receiver, client, level from referral_promise
    where accrued > taken_back + paid
      and (receiver, client, level) > (${place.receiver}::bigint, ${place.client}::bigint, ${place.level}::smallint)
    group by receiver, client, level order by receiver, client, level limit ${limit}`.execute(db)
  return rows
}

/** Pays what is due of some clients into their payments of a month: marks the promises and writes the rows. */
export const insertPayouts = async (
  tx: Tx,
  due: readonly DueIncome[],
  { month, atMs }: { readonly month: number; readonly atMs: number },
): Promise<readonly PayoutRow[]> => {
  const wanted = sql`unnest(
      ${pgNumberArray(due.map(({ receiver }) => receiver))}::bigint[],
      ${pgNumberArray(due.map(({ client }) => client))}::bigint[],
      ${pgNumberArray(due.map(({ level }) => level))}::smallint[]
    ) as n (receiver, client, level)`
  const { rows: found } = await sql<DueIncome & { id: number; amount: bigint }>`
    select p.id, p.receiver, p.client, p.level, p.accrued - p.taken_back - p.paid as amount
    from referral_promise p join ${wanted} using (receiver, client, level)
    where p.accrued > p.taken_back + p.paid
    order by p.order_id, p.level for update of p`.execute(tx)
  if (found.length === 0) return []
  await sql`
    update referral_promise set paid = accrued - taken_back
    where id = any(${pgNumberArray(found.map(({ id }) => id))}::bigint[])`.execute(tx)
  const sums = new Map<string, Insertable<ReferralTables['referral_payout']>>()
  for (const { receiver, client, level, amount } of found) {
    const key = `${client}/${level}`
    const before = sums.get(key)?.amount ?? 0n
    sums.set(key, { month, client, level, receiver, amount: before + amount, at_ms: atMs })
  }
  return tables(tx)
    .insertInto('referral_payout')
    .values([...sums.values()])
    .returningAll()
    .execute()
}

/** The clients behind payments, by kind and id of the cause. */
export const listClientsOfPayments = async (
  db: Db,
  payoutIds: readonly number[],
  promiseIds: readonly number[],
): Promise<readonly { readonly kind: string; readonly id: number; readonly client: number }[]> => {
  const { rows } = await sql<{ kind: string; id: number; client: number }>`
    select 'referralPaid' as kind, id, client from referral_payout
      where id = any(${pgNumberArray(payoutIds)}::bigint[])
    union all
    select 'referralFirstPaid', id, client from referral_promise
      where id = any(${pgNumberArray(promiseIds)}::bigint[])`.execute(db)
  return rows
}

/** One page of what an inviter was paid, oldest first, without who the clients are. */
export const listPayouts = (db: Db, receiver: number, page: PageRange) =>
  tables(db)
    .selectFrom('referral_payout')
    .select(['id', 'month', 'level', 'amount', 'at_ms'])
    .where('receiver', '=', receiver)
    .orderBy('id')
    .offset(page.offset)
    .limit(page.limit)
    .execute()

/** One page of what accrued for an inviter, by promise and day, without who the clients are. */
export const listAccrualsTo = async (
  db: Db,
  receiver: number,
  page: PageRange,
): Promise<readonly { readonly level: number; readonly day: number; readonly amount: bigint }[]> => {
  const { rows } = await sql<{ level: number; day: number; amount: bigint }>`
    select p.level, a.day, a.amount from referral_promise p join referral_accrual a on a.promise_id = p.id
    where p.receiver = ${receiver} order by p.id, a.day offset ${page.offset} limit ${page.limit}`.execute(db)
  return rows
}
