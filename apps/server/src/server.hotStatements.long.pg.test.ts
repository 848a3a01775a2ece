import { domainError } from '@glasshouse/core/errors/registry'
import { price } from '@glasshouse/core/money/units'
import { contractFixture, withEngine } from '@glasshouse/testkit/contracts'
import { cloneDatabase } from '@glasshouse/testkit/database'
import { optionFixture } from '@glasshouse/testkit/options'
import { plainOrder } from '@glasshouse/testkit/orderRequest'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { placeOrder } from './contracts/index.ts'
import { createCustomer } from './identity/index.ts'
import type { Database } from './platform/database/index.ts'
import { createIdempotency } from './platform/idempotency/index.ts'
import { secretsFrom } from './platform/secrets/index.ts'
import { transact } from './platform/transactions/index.ts'

// What every order, trigger and settlement reads must not depend on how large the tables are or on what the planner believes: on
// empty tables, on some that have just grown without statistics, and on large ones with them. Plans that connections keep from one
// to the next are part of it, so that the same connections are used throughout.

const hotTables = [
  'ledger_account',
  'ledger_account_day',
  'ledger_entry',
  'ledger_transaction',
  'contracts_event',
  'contracts_order',
  'contracts_result_day',
  'options_event',
  'options_order',
  'options_result_day',
  'platform_answer',
  'platform_signature',
] as const
const planted = 60_000
/** Customers who order together: for few keys the planner finds them by key in any case. */
const together = 100
/** Uids of the planted customers begin here. */
const others = 1_000_000

/** Rows of the hot tables that statements read so far, by scans and by keys. */
const rowsRead = async ({
  db,
  pool,
}: Pick<Database, 'db' | 'pool'>): Promise<ReadonlyMap<string, number>> => {
  // Each connection counts for itself and reports by the second; all of them at once leave out none.
  const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
  for (const client of clients) {
    await client.query('select pg_stat_force_next_flush()')
    client.release()
  }
  const { rows } = await sql<{ name: string; read: number }>`
    select relname as name, coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) as read
    from pg_stat_user_tables where relname = any(${[...hotTables]}::text[])`.execute(db)
  return new Map(rows.map(({ name, read }) => [name, read]))
}

/** Other customers' closed orders and entries, without statistics of them. */
const plant = async ({ url }: { readonly url: string }): Promise<void> => {
  const { default: pg } = await import('pg')
  const client = new pg.Client(url)
  await client.connect()
  const [first, last] = [others + 1, others + planted]
  try {
    await client.query(`
      set session_replication_role = replica;
      ${hotTables.map((table) => `alter table ${table} set (autovacuum_enabled = off);`).join('\n')}
      insert into ledger_account (owner, owner_id, purpose, asset, name, balance, sequence)
        select 'customer', n, 'wallet', 'USDT', 'customer/' || n || '/wallet/USDT', 100, 2 from generate_series(${first}, ${last}) n;
      insert into ledger_transaction (cause_kind, cause_id, key, at_ms)
        select 'test', n, 'planted:' || n, 1 from generate_series(${first}, ${last}) n;
      insert into ledger_entry (transaction_id, account_id, sequence, amount, balance, type)
        select t.id, a.id, s, 50, 50 * s, 40 from ledger_account a
          join ledger_transaction t on t.key = 'planted:' || a.owner_id cross join generate_series(1, 2) s
          where a.owner_id > ${others};
      insert into contracts_order (uid, wallet, pid, side, leverage, lots, quantity, open_price, margin, open_fee, close_fee,
          close_price, profit, close_reason, state, created_ms, opened_ms, closed_ms, fee_rate_ppm)
        select n, 'contract', 1, 'long', 10, 1, 100000, 1, 1, 1, 1, 1, 0, 'user', 'closed', n, n, n, 500
        from generate_series(${first}, ${last}) n;
      insert into options_order (uid, pid, option_type, stake, percent, win, seen_price, entry_price, placed_ms, expires_ms,
          state, outcome, payout, exit_price, settled_ms, entry_n)
        select n, 1, 'call', 1, 70, 1, 1, 1, n, n + 6000, 'settled', 'loss', 0, 1, n + 6300, 1
        from generate_series(${first}, ${last}) n;
      insert into platform_answer (caller, key, body_hash, claim, seen_ms, executed, answer)
        select 'u' || n, 'key:' || n, 'planted', 'planted:' || n, n, true, '{}' from generate_series(${first}, ${last}) n;
      insert into platform_signature (signature, seen_ms)
        select 'planted:' || n, n from generate_series(${first}, ${last}) n;`)
  } finally {
    await client.end()
  }
}

/** What a work reads of each table: empty, just grown, and large. */
const readsOf = async (
  database: Database & { readonly url: string },
  work: () => Promise<void>,
): Promise<readonly ReadonlyMap<string, number>[]> => {
  const counted = async (): Promise<ReadonlyMap<string, number>> => {
    const before = await rowsRead(database)
    await work()
    const after = await rowsRead(database)
    return new Map([...after].map(([name, read]) => [name, read - (before.get(name) ?? 0)]))
  }
  // Accounts that are opened once are no part of it, and neither are the first plans.
  await work()
  const empty = await counted()
  await plant(database)
  const grown = await counted()
  await sql`analyze`.execute(database.db)
  return [empty, grown, await counted()]
}

