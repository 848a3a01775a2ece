import { readFile } from 'node:fs/promises'
import { dayMs } from '@glasshouse/core/calendar/durations'
import type { DataOf } from '@glasshouse/core/calls'
import type { LedgerReport } from '@glasshouse/core/ledger/wire'
import { webCrypto } from '@glasshouse/core/trust/liabilities/proof'
import { type SignedReceipt, verifyReceipts } from '@glasshouse/core/trust/verify'
import { type CitusCluster, type CitusNode, hasCitus, openCitus, runOn } from '@glasshouse/testkit/citus'
import { orderRequest } from '@glasshouse/testkit/orderRequest'
import { type Fields, startTestServer, type TestServer } from '@glasshouse/testkit/testServer'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openDatabase } from './platform/database/index.ts'
import { migrateDatabase } from './platform/postgres/index.ts'
import { transact } from './platform/transactions/index.ts'
import { insertReceipts } from './trust/store/receipts.ts'

/** The product on a coordinator of Citus with two workers, over which `deploy/citus/distribute.sql` has spread the receipts. */

const distribution = new URL('../../../deploy/citus/distribute.sql', import.meta.url)
const withdrawpsd = 'Money123!'
const patience = { timeout: 120_000, interval: 500 }

describe.skipIf(!hasCitus())('the product on Citus', () => {
  let citus: CitusCluster
  let product: TestServer
  beforeAll(async () => {
    citus = await openCitus()
    await migrateDatabase(citus.productUrl, citus.ownerUrl)
    await runOn(citus.ownerUrl, await readFile(distribution, 'utf8'))
    const environment = { DATABASE_MIGRATION_URL: citus.ownerUrl }
    const database = { url: citus.productUrl } as Parameters<typeof startTestServer>[0]
    product = await startTestServer(database, environment, true)
  })
  afterAll(async () => {
    await product?.close()
    await citus?.close()
  })

  const done = async (path: string, fields: Fields = {}, token?: string): Promise<unknown> => {
    const { retCode, message, data } = await product.ask(path, fields, token === undefined ? {} : { token })
    if (retCode !== 0) throw new Error(`${path}: ${retCode} ${message} ${JSON.stringify(data)}`)
    return data
  }
  const manager = () => product.signIn('/staff/api/login', 'manager@glasshouse.test', 'Manager123!')
  let people = 0
  /** A customer who deposits, trades and asks for a withdrawal. */
  const customerWithStories = async (): Promise<{ readonly uid: number; readonly token: string }> => {
    people += 1
    const { uid, token } = await product.newcomer(`citus${people}@example.com`, `1202555${6000 + people}`)
    const gateway = await done('/api/pay/pay', { action: 'sandbox', money: '5000' }, token)
    expect((await fetch(new URL(String(gateway), product.url), { method: 'POST' })).ok).toBe(true)
    await done('/api/user/walletTransfer', { type: 1, typeReverse: 1, transfervalue: '2000' }, token)
    await done('/api/user/withdrawPwd', { newpwd: withdrawpsd }, token)
    await done('/api/user/saveBankCard', { accntnm: 'Ada Example', iban: 'DE89370400440532013000' }, token)
    const { id } = await vi.waitFor(async () => {
      const [market] = (await done('/api/market/kList')) as [
        { price: string; pid: number; minnumber: number },
      ]
      const { pid, minnumber: lots, price } = market
      return (await done(
        '/api/contract/buyContract',
        orderRequest({ pid, leverage: 2, lots, price }),
        token,
      )) as {
        id: number
      }
    }, patience)
    await done('/api/contract/pingcangContract', { id }, token)
    await done('/api/pay/withdraw', { banktype: 1, price: '100', userremark: '', withdrawpsd }, token)
    return { uid, token }
  }
  const receiptsOf = async (token: string): Promise<readonly SignedReceipt[]> => {
    const { now } = (await done('/api/practice/state')) as { now: number }
    const day = (ms: number) => new Date(ms + 3_600_000).toISOString().slice(0, 10).replaceAll('-', '')
    const fields = { from: day(now - dayMs), to: day(now + dayMs) }
    const { url } = (await done('/api/trust/receipts', fields, token)) as { url: string }
    const text = await (await fetch(new URL(url, product.url))).text()
    return text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as SignedReceipt)
  }
  /** Invariants over ledger and receipts that do not hold, read from the tables of all servers. */
  const broken = async () => {
    const report = (await done('/staff/api/ledgerCheck', { whole: 1 }, await manager())) as LedgerReport
    return report.invariants.filter(({ holds }) => !holds)
  }
  /** Tables of a worker that hold receipts; Citus hides them unless it is told not to. */
  const shardsOf = async ({ url }: CitusNode): Promise<readonly string[]> => {
    const rows = await runOn<{ name: string }>(
      url,
      'set citus.override_table_visibility = off',
      `select relname as name from pg_class where relkind = 'r' and relname ~ '^trust_receipt_[0-9]+$'`,
    )
    return rows.map(({ name }) => name)
  }
  const heldBy = async (node: CitusNode): Promise<number> => {
    let held = 0
    for (const name of await shardsOf(node))
      held += Number((await runOn<{ n: string }>(node.url, `select count(*) as n from ${name}`))[0]?.n)
    return held
  }
  /** Whether receipts are made up to the newest transaction. */
  const progress = async (): Promise<boolean> => {
    const [row] = await runOn<{ done: boolean }>(
      citus.coordinator.url,
      'select p.transaction_id = (select max(id) from ledger_transaction) as done from trust_receipt_progress p',
    )
    return row?.done === true
  }
  const customers: { readonly uid: number; readonly token: string }[] = []

  it('books deposits, transfers, orders and withdrawals, and every receipt lies on a worker', async () => {
    for (let one = 0; one < 4; one += 1) customers.push(await customerWithStories())
    await vi.waitFor(async () => expect(await progress()).toBe(true), patience)
    expect(await broken()).toEqual([])
    const keys = (await done('/api/trust/key')) as DataOf<'/api/trust/key'>
    for (const { token } of customers) {
      const receipts = await receiptsOf(token)
      expect(receipts.length).toBe(5)
      expect(await verifyReceipts(webCrypto(globalThis.crypto.subtle), receipts, keys)).toEqual([])
    }
    const [first, second] = await Promise.all(citus.workers.map(heldBy))
    expect(first).toBeGreaterThan(0)
    expect(second).toBeGreaterThan(0)
    const [all] = await runOn<{ n: string }>(citus.coordinator.url, 'select count(*) as n from trust_receipt')
    expect(Number(all?.n)).toBe((first ?? 0) + (second ?? 0))
  })

  it('keeps receipts unchangeable, through the coordinator and on the workers, also for the owner', async () => {
    const refusals = async (url: string, table: string) => {
      for (const text of [`update ${table} set at_ms = 0`, `delete from ${table}`, `truncate ${table}`])
        await expect(
          runOn(url, 'set citus.enable_manual_changes_to_shards = on', text),
          `${url} ${text}`,
        ).rejects.toThrow(/is not allowed|permission denied|must be owner/)
    }
    await refusals(citus.productUrl, 'trust_receipt')
    await refusals(citus.ownerUrl, 'trust_receipt')
    for (const worker of citus.workers) {
      const [shard] = await shardsOf(worker)
      if (shard === undefined) throw new Error('a worker has shards')
      for (const user of ['glasshouse', 'glasshouse_product', 'postgres'])
        await refusals(worker.url.replace('postgres@', `${user}@`), shard)
    }
  })

  it('moves a shard to the other worker with its guard', async () => {
    const [shard] = await runOn<{ shardid: string; nodeport: number }>(
      citus.coordinator.url,
      `select shardid, nodeport from citus_shards where table_name = 'trust_receipt'::regclass limit 1`,
    )
    if (shard === undefined) throw new Error('there is a shard')
    const to = citus.workers.find(({ port }) => port !== shard.nodeport)
    if (to === undefined) throw new Error('there is another worker')
    await runOn(
      citus.coordinator.url,
      'set citus.enable_unsafe_triggers = on',
      `select citus_move_shard_placement(${shard.shardid}, '127.0.0.1', ${shard.nodeport}, '127.0.0.1', ${to.port}, 'block_writes')`,
    )
    await expect(runOn(to.url, `delete from trust_receipt_${shard.shardid}`)).rejects.toThrow(
      /is not allowed/,
    )
    expect(await broken()).toEqual([])
  })

  it('trades on while a worker is gone, and makes the receipts up when it is back', async () => {
    const [worker] = citus.workers
    if (worker === undefined) throw new Error('there is a worker')
    await worker.kill()
    for (let one = 0; one < 3; one += 1) customers.push(await customerWithStories())
    expect(await progress()).toBe(false)
    await worker.start()
    await vi.waitFor(async () => expect(await progress()).toBe(true), patience)
    expect(await broken()).toEqual([])
  })

  it('commits receipts in two phases, so that they and their progress are written together', async () => {
    const said: string[] = []
    const database = openDatabase(`${citus.coordinator.url}?options=-c%20citus.log_remote_commands%3Don`, 1)
    database.pool.on('connect', (client) =>
      client.on('notice', ({ message = '' }) => void said.push(message)),
    )
    try {
      await transact(database.db, (tx) =>
        insertReceipts(tx, [
          {
            ...{ uid: 999_999_999, transaction_id: 1, at_ms: 0, keyid: 'test' },
            ...{ previous: Buffer.alloc(32), hash: Buffer.alloc(32), signature: Buffer.alloc(64) },
          },
        ]),
      )
    } finally {
      await database.close()
    }
    expect(said.filter((line) => /PREPARE TRANSACTION/.test(line))).toHaveLength(1)
    expect(said.filter((line) => /issuing COMMIT$/.test(line))).toEqual([])
  })
})
