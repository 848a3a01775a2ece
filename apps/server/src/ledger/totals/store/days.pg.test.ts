import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startOfDay } from '@glasshouse/core/calendar/days'
import { dayMs } from '@glasshouse/core/calendar/durations'
import { type Account, customer, external, house } from '@glasshouse/core/ledger/chart'
import { type JournalType, journal } from '@glasshouse/core/ledger/journal'
import type { LedgerTransaction } from '@glasshouse/core/ledger/rules'
import { usdt } from '@glasshouse/core/money/units'
import { longIt } from '@glasshouse/testkit/cases'
import { cloneDatabase, type TestDatabase } from '@glasshouse/testkit/database'
import { seededRandom } from '@glasshouse/testkit/random'
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Tx } from '../../../platform/database/index.ts'
import { migrate } from '../../../platform/postgres/migrate.ts'
import { transact } from '../../../platform/transactions/index.ts'
import { ledgerInvariants } from '../../checks/index.fixture.ts'
import { checkInvariants } from '../../checks/index.ts'
import { buildBalanceTrail, listJournalRows, listStatementAccounts, sumJournal } from '../../journal/index.ts'
import { post } from '../../posting/index.ts'
import { sumIncome } from './income.ts'
import { sumDaysSince } from './results.ts'

const migrations = join(import.meta.dirname, '..', '..', '..', 'migrations')
const world = external('deposits:sandbox')
const today = startOfDay(Date.UTC(2026, 7, 1, 12))
const uid = 7
const purposes = ['wallet', 'contract'] as const
const mine = { uid, purposes, asset: 'USDT' } as const

let database: TestDatabase
let causes = 0
beforeEach(async () => {
  database = await cloneDatabase(4)
})
afterEach(() => database.drop())

const moved = (
  from: Account,
  to: Account,
  amount: bigint,
  type: JournalType,
  kind: LedgerTransaction['cause']['kind'] = 'test',
): LedgerTransaction => {
  causes += 1
  return { cause: { kind, id: causes }, transfers: [{ from, to, amount, type }] }
}
const book = (atMs: number, ...transactions: readonly LedgerTransaction[]) =>
  transact(database.db, (tx) => post(tx, atMs, transactions))
const broken = async () => {
  const { invariants } = await checkInvariants(database.db, 1, ledgerInvariants)
  return invariants.filter(({ holds }) => !holds).map(({ name, examples }) => [name, examples[0]])
}
/** Own transfers back and forth, as one customer may make them all day. */
const transfer = async (count: number): Promise<void> => {
  const [a, b] = [customer(uid, 'contract'), customer(uid, 'wallet')]
  for (let made = 0; made < count; made += 500)
    await book(
      today,
      ...Array.from({ length: 500 }, (_, index) =>
        moved(index % 2 === 0 ? b : a, index % 2 === 0 ? a : b, 1n, journal.ownTransfer),
      ),
    )
}
/** Rows that a piece of work fetches from the entries, as the database itself counts them. */
const fetchedBy = (work: (tx: Tx) => Promise<unknown>): Promise<number> =>
  transact(database.db, async (tx) => {
    const count = async () => {
      const { rows } = await sql<{ n: number }>`
        select coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) as n
        from pg_stat_xact_user_tables where relname = 'ledger_entry'`.execute(tx)
      return rows[0]?.n ?? 0
    }
    const before = await count()
    await work(tx)
    return (await count()) - before
  })
const page = { offset: 0, limit: 10, direction: 'desc' } as const
const reads: Readonly<Record<string, (tx: Tx) => Promise<unknown>>> = {
  'the result of the day': (tx) =>
    sumDaysSince(tx, uid, [journal.contractProfit, journal.contractFee], today),
  'deposits of the day': (tx) => sumDaysSince(tx, uid, [journal.deposit], today, 'deposit'),
  'income of all time': (tx) =>
    sumIncome(tx, uid, [journal.referralIncome1], { fromMs: today - dayMs, untilMs: today }),
  'a total of the journal': (tx) => sumJournal(tx, mine, { kind: 'only', types: [journal.deposit] }),
  'the accounts of a statement': (tx) =>
    listStatementAccounts(tx, uid, { fromMs: today, untilMs: today + dayMs }),
}

