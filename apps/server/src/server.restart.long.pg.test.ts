import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dayMs } from '@glasshouse/core/calendar/durations'
import type { DataOf, Path } from '@glasshouse/core/calls'
import type { LedgerReport } from '@glasshouse/core/ledger/wire'
import { webCrypto } from '@glasshouse/core/trust/liabilities/proof'
import { type SignedReceipt, verifyReceipts } from '@glasshouse/core/trust/verify'
import { apiCaller, type Caller, type Fields } from '@glasshouse/testkit/testServer'
import pg from 'pg'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { generatedDay } from '../../../packages/testkit/src/exchange/generated.ts'
import { marketDataFolder, missingRecordingsReason } from '../../../packages/testkit/src/exchange/recorded.ts'
import { startExchange } from '../../../packages/testkit/src/exchange/server.ts'
import { startEmbeddedPostgres } from './platform/postgres/index.ts'

// The whole product on one data folder, with each feed: after Ctrl-C, after kill -9 while midnights run, and again. Receipts,
// AI runs, copying and midnights go on where they stood.

const missing = missingRecordingsReason()
if (missing !== null) console.log(`restarts with recorded prices are not tested: ${missing}`)

const withdrawpsd = 'Money123!'
let folder = ''
let child: ChildProcess | null = null
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'glasshouse-restart-'))
  await chmod(folder, 0o755)
})
afterEach(async () => {
  await end('SIGKILL')
  await (await startEmbeddedPostgres(folder, 0)).stop()
  await rm(folder, { recursive: true, force: true })
})

/** Ends the process; returns its exit code, null when it was killed. */
const end = async (signal: 'SIGINT' | 'SIGKILL'): Promise<number | null> => {
  const ending = child
  child = null
  if (ending === null || ending.exitCode !== null || ending.signalCode !== null)
    return ending?.exitCode ?? null
  const exit = once(ending, 'exit')
  ending.kill(signal)
  const [code] = await exit
  return code as number | null
}

type Environment = Readonly<Record<string, string>>
type LogLine = { readonly level: number; readonly msg: string }
type Running = Caller & { readonly errors: () => readonly string[] }

const start = async (environment: Environment): Promise<Running> => {
  const started = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      ...{ DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'info', MARKET_SYMBOLS: 'BTCUSDT' },
      ...{ STATEMENT_TIMEOUT_MS: '10000', COMMAND_TIMEOUT_MS: '2000' },
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child = started
  let printed = ''
  for (const stream of [started.stdout, started.stderr])
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
    })
  const port = await vi.waitFor(
    () => {
      const found = /is open: http:\/\/localhost:(\d+)/.exec(printed)?.[1]
      if (found === undefined) throw new Error(`not open yet: ${printed.slice(-2000)}`)
      return found
    },
    { timeout: 120_000 },
  )
  const errors = () =>
    printed
      .split('\n')
      .flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as LogLine] : []))
      .filter(({ level }) => level >= 50)
      .map(({ msg }) => msg)
  return { ...apiCaller(`http://127.0.0.1:${port}`), errors }
}

const done = async <P extends Path>(
  { ask }: Caller,
  path: P,
  fields: Fields = {},
  token?: string,
): Promise<DataOf<P>> => {
  const { retCode, message, data } = await ask(path, fields, token === undefined ? {} : { token })
  if (retCode !== 0) throw new Error(`${path}: ${retCode} ${message} ${JSON.stringify(data)}`)
  return data as DataOf<P>
}
const manager = (product: Caller) =>
  product.signIn('/staff/api/login', 'manager@glasshouse.test', 'Manager123!')

