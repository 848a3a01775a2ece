import { dayOf, startOfDay } from '@glasshouse/core/calendar/days'
import { dayMs } from '@glasshouse/core/calendar/durations'
import { customer, external, house } from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import { usdt } from '@glasshouse/core/money/units'
import { fakeClock } from '@glasshouse/testkit/clock'
import { sellManyOrders } from '@glasshouse/testkit/manyOrders'
import { platformOf } from '@glasshouse/testkit/platform'
import { sql } from 'kysely'
import { investInvariants } from '../../../apps/server/src/invest/index.fixture.ts'
import { accrueInterest } from '../../../apps/server/src/investMidnight/index.ts'
import { ledgerInvariants } from '../../../apps/server/src/ledger/checks/index.fixture.ts'
import { checkInvariants } from '../../../apps/server/src/ledger/checks/index.ts'
import { fundReserve, postSingle } from '../../../apps/server/src/ledger/posting/index.ts'
import { transact } from '../../../apps/server/src/platform/transactions/index.ts'
import { openOwnDatabase } from './ownDatabase.ts'
import { cpuOfTree } from './processes.ts'
import type { Measurement } from './row.ts'

const midnights = 3
const neighbour = 9_000_000
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

/** Rows of the plain side that one transaction writes, as many as the product takes orders. */
const plainAtOnce = 1_000

const plainTables = sql`
  create table plain_account (id bigint primary key, balance numeric(38, 0) not null) with (fillfactor = 40);
  create table plain_transfer (id bigint generated always as identity primary key, cause bigint not null, key text unique);
  create table plain_entry (account_id bigint, sequence bigint, transfer_id bigint, amount numeric(38, 0),
    balance numeric(38, 0), primary key (account_id, sequence));
  create index plain_entry_transfer on plain_entry (transfer_id)`

/** Microseconds of wall time, and of CPU of this process and its database, that work takes for each of so many. */
const measured = async (many: number, work: () => Promise<void>) => {
  const cpuBefore = await cpuOfTree(process.pid)
  const startedAt = performance.now()
  await work()
  const wall = ((performance.now() - startedAt) * 1000) / many
  return { wall, cpu: (((await cpuOfTree(process.pid)) - cpuBefore) * 1000) / many }
}

/**
 * A plain insert of the same payments: a transfer with its key, two entries with balances and the
 * customer's balance, as many in a transaction as the product takes, without a check, a day's sum or an order.
 */
const insertPlain = async ({ database: { db } }: BenchServer, many: number, night: number): Promise<void> => {
  for (let first = 1; first <= many; first += plainAtOnce)
    await transact(db, async (tx) => {
      await sql`set local enable_hashjoin = off; set local enable_mergejoin = off; set local enable_seqscan = off`.execute(
        tx,
      )
      await sql`
        with paid as (
          insert into plain_transfer (cause, key)
          select n, 'plain:' || n || ':' || ${night}::int
          from generate_series(${first}::bigint, ${Math.min(many, first + plainAtOnce - 1)}::bigint) n returning id, cause
        ), credited as (
          update plain_account a set balance = balance + 10000000 from paid p where a.id = p.cause
          returning a.id, a.balance, p.id as transfer_id
        )
        insert into plain_entry (account_id, sequence, transfer_id, amount, balance)
        select id, ${night}::int, transfer_id, 10000000, balance from credited
        union all select 0, transfer_id, transfer_id, -10000000, 0 from credited`.execute(tx)
    })
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms))

/**
 * Row 13: interest of many orders at a midnight, compared with a plain insert of the same payments, and what a customer who
 * trades meanwhile notices.
 */
export const measureMidnight = async (many = 100_000): Promise<Measurement> => {
  const bench = await openHouse()
  try {
    await sellManyOrders(bench.database, {
      ...{ product: 1, cycle: 1, rate: 700_000n, days, promised, many },
      createdMs: bench.clock.business(),
    })
    await plainTables.execute(bench.database.db)
    await sql`insert into plain_account select n, 0 from generate_series(1, ${many}) n`.execute(
      bench.database.db,
    )
    const quiet = watchNeighbour(bench)
    await sleep(2_000)
    const aloneMs = await quiet.stop()
    const accrue = (night: number) => () => {
      const atMs = startOfDay(bench.clock.business()) + night * dayMs
      return accrueInterest(bench, { atMs, day: dayOf(atMs - dayMs), isLast: true })
    }
    const nights: { readonly accrual: number; readonly plain: number }[] = []
    let besideMs = 0
    for (let night = 1; night <= midnights; night += 1) {
      const plain = await measured(many, () => insertPlain(bench, many, night))
      const watched = watchNeighbour(bench)
      const accrual = await measured(many, accrue(night))
      nights.push({ accrual: accrual.wall, plain: plain.wall })
      besideMs = Math.max(besideMs, await watched.stop())
    }
    // CPU is that of the product alone, so it is measured without the neighbour.
    const alone = midnights + 1
    const plainCpu = (await measured(many, () => insertPlain(bench, many, alone))).cpu
    const { cpu } = await measured(many, accrue(alone))
    const taken = median(nights.map(({ accrual }) => accrual))
    const ratio = median(nights.map(({ accrual, plain }) => accrual / plain))
    const report = await checkInvariants(bench.database.db, 1, [...ledgerInvariants, ...investInvariants])
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from invest_accrual`.execute(
      bench.database.db,
    )
    const isSound = report.balanced && rows[0]?.n === many * alone
    return {
      figures: `${taken.toFixed(0)} µs an accrual, ${ratio.toFixed(1)}× a plain insert; CPU ${cpu.toFixed(0)} µs, ${plainCpu.toFixed(0)} of a plain insert; p99 of a neighbour ${besideMs.toFixed(0)} ms, ${aloneMs.toFixed(0)} ms alone`,
      held: isSound && taken <= 60,
      remark: `${many} orders of as many customers, medians of ${midnights} midnights; afterwards ${isSound ? 'each accrued once a day and the ledger is balanced' : 'THE LEDGER IS WRONG'}`,
    }
  } finally {
    await bench.database.remove()
  }
}
