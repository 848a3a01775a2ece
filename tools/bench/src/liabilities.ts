import { monitorEventLoopDelay } from 'node:perf_hooks'
import { fakeClock } from '@glasshouse/testkit/clock'
import { platformOf } from '@glasshouse/testkit/platform'
import { sql } from 'kysely'
import { makeReport } from '../../../apps/server/src/trust/service/liabilities/report.ts'
import { openSigner } from '../../../apps/server/src/trust/service/signing.ts'
import { type OwnDatabase, openOwnDatabase } from './ownDatabase.ts'
import type { Measurement } from './row.ts'

/** Rows of one insert while the customers are prepared. */
const atOnce = 100_000

/** Customers with a wallet each, every second with a principal, every fourth with a coin; without the triggers of the tables. */
const insertCustomers = async ({ db }: OwnDatabase, many: number): Promise<void> => {
  const first = 20_000
  for (let from = first; from < first + many; from += atOnce) {
    const upTo = Math.min(from + atOnce, first + many) - 1
    await db.connection().execute(async (on) => {
      await sql`set session_replication_role = replica`.execute(on)
      await sql`insert into identity_customer (uid, username, email, phone, password_hash, activation_code, referrer_uid, lang,
          registered_ms)
        select uid, 'bench', 'bench' || uid || '@example.com', '1202' || uid, 'x', 'B' || uid, 10000, 'en', 1
        from generate_series(${from}::bigint, ${upTo}::bigint) uid`.execute(on)
      await sql`insert into ledger_account (owner, owner_id, purpose, asset, name, balance, sequence)
        select 'customer', uid, purpose, asset, 'customer/' || uid || '/' || purpose || '/' || asset,
          1 + (uid * 7919 % 100000) * 12345678, 1
        from generate_series(${from}::bigint, ${upTo}::bigint) uid
        join (values ('wallet', 'USDT', 1), ('principal', 'USDT', 2), ('coin', 'BTC', 4), ('coin', 'ETH', 8))
          as held (purpose, asset, every) on uid % every = 0`.execute(on)
      await sql`set session_replication_role = origin`.execute(on)
    })
  }
  await sql`set session_replication_role = replica; insert into ledger_account (owner, owner_id, purpose, asset, name, balance,
      sequence)
    select 'outside', 0, 'bench', asset, 'outside/bench/' || asset, -sum(balance), 1 from ledger_account group by asset;
    set session_replication_role = origin; analyze`.execute(db)
}

/** Row 14: a liabilities report of many customers, its memory, and how long it holds up everything else. */
export const measureLiabilities = async (many = 1_000_000): Promise<Measurement> => {
  const database = await openOwnDatabase(4)
  try {
    await insertCustomers(database, many)
    const platform = platformOf(database, fakeClock())
    const signer = await openSigner(platform)
    const loop = monitorEventLoopDelay({ resolution: 5 })
    let mostBytes = 0
    const watch = setInterval(() => {
      mostBytes = Math.max(mostBytes, process.memoryUsage.rss())
    }, 100)
    loop.enable()
    const cpu = process.cpuUsage()
    const startedAt = performance.now()
    const report = await makeReport(
      { ...platform, signer, parts: [], chains: new Map(), maxCustomersHere: 1_000 },
      null,
      null,
      async () => undefined,
    )
    const seconds = (performance.now() - startedAt) / 1000
    const { user, system } = process.cpuUsage(cpu)
    loop.disable()
    clearInterval(watch)
    const mib = mostBytes / 2 ** 20
    const blockedMs = loop.max / 1e6
    const isWhole = report.customers === many + 1 && !report.text.includes('\ntotal.USDT=0\n')
    return {
      figures: `${seconds.toFixed(1)} s, ${mib.toFixed(0)} MiB with everything else, event loop at most ${blockedMs.toFixed(0)} ms`,
      held: isWhole && seconds <= 60 && mib <= 1024 && blockedMs <= 50,
      remark: `${many} customers, ${report.leaves} leaves, ${report.assets.length} assets; ${((user + system) / 1e6).toFixed(1)} s of the server's CPU${isWhole ? '' : '; THE REPORT IS WRONG'}`,
    }
  } finally {
    await database.remove()
  }
}