describe('what a customer asks about a day', () => {
  it.each(Object.entries(reads))(
    '%s is read without reading an entry, however many own transfers there are',
    async (_, read) => {
      await book(today, moved(world, customer(uid, 'wallet'), usdt('100'), journal.deposit))
      await transfer(1000)
      expect(await fetchedBy(read)).toBe(0)
    },
  )

  it.each([
    ['every type', { kind: 'except', types: [] }, 2001],
    ['many entries', { kind: 'only', types: [journal.ownTransfer] }, 2000],
    ['few entries among many', { kind: 'only', types: [journal.deposit, journal.withdrawal] }, 1],
    ['all but one type', { kind: 'except', types: [journal.ownTransfer] }, 1],
  ] as const)('a page of the journal reads as many entries as it shows: %s', async (_, filter, expected) => {
    await book(today, moved(world, customer(uid, 'wallet'), usdt('100'), journal.deposit))
    await transfer(1000)
    await sql`analyze ledger_entry`.execute(database.db)
    const fetched = await fetchedBy(async (tx) => {
      const { total } = await listJournalRows(tx, mine, page, filter)
      expect(total).toBe(expected)
    })
    // Two accounts of ten entries each, and both lines of the ten transactions shown.
    expect(fetched).toBeLessThanOrEqual(40)
  })

  it('the trail of a balance adds up on every page', async () => {
    await book(today, moved(world, customer(uid, 'wallet'), usdt('100'), journal.deposit))
    await transfer(500)
    for (const offset of [0, 10, 490, 500]) {
      const trail = await buildBalanceTrail(database.db, uid, 'wallet', 'USDT', { offset, limit: 10 })
      const later = await sql<{ total: bigint }>`
        select coalesce(sum(e.amount), 0) as total from ledger_entry e
        join ledger_account a on a.id = e.account_id and a.name = 'customer/7/wallet/USDT'
        where e.id >= ${trail.entries.at(-1)?.id ?? 0}`.execute(database.db)
      expect(trail.sum).toBe(trail.balance)
      expect(trail.before).toBe(trail.balance - (later.rows[0]?.total ?? 0n))
    }
  })
})

describe('the rows of a day', () => {
  const random = seededRandom(11)
  const bookAnything = async (): Promise<void> => {
    const accounts = [
      customer(1, 'wallet'),
      customer(1, 'contract'),
      customer(2, 'wallet'),
      house('fees'),
      external('houseDebt'),
    ]
    for (let round = 0; round < 40; round += 1)
      await book(
        today + random.whole(-3 * dayMs, 3 * dayMs),
        ...Array.from({ length: 5 }, () => {
          const isIn = random.chance(0.6)
          const account = random.pick(accounts)
          const type = random.pick([journal.deposit, journal.ownTransfer, journal.contractFee])
          const kind = random.pick(['deposit', 'test'] as const)
          return moved(
            isIn ? world : account,
            isIn ? account : world,
            BigInt(random.whole(1, 900)),
            type,
            kind,
          )
        }),
      )
  }

  it('equal the entries whatever was booked and when, and a rolled back posting leaves none', async () => {
    await bookAnything()
    expect(await broken()).toEqual([])
    const undone = transact(database.db, async (tx) => {
      await post(tx, today, [moved(world, customer(3, 'wallet'), 5n, journal.deposit)])
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await sumDaysSince(database.db, 3, [journal.deposit], today)).toBe(0n)
    expect(await broken()).toEqual([])
  })

  it('equal the entries after postings of many connections to the same accounts at once', async () => {
    await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        book(today, moved(world, customer(1 + (index % 2), 'wallet'), 3n, journal.deposit, 'deposit')),
      ),
    )
    expect(await sumDaysSince(database.db, 1, [journal.deposit], today, 'deposit')).toBe(36n)
    expect(await broken()).toEqual([])
  })

  longIt('are filled by the migration on a database that has entries', async () => {
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    // The trigger as it was before there were days.
    await client.query(await readFile(join(migrations, '0301_ledger_one_look.sql'), 'utf8'))
    // Migration 0557 replaced the function that the triggers of 0320 call.
    await client.query(`
      create function ledger_refuse_change() returns trigger language plpgsql
        as $$ begin raise exception 'refused'; end $$;
      drop table ledger_account_day;
      drop function ledger_day;
      drop index ledger_entry_type;
      drop index ledger_account_platform;
      delete from kysely_migration where name in ('0320_ledger_days', '0540_ledger_one_pass', '0615_ledger_house_days')`)
    await client.end()
    await bookAnything()
    expect(await migrate(database.db)).toEqual([
      '0320_ledger_days',
      '0540_ledger_one_pass',
      '0615_ledger_house_days',
    ])
    expect(await broken()).toEqual([])
    await bookAnything()
    expect(await broken()).toEqual([])
  })

  it('are written by the ledger only', async () => {
    await book(today, moved(world, customer(1, 'wallet'), 3n, journal.deposit))
    for (const statement of [
      'update ledger_account_day set received = received + 1',
      "insert into ledger_account_day values (1, 1, 1, 'x', 1, 1, 0, 1, 1)",
      'delete from ledger_account_day',
      'truncate ledger_account_day',
    ])
      await expect(sql.raw(statement).execute(database.db)).rejects.toThrow('is not allowed')
  })
})