/** A customer with a fixed order, a copy order that waits, and a run of AI ordering that waits for its signal. */
const openCustomer = async (product: Running): Promise<{ readonly token: string; readonly uid: number }> => {
  const { uid, token } = await product.newcomer('ann@glasshouse.test', '12025550131')
  const gateway = await done(product, '/api/pay/pay', { action: 'sandbox', money: '20000' }, token)
  expect((await fetch(new URL(String(gateway), product.url), { method: 'POST' })).ok).toBe(true)
  await done(product, '/api/user/walletTransfer', { type: 1, typeReverse: 1, transfervalue: '3000' }, token)
  await done(product, '/api/user/withdrawPwd', { newpwd: withdrawpsd }, token)
  const products = await done(product, '/api/invest/productlist', { pageSize: 100 }, token)
  const idOf = (kind: string) => products.find((one) => one.kind === kind)?.id ?? 0
  const buy = (typeid: number, money: string) =>
    done(product, '/api/invest/buy', { typeid, interesttype: 1, money, withdrawpsd }, token)
  await buy(idOf('yield'), '2700')
  await buy(idOf('copy'), '500')
  await done(product, '/api/ai/obtainAI', {}, token)
  await done(product, '/staff/api/aiActivate', { uid, days: 30 }, await manager(product))
  const { ruleList } = await done(product, '/api/ai/rule', { pid: 1 }, token)
  const [rule] = ruleList
  const run = { pid: 1, price: '100', multiple: rule?.multiple[0] ?? 0, times: rule?.maxtimes[0] ?? 0 }
  // A market may not be live yet in the first seconds.
  await vi.waitFor(() => done(product, '/api/ai/aiPlaceOrder', run, token), {
    timeout: 30_000,
    interval: 500,
  })
  return { token, uid }
}

/** Everything that must not change by a restart alone. */
const stateOf = async (product: Running, token: string) => {
  const { wallet } = await done(product, '/api/user/getuserinfo', {}, token)
  const orders = await done(product, '/api/invest/myFinancial', { pageSize: 100 }, token)
  const { running, last } = await done(product, '/api/ai/aiStatus', {}, token)
  return {
    wallet,
    orders: orders.map(({ id, kind, profit, state }) => ({ id, kind, profit, state })),
    runs: [running?.id ?? null, last?.id ?? null],
  }
}

const crypto = webCrypto(globalThis.crypto.subtle)

/** All receipts of a customer, once the newest names the newest transaction of the journal. */
const receiptsOf = async (product: Running, token: string): Promise<readonly SignedReceipt[]> => {
  const { now } = await done(product, '/api/practice/state')
  const day = (ms: number) => new Date(ms + 3_600_000).toISOString().slice(0, 10).replaceAll('-', '')
  const { url } = await done(
    product,
    '/api/trust/receipts',
    { from: day(now - 20 * dayMs), to: day(now + dayMs) },
    token,
  )
  const text = await (await fetch(new URL(url, product.url))).text()
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as SignedReceipt)
}

const expectSound = async (product: Running, token: string): Promise<void> => {
  const report: LedgerReport = await done(
    product,
    '/staff/api/ledgerCheck',
    { whole: 1 },
    await manager(product),
  )
  expect(report.invariants.filter(({ holds }) => !holds)).toEqual([])
  const keys = await done(product, '/api/trust/key')
  expect(await verifyReceipts(crypto, await receiptsOf(product, token), keys)).toEqual([])
  const reports = await done(product, '/api/trust/liabilityList', { pageSize: 100, isAsc: 'asc' })
  const numbers = reports.map(({ text }) => Number.parseInt(/^number=(\d+)$/m.exec(text)?.[1] ?? '', 10))
  expect(numbers).toEqual(numbers.map((_, at) => at + 1))
}

/** Orders that are paid a day: how many midnights each has. */
const accrualsOf = async (product: Running, token: string): Promise<number> => {
  const orders = await done(product, '/api/invest/myFinancial', { pageSize: 100 }, token)
  const refid = orders.find(({ kind }) => kind === 'yield')?.id ?? 0
  const rows = await done(product, '/api/invest/financialDetail', { refid, pageSize: 100 }, token)
  expect(new Set(rows.map(({ daily }) => daily)).size).toBe(rows.length)
  return rows.length
}

