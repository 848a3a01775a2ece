import { platformOf } from '@glasshouse/testkit/platform'
import { sql } from 'kysely'
import { invariants } from '../../../apps/server/src/invariants.ts'
import { checkLedgerOnce } from '../../../apps/server/src/ledger/checks/index.fixture.ts'
import { checkInvariants } from '../../../apps/server/src/ledger/checks/index.ts'
import { insertSettlements } from '../../../apps/server/src/trust/store/settlements.ts'
import { caller, median, openMarketWithCustomers } from './orders.ts'
import { type OwnDatabase, openOwnDatabase } from './ownDatabase.ts'
import type { Measurement } from './row.ts'

const rounds = 5
/** Orders since the check before: of a quiet minute and of a busy one. */
const minutes = [100, 2_000] as const
/** Customers whose deposits fill the ledger; their numbers begin behind the first. */
const depositors = 10_000
const firstDepositor = 1_000_000
/** Deposits of each customer on one day. */
const depositsADay = 10
/** Transactions of one statement while the ledger is filled. */
const atOnce = 250_000

/** The deposits of the bench have no event, so they are left out of what compares amounts with events. */
const checked = invariants.filter(
  ({ name }) => name !== 'every transaction has a cause that states its amounts',
)

/**
 * Fills the ledger with deposits of two entries each, with balances, sequences and days as postings write them, but without
 * triggers. They are from before the first order, and have no receipts.
 */
const fill = async ({ db }: OwnDatabase, entries: number): Promise<void> => {
  const deposits = entries / 2
  await sql`
    insert into ledger_account (owner, owner_id, purpose, asset)
      select 'customer', ${firstDepositor}::bigint + n, 'wallet', 'USDT' from generate_series(1, ${depositors}::int) n
      union all select 'outside', 0, 'bench', 'USDT'`.execute(db)
  const { rows } = await sql<{ first: number; world: number; before: number }>`
    select (select min(id) from ledger_account where owner_id > ${firstDepositor}) as first,
      (select id from ledger_account where owner = 'outside' and purpose = 'bench') as world,
      (select coalesce(max(id), 0) from ledger_transaction) as before`.execute(db)
  const [ids] = rows
  if (ids === undefined) throw new Error('one row of ids')
  // Each customer in turn, so many times a day; the first account has the number `first`, the others follow.
  const [turn, place] = [sql`((n - 1) / ${depositors}::bigint)`, sql`((n - 1) % ${depositors}::bigint)`]
  await db.connection().execute(async (on) => {
    await sql`set session_replication_role = replica`.execute(on)
    for (let done = 0; done < deposits; done += atOnce) {
      const each = sql`generate_series(${done + 1}::bigint, ${Math.min(done + atOnce, deposits)}::bigint) n`
      await sql`
        insert into ledger_transaction (id, cause_kind, cause_id, at_ms) overriding system value
          select ${ids.before}::bigint + n, 'bench', n, ${turn} * ${86_400_000 / depositsADay}::bigint from ${each}`.execute(
        on,
      )
      await sql`
        insert into ledger_entry (transaction_id, account_id, sequence, amount, balance, type)
          select ${ids.before}::bigint + n, side.* from ${each}, lateral (values
            (${ids.world}::bigint, n, -10::numeric, -10 * n::numeric, 1),
            (${ids.first}::bigint + ${place}, ${turn} + 1, 10, 10 * (${turn} + 1), 1)) side`.execute(on)
    }
    await sql`
      update ledger_account a set sequence = e.entries, balance = e.total from (
        select account_id, count(*) as entries, sum(amount) as total from ledger_entry group by 1
      ) e where e.account_id = a.id and (a.id = ${ids.world} or a.owner_id > ${firstDepositor})`.execute(on)
    await sql`
      insert into ledger_account_day (account_id, day, type, cause_kind, entries, received, paid, first_sequence, last_sequence)
        select e.account_id, ledger_day(t.at_ms), e.type, t.cause_kind, count(*), sum(e.amount), 0, min(e.sequence),
          max(e.sequence)
        from ledger_entry e join ledger_transaction t on t.id = e.transaction_id and t.cause_kind = 'bench'
        join ledger_account a on a.id = e.account_id and a.owner_id > ${firstDepositor}
        group by 1, 2, 3, 4`.execute(on)
    await sql`select setval(pg_get_serial_sequence('ledger_transaction', 'id'), ${ids.before + deposits})`.execute(
      on,
    )
    await sql`set session_replication_role = origin`.execute(on)
  })
  await sql`vacuum analyze ledger_entry, ledger_transaction, ledger_account, ledger_account_day`.execute(db)
}

/** What there is now counts as checked. */
const moveCheckOn = async ({ db }: OwnDatabase): Promise<void> => {
  const newest = sql`jsonb_build_object('transactions', (select max(id) from ledger_transaction),
    'settlements', (select coalesce(max(n), 0) from trust_settlement))`
  await sql`insert into ledger_check (checked, newest, whole_ms, broken) values (${newest}, ${newest}, 0, '[]')`.execute(
    db,
  )
}

/** Row 15: the check of the minute after orders, and of the whole ledger, with many entries. */
export const measureLedgerCheck = async (entries = 10_000_000): Promise<Measurement> => {
  const database = await openOwnDatabase(16)
  try {
    const house = await openMarketWithCustomers(database)
    await fill(database, entries)
    const platform = platformOf(database, house.clock)
    await moveCheckOn(database)
    const place = caller(house)
    const check = async (): Promise<number> => {
      const startedAt = performance.now()
      const { broken } = await checkLedgerOnce({ ...platform, invariants: checked })
      if (broken.length > 0) throw new Error(`the ledger is broken: ${JSON.stringify(broken)}`)
      return performance.now() - startedAt
    }
    let placed = 0
    const placeOrders = async (orders: number): Promise<void> => {
      const one = async (): Promise<void> => {
        placed += 1
        await place(10_000 + (placed % 20_000), `bench-${placed}`)
      }
      for (let left = orders; left > 0; left -= 100) await Promise.all(Array.from({ length: 100 }, one))
      while ((await insertSettlements(database.db, 1_000, house.clock.now())) > 0);
    }
    const took: Readonly<Record<(typeof minutes)[number], number[]>> = { 100: [], 2000: [] }
    for (let round = 0; round < rounds; round += 1)
      for (const orders of minutes) {
        // Rows are checked again until the transactions of their time have ended: two rounds, and only new ones are left.
        await check()
        await check()
        await placeOrders(orders)
        took[orders].push(await check())
      }
    const startedAt = performance.now()
    const { balanced } = await checkInvariants(database.checks, house.clock.now(), checked)
    const wholeMs = performance.now() - startedAt
    const [quiet, busy] = [median(took[100]), median(took[2_000])]
    return {
      figures: `${quiet.toFixed(0)} ms after 100 orders, ${busy.toFixed(0)} ms after 2,000, whole ${(wholeMs / 1000).toFixed(1)} s`,
      held: balanced && Math.max(quiet, busy) <= 50 && wholeMs <= 30_000,
      remark: `${entries.toLocaleString('en')} entries of ${depositors.toLocaleString('en')} customers besides the orders, without receipts; medians of ${rounds} rounds in turn; afterwards ${balanced ? 'the books are balanced' : 'THE BOOKS ARE WRONG'}`,
    }
  } finally {
    await database.remove()
  }
}