const expectSteady = ([empty, ...later]: readonly ReadonlyMap<string, number>[]): void => {
  for (const reads of later)
    for (const [name, read] of reads) {
      const before = empty?.get(name) ?? 0
      // Rows of the same customers from the works before are read too; a scan would read sixty thousand.
      expect(read, `rows of ${name}, ${before} of the empty one`).toBeLessThanOrEqual(before * 3 + 300)
    }
}

describe('the rows that statements read, on empty, grown and large tables', () => {
  it('are as many for orders, triggers, liquidations and closes of contracts', async () => {
    const stage = await withEngine(await contractFixture({ trading: '1000000', insurance: '100000' }))
    try {
      let born = 0
      const newcomer = async (): Promise<number> => {
        born += 1
        const person = { email: `p${born}@example.com`, phone: `1202555${1000 + born}`, passwordHash: 'x' }
        const customer = {
          referrerUid: 10000,
          proven: ['email', 'phone'] as const,
          lang: 'en' as const,
          registeredMs: 1,
        }
        const uid = await transact(stage.database.db, (tx) => createCustomer(tx, { ...person, ...customer }))
        await stage.give(uid, '70')
        return uid
      }
      const place = (uid: number, at: number) => {
        const [isLimit, hasStop] = [at % 3 === 0, at % 3 === 1]
        const size = { leverage: 10, pid: 1, lots: 10, side: 'long' } as const
        const stop = { stopLoss: hasStop ? price('65000') : null }
        const kind = isLimit
          ? ({ kind: 'limit', price: price('65000') } as const)
          : ({ kind: 'market', price: price('65850') } as const)
        return placeOrder(stage, { uid }, { ...plainOrder, ...size, ...stop, ...kind })
      }
      const reads = await readsOf(stage.database, async () => {
        const uids = await Promise.all(Array.from({ length: together }, newcomer))
        await Promise.all(uids.map(place))
        stage.markets.set('BTCUSDT', '60000', '60000.01')
        await stage.engine.settled()
        stage.markets.set('BTCUSDT', '65849.99', '65850')
        await stage.engine.settled()
      })
      expect(reads[0]?.get('contracts_order')).toBeGreaterThan(together)
      expectSteady(reads)
      const { rows } = await sql<{
        reason: string
      }>`select distinct close_reason as reason from contracts_order
        where close_reason is not null and uid < ${others} order by 1`.execute(stage.database.db)
      expect(rows.map(({ reason }) => reason)).toEqual(['liquidation', 'loss'])
    } finally {
      await stage.engine.close()
      await stage.database.drop()
    }
  })

  it('are as many for keys of requests that are claimed, marked, answered, released and repeated', async () => {
    const database = await cloneDatabase(8)
    try {
      const secrets = secretsFrom('a secret of this test')
      const idempotency = createIdempotency(database.db, secrets)
      let asked = 0
      const call = (key: number, signature: number, isRefused: boolean) => {
        const request = { caller: `u${key}`, signature: `sign:${signature}`, key: `key ${key}` }
        return idempotency.once({ ...request, path: '/api/test', fields: new Map() }, key, async () => {
          if (isRefused) throw domainError('insufficientBalance')
          return transact(database.db, async () => ({ data: key }))
        })
      }
      const reads = await readsOf(database, async () => {
        const keys = Array.from({ length: together }, () => {
          asked += 1
          return asked
        })
        const results = await Promise.allSettled(keys.map((key) => call(key, key, key % 4 === 0)))
        expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(together / 4)
        const accepted = keys.filter((key) => key % 4 !== 0)
        const repeats = await Promise.all(accepted.map((key) => call(key, -key, false)))
        expect(repeats).toEqual(accepted.map((key) => ({ data: key })))
      })
      expect(reads[0]?.get('platform_answer')).toBeGreaterThan(together)
      expectSteady(reads)
    } finally {
      await database.drop()
    }
  })

  it('are as many for options that are bought and settled; and no trigger compares rows in a loop', async () => {
    const stage = await optionFixture('1000000')
    try {
      const uids = Array.from({ length: together }, (_, at) => at + 1)
      const reads = await readsOf(stage.database, async () => {
        await Promise.all(uids.map((uid) => stage.give(uid, '100')))
        for (const uid of uids) await stage.place(uid, { type: uid % 2 === 0 ? 'call' : 'put' })
        stage.trade('60001')
        stage.clock.tick(30_000)
        stage.trade('60002')
        stage.clock.tick(1)
        stage.trade('60003')
        await stage.pass(300)
        expect(stage.deps.settling.open()).toBe(0)
        stage.trade('60000')
      })
      expect(reads[0]?.get('options_order')).toBeGreaterThan(together)
      expectSteady(reads)
      // Without hash and merge joins two transition tables are compared row by row, and they have no index.
      const { rows } = await sql<{ name: string }>`
        select t.tgname as name from pg_trigger t join pg_proc p on p.oid = t.tgfoid
        where t.tgoldtable is not null and t.tgnewtable is not null and p.proconfig @> array['enable_hashjoin=off']`.execute(
        stage.database.db,
      )
      expect(rows).toEqual([])
    } finally {
      await stage.close()
    }
  })
})
