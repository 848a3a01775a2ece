import { startOfDay } from '@glasshouse/core/calendar/days'
import { dayMs } from '@glasshouse/core/calendar/durations'
import { customer, external } from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import { usdt } from '@glasshouse/core/money/units'
import { sql } from 'kysely'
import { orderBoughtPosting } from '../../../apps/server/src/invest/postings.ts'
import { lockBalances, post } from '../../../apps/server/src/ledger/posting/index.ts'
import type { Database } from '../../../apps/server/src/platform/database/index.ts'
import { transact } from '../../../apps/server/src/platform/transactions/index.ts'

/** Orders of one transaction. */
const atOnce = 2_000

/** The fixed cycle of which orders are sold, its interest per order, and how many. */
export type ManyOrders = {
  readonly product: number
  readonly cycle: number
  readonly rate: bigint
  readonly days: number
  readonly promised: bigint
  readonly many: number
  readonly createdMs: number
}

/** What each of the orders is bought for. */
export const manyPrincipal = usdt('100')

/**
 * Gives each of `many` customers, from number 20,001 on, one running order, written to the same tables and by the same postings
 * as by the call.
 */
export const sellManyOrders = async (
  { db }: Pick<Database, 'db'>,
  { product, cycle, rate, days, promised, many, createdMs }: ManyOrders,
): Promise<void> => {
  const firstMs = startOfDay(createdMs) + dayMs
  for (let first = 1; first <= many; first += atOnce) {
    const uids = Array.from(
      { length: Math.min(atOnce, many + 1 - first) },
      (_, index) => 20_000 + first + index,
    )
    await transact(db, async (tx) => {
      await lockBalances(
        tx,
        uids.flatMap((uid) => [customer(uid, 'wallet'), customer(uid, 'principal')]),
      )
      const from = external('deposits:sandbox')
      await post(
        tx,
        1,
        uids.map((uid) => ({
          cause: { kind: 'test' as const, id: uid },
          transfers: [{ from, to: customer(uid, 'wallet'), amount: manyPrincipal, type: journal.deposit }],
        })),
      )
      const { rows } = await sql<{ id: number; uid: number }>`
        insert into invest_order (uid, product_id, cycle_id, product_name, kind, method, principal, credit, rate, days,
          promised, redeem_fee, created_ms, redeemable_ms, ends_ms, state, next_ms)
        select uid, ${product}, ${cycle}, 'Many', 'yield', 'fixed', ${manyPrincipal}, 0, ${rate}, ${days}, ${promised},
          100000000, ${createdMs}, ${firstMs}, ${firstMs + (days - 1) * dayMs}::bigint, 'running', ${firstMs}
        from unnest(${uids}::bigint[]) as uid order by uid returning id, uid`.execute(tx)
      await post(
        tx,
        1,
        rows.map((order) => orderBoughtPosting({ ...order, principal: manyPrincipal, credit: 0n })),
      )
      await sql`update invest_product set sold = sold + ${manyPrincipal * BigInt(rows.length)},
        promised = promised + ${promised * BigInt(rows.length)} where id = ${product}`.execute(tx)
    })
  }
  await sql`analyze`.execute(db)
}
