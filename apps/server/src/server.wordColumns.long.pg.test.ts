import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { orderStates } from '@glasshouse/core/contracts/codec'
import { loanStates } from '@glasshouse/core/loans/checks'
import { type Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import pg from 'pg'
import { expect, inject, it } from 'vitest'
import { openDatabase } from './platform/database/index.ts'
import { migrate } from './platform/postgres/migrate.ts'

const folder = join(import.meta.dirname, '..', 'migrations')
/** The migrations from numbers to words. */
const tested: readonly string[] = [
  ...['0701_options_words', '0799_contracts_words', '0800_kyc_words'],
  ...['0801_reviews_words', '0802_rewards_words', '0803_invest_words', '0860_loans_words'],
]
const name = `words_${process.pid}_${Math.floor(performance.now())}`

/** Names of all migrations in their order. */
const listMigrations = async (): Promise<readonly string[]> =>
  (await readdir(folder)).map((file) => file.replace(/\.sql$/, '')).sort()

/** Whether a migration is of the schema before tables stored words; later ones name the words. */
const isBefore = (migration: string): boolean => migration < '0799' && !tested.includes(migration)

/** Brings an empty database to the schema before tables stored words. */
const migrateBefore = async (database: ReturnType<typeof openDatabase>): Promise<void> => {
  const names = (await listMigrations()).filter(isBefore)
  const up = async (migration: string) => {
    const text = await readFile(join(folder, `${migration}.sql`), 'utf8')
    const run = async (db: Kysely<unknown>) => void (await sql.raw(text).execute(db))
    return [migration, { up: run }] as const
  }
  const migrations = Object.fromEntries(await Promise.all(names.map(up)))
  const provider = { getMigrations: async () => migrations }
  const migrator = new Migrator({ db: database.db, provider, allowUnorderedMigrations: true })
  const { error } = await migrator.migrateToLatest()
  if (error !== undefined) throw error
}

/** Orders and options of every kind and state, as the former schema stored them, with copied orders. */
const plant = `
  insert into contracts_order (uid, levertype, pid, type, leverage, lots, quantity, open_price, margin, open_fee, hold,
      close_fee, close_price, profit, close_reason, status, created_ms, opened_ms, closed_ms, fee_rate_ppm, expires_ms)
    select 7, levertype, 1, type, 10, 1, 100, 5, 1, 1, case status when 0 then 2 else 0 end,
      case status when 3 then 1 end, case status when 3 then 6 end, case status when 3 then 9 end,
      case status when 3 then 'user' end, status, 1, case when status in (1, 2, 3) then 1 end,
      case when status in (3, 4) then 2 end, 500, case when status in (0, 4) then 8 end
    from generate_series(1, 2) levertype, generate_series(1, 2) type, generate_series(0, 4) status
    order by levertype, type, status;
  insert into contracts_pool (account, lead_uid, max_multiple, opened_ms) values (1001, 7, 20, 1);
  insert into contracts_copy (account, id, kind, pid, type, leverage, lots, at_ms)
    values (1001, 91, 'open', 1, 1, 10, 1, 1), (1001, 92, 'open', 1, 2, 10, 1, 1);
  insert into options_order (uid, pid, style, stake, percent, win, seen_price, entry_price, placed_ms, expires_ms, status,
      outcome, payout, exit_price, settled_ms, entry_n)
    select 7, 1, style, 100, 70, 70, 5, 5, 1, 2, status, case status when 1 then 'win' end,
      case status when 1 then 170 end, case status when 1 then 6 - 2 * style end, case status when 1 then 3 end, 1
    from generate_series(0, 1) style, generate_series(0, 1) status order by style, status;
  set session_replication_role = replica;
  insert into kyc_submission (uid, sealed, person_hash, front_id, reverse_id, status, reason, remark, created_ms, decided_ms)
    select 10 + status, '', '', 1, 2, status, case status when 3 then 'mismatch' end, case status when 3 then '' end, 1,
      case when status > 1 then 2 end from generate_series(1, 3) status;
  insert into reviews_complaint (uid, text, status, answer, created_ms, answered_ms)
    select 11, '', status, case when status > 0 then '' end, 1, case when status > 0 then 2 end
    from generate_series(0, 2) status;
  insert into rewards_submission (uid, task, upload_id, status, created_ms)
    select 11, case status when 0 then 2 else 3 end, 1, status, 1 from generate_series(0, 2) status;
  insert into invest_lead_application (uid, text, record_days, closed_trades, equity, status, created_ms, decided_ms)
    select 11, '', 1, 1, 1, status, 1, case when status > 0 then 2 end from generate_series(0, 2) status;
  insert into loans_loan (uid, amount, days, autorepay, rate_ppm, call_percent, liquidation_percent, grace_hours, needed,
      created_ms, status, decided_ms, paid_ms, due_ms, ended_ms)
    select 20 + status, 500, 30, true, 500, 65, 80, 72, 1, 1, status, case when status > 0 then 2 end,
      case when status not in (0, 2) then 2 end, case when status not in (0, 2) then 3 end,
      case when status in (3, 5) then 4 end from generate_series(0, 5) status;
  set session_replication_role = origin`

/** How the former release rejects the pending row of a table. */
const decisions: Readonly<Record<string, string>> = {
  reviews_complaint: `update reviews_complaint set status = 2, answer = '', answered_ms = 2 where status = 0`,
  rewards_submission: 'update rewards_submission set status = 2, decided_ms = 2 where status = 0',
  invest_lead_application: 'update invest_lead_application set status = 2, decided_ms = 2 where status = 0',
}

it('makes words of the numbers of a database in use, and keeps its sums and refusals', async () => {
  const admin = new pg.Client({ connectionString: inject('postgresUrl') })
  await admin.connect()
  await admin.query(`create database ${name} template template0`)
  const url = new URL(inject('postgresUrl'))
  url.pathname = `/${name}`
  const database = openDatabase(url.toString(), 4)
  const rowsOf = async (query: string) => (await database.pool.query(query)).rows as unknown[]
  try {
    await migrateBefore(database)
    await database.pool.query(plant)
    const [size] = await rowsOf('select cost::text from contracts_size')
    const rest = (await listMigrations()).filter((migration) => !isBefore(migration))
    expect(rest).toEqual(expect.arrayContaining([...tested]))
    expect(await migrate(database.db)).toEqual(rest)

    expect(await rowsOf('select wallet, side, state from contracts_order order by id')).toEqual(
      ['contract', 'contract2'].flatMap((wallet) =>
        ['long', 'short'].flatMap((side) => orderStates.map((state) => ({ wallet, side, state }))),
      ),
    )
    expect(await rowsOf('select id::int, side from contracts_copy order by id')).toEqual([
      { id: 91, side: 'long' },
      { id: 92, side: 'short' },
    ])
    expect(await rowsOf('select option_type, state from options_order order by id')).toEqual(
      ['call', 'put'].flatMap((option_type) => ['open', 'settled'].map((state) => ({ option_type, state }))),
    )
    await rowsOf(`update options_order set state = 'settled', outcome = 'loss', payout = 0, exit_price = 4, settled_ms = 3
      where state = 'open' and option_type = 'call'`)
    await expect(rowsOf(`update options_order set payout = 1 where option_type = 'call'`)).rejects.toThrow(
      'is not allowed',
    )
    expect(
      await rowsOf('select option_type, result, profit::int from options_result_day order by 1, 2'),
    ).toEqual([
      { option_type: 'call', result: -1, profit: -100 },
      { option_type: 'call', result: 1, profit: 70 },
      { option_type: 'put', result: 1, profit: 70 },
    ])
    const results = 'select side, trades::int, profit::int from contracts_result_day order by side'
    expect(await rowsOf(results)).toEqual([
      { side: 'long', trades: 2, profit: 18 },
      { side: 'short', trades: 2, profit: 18 },
    ])
    await expect(rowsOf(`update contracts_order set profit = 1 where state = 'closed'`)).rejects.toThrow(
      'is not allowed',
    )
    await expect(rowsOf(`update contracts_order set side = 'buy' where state = 'open'`)).rejects.toThrow(
      'contracts_order_side_check',
    )
    await rowsOf(`update contracts_order set state = 'closed', close_price = 6, profit = 9, close_fee = 1,
      close_reason = 'user', closed_ms = 2 where state = 'open' and side = 'long'`)
    expect((await rowsOf(results))[0]).toEqual({ side: 'long', trades: 4, profit: 36 })
    // Twelve live orders of 100 × 5, of which two closed.
    expect([size, ...(await rowsOf('select cost::text from contracts_size'))]).toEqual([
      { cost: '6000' },
      { cost: '5000' },
    ])

    const states = async () =>
      (
        await database.pool.query({
          text: 'select state, status from kyc_submission order by id',
          rowMode: 'array',
        })
      ).rows
    expect(await states()).toEqual([
      ['pending', 1],
      ['approved', 2],
      ['rejected', 3],
    ])
    // The former release writes numbers beside this one, which writes words.
    await rowsOf(`set session_replication_role = replica;
      insert into kyc_submission (uid, sealed, person_hash, front_id, reverse_id, created_ms) values (14, '', '', 1, 2, 1);
      set session_replication_role = origin`)
    await rowsOf('update kyc_submission set status = 2, decided_ms = 2 where uid = 11')
    await rowsOf(`update kyc_submission set state = 'approved', decided_ms = 2 where uid = 14`)
    expect(await states()).toEqual([
      ['approved', 2],
      ['approved', 2],
      ['rejected', 3],
      ['approved', 2],
    ])
    for (const table of ['reviews_complaint', 'rewards_submission', 'invest_lead_application']) {
      const pairs = async () =>
        (
          await database.pool.query({
            text: `select state, status from ${table} order by id`,
            rowMode: 'array',
          })
        ).rows
      const [pending, ...decided] = [
        ['pending', 0],
        ['approved', 1],
        ['rejected', 2],
      ]
      expect(await pairs()).toEqual([pending, ...decided])
      await rowsOf(decisions[table] ?? '')
      expect(await pairs()).toEqual([['rejected', 2], ...decided])
    }

    const loans = async () =>
      (await rowsOf('select state, status from loans_loan order by id')) as {
        state: string
        status: number
      }[]
    expect(await loans()).toEqual(loanStates.map((state, status) => ({ state, status })))
    // Each release sees what the other wrote, and neither changes a loan that ended or lends twice.
    await rowsOf('update loans_loan set status = 1, decided_ms = 2, paid_ms = 2, due_ms = 3 where uid = 20')
    await rowsOf(`update loans_loan set state = 'settled', ended_ms = 4 where uid = 24`)
    expect((await loans()).filter(({ state }, status) => state !== loanStates[status])).toEqual([
      { state: 'running', status: 1 },
      { state: 'settled', status: 5 },
    ])
    for (const change of ['repaid = 1', 'status = 1', `state = 'running'`])
      await expect(rowsOf(`update loans_loan set ${change} where uid = 25`)).rejects.toThrow('is not allowed')
    const another = `insert into loans_loan (uid, amount, days, autorepay, rate_ppm, call_percent, liquidation_percent,
        grace_hours, needed, created_ms) values (21, 500, 30, true, 500, 65, 80, 72, 1, 1)`
    await rowsOf('alter table loans_loan disable trigger all; drop index loans_loan_one')
    await expect(rowsOf(another)).rejects.toThrow('loans_loan_one_open')
  } finally {
    await database.close()
    await admin.query(`drop database ${name}`)
    await admin.end()
  }
})