/** Runs the product four times on one folder. */
const restartThrice = async (environment: Environment): Promise<void> => {
  const first = await start(environment)
  const { token } = await openCustomer(first)
  await vi.waitFor(async () => expect((await receiptsOf(first, token)).length).toBeGreaterThanOrEqual(4), {
    timeout: 30_000,
  })
  const left = await stateOf(first, token)
  expect(await end('SIGINT')).toBe(0)
  expect(first.errors()).toEqual([])

  const second = await start(environment)
  expect((await done(second, '/api/trust/status')).ledger.sound).toBe(true)
  expect(await stateOf(second, token)).toEqual(left)
  await expectSound(second, token)
  await done(second, '/api/practice/clock', { advanceMs: dayMs })
  expect(await accrualsOf(second, token)).toBe(1)
  // Killed while it runs the midnights of three days.
  const passing = second.ask('/api/practice/clock', { advanceMs: 3 * dayMs }).catch(() => null)
  await vi.waitFor(async () => expect(await accrualsOf(second, token)).toBeGreaterThan(1), {
    timeout: 30_000,
    interval: 5,
  })
  await end('SIGKILL')
  await passing
  expect(second.errors()).toEqual([])

  const third = await start(environment)
  // Midnights that were passed and not run are made up, each once.
  await vi.waitFor(async () => expect(await accrualsOf(third, token)).toBe(4), {
    timeout: 60_000,
    interval: 200,
  })
  await vi.waitFor(
    async () =>
      expect((await stateOf(third, token)).orders.find(({ kind }) => kind === 'copy')?.state).toBe('running'),
    { timeout: 60_000, interval: 500 },
  )
  await vi.waitFor(() => expectSound(third, token), { timeout: 30_000 })
  const afterKill = await stateOf(third, token)
  await end('SIGKILL')
  expect(third.errors()).toEqual([])

  const fourth = await start(environment)
  const { orders, wallet } = await stateOf(fourth, token)
  expect({ orders, wallet }).toEqual({ orders: afterKill.orders, wallet: afterKill.wallet })
  await expectSound(fourth, token)
  expect(await end('SIGINT')).toBe(0)
  expect(fourth.errors()).toEqual([])
}

it('goes on with the simulator after Ctrl-C and after kill -9 in the midst of midnights', async () => {
  await restartThrice({ MARKET_FEED: 'simulator' })
})

it.skipIf(missing !== null)(
  'goes on with a replay after Ctrl-C and after kill -9 in the midst of midnights',
  async () => {
    const recordings = await mkdtemp(join(tmpdir(), 'glasshouse-replay-'))
    const file = 'BTCUSDT_trades_2024-08-08_11min.csv.gz'
    await symlink(join(marketDataFolder, 'trades', file), join(recordings, file))
    onTestFinished(() => rm(recordings, { recursive: true }))
    await restartThrice({ MARKET_FEED: 'replay', REPLAY_DIR: recordings })
  },
  600_000,
)

it('goes on with an exchange after Ctrl-C and after kill -9 in the midst of midnights', async () => {
  const pastMs = 3_600_000
  const exchange = await startExchange({
    script: generatedDay({
      symbols: ['BTCUSDT'],
      seed: 5,
      startMs: Date.now() - pastMs,
      lengthMs: pastMs + 600_000,
      tradeEveryMs: 500,
      bookEveryMs: 250,
    }),
    now: () => Date.now(),
    pastMs,
  })
  onTestFinished(exchange.close)
  await restartThrice({
    ...{ MARKET_FEED: 'binance', BINANCE_REST_URL: exchange.restUrl },
    BINANCE_STREAM_URL: exchange.streamUrl,
  })
})

/** Runs a statement as a superuser with every trigger off, while the product is down. */
const plant = async (statement: string): Promise<void> => {
  const postgres = await startEmbeddedPostgres(folder, 0)
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  await client.query('set session_replication_role = replica')
  await client.query(statement)
  await client.end()
  await postgres.stop()
}

it('shows a broken ledger as broken from the first answer after a restart, with since when, until it is whole', async () => {
  const environment = { MARKET_FEED: 'simulator' }
  const statusOf = async (product: Running) => (await done(product, '/api/trust/status')).ledger
  const first = await start(environment)
  expect((await statusOf(first)).sound).toBe(true)
  await end('SIGKILL')
  const entry = 'where id = (select min(id) from ledger_entry)'
  await plant(`update ledger_entry set balance = balance + 1 ${entry}`)
  const second = await start(environment)
  // What was checked before is not looked at again by the minute; a manager’s check of everything finds it.
  await done(second, '/staff/api/ledgerCheck', {}, await manager(second))
  await vi.waitFor(async () => expect((await statusOf(second)).sound).toBe(false), { timeout: 30_000 })
  const { since, broken } = await statusOf(second)
  for (const signal of ['SIGKILL', 'SIGINT'] as const) {
    await end(signal)
    expect(await statusOf(await start(environment))).toMatchObject({ sound: false, since, broken })
  }
  await end('SIGKILL')
  await plant(`update ledger_entry set balance = balance - 1 ${entry}`)
  const last = await start(environment)
  await vi.waitFor(async () => expect((await statusOf(last)).sound).toBe(true), { timeout: 60_000 })
})
