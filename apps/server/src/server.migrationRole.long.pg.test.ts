import { scratchFolder } from '@glasshouse/testkit/scratch'
import { apiCaller } from '@glasshouse/testkit/testServer'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { readSettings } from './platform/settings/index.ts'
import { type Server, startServer } from './server.ts'

/** The product on a PostgreSQL of the operator, migrated by another role than it works as. */

const name = `outside_${process.pid}_${Math.floor(performance.now())}`
const [owner, product] = [`${name}_owner`, `${name}_product`]
const password = 'p@ss word/of:tests'
let admin: pg.Client
let folder: Awaited<ReturnType<typeof scratchFolder>>
let server: Server

const urlOf = (role: string): string => {
  const url = new URL(inject('postgresUrl'))
  url.username = encodeURIComponent(role)
  url.password = encodeURIComponent(password)
  url.pathname = `/${name}`
  return url.toString()
}
/** The address of the database as the superuser. */
const superUrl = (): string => {
  const url = new URL(inject('postgresUrl'))
  url.pathname = `/${name}`
  return url.toString()
}
const settings = () =>
  readSettings({
    DATABASE_URL: urlOf(product),
    DATABASE_MIGRATION_URL: urlOf(owner),
    DATA_DIR: folder.path,
    PORT: '0',
    LOG_LEVEL: 'silent',
    MARKET_SYMBOLS: 'BTCUSDT',
    STATEMENT_TIMEOUT_MS: '10000',
    COMMAND_TIMEOUT_MS: '2000',
  })
const asRole = async <T>(role: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: urlOf(role) })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

beforeAll(async () => {
  folder = await scratchFolder('outside')
  admin = new pg.Client({ connectionString: inject('postgresUrl') })
  await admin.connect()
  for (const role of [owner, product])
    await admin.query(
      `create role ${pg.escapeIdentifier(role)} login nosuperuser nocreaterole nocreatedb password ${pg.escapeLiteral(password)}`,
    )
  await admin.query(`create database ${name} owner ${owner} template template0`)
  server = await startServer(settings(), { refuseUnknownFields: true })
}, 180_000)
afterAll(async () => {
  await server.close()
  await admin.query(`drop database ${name} with (force)`)
  for (const role of [owner, product]) await admin.query(`drop role ${role}`)
  await admin.end()
  await folder.remove()
})

it('migrates as the owner and works as a role that owns nothing', async () => {
  const asked = apiCaller(server.address.replace('localhost', '127.0.0.1'))
  const { token } = await asked.newcomer('outside@example.com', '12025550171')
  expect((await asked.ask('/api/user/getuserinfo', {}, { token })).retCode).toBe(0)
  const manager = await asked.signIn('/staff/api/login', 'manager@glasshouse.test', 'Manager123!')
  const ledger = await asked.ask('/staff/api/ledgerCheck', {}, { token: manager })
  expect(ledger.retCode).toBe(0)
  expect(JSON.stringify(ledger.data)).not.toContain('"holds":false')
  expect((await asked.ask('/api/trust/heads')).retCode).toBe(0)
  const owned = await asRole(product, (client) =>
    client.query<{ owner: string; n: number }>(
      `select pg_get_userbyid(relowner) as owner, count(*)::int as n from pg_class
       where relnamespace = 'public'::regnamespace group by 1`,
    ),
  )
  expect(owned.rows.map((row) => row.owner)).toEqual([owner])
})

it('may not change evidence, ledger and audit log, nor what guards them', async () => {
  for (const table of [
    'ledger_entry',
    'markets_tick',
    'staff_audit',
    'trust_head',
    'trust_day',
    'markets_filed',
  ])
    for (const statement of [
      `truncate ${table}`,
      `alter table ${table} disable trigger all`,
      `drop table ${table}`,
    ])
      await expect(asRole(product, (client) => client.query(statement))).rejects.toThrow(
        /permission denied|must be owner/,
      )
  for (const statement of [
    'insert into markets_filed values (1, 1)',
    'update trust_day_file set name = name',
    'delete from trust_day',
    'create table mine (x integer)',
  ])
    await expect(asRole(product, (client) => client.query(statement))).rejects.toThrow(/permission denied/)
})

it('starts again, with nothing to migrate', async () => {
  await server.close()
  server = await startServer(settings())
  const asked = apiCaller(server.address.replace('localhost', '127.0.0.1'))
  expect((await asked.ask('/api/market/kList')).retCode).toBe(0)
})

it.each([
  ['the same role', () => ({ DATABASE_URL: urlOf(owner), DATABASE_MIGRATION_URL: urlOf(owner) })],
  ['a superuser', () => ({ DATABASE_URL: superUrl(), DATABASE_MIGRATION_URL: urlOf(owner) })],
])('does not start when the product works as %s', async (_, urls) => {
  const other = { DATA_DIR: `${folder.path}/other`, PORT: '0', LOG_LEVEL: 'silent' }
  await expect(startServer(readSettings({ ...other, ...urls() }))).rejects.toThrow(
    /DATABASE_MIGRATION_URL: the role of DATABASE_URL can act/,
  )
})
