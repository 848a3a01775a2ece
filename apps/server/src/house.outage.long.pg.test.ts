import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { errorCodes } from '@glasshouse/core/errors/registry'
import { orderRequest } from '@glasshouse/testkit/orderRequest'
import { apiCaller, type Caller } from '@glasshouse/testkit/testServer'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { openDatabase } from './platform/database/index.ts'
import { startEmbeddedPostgres } from './platform/postgres/index.ts'

// The product as a process of its own with its own database, which is killed under it.

let folder: string
let child: ChildProcess
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'glasshouse-lost-'))
  await chmod(folder, 0o755)
})
afterEach(async () => {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
})
afterAll(async () => {
  await (await startEmbeddedPostgres(folder, 0)).stop()
  await rm(folder, { recursive: true, force: true })
})

const postmaster = async (): Promise<number> =>
  Number.parseInt(await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8'), 10)
const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

type LogLine = { readonly level: number; readonly time: number; readonly msg: string }
type Running = Caller & {
  readonly printed: () => string
  readonly lines: () => readonly LogLine[]
  readonly exit: Promise<number | null>
}

/** A module that rejects a promise without a handler when the process gets SIGUSR2. */
const planted = `data:text/javascript,process.on('SIGUSR2',()=>{Promise.reject(new Error('a planted rejection'))})`

const start = async (given: Readonly<Record<string, string>> = {}): Promise<Running> => {
  const environment = {
    PATH: process.env.PATH,
    DATA_DIR: folder,
    PORT: '0',
    LOG_LEVEL: 'info',
    MARKET_SYMBOLS: 'BTCUSDT',
    ...given,
  }
  const args = ['--import', planted, join(import.meta.dirname, 'main.ts')]
  child = spawn(process.execPath, args, { cwd: folder, env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
  const exit = once(child, 'exit').then(([code]) => code as number | null)
  const port = await vi.waitFor(
    () => {
      const found = /is open: http:\/\/localhost:(\d+)/.exec(said)?.[1]
      if (found === undefined) throw new Error(`not open yet: ${said.slice(-2000)}`)
      return found
    },
    { timeout: 90_000 },
  )
  return {
    ...apiCaller(`http://127.0.0.1:${port}`),
    printed: () => said,
    lines: () =>
      said.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as LogLine] : [])),
    exit,
  }
}

const isReady = async ({ url }: Running): Promise<boolean> => (await fetch(`${url}/readyz`)).ok
const demo = (house: Running) => house.signIn('/api/user/login', 'demo@glasshouse.test', 'Demo123!')
const stateOf = async (house: Running) =>
  (await house.ask('/api/practice/state')).data as {
    readonly feed: { readonly symbols: readonly { readonly last: string; readonly stale: boolean }[] }
    readonly ledger: { readonly balanced: boolean }
  }

/** Calls one after the other in several loops until it is told to end; returns the statuses in their order. */
const load = (house: Running, token: string) => {
  const statuses: number[] = []
  let over = false
  const calls = [
    () => house.ask('/api/user/getuserinfo', {}, { token }),
    () => house.ask('/api/user/walletTransfer', { type: 1, typeReverse: 1, transfervalue: '1' }, { token }),
    () => house.ask('/api/user/walletTransfer', { type: 1, typeReverse: 2, transfervalue: '1' }, { token }),
    () => house.ask('/api/contract/buyContract', { ...order, originPrice: '1000', status: 0 }, { token }),
  ]
  const loops = [0, 1, 2, 3, 4, 5].map(async (first) => {
    for (let at = first; !over; at += 1) {
      const answer = await calls[at % calls.length]?.()
      if (answer !== undefined) statuses.push(answer.status)
      await pause(5)
    }
  })
  return {
    statuses,
    end: async () => {
      over = true
      await Promise.all(loops)
    },
  }
}

const order = { ...orderRequest({ price: '1' }), target_profit_price: 0, stop_loss_price: 0 }

/** What was logged between a kill and the recovery: one line a second about the outage, without a stack. */
const expectFewLines = (lines: readonly LogLine[], seconds: number): void => {
  const aboutOutage = lines.filter((line) => 'failure' in line)
  const [first, last] = [aboutOutage[0], aboutOutage.at(-1)]
  expect(aboutOutage.length).toBeGreaterThan(0)
  expect(aboutOutage.length).toBeLessThanOrEqual(1 + ((last?.time ?? 0) - (first?.time ?? 0)) / 1000)
  // Counted from the kill until thirty calls after the recovery.
  expect(aboutOutage.length).toBeLessThanOrEqual(seconds + 1)
  expect(JSON.stringify(lines)).not.toContain('stack')
}
const otherTroubles = (lines: readonly LogLine[]): readonly string[] =>
  lines.filter((line) => line.level >= 40 && !('failure' in line)).map(({ msg }) => msg)

/** Kills the database under load, waits until calls are answered again, and returns the log lines meanwhile. */
const killUnderLoad = async (
  house: Running,
  statuses: readonly number[],
  kill: () => Promise<unknown>,
): Promise<readonly LogLine[]> => {
  const [from, linesBefore] = [statuses.length, house.lines().length]
  const killedMs = performance.now()
  const killed = kill()
  await vi.waitFor(() => expect(statuses.slice(from)).toContain(503), { timeout: 60_000 })
  await killed
  await vi.waitFor(async () => expect(await isReady(house)).toBe(true), { timeout: 60_000 })
  const recovered = statuses.length
  await vi.waitFor(() => expect(statuses.length).toBeGreaterThan(recovered + 30), { timeout: 60_000 })
  // Lost connections are replaced at their first use; from then on every call is answered.
  expect(statuses.slice(-12)).not.toContain(503)
  const lines = house.lines().slice(linesBefore)
  expectFewLines(lines, (performance.now() - killedMs) / 1000)
  return lines
}

