import { customer, external } from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import { price, usdt } from '@glasshouse/core/money/units'
import { contractFixture } from '@glasshouse/testkit/contracts'
import { cloneDatabase, type TestDatabase } from '@glasshouse/testkit/database'
import { plainOrder } from '@glasshouse/testkit/orderRequest'
import { testPlatform } from '@glasshouse/testkit/platform'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { placeOrder } from './contracts/index.ts'
import { listOrderRows, type OrderQuery } from './contracts/store/orders.ts'
import { busy, expectSteady, planted, readsOf } from './hotTables.fixture.ts'
import { createCustomer } from './identity/index.ts'
import { invariants } from './invariants.ts'
import { checkLedgerOnce } from './ledger/checks/index.fixture.ts'
import type { Invariant } from './ledger/checks/index.ts'
import {
  findBalanceSums,
  listAccountsOf,
  listEntriesAfter,
  listJournalRows,
  sumJournal,
} from './ledger/journal/store/journal.ts'
import { listStatementAccounts, listStatementEntries } from './ledger/journal/store/statement.ts'
import { balancesOf, post } from './ledger/posting/index.ts'
import { listAccountsAt, sumIncome } from './ledger/totals/index.ts'
import { type Tx, updatePlannerForKeys } from './platform/database/index.ts'
import { publishEvents, startEventDispatcher } from './platform/events/index.ts'
import { transact } from './platform/transactions/index.ts'
import { headPages } from './trust/store/day/records.ts'
import { findUnfiledDay } from './trust/store/days.ts'
import { findHead, findHeadAfter, findNewestMinute, insertHead } from './trust/store/heads.ts'
import {
  findEndOfBatch,
  listCustomerEntries,
  listNewestHashes,
  listOwnEntries,
} from './trust/store/receipts.ts'
import { insertSettlements } from './trust/store/settlements.ts'

// What pages, jobs and checks read must not depend on how large the tables are, on how much the customer has, or on what the
// planner believes. Orders, triggers and settlements: server.hotStatements.long.pg.test.ts.

/** Rows that the first page of a customer's list counts, whatever there is. */
const counted = 1_000

describe('the rows that pages read, on empty, grown and large tables', () => {
  const newest = { pid: null, direction: 'desc', offset: 0, limit: 1 } as const
  const lists: readonly Omit<OrderQuery, 'uid' | 'wallet'>[] = [
    { ...newest, states: null, orderBy: 'created' },
    { ...newest, states: null, orderBy: 'closed' },
    { ...newest, states: null, orderBy: 'id' },
    { ...newest, states: ['closed', 'cancelled'], orderBy: 'id' },
    { ...newest, states: ['closed'], orderBy: 'closed', direction: 'asc' },
    { ...newest, states: ['cancelled'], orderBy: 'closed' },
    { ...newest, states: ['open', 'closing', 'closed'], orderBy: 'id', pid: 1 },
  ]

  it('are as many for lists of orders', async () => {
    const database = await cloneDatabase(8)
    try {
      const reads = await readsOf(database, async () => {
        for (const query of lists)
          for (const uid of [busy, busy + 1])
            await listOrderRows(database.db, { uid, wallet: 'contract', ...query })
      })
      expect(reads[1]?.get('contracts_order')).toBeGreaterThan(lists.length)
      expectSteady(reads, lists.length * counted * 1.1)
    } finally {
      await database.drop()
    }
  })

  it('are those of one market for lists of it, however many orders others have', async () => {
    const database = await cloneDatabase(8)
    const few = 20
    const ofMarket = (['created', 'closed', 'id'] as const).flatMap((orderBy) =>
      (['asc', 'desc'] as const).map((direction) => ({
        ...newest,
        ...{ states: ['closed', 'cancelled'] as const, pid: 2, limit: 2 * few, orderBy, direction },
      })),
    )
    try {
      let found = 0
      const reads = await readsOf(
        database,
        async () => {
          found = 0
          for (const query of ofMarket) {
            const { orders } = await listOrderRows(database.db, { uid: busy, wallet: 'contract', ...query })
            found += orders.length
          }
        },
        { onGrown: () => plantOrdersOf(database, 2, few) },
      )
      expect(found).toBe(ofMarket.length * few)
      // Each is read for the page and for its number.
      expectSteady(reads, found * 2)
    } finally {
      await database.drop()
    }
  })

  it('are as many for pages of the journal, statements and sums', async () => {
    const database = await cloneDatabase(8)
    const { db } = database
    try {
      const page = { offset: 0, limit: 10, direction: 'desc' } as const
      const filter = { kind: 'except', types: [journal.margin] } as const
      const period = { fromMs: 0, untilMs: 86_400_000 * 2 }
      await payTo(database, 7, 20)
      const reads = await readsOf(database, async () => {
        for (const uid of [7, busy, busy + 1]) {
          const holder = { uid, purposes: ['wallet', 'coin'], asset: null }
          await listJournalRows(db, holder, page)
          await listJournalRows(db, holder, { ...page, days: { fromDay: 0, toDay: 30_000 } }, filter)
          await sumJournal(db, holder, filter)
          await findBalanceSums(db, holder, 100_000)
          for (const account of await listAccountsOf(db, uid)) await listEntriesAfter(db, account, 0, 10)
          for (const account of await listStatementAccounts(db, uid, period))
            await listStatementEntries(db, account, period, 0, 10)
          await balancesOf(db, uid)
          await sumIncome(db, uid, [journal.deposit], period)
          await transact(db, (tx) => listAccountsAt(tx, uid, { transaction: 100_000, uncounted: [] }))
        }
      })
      expect(reads[0]?.get('ledger_entry')).toBeGreaterThan(10)
      expectSteady(reads)
    } finally {
      await database.drop()
    }
  })
})

