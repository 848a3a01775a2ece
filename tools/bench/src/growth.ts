import { startOfDay } from '@glasshouse/core/calendar/days'
import { dayMs } from '@glasshouse/core/calendar/durations'
import { journal } from '@glasshouse/core/ledger/journal'
import { fixedMarkets } from '@glasshouse/testkit/fixedMarkets'
import { sql } from 'kysely'
import { listOrders } from '../../../apps/server/src/contracts/service/list.ts'
import { ledgerInvariants } from '../../../apps/server/src/ledger/checks/index.fixture.ts'
import { checkInvariants } from '../../../apps/server/src/ledger/checks/index.ts'
import { listJournalRows } from '../../../apps/server/src/ledger/journal/store/journal.ts'
import {
  listStatementAccounts,
  listStatementEntries,
} from '../../../apps/server/src/ledger/journal/store/statement.ts'
import { sumIncome } from '../../../apps/server/src/ledger/totals/index.ts'
import { readSettings } from '../../../apps/server/src/platform/settings/index.ts'
import { systemClock } from '../../../apps/server/src/platform/time/index.ts'
import { median } from './orders.ts'
import { type OwnDatabase, openOwnDatabase } from './ownDatabase.ts'
import type { Measurement } from './row.ts'

/** Two customers, and how much each has. */
type Owner = { readonly uid: number; readonly orders: number; readonly entries: number }
const small: Owner = { uid: 100_001, orders: 1_000, entries: 1_000 }
const large: Owner = { uid: 100_002, orders: 200_000, entries: 1_000_000 }
/** Customers with one order and one entry each, so that neither of the two is most of a table. */
const others = { first: 200_001, many: 100_000 }
/** Entries of a customer on one day. */
const entriesADay = 1_000

const rounds = 5
const callsEach = 30

/** Deposits and closed orders of customers, as postings write them but without triggers; so many of each, from a number on. */
const plant = async (
  on: OwnDatabase['db'],
  owners: { readonly first: number; readonly many: number },
  { orders, entries }: Pick<Owner, 'orders' | 'entries'>,
): Promise<void> => {
  const uids = sql`generate_series(${owners.first}::bigint, ${owners.first + owners.many - 1}::bigint) uid`
  const at = sql`(n / ${entriesADay}) * ${dayMs}::bigint`
  await sql`
    insert into ledger_account (owner, owner_id, purpose, asset, name, balance, sequence)
      select 'customer', uid, 'wallet', 'USDT', 'customer/' || uid || '/wallet/USDT', 10 * ${entries}::numeric, ${entries}
      from ${uids}`.execute(on)
  await sql`
    with posted as (
      insert into ledger_transaction (cause_kind, cause_id, at_ms)
        select 'bench', uid * 10000000 + n, ${at} from ${uids}, generate_series(1, ${entries}::int) n
        returning id, cause_id / 10000000 as uid, cause_id % 10000000 as n
    )
    insert into ledger_entry (transaction_id, account_id, sequence, amount, balance, type)
      select p.id, a.id, n, 10, 10 * n, ${journal.deposit}::int from posted p
      join ledger_account a on a.owner = 'customer' and a.owner_id = p.uid`.execute(on)
  await sql`
    insert into ledger_account_day (account_id, day, type, cause_kind, entries, received, paid, first_sequence, last_sequence)
      select a.id, ledger_day(${at}), ${journal.deposit}::int, 'bench', count(*), 10 * count(*), 0, min(n), max(n)
      from ${uids} join ledger_account a on a.owner = 'customer' and a.owner_id = uid, generate_series(1, ${entries}::int) n
      group by 1, 2`.execute(on)
  await sql`
    insert into contracts_order (uid, wallet, pid, side, leverage, lots, quantity, open_price, margin, open_fee, close_fee,
        close_price, profit, close_reason, state, created_ms, opened_ms, closed_ms, fee_rate_ppm)
      select uid, 'contract', 1, 'long', 10, 1, 100000, 1, 1, 1, 1, 1, 0, 'user', 'closed', n, n, n, 500
      from ${uids}, generate_series(1, ${orders}::int) n`.execute(on)
}