/** Lives through two outages under load, then looks at everything. */
const surviveTwo = async (house: Running, url: () => Promise<string>, kill: () => Promise<unknown>) => {
  const token = await demo(house)
  const pushes: string[] = []
  const socket = new WebSocket(`${house.url.replace('http', 'ws')}/ws?token=${token}`)
  socket.addEventListener('message', ({ data }) => pushes.push((JSON.parse(data) as { e: string }).e))
  const { statuses, end } = load(house, token)
  await vi.waitFor(() => expect(statuses.length).toBeGreaterThan(20), { timeout: 60_000 })
  const lines = [
    ...(await killUnderLoad(house, statuses, kill)),
    ...(await killUnderLoad(house, statuses, kill)),
  ]
  await end()
  expect([...new Set(statuses)].sort()).toEqual([200, 503])
  await everythingWorks(house, token, pushes, await url())
  socket.close()
  child.kill('SIGINT')
  expect(await house.exit).toBe(0)
  return lines
}

it('restarts a killed database under load, answers 503 meanwhile, and everything works again', async () => {
  const pids = new Set<number>()
  const lines = await surviveTwo(
    await start(),
    async () => (await startEmbeddedPostgres(folder, 0)).url,
    async () => {
      const pid = await postmaster()
      pids.add(pid)
      process.kill(pid, 'SIGKILL')
    },
  )
  expect(pids.size).toBe(2)
  const restarted = 'embedded PostgreSQL ended unexpectedly, restarting it'
  expect(otherTroubles(lines)).toEqual([restarted, restarted])
})

it('reconnects to an outside database that was away', async () => {
  let outside = await startEmbeddedPostgres(join(folder, 'outside'), 0)
  const { url } = outside
  const lines = await surviveTwo(
    await start({ DATABASE_URL: url }),
    async () => url,
    async () => {
      process.kill(outside.pid, 'SIGKILL')
      await expect.poll(() => outside.hasEnded()).toBe(true)
      outside = await outside.restart()
    },
  )
  // Of several servers on one database without NATS the first excludes the others by a session, which ended with it.
  const held = 'lost the hold on the database, taking it again'
  expect(otherTroubles(lines)).toEqual([held, held])
  await outside.stop()
})

/** Books, prices and their log, orders, the engine, facts and pushes. */
const everythingWorks = async (
  house: Running,
  token: string,
  pushes: readonly string[],
  url: string,
): Promise<void> => {
  const state = await stateOf(house)
  expect(state.ledger.balanced).toBe(true)
  const [market] = state.feed.symbols
  expect(market?.stale).toBe(false)
  const database = openDatabase(url, 1)
  const count = async (text: string): Promise<number> =>
    (await sql<{ n: number }>`${sql.raw(text)}`.execute(database.db)).rows[0]?.n ?? -1
  const ticks = await count('select max(n)::int8 as n from markets_tick')
  await vi.waitFor(
    async () => expect(await count('select max(n)::int8 as n from markets_tick')).toBeGreaterThan(ticks),
    { timeout: 60_000 },
  )
  const pushesBefore = pushes.length
  const opened: number[] = []
  // One of the two is stopped out whichever way the price goes.
  for (const [type, away] of [
    [1, 0.9998],
    [2, 1.0002],
  ] as const) {
    const originPrice = (await stateOf(house)).feed.symbols[0]?.last ?? ''
    const stop_loss_price = (Number.parseFloat(originPrice) * away).toFixed(2)
    const fields = { ...order, type, originPrice, stop_loss_price }
    const { retCode, data } = await house.ask('/api/contract/buyContract', fields, { token })
    // The market may have passed the stop in between.
    expect([0, errorCodes.invalidTpSl]).toContain(retCode)
    if (retCode === 0) opened.push((data as { id: number }).id)
  }
  expect(opened.length).toBeGreaterThan(0)
  const stopped = `select count(*)::int8 as n from contracts_order
    where close_reason = 'loss' and id in (${opened.join(', ')})`
  await vi.waitFor(async () => expect(await count(stopped)).toBeGreaterThan(0), { timeout: 60_000 })
  await vi.waitFor(() => expect(pushes.slice(pushesBefore)).toContain('CLOSE_LEVER_ORDER'), {
    timeout: 60_000,
  })
  await vi.waitFor(async () => expect(await count('select count(*)::int8 as n from platform_fact')).toBe(0), {
    timeout: 60_000,
  })
  await database.close()
}

it('ends with a clear message when the database cannot be brought back', async () => {
  const house = await start()
  const cluster = join(folder, 'postgres')
  const pid = await postmaster()
  await rename(cluster, `${cluster}-away`)
  process.kill(pid, 'SIGKILL')
  expect(await house.exit).toBe(1)
  expect(house.printed()).toContain('did not come back in 6 attempts')
  expect(house.printed()).toContain('what was committed is kept')
  expect(house.lines().at(-1)).toMatchObject({ level: 60 })
  await rename(`${cluster}-away`, cluster)
})

it('exits with the cause of an unhandled rejection and stops its database', async () => {
  const house = await start()
  const pid = await postmaster()
  child.kill('SIGUSR2')
  expect(await house.exit).toBe(1)
  expect(house.lines().at(-1)).toMatchObject({
    level: 60,
    msg: 'unhandled promise rejection',
    err: { message: 'a planted rejection', stack: expect.stringContaining('data:text/javascript') },
  })
  expect(house.printed()).toContain('Glasshouse ended: unhandled promise rejection: a planted rejection')
  await expect.poll(() => isAlive(pid), { timeout: 60_000 }).toBe(false)
})
