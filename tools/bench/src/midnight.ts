import { dayMs, dayOf, startOfDay } from '@glasshouse/core/calendar/days'
import { customer, external, house } from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import { usdt } from '@glasshouse/core/money/units'
import { fakeClock } from '@glasshouse/testkit/clock'
import { platformOf } from '@glasshouse/testkit/platform'
import { sql } from 'kysely'
import { accrueInterest, investInvariants } from '../../../apps/server/src/invest/index.ts'
import { orderBoughtPosting } from '../../../apps/server/src/invest/postings.ts'
import {
  checkInvariants,
  fundReserve,
  ledgerInvariants,
  lockBalances,
  post,
  postSingle,
} from '../../../apps/server/src/ledger/index.ts'
import { transact } from '../../../apps/server/src/platform/index.ts'
import { openOwnDatabase } from './ownDatabase.ts'
import type { Measurement } from './row.ts'

const midnights = 3
const neighbour = 9_000_000
const principal = usdt('100')
const promised = usdt('0.7')
const days = 7

const openHouse = async () => {
  const database = await openOwnDatabase(8)
  const clock = fakeClock()
  const platform = platformOf(database, clock)
  await sql`insert into invest_product (kind, name, picurl, remark, position, on_sale, featured, quota, redeem_days,
      redeem_fee, texts, claims, created_ms, changed_ms)
    values ('yield', 'Bench', '', '', 0, true, false, 0, 7, 100000000, '{}', '{}', 1, 1)`.execute(database.db)
  await sql`insert into invest_cycle (product_id, method, rate, days, min_principal, max_principal, position, offered)
    values (1, 'fixed', 700000, ${days}, 10000000000, 10000000000000, 0, true)`.execute(database.db)
  await transact(database.db, async (tx) => {
    await fundReserve(tx, 1, 'interest:1', usdt('100000000'), { kind: 'bench', id: 1 })
    const [from, to] = [external('deposits:sandbox'), customer(neighbour, 'wallet')]
    const transfers = [{ from, to, amount: usdt('100000'), type: journal.deposit }]
    await postSingle(tx, 1, { cause: { kind: 'bench', id: 2 }, transfers })
  })
  return { ...platform, database, clock }
}
type BenchServer = Awaited<ReturnType<typeof openHouse>>

/** Gives each customer one running order, written to the same tables and by the same postings as by the call. */
const sellMany = async ({ database, clock }: BenchServer, many: number): Promise<void> => {
  const createdMs = clock.business()
  const firstMs = startOfDay(createdMs) + dayMs
  for (let first = 1; first <= many; first += 2_000) {
    const uids = Array.from({ length: Math.min(2_000, many + 1 - first) }, (_, index) => first + index)
    await transact(database.db, async (tx) => {
      await lockBalances(
        tx,
        uids.flatMap((uid) => [customer(uid, 'wallet'), customer(uid, 'principal')]),
      )
      const from = external('deposits:sandbox')
      await post(
        tx,
        1,
        uids.map((uid) => ({
          cause: { kind: 'bench' as const, id: uid },
          transfers: [{ from, to: customer(uid, 'wallet'), amount: principal, type: journal.deposit }],
        })),
      )
      const { rows } = await sql<{ id: number; uid: number }>`
        insert into invest_order (uid, product_id, cycle_id, product_name, kind, method, principal, credit, rate, days,
          promised, redeem_fee, created_ms, redeemable_ms, ends_ms, state, next_ms)
        select uid, 1, 1, 'Bench', 'yield', 'fixed', ${principal}, 0, 700000, ${days}, ${promised}, 100000000, ${createdMs},
          ${firstMs}, ${firstMs + (days - 1) * dayMs}::bigint, 'running', ${firstMs}
        from unnest(${uids}::bigint[]) as uid order by uid returning id, uid`.execute(tx)
      await post(
        tx,
        1,
        rows.map((order) => orderBoughtPosting({ ...order, product_id: 1, principal, credit: 0n })),
      )
      await sql`update invest_product set sold = sold + ${principal * BigInt(rows.length)},
        promised = promised + ${promised * BigInt(rows.length)}`.execute(tx)
    })
  }
  await sql`analyze`.execute(database.db)
}

/** Milliseconds that transfers of a customer without an order take, one after the other, until it is stopped. */
const watchNeighbour = ({ database }: BenchServer) => {
  const taken: number[] = []
  let going = true
  const [from, to] = [customer(neighbour, 'wallet'), house('fees')]
  const done = (async () => {
    while (going) {
      const startedAt = performance.now()
      const transfers = [{ from, to, amount: 1n, type: journal.contractFee }]
      await transact(database.db, (tx) => postSingle(tx, 1, { cause: { kind: 'bench', id: 3 }, transfers }))
      taken.push(performance.now() - startedAt)
    }
  })()
  return {
    stop: async (): Promise<number> => {
      going = false
      await done
      return [...taken].sort((a, b) => a - b)[Math.floor(taken.length * 0.99)] ?? Number.NaN
    },
  }
}

const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms))

/** Row 13: interest of many orders at a midnight, and what a customer who trades meanwhile notices. */
export const measureMidnight = async (many = 100_000): Promise<Measurement> => {
  const bench = await openHouse()
  try {
    await sellMany(bench, many)
    const quiet = watchNeighbour(bench)
    await sleep(2_000)
    const aloneMs = await quiet.stop()
    const perAccrual: number[] = []
    let besideMs = 0
    for (let night = 1; night <= midnights; night += 1) {
      const atMs = startOfDay(bench.clock.business()) + night * dayMs
      const watched = watchNeighbour(bench)
      const startedAt = performance.now()
      await accrueInterest(bench, { atMs, day: dayOf(atMs - dayMs), isLast: true })
      perAccrual.push(((performance.now() - startedAt) * 1000) / many)
      besideMs = Math.max(besideMs, await watched.stop())
    }
    const best = [...perAccrual].sort((a, b) => a - b)[Math.floor(midnights / 2)] ?? Number.NaN
    const report = await checkInvariants(bench.database.db, 1, [...ledgerInvariants, ...investInvariants])
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from invest_accrual`.execute(
      bench.database.db,
    )
    const isSound = report.balanced && rows[0]?.n === many * midnights
    return {
      figures: `${best.toFixed(0)} µs an accrual; p99 of a neighbour ${besideMs.toFixed(0)} ms, ${aloneMs.toFixed(0)} ms alone`,
      held: isSound && best <= 60,
      remark: `${many} orders of as many customers, ${midnights} midnights, median; afterwards ${isSound ? 'each accrued once a day and the ledger is balanced' : 'THE LEDGER IS WRONG'}`,
    }
  } finally {
    await bench.database.remove()
  }
}