/** Closed orders of the busy customer on another market. */
const plantOrdersOf = async ({ db }: TestDatabase, pid: number, many: number): Promise<void> => {
  await sql`
    insert into contracts_order (uid, wallet, pid, side, leverage, lots, quantity, open_price, margin, open_fee, close_fee,
        close_price, profit, close_reason, state, created_ms, opened_ms, closed_ms, fee_rate_ppm)
      select ${busy}::bigint, 'contract', ${pid}::integer, 'long', 10, 1, 100000, 1, 1, 1, 1, 1, 0, 'user', 'closed', n, n, n, 500
      from generate_series(1, ${many}::integer) n`.execute(db)
}

let born = 0
/** A customer who registers. */
const newcomer = (): Parameters<typeof createCustomer>[1] => {
  born += 1
  const person = { email: `p${born}@example.com`, phone: `1202555${1000 + born}`, passwordHash: 'x' }
  return { ...person, referrerUid: 10000, proven: ['email', 'phone'], lang: 'en', registeredMs: 1 }
}

let paid = 0
/** Deposits of one customer after another in a transaction each. */
const payTo = async ({ db }: TestDatabase, first: number, many: number, each = 1): Promise<void> => {
  const transactions = Array.from({ length: many }, (_, at) => {
    paid += 1
    const [from, to] = [external('deposits:sandbox'), customer(first + (each === 1 ? 0 : at), 'wallet')]
    return {
      cause: { kind: 'test', id: paid } as const,
      transfers: [{ from, to, amount: usdt('10'), type: journal.deposit }],
    }
  })
  await transact(db, (tx) => post(tx, 1_800_000_000_000, transactions))
}

/** Customers who are paid together: for few keys the planner finds them by key in any case. */
const together = 100

