import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestDatabase } from '@glasshouse/testkit/database'
import { optionRequest, orderRequest } from '@glasshouse/testkit/orderRequest'
import { cloneSampleDatabase } from '@glasshouse/testkit/sampleDatabase'
import { type Fields, startTestServer, type TestServer } from '@glasshouse/testkit/testServer'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

// What an API key did is named by its id in the journal and in the receipts of the running product.

let database: TestDatabase
let server: TestServer
let demo = ''
let key: { readonly id: number; readonly key: string; readonly secret: string }
beforeAll(async () => {
  database = await cloneSampleDatabase()
  server = await startTestServer(database)
  demo = await server.signIn('/api/user/login', 'demo@glasshouse.test', 'Demo123!')
  const fields = { name: 'Bot', scopes: 'read,trade', until: Date.now() + 86_400_000 }
  const { data } = await server.ask('/api/user/keyAdd', fields, { token: demo })
  key = data as typeof key
})
afterAll(async () => {
  await server.close()
  await database.drop()
})

const asKey = (path: string, fields: Fields = {}) =>
  server.ask(path, fields, { token: key.key, secret: key.secret })
const asSession = (path: string, fields: Fields = {}) => server.ask(path, fields, { token: demo })
type Ask = typeof asKey

type Market = {
  readonly price: string
  readonly pid: number
  readonly minnumber: number
  readonly protime: string
}
const market = async (): Promise<Market> => {
  const { data } = await server.ask('/api/market/kList')
  const [first] = data as readonly [Market]
  return first
}
const done = async (
  ask: Ask,
  path: string,
  fieldsOf: (at: Market) => Fields,
): Promise<{ readonly id: number }> =>
  // The simulator's price may move past the tolerance in between.
  vi.waitFor(
    async () => {
      const { retCode, data } = await ask(path, fieldsOf(await market()))
      expect(retCode).toBe(0)
      return data as { id: number }
    },
    { timeout: 20_000 },
  )
const order = (kind: 'market' | 'resting') => (at: Market) =>
  orderRequest({
    ...{ pid: at.pid, lots: at.minnumber, kind: kind === 'resting' ? 'limit' : 'market' },
    price: kind === 'market' ? at.price : '1',
  })
type Event = { readonly kind: string; readonly rule: string; readonly apikey?: number }
const eventsOf = async (id: number): Promise<readonly (readonly [string, number | undefined])[]> => {
  const { data } = await asSession('/api/contract/receipt', { id })
  return (data as { events: readonly Event[] }).events.map(({ kind, apikey }) => [kind, apikey] as const)
}

describe('what an API key did', () => {
  it('is named in every event of the receipt it caused, and nowhere else', async () => {
    const opened = await done(asKey, '/api/contract/buyContract', order('market'))
    expect(
      (
        await asKey('/api/contract/zhiyingzhisunContract', {
          id: opened.id,
          target_profit_price: '999999',
          stop_loss_price: '',
        })
      ).retCode,
    ).toBe(0)
    await done(asSession, '/api/contract/pingcangContract', () => ({ id: opened.id }))
    expect(await eventsOf(opened.id)).toEqual([
      ['opened', key.id],
      ['stopsSet', key.id],
      ['closed', undefined],
    ])
    const resting = await done(asSession, '/api/contract/buyContract', order('resting'))
    expect((await asKey('/api/contract/cheDanContract', { id: resting.id })).retCode).toBe(0)
    expect(await eventsOf(resting.id)).toEqual([
      ['placed', undefined],
      ['revoked', key.id],
    ])
  })
  it('is told apart from what a session did in the same batch', async () => {
    const asks = Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? asKey : asSession))
    const orders = await Promise.all(
      asks.map((ask) => done(ask, '/api/contract/buyContract', order('resting'))),
    )
    for (const [at, { id }] of orders.entries())
      expect([at, await eventsOf(id)]).toEqual([at, [['placed', at % 2 === 0 ? key.id : undefined]]])
    const { rows } = await sql<{ agree: boolean }>`
      select e.api_key_id is not distinct from t.api_key_id as agree
      from contracts_event e join ledger_transaction t on t.id = e.transaction_id
      where e.order_id = any(${orders.map(({ id }) => id)}::bigint[])`.execute(database.db)
    expect(rows).toHaveLength(20)
    expect(rows.every(({ agree }) => agree)).toBe(true)
  })
  it('is named by an option that it placed, and not by its settlement', async () => {
    const option = await done(asKey, '/api/option/placeOrder', ({ pid, price, protime }) =>
      optionRequest({ pid, seconds: Number.parseFloat(protime) * 60, seenPrice: price }),
    )
    const { data } = await asSession('/api/option/receipt', { id: option.id })
    expect(data).toMatchObject({ entry: { apikey: key.id } })
    const { rows } = await sql<{ kind: string }>`
      select kind from options_event where api_key_id is not null and kind <> 'placed'`.execute(database.db)
    expect(rows).toEqual([])
  })
  it('is named in the journal and in the balance trail', async () => {
    expect(
      (await asKey('/api/user/walletTransfer', { type: 1, typeReverse: 1, transfervalue: '7.5' })).retCode,
    ).toBe(0)
    const [newest] = (await asSession('/api/user/priceLog', { pageSize: 1 })).data as [{ apikey?: number }]
    expect(newest.apikey).toBe(key.id)
    const { data } = await asSession('/api/user/balanceTrail', { wallet: 'contract', pageSize: 1 })
    expect((data as { entries: [{ apikey?: number }] }).entries[0].apikey).toBe(key.id)
    expect(
      (await asSession('/api/user/walletTransfer', { type: 1, typeReverse: 1, transfervalue: '7.5' }))
        .retCode,
    ).toBe(0)
    const [after] = (await asSession('/api/user/priceLog', { pageSize: 1 })).data as [{ apikey?: number }]
    expect(after).not.toHaveProperty('apikey')
  })
})

describe('the example of docs/api-keys.md', () => {
  it('runs as it stands', async () => {
    const page = await readFile(join(import.meta.dirname, '../../../docs/api-keys.md'), 'utf8')
    const code = /```js\n([\s\S]*?)```/.exec(page)?.[1] ?? ''
    const folder = await mkdtemp(join(tmpdir(), 'glasshouse-example-'))
    const file = join(folder, 'example.mjs')
    await writeFile(file, code)
    const env = {
      ...process.env,
      GLASSHOUSE_URL: server.url,
      GLASSHOUSE_KEY: key.key,
      GLASSHOUSE_SECRET: key.secret,
    }
    const child = spawn(process.execPath, [file], { env })
    let said = ''
    let failed = ''
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
    child.stderr.on('data', (chunk: Buffer) => {
      failed += chunk.toString()
    })
    const [exitCode] = await once(child, 'close')
    await rm(folder, { recursive: true })
    expect({ exitCode, failed }).toEqual({ exitCode: 0, failed: '' })
    expect(JSON.parse(said)).toMatchObject({ money: '25', apikey: key.id })
  })
})
