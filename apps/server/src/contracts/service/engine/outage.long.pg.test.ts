import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { PlaceOrderCommand } from '@glasshouse/core/contracts/commands/codec'
import { DomainError } from '@glasshouse/core/errors/registry'
import { formatPrice, type Price, price } from '@glasshouse/core/money/units'
import { contractFixture, type EngineFixture, withEngine } from '@glasshouse/testkit/contracts'
import { plainOrder } from '@glasshouse/testkit/orderRequest'
import { patientLimits } from '@glasshouse/testkit/patientLimits'
import { type Random, seededRandom } from '@glasshouse/testkit/random'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '../../../platform/database/index.ts'
import type { EmbeddedPostgres } from '../../../platform/postgres/embedded.ts'
import { startEmbeddedPostgres } from '../../../platform/postgres/index.ts'
import { migrate } from '../../../platform/postgres/migrate.ts'
import { cancelOrder } from '../../index.fixture.ts'
import { closePosition, placeOrder } from '../../index.ts'

let folder: string
let postgres: EmbeddedPostgres
let stage: EngineFixture
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'glasshouse-outage-'))
  await chmod(folder, 0o755)
  postgres = await startEmbeddedPostgres(folder, 0)
  const database = openDatabase(postgres.url, 16, patientLimits)
  await migrate(database.db)
  const own = { ...database, url: postgres.url, drop: database.close }
  stage = await withEngine(await contractFixture({ trading: '5000000', insurance: '500000' }, own))
})
afterAll(async () => {
  await stage.engine.close()
  await stage.database.close()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Ends PostgreSQL as a power cut does and starts it again. */
const outage = async (signal: 'SIGKILL' | 'SIGQUIT'): Promise<void> => {
  process.kill(postgres.pid, signal)
  await expect.poll(() => postgres.hasEnded(), { timeout: 60_000 }).toBe(true)
  postgres = await postgres.restart()
}

/** What was reported to customers, and what was not. */
type Reported = {
  readonly opened: number[]
  readonly closed: number[]
  readonly revoked: number[]
  unanswered: number
}

const request: PlaceOrderCommand = {
  ...plainOrder,
  leverage: 10,
  price: price('65850'),
  pid: 1,
  lots: 1,
  kind: 'market',
  side: 'long',
}
const cents = (at: number): Price => (BigInt(at) * 10_000_000n) as Price
let middle = 6_585_000

/** One deed of a customer; a refusal is an answer, any other failure is none. */
const runCommand = async (random: Random, uid: number, reported: Reported): Promise<void> => {
  const own = { uid }
  const mine = reported.opened.filter((id) => id % 8 === uid % 8)
  const way = random.next()
  const buys = random.chance(0.5)
  const away = random.whole(2_000, 60_000) * (buys ? -1 : 1)
  const order = { ...request, side: buys ? ('long' as const) : ('short' as const), price: cents(middle) }
  try {
    if (way < 0.35) {
      const stopLoss = cents(middle + away)
      reported.opened.push((await placeOrder(stage, own, { ...order, stopLoss })).id)
    } else if (way < 0.65) {
      const limit = cents(middle + away)
      reported.opened.push((await placeOrder(stage, own, { ...order, kind: 'limit', price: limit })).id)
    } else if (mine.length > 0) {
      const id = random.pick(mine)
      if (way < 0.85) reported.closed.push((await closePosition(stage, own, { id, lots: null })).id)
      else reported.revoked.push((await cancelOrder(stage, own, id)).id)
    }
  } catch (error) {
    if (!(error instanceof DomainError)) reported.unanswered += 1
  }
}

const states = async (): Promise<ReadonlyMap<number, { state: string; reason: string | null }>> => {
  const { rows } = await sql<{ id: number; state: string; reason: string | null }>`
    select id, state, close_reason as reason from contracts_order order by id`.execute(stage.database.db)
  return new Map(rows.map(({ id, ...row }) => [id, row]))
}
const tick = (at: number) => stage.markets.set('BTCUSDT', formatPrice(cents(at)), formatPrice(cents(at + 1)))

it('a database that dies three times under load loses nothing that was answered and doubles nothing', async () => {
  const random = seededRandom(5)
  const reported: Reported = { opened: [], closed: [], revoked: [], unanswered: 0 }
  const customers = Array.from({ length: 8 }, (_, index) => 101 + index)
  for (const uid of customers) await stage.give(uid, '100000')
  let over = false
  const working = customers.map(async (uid) => {
    while (!over) {
      await runCommand(random, uid, reported)
      await pause(random.whole(1, 12))
    }
  })
  const moving = (async () => {
    while (!over) {
      middle = Math.max(6_400_000, Math.min(6_800_000, middle + random.whole(-9_000, 9_000)))
      tick(middle)
      await pause(10)
    }
  })()
  for (const signal of ['SIGKILL', 'SIGQUIT', 'SIGKILL'] as const) {
    await pause(1200)
    await outage(signal)
  }
  // Every kind of deed must have been answered at least once, however slow the machine is.
  while (reported.revoked.length === 0 || reported.closed.length === 0) await pause(50)
  await pause(1500)
  over = true
  await Promise.all([...working, moving])
  await stage.engine.settled()

  const orders = await states()
  for (const id of reported.opened) expect(orders.has(id)).toBe(true)
  for (const id of reported.closed) expect(orders.get(id)).toEqual({ state: 'closed', reason: 'user' })
  for (const id of reported.revoked) expect(orders.get(id)).toMatchObject({ state: 'cancelled' })
  expect(orders.size).toBeGreaterThanOrEqual(reported.opened.length)
  expect(orders.size).toBeLessThanOrEqual(reported.opened.length + reported.unanswered)
  expect(await stage.broken()).toEqual({})
  expect(reported.unanswered).toBeGreaterThan(20)
  const reasons = [...orders.values()].map(({ state, reason }) => reason ?? state)
  for (const what of ['loss', 'user', 'cancelled']) expect(reasons).toContain(what)

  // Whatever still waits is watched: a fall and a rise beyond everything leave no stop and no order waiting.
  expect(stage.engine.watches()).toBe(true)
  for (const at of [6_200_000, 7_000_000, 6_200_000]) {
    tick(at)
    await stage.engine.settled()
  }
  const { rows } = await sql<{ left: number }>`
    select count(*)::int as left from contracts_order
    where state = 'resting' or (state = 'open' and stop_loss_price is not null)`.execute(stage.database.db)
  expect(rows).toEqual([{ left: 0 }])
  expect(await stage.broken()).toEqual({})
})