describe('the rows that jobs read, on empty, grown and large tables', () => {
  it('are as many for receipts of what was posted since the last ones', async () => {
    const database = await cloneDatabase(8)
    try {
      const reads = await readsOf(database, async () => {
        await payTo(database, 20_000, together, 2)
        await transact(database.db, async (tx) => {
          const newest = await newestTransaction(database)
          const window = { after: newest - together, upTo: newest, entries: 4_000 }
          expect(await findEndOfBatch(tx, window)).toBe(newest)
          const entries = await listCustomerEntries(tx, window.after, newest)
          expect(entries).toHaveLength(together)
          await listNewestHashes(
            tx,
            entries.map(({ uid }) => uid),
          )
          expect(
            await listOwnEntries(
              database.db,
              20_000,
              entries.map(({ transaction }) => transaction),
            ),
          ).toHaveLength(1)
        })
      })
      expectSteady(reads)
    } finally {
      await database.drop()
    }
  })

  it('are as many for the check of the minute and for numbers of settlements', async () => {
    const stage = await contractFixture({ trading: '1000000', insurance: '100000' })
    const { database } = stage
    const deps = { ...testPlatform(database, stage.clock), invariants: invariants.map(withoutFindings) }
    try {
      const reads = await readsOf(
        database,
        async () => {
          await payTo(database, 20_000, together, 2)
          for (let placed = 0; placed < 20; placed += 1) {
            const uid = await transact(database.db, (tx) => createCustomer(tx, newcomer()))
            await stage.give(uid, '70')
            const size = {
              leverage: 10,
              pid: 1,
              lots: 10,
              side: 'long',
              kind: 'market',
              price: price('65850'),
            } as const
            await placeOrder(stage, { uid }, { ...plainOrder, ...size })
          }
          expect(await insertSettlements(database.db, 1_000, stage.clock.now())).toBeGreaterThan(0)
          await checkLedgerOnce(deps)
        },
        { onGrown: () => moveCheckOn(database) },
      )
      expect(reads[0]?.get('ledger_transaction')).toBeGreaterThan(together)
      expectSteady(reads)
    } finally {
      await database.drop()
    }
  })

  it('are compared once in a check of 2,000 orders, though the planner expects one', async () => {
    const database = await cloneDatabase(4)
    const [one] = invariants.filter(({ name }) => name.includes('every contract transaction'))
    try {
      const broken = await database.db.transaction().execute(async (tx) => {
        // Statistics from before the first order; each event states a margin that was released, as the entries do.
        await sql`
          set local session_replication_role = replica; set local statement_timeout = 2000;
          insert into ledger_transaction (cause_kind, cause_id, at_ms) select 'test', n, 1 from generate_series(1, 10000) n;
          analyze ledger_transaction;
          insert into ledger_transaction (cause_kind, cause_id, at_ms)
            select 'contractClosed', n, 1 from generate_series(1, 2000) n;
          insert into contracts_order (uid, wallet, pid, side, leverage, lots, quantity, open_price, margin, open_fee, close_fee,
              close_price, profit, close_reason, state, created_ms, opened_ms, closed_ms, fee_rate_ppm)
            select n, 'contract', 1, 'long', 10, 1, 100000, 1, 1, 1, 1, 1, 0, 'user', 'closed', n, n, n, 500
            from generate_series(1, 2000) n;
          insert into contracts_event (order_id, kind, at_ms, rule, price, lots, margin, fee, profit, insurance, transaction_id, tick)
            select o.id, 'closed', 1, 'marketSellAtBid', 1, 1, 10, 0, 0, 0, t.id, '{}'
            from contracts_order o join ledger_transaction t on t.cause_id = o.id and t.cause_kind = 'contractClosed';
          insert into ledger_account (owner, owner_id, purpose, asset, name)
            select 'customer', n, purpose, 'USDT', 'customer/' || n || '/' || purpose || '/USDT'
            from generate_series(1, 2000) n, unnest(array['contract', 'contractMargin']) purpose;
          insert into ledger_entry (transaction_id, account_id, sequence, amount, balance, type)
            select t.id, a.id, 1, case a.purpose when 'contract' then 10 else -10 end, 10, 1
            from ledger_transaction t join ledger_account a on a.owner_id = t.cause_id where t.cause_kind = 'contractClosed'`.execute(
          tx,
        )
        return one?.recent?.broken(tx, { after: 0, upTo: 1_000_000 })
      })
      expect(broken).toEqual([])
    } finally {
      await database.drop()
    }
  })

  it('are those of what was posted for a check, though the planner expects many broken entries', async () => {
    const database = await cloneDatabase(4)
    const accounts = 20_000
    const posted = 2_000
    try {
      const read = await database.db.transaction().execute(async (tx) => {
        // Half of all entries are of one account, and the number of different sequences is underestimated, as it is where
        // statistics are a small sample of many entries: by them nearly every pair of entries follows one another.
        await sql`
          set local session_replication_role = replica;
          insert into ledger_account (owner, owner_id, purpose, asset, name, balance, sequence)
            select 'customer', ${sql.lit(busy)} + n, 'wallet', 'USDT', 'customer/' || ${sql.lit(busy)} + n || '/wallet/USDT', 3, 3
            from generate_series(1, ${sql.lit(accounts)}) n;
          insert into ledger_account (owner, owner_id, purpose, asset, name) values ('outside', 0, 'planted', 'USDT', 'outside/planted/USDT');
          alter table ledger_entry alter column sequence set (n_distinct = 20)`.execute(tx)
        const deposit = async (from: number, upTo: number): Promise<void> => {
          await sql`
            with posted as (
              insert into ledger_transaction (cause_kind, cause_id, at_ms)
                select 'test', n, 1 from generate_series(${from}::integer, ${upTo}::integer) n returning id, cause_id - 1 as n
            )
            insert into ledger_entry (transaction_id, account_id, sequence, amount, balance, type)
              select p.id, a.id, p.n / ${accounts} + 1, 1, p.n / ${accounts} + 1, 1 from posted p
                join ledger_account a on a.owner = 'customer' and a.owner_id = ${busy} + 1 + p.n % ${accounts}
              union all
              select p.id, (select id from ledger_account where purpose = 'planted'), p.n + 1, -1, -p.n - 1, 1 from posted p`.execute(
            tx,
          )
        }
        await deposit(1, accounts * 2)
        await sql`analyze ledger_entry, ledger_account, ledger_transaction`.execute(tx)
        await deposit(accounts * 2 + 1, accounts * 2 + posted)
        await updatePlannerForKeys(tx)
        const {
          rows: [newest],
        } = await sql<{ id: number }>`select max(id) as id from ledger_transaction`.execute(tx)
        const range = { after: (newest?.id ?? 0) - posted, upTo: newest?.id ?? 0 }
        const found = new Map<string, number>()
        for (const { name, recent } of invariants) {
          if (recent?.series !== 'transactions') continue
          const before = await rowsOfAccounts(tx)
          await recent.broken(tx, range)
          found.set(name, (await rowsOfAccounts(tx)) - before)
        }
        return found
      })
      expect(read.size).toBeGreaterThan(10)
      for (const [name, rows] of read) expect(rows, name).toBeLessThanOrEqual(posted * 2)
    } finally {
      await database.drop()
    }
  })

  it('are as many for signed heads, however many minutes have some', async () => {
    const database = await cloneDatabase(8)
    const { db } = database
    await sql`insert into trust_key (keyid, public_key, sealed, from_ms) values ('0123456789abcdef', decode(repeat('00', 32), 'hex'), '', 0)`.execute(
      db,
    )
    let minute = 0
    const signed = { text: 'heads', signature: '00'.repeat(64), keyid: '0123456789abcdef', hash: '' }
    try {
      const reads = await readsOf(
        database,
        async () => {
          minute += 1
          await insertHead(db, minute * 60_000, signed)
          for (const at of [null, 60_000]) expect(await findHead(db, at)).not.toBeNull()
          expect(await findHeadAfter(db, 0)).toBe('heads')
          expect(await findNewestMinute(db)).toBeGreaterThan(0)
          await findUnfiledDay(db)
          for await (const page of headPages(db, { fromMs: 60_000, toMs: 120_000 }))
            expect(page.length).toBeGreaterThan(0)
        },
        { onGrown: () => plantHeads(database) },
      )
      expectSteady(reads)
    } finally {
      await database.drop()
    }
  })

  it('are as many for events that are due, however many wait for another attempt', async () => {
    const database = await cloneDatabase(8)
    const { db } = database
    const platform = testPlatform(database)
    let heard = 0
    const hear = async (): Promise<void> => {
      heard += 1
    }
    const dispatcher = startEventDispatcher({
      platform,
      listeners: [{ name: 'test', kinds: ['test'], hear }],
    })
    try {
      const reads = await readsOf(database, async () => {
        const events = Array.from({ length: together }, () => ({ kind: 'test', body: {} }))
        await transact(db, (tx) => publishEvents(tx, events, 1))
        await dispatcher.settled()
      })
      expect(heard).toBe(4 * together)
      expectSteady(reads)
    } finally {
      await dispatcher.close()
      await database.drop()
    }
  })
})

