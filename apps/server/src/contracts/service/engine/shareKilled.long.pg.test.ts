import { partitionOf } from '@glasshouse/core/contracts/partition'
import { type Price, price } from '@glasshouse/core/money/units'
import { type ContractFixture, contractFixture } from '@glasshouse/testkit/contracts'
import { waitUntil } from '@glasshouse/testkit/manualFeed'
import { seededRandom } from '@glasshouse/testkit/random'
import { type SpawnedEngine, spawnEngine } from '@glasshouse/testkit/spawnedEngine'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'

/** Two engines as processes share the customers of one database, and one of them is killed while all of them trade. */

const customers = Array.from({ length: 24 }, (_, at) => at + 1)
let stage: ContractFixture
const engines: SpawnedEngine[] = []
beforeAll(async () => {
  stage = await contractFixture({ trading: '1000000', insurance: '10000' })
  for (const uid of customers) await stage.give(uid, '10000')
  engines.push(await spawnEngine(stage.database.url), await spawnEngine(stage.database.url))
})
afterAll(async () => {
  for (const engine of engines) await engine.kill()
  await stage.database.drop()
})

const random = seededRandom(7)
const cents = (at: number): string => (at / 100).toFixed(2)
/** Best bids by the number of their tick, in cents; the first is that of the start. */
const bids = [0, 6_584_999]
const newest = (): number => bids.at(-1) ?? 0
const tick = (bid: number): void => {
  bids.push(bid)
  for (const engine of engines) engine.tick(cents(bid), cents(bid + 1))
}

type Position = {
  readonly id: number
  readonly stop: Price
  readonly events: number
  readonly opened: number
  readonly closed: number
  readonly reason: string
}
const positions = async (): Promise<readonly Position[]> => {
  const { rows } = await sql<Position>`
    select o.id, o.stop_loss_price as stop, o.close_reason as reason, count(*) filter (where e.kind in ('opened', 'closed'))::int as events,
      max((e.tick->>'n')::int) filter (where e.kind = 'opened') as opened,
      max((e.tick->>'n')::int) filter (where e.kind = 'closed') as closed
    from contracts_order o join contracts_event e on e.order_id = o.id
    group by o.id order by o.id`.execute(stage.database.db)
  return rows
}
/** The first tick from the one on that opened a position which reaches its stop. */
const firstReaching = ({ opened, stop }: Position): number =>
  bids.findIndex((bid, n) => n >= opened && price(cents(bid)) <= stop)

it('every order that was acknowledged is opened once and closed once, by the first tick that reaches its stop', async () => {
  await waitUntil(() => engines.every((engine) => engine.holds().length === 8), 60_000)
  const acknowledged: number[] = []
  let isOver = false
  const customer = async (uid: number): Promise<void> => {
    while (!isOver) {
      const engine = engines.find((one) => one.holds().includes(partitionOf(uid, 16)))
      const stop = cents(newest() - random.whole(200, 3_000))
      const id = (await engine?.place(uid, stop)) ?? null
      if (id !== null) acknowledged.push(id)
      await new Promise((passed) => setTimeout(passed, 20))
    }
  }
  const moving = setInterval(() => tick(newest() + random.whole(-1_000, 1_000)), 20)
  const trading = customers.map(customer)
  const goOn = (more: number): Promise<void> => {
    const until = acknowledged.length + more
    return waitUntil(() => acknowledged.length >= until, 60_000)
  }
  await goOn(150)
  const from = performance.now()
  await engines[0]?.kill()
  await waitUntil(() => engines[1]?.holds().length === 16, 60_000)
  const takenOverMs = performance.now() - from
  await goOn(150)
  isOver = true
  await Promise.all(trading)
  clearInterval(moving)
  tick(6_000_000)
  const isOpen = async (): Promise<boolean> => (await positions()).some(({ closed }) => closed === null)
  await waitUntil(async () => !(await isOpen()), 60_000)

  console.log(
    `taken over ${Math.round(takenOverMs)} ms after kill -9; ${acknowledged.length} orders acknowledged`,
  )
  const all = await positions()
  expect(all.map(({ id }) => id)).toEqual(expect.arrayContaining(acknowledged))
  expect(all.filter(({ events, reason }) => events !== 2 || reason !== 'loss')).toEqual([])
  expect(all.filter((one) => one.closed !== firstReaching(one))).toEqual([])
  expect(takenOverMs).toBeLessThan(5000)
  expect(await stage.broken()).toEqual({})
})
