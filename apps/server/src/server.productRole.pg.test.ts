import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { apiCaller } from '@glasshouse/testkit/testServer'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { EmbeddedPostgres } from './platform/postgres/embedded.ts'
import { openProductRole, startEmbeddedPostgres } from './platform/postgres/index.ts'
import { readSettings } from './platform/settings/index.ts'
import { type Server, startServer } from './server.ts'

let folder: string
let house: Server
let postgres: EmbeddedPostgres
let product: pg.Client
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'glasshouse-role-'))
  await chmod(folder, 0o755)
  const settings = { DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'silent', MARKET_SYMBOLS: 'BTCUSDT' }
  house = await startServer(readSettings(settings), { refuseUnknownFields: true })
  // The one that runs is taken over; it stays the product's.
  postgres = await startEmbeddedPostgres(folder, 0)
  product = new pg.Client({ connectionString: await openProductRole(postgres.url, 'a password of the test') })
  await product.connect()
})
afterAll(async () => {
  await product.end()
  await house.close()
  await rm(folder, { recursive: true, force: true })
})

it('the embedded product runs as a role that owns nothing', async () => {
  const asked = apiCaller(house.address.replace('localhost', '127.0.0.1'))
  const { token } = await asked.newcomer('role@example.com', '12025550141')
  const markets = await asked.ask('/api/market/kList')
  expect(markets.retCode).toBe(0)
  expect((await asked.ask('/api/user/getuserinfo', {}, { token })).retCode).toBe(0)
  const owner = new pg.Client({ connectionString: postgres.url })
  await owner.connect()
  const { rows } = await owner.query(
    `select distinct usename from pg_stat_activity where application_name = 'glasshouse' and datname = 'glasshouse'`,
  )
  await owner.end()
  expect(rows).toEqual([{ usename: 'glasshouse_product' }])
  const { rows: owned } = await product.query(
    `select count(*)::int as n from pg_class where relowner = 'glasshouse_product'::regrole`,
  )
  expect(owned).toEqual([{ n: 0 }])
})

it('its jobs run as that role, and it cannot change the tables of their library', async () => {
  const done = async () => {
    const { rows } = await product.query(
      `select name from platform_jobs.job where state = 'completed' and name = 'staff.verifyAudit'`,
    )
    return rows.length
  }
  await expect.poll(done).toBeGreaterThan(0)
  await expect(product.query('alter table platform_jobs.job add column x integer')).rejects.toThrow(
    /must be owner/,
  )
})

const guarded = [
  'ledger_entry',
  'ledger_transaction',
  'ledger_account',
  'staff_audit',
  'contracts_event',
  'options_event',
  'wallets_sale',
  'markets_kept_tick',
  'markets_writer',
  'markets_terms',
  'markets_tick',
  'trust_settlement',
  'trust_settlement_outbox',
  'trust_head',
  'trust_key',
  'trust_day',
  'trust_day_file',
  'markets_filed',
  'trust_report',
  'trust_receipt',
]

it.each(guarded)('it cannot truncate or alter %s, nor switch its guards off', async (table) => {
  await expect(product.query(`truncate ${table}`)).rejects.toThrow(/permission denied/)
  await expect(product.query(`alter table ${table} disable trigger all`)).rejects.toThrow(/must be owner/)
  await expect(product.query(`alter table ${table} add column x integer`)).rejects.toThrow(/must be owner/)
  await expect(product.query(`drop table ${table}`)).rejects.toThrow(/must be owner/)
})

it.each(guarded)('it cannot delete from %s', async (table) => {
  await expect(product.query(`delete from ${table} where true`)).rejects.toThrow(
    /permission denied|not allowed to be deleted/,
  )
})

it.each(guarded.filter((table) => !['ledger_account', 'trust_key', 'trust_report'].includes(table)))(
  'it cannot change a row of %s',
  async (table) => {
    const { rows } = await product.query<{ column: string }>(
      `select attname as column from pg_attribute where attrelid = $1::regclass and attnum > 0 and attidentity = '' limit 1`,
      [table],
    )
    const column = rows[0]?.column
    await expect(product.query(`update ${table} set ${column} = ${column}`)).rejects.toThrow(
      /permission denied/,
    )
  },
)

it.each([
  ["set session_replication_role = 'replica'", /permission denied/],
  ['create table mine (x integer)', /permission denied/],
  ['drop function trust_number_settlements(integer, bigint)', /must be owner/],
  ['update ledger_account set balance = balance', /not allowed/],
  [
    "insert into trust_settlement_outbox (kind, settled_id, at_ms) values ('coinSold', 1, 1)",
    /permission denied/,
  ],
])('it cannot: %s', async (statement, says) => {
  await expect(product.query(statement)).rejects.toThrow(says)
})