/** Signed heads of many minutes. */
const plantHeads = async ({ db }: TestDatabase): Promise<void> => {
  await sql`
    alter table trust_head set (autovacuum_enabled = off);
    insert into trust_head select n * 60000::bigint, 'heads', decode(repeat('00', 64), 'hex'), '0123456789abcdef'
      from generate_series(1000, ${sql.lit(planted)}) n`.execute(db)
}

/** Rows of accounts that a transaction has read so far. */
const rowsOfAccounts = async (tx: Tx): Promise<number> => {
  const { rows } = await sql<{ read: number }>`
    select seq_tup_read + idx_tup_fetch as read from pg_stat_xact_user_tables where relname = 'ledger_account'`.execute(
    tx,
  )
  return rows[0]?.read ?? 0
}

const newestTransaction = async ({ db }: TestDatabase): Promise<number> => {
  const { rows } = await sql<{ id: number }>`select max(id) as id from ledger_transaction`.execute(db)
  return rows[0]?.id ?? 0
}

/** What is paid here has no event, which is no subject either. */
const withoutFindings = ({ recent, ...one }: Invariant): Invariant =>
  recent === undefined
    ? one
    : {
        ...one,
        recent: {
          ...recent,
          broken: async (db, range) => {
            await recent.broken(db, range)
            return []
          },
        },
      }

/** What was planted is no subject of the check. */
const moveCheckOn = async ({ db }: TestDatabase): Promise<void> => {
  const newest = sql`jsonb_build_object('transactions', (select max(id) from ledger_transaction),
    'settlements', (select max(n) from trust_settlement))`
  await sql`update ledger_check set checked = ${newest}, newest = ${newest}`.execute(db)
}