const plantAll = async ({ db }: OwnDatabase): Promise<void> => {
  await db.connection().execute(async (on) => {
    await sql`set session_replication_role = replica`.execute(on)
    // Statistics come only where they are asked for.
    for (const table of [
      'ledger_account',
      'ledger_transaction',
      'ledger_entry',
      'ledger_account_day',
      'contracts_order',
    ])
      await sql`alter table ${sql.table(table)} set (autovacuum_enabled = off)`.execute(on)
    for (const owner of [small, large]) await plant(on, { first: owner.uid, many: 1 }, owner)
    await plant(on, others, { orders: 1, entries: 1 })
    // The other side of every deposit, so that each transaction and all accounts sum to zero.
    await sql`
      with world as (
        insert into ledger_account (owner, owner_id, purpose, asset, name, balance, sequence)
          select 'outside', 0, 'bench', 'USDT', 'outside/bench/USDT', -10 * count(*), count(*) from ledger_entry returning id
      )
      insert into ledger_entry (transaction_id, account_id, sequence, amount, balance, type)
        select e.transaction_id, world.id, n, -10, -10 * n, ${journal.deposit}::int from world, (
          select transaction_id, row_number() over (order by transaction_id) as n from ledger_entry
        ) e`.execute(on)
    await sql`set session_replication_role = origin`.execute(on)
  })
}

/** What a customer's pages ask for. */
const reads = (database: OwnDatabase) => {
  const { db } = database
  const deps = { settings: readSettings({}), clock: systemClock(), database, markets: fixedMarkets() }
  const list = { wallet: 'contract', pid: null, direction: 'desc', page: 1, pageSize: 10 } as const
  const holder = (uid: number) => ({ uid, purposes: ['wallet'], asset: null })
  const period = { fromMs: startOfDay(0), untilMs: startOfDay(0) + 3_000 * dayMs }
  return {
    'orders by creation': (uid: number) =>
      listOrders(deps, { uid }, { ...list, states: null, orderBy: 'created' }),
    'closed orders': (uid: number) =>
      listOrders(deps, { uid }, { ...list, states: ['closed'], orderBy: 'closed' }),
    'orders by number': (uid: number) =>
      listOrders(deps, { uid }, { ...list, states: ['open', 'closing', 'closed'], orderBy: 'id' }),
    'journal page': (uid: number) =>
      listJournalRows(db, holder(uid), { offset: 0, limit: 10, direction: 'desc' }),
    statement: async (uid: number) => {
      for (const account of await listStatementAccounts(db, uid, period))
        await listStatementEntries(db, account, period, account.afterSequence, 100)
    },
    income: (uid: number) => sumIncome(db, uid, [journal.deposit], period),
  } satisfies Readonly<Record<string, (uid: number) => Promise<unknown>>>
}

type Growth = {
  readonly name: string
  readonly ratio: number
  readonly smallMs: number
  readonly largeMs: number
}

/** Both customers in turn, call by call. */
const compare = async (name: string, read: (uid: number) => Promise<unknown>): Promise<Growth> => {
  const timed = async (uid: number): Promise<number> => {
    const startedAt = performance.now()
    await read(uid)
    return performance.now() - startedAt
  }
  const found: { readonly smallMs: number; readonly largeMs: number }[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const took = { small: [] as number[], large: [] as number[] }
    for (let call = 0; call < callsEach; call += 1) {
      took.small.push(await timed(small.uid))
      took.large.push(await timed(large.uid))
    }
    // The first round warms up.
    if (round > 0) found.push({ smallMs: median(took.small), largeMs: median(took.large) })
  }
  return {
    name,
    ratio: median(found.map(({ smallMs, largeMs }) => largeMs / smallMs)),
    smallMs: median(found.map(({ smallMs }) => smallMs)),
    largeMs: median(found.map(({ largeMs }) => largeMs)),
  }
}

const format = (found: readonly Growth[]): string =>
  found
    .map(
      ({ name, ratio, smallMs, largeMs }) =>
        `${name} ${ratio.toFixed(1)}× (${smallMs.toFixed(1)} and ${largeMs.toFixed(1)} ms)`,
    )
    .join(', ')

/** Row 16: what a customer with very much reads, compared with one who has a thousand of it, before and after statistics. */
export const measureGrowth = async (): Promise<Measurement> => {
  const database = await openOwnDatabase(4)
  try {
    await plantAll(database)
    const measure = async (): Promise<readonly Growth[]> => {
      const found: Growth[] = []
      for (const [name, read] of Object.entries(reads(database))) found.push(await compare(name, read))
      return found
    }
    const grown = await measure()
    await sql`vacuum analyze`.execute(database.db)
    const known = await measure()
    const { balanced } = await checkInvariants(database.checks, 1, ledgerInvariants)
    const worst = Math.max(...[...grown, ...known].map(({ ratio }) => ratio))
    return {
      figures: `${worst.toFixed(1)}× at most; without statistics ${format(grown)}; with them ${format(known)}`,
      held: balanced && worst <= 3,
      remark: `${large.orders.toLocaleString('en')} orders and ${large.entries.toLocaleString('en')} entries against ${small.orders.toLocaleString('en')} of each, beside ${others.many.toLocaleString('en')} other customers; medians of ${rounds} rounds of ${callsEach} calls in turn; afterwards ${balanced ? 'the books are balanced' : 'THE BOOKS ARE WRONG'}`,
    }
  } finally {
    await database.remove()
  }
}
