import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Database } from './platform/database/index.ts'

const plantedTables = [
  'contracts_event',
  'contracts_order',
  'contracts_result_day',
  'identity_customer',
  'identity_session',
  'ledger_account',
  'ledger_account_day',
  'ledger_entry',
  'ledger_transaction',
  'markets_kept_tick',
  'markets_tick',
  'options_event',
  'options_order',
  'options_result_day',
  'platform_answer',
  'platform_fact',
  'platform_signature',
  'trust_receipt',
  'trust_settlement',
] as const
/** How many rows of each kind are planted, and customers. */
export const planted = 60_000
/** A planted customer with as many orders and entries as all others together; the uids of those follow. */
export const busy = 1_000_000

type Connections = Pick<Database, 'db' | 'pool' | 'reports' | 'checks'>

/** Connections that reports and checks have at most. */
const longReaders = 2

/** Each connection counts for itself and reports by the second; all of them at once leave out none. */
const reportCounts = async ({ pool, reports, checks }: Connections): Promise<void> => {
  const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
  for (const client of clients) {
    await client.query('select pg_stat_force_next_flush()')
    client.release()
  }
  for (const db of [reports, checks]) {
    let waiting = longReaders
    const { promise: areAllHeld, resolve } = Promise.withResolvers<void>()
    const hold = () =>
      db.connection().execute(async (connection) => {
        waiting -= 1
        if (waiting === 0) resolve()
        await areAllHeld
        await sql`select pg_stat_force_next_flush()`.execute(connection)
      })
    await Promise.all(Array.from({ length: longReaders }, hold))
  }
}

/** Rows of every table that statements read so far, by scans and by keys. */
const rowsRead = async (processes: readonly Connections[]): Promise<ReadonlyMap<string, number>> => {
  for (const process of processes) await reportCounts(process)
  const [first] = processes
  if (first === undefined) throw new Error('no process')
  const { rows } = await sql<{ name: string; read: number }>`
    select relname as name, coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) as read
    from pg_stat_user_tables`.execute(first.db)
  return new Map(rows.map(({ name, read }) => [name, read]))
}

/** What customers have left behind, without statistics of it. */
const plant = async (url: string): Promise<void> => {
  const { default: pg } = await import('pg')
  const client = new pg.Client(url)
  await client.connect()
  const each = `generate_series(${busy + 1}, ${busy + planted}) n`
  const all = `generate_series(${busy}, ${busy + planted}) n`
  // The busy customer and all others once.
  const owners = `(select n, ${busy} as uid from ${each} union all select n, n from ${each}) owned`
  const zeros = `decode(repeat('00', 32), 'hex')`
  const tick = `1, n, 'trade', 'planted', n::text, n, n, n, 1, 1, 'buy', 1, 1, ${zeros}, ${zeros}`
  const tickColumns =
    'pid, n, kind, source, source_sequence, source_ms, recorded_ms, received_ms, price, quantity, side, bid, ask, previous_hash, hash'
  try {
    await client.query(`
      set session_replication_role = replica;
      ${plantedTables.map((table) => `alter table ${table} set (autovacuum_enabled = off);`).join('\n')}
      insert into identity_customer (uid, username, email, phone, password_hash, activation_code, referrer_uid, lang,
          registered_ms)
        select n, 'planted', n || '@example.com', '1202' || n, 'x', 'P' || n, 10000, 'en', 1 from ${all};
      insert into identity_session (uid, token_hash, started_ms, expires_ms, ip, user_agent)
        select n, 'planted:' || n, 1, ${Number.MAX_SAFE_INTEGER}, '', '' from ${all};
      insert into ledger_account (owner, owner_id, purpose, asset, name, balance, sequence)
        select 'customer', n, 'wallet', 'USDT', 'customer/' || n || '/wallet/USDT', 100,
          case n when ${busy} then ${planted * 2} else 2 end from ${all};
      insert into ledger_account (owner, owner_id, purpose, asset, name, balance)
        select 'outside', 0, 'planted', 'USDT', 'outside/planted/USDT', -100 * count(*) from ${all};
      insert into ledger_transaction (cause_kind, cause_id, key, at_ms)
        select 'test', n, 'planted:' || n, 1 from ${each};
      insert into ledger_entry (transaction_id, account_id, sequence, amount, balance, type)
        select t.id, a.id, case a.owner_id when ${busy} then (owned.n - ${busy} - 1) * 2 else 0 end + s, 50, 50 * s, 40
          from ${owners} join ledger_account a on a.owner_id = owned.uid and a.owner = 'customer'
          join ledger_transaction t on t.key = 'planted:' || owned.n cross join generate_series(1, 2) s;
      insert into ledger_account_day (account_id, day, type, cause_kind, entries, received, paid, first_sequence, last_sequence)
        select id, 0, 40, 'test', sequence, sequence * 50, 0, 1, sequence from ledger_account where owner_id >= ${busy};
      insert into contracts_order (uid, wallet, pid, side, leverage, lots, quantity, open_price, margin, open_fee, close_fee,
          close_price, profit, close_reason, state, created_ms, opened_ms, closed_ms, fee_rate_ppm)
        select uid, 'contract', 1, 'long', 10, 1, 100000, 1, 1, 1, 1, 1, 0, 'user', 'closed', n, n, n, 500 from ${owners};
      insert into options_order (uid, pid, option_type, stake, percent, win, seen_price, entry_price, placed_ms, expires_ms,
          state, outcome, payout, exit_price, settled_ms, entry_n)
        select uid, 1, 'call', 1, 70, 1, 1, 1, n, n + 6000, 'settled', 'loss', 0, 1, n + 6300, 1 from ${owners};
      insert into platform_answer (caller, key, body_hash, claim, seen_ms, executed, answer)
        select 'u' || n, 'key:' || n, 'planted', 'planted:' || n, n, true, '{}' from ${each};
      insert into platform_signature (signature, seen_ms) select 'planted:' || n, n from ${each};
      insert into platform_fact (kind, body, announced_ms, attempts, retry_ms)
        select 'planted', '{}', n, 1, ${Number.MAX_SAFE_INTEGER} from ${each};
      insert into markets_tick (${tickColumns}) select ${tick} from ${each};
      insert into markets_kept_tick (${tickColumns}) select ${tick} from ${each};
      insert into trust_settlement (n, outbox_id, kind, settled_id, at_ms, numbered_ms, previous, hash)
        select coalesce((select max(n) from trust_settlement), 0) + n - ${busy}, -n, 'planted', n, n, n, ${zeros}, ${zeros} from ${each};
      insert into trust_receipt (uid, transaction_id, at_ms, previous, hash, signature, keyid)
        select uid, t.id, 1, sha256(int8send(owned.n)), ${zeros}, decode(repeat('00', 64), 'hex'), 'planted'
          from ${owners} join ledger_transaction t on t.key = 'planted:' || owned.n;
      update trust_receipt_progress set transaction_id = (select max(id) from ledger_transaction);`)
  } finally {
    await client.end()
  }
}

/** What a work reads of each table: empty, just grown, and large. Processes beside the first have connections of their own. */
export const readsOf = async (
  database: Database & { readonly url: string },
  work: () => Promise<void>,
  {
    beside = [],
    onGrown = async () => undefined,
  }: {
    readonly beside?: readonly Connections[]
    readonly onGrown?: () => Promise<void>
  } = {},
): Promise<readonly ReadonlyMap<string, number>[]> => {
  const processes = [database, ...beside]
  const counted = async (): Promise<ReadonlyMap<string, number>> => {
    const before = await rowsRead(processes)
    await work()
    const after = await rowsRead(processes)
    return new Map([...after].map(([name, read]) => [name, read - (before.get(name) ?? 0)]))
  }
  // Accounts that are opened once are no part of it, and neither are the first plans.
  await work()
  const empty = await counted()
  await plant(database.url)
  await onGrown()
  const grown = await counted()
  await sql`analyze`.execute(database.db)
  return [empty, grown, await counted()]
}

/** The works on grown and large tables read what the one on empty tables did, and what is allowed beyond it. */
export const expectSteady = (
  [empty, ...later]: readonly ReadonlyMap<string, number>[],
  // Rows of the same customers from the works before are read too; a scan would read sixty thousand.
  beyond = 300,
): void => {
  for (const reads of later)
    for (const [name, read] of reads) {
      const before = empty?.get(name) ?? 0
      expect(read, `rows of ${name}, ${before} of the empty one`).toBeLessThanOrEqual(before * 3 + beyond)
    }
}
