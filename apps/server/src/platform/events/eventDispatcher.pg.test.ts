import { fakeClock } from '@glasshouse/testkit/clock'
import { cloneDatabase, type TestDatabase } from '@glasshouse/testkit/database'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { createMetrics } from '../telemetry/index.ts'
import { transact } from '../transactions/index.ts'
import {
  type EventDispatcher,
  type EventHandler,
  type QueuedEvent,
  startEventDispatcher,
} from './eventDispatcher.ts'
import { publishCommits, pushEventsTo } from './eventPushes.ts'
import { groupPushEvents, publishEvents, pushEvent } from './events.ts'
import { createOwnMessages } from './messages.ts'

const clock = fakeClock()
let database: TestDatabase
let running: EventDispatcher[] = []

beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.drop())
afterEach(async () => {
  for (const facts of running) await facts.close()
  running = []
  await sql`truncate platform_fact, platform_dead_fact, platform_state`.execute(database.db)
})

const start = (
  listeners: readonly EventHandler[] = [],
  sendToCustomer: (uid: number, message: object) => void = () => undefined,
) => {
  const metrics = createMetrics()
  const platform = { clock, log: pino({ level: 'silent' }), database }
  const messages = createOwnMessages((error) => {
    throw error
  })
  const stops = [publishCommits(database.db, messages), pushEventsTo({ sendToCustomer }, messages)]
  const facts = startEventDispatcher({ platform, listeners, messages, metrics })
  running.push({
    ...facts,
    close: async () => {
      for (const stop of stops) stop()
      await facts.close()
    },
  })
  return { facts, metrics }
}
const sendControl = (...kinds: string[]) =>
  transact(database.db, (tx) =>
    publishEvents(
      tx,
      kinds.map((kind) => ({ kind, body: {} })),
      clock.business(),
    ),
  )
const countOf = async (table: 'platform_fact' | 'platform_dead_fact'): Promise<number> =>
  (await database.db.selectFrom(table).select('id').execute()).length

it('delivers events in order soon after their commit and deletes them', async () => {
  const heard: QueuedEvent[] = []
  const ear: EventHandler = { name: 'ear', kinds: ['a', 'b'], hear: async (_, fact) => void heard.push(fact) }
  const { facts } = start([ear])
  await facts.settled()
  await sendControl('a', 'b', 'nobodyListens')
  for (let waited = 0; waited < 500 && heard.length < 2; waited += 5)
    await new Promise((r) => setTimeout(r, 5))
  expect(heard.map(({ kind }) => kind)).toEqual(['a', 'b'])
  expect(heard[0]?.atMs).toBe(clock.business())
  await facts.settled()
  expect(await countOf('platform_fact')).toBe(0)
})

it('delivers nothing of a rolled-back transaction', async () => {
  const heard: string[] = []
  const { facts } = start([{ name: 'ear', kinds: ['a'], hear: async (_, { kind }) => void heard.push(kind) }])
  const undone = transact(database.db, async (tx) => {
    await publishEvents(tx, [{ kind: 'a', body: {} }], 0)
    throw new Error('no')
  })
  await expect(undone).rejects.toThrow('no')
  await facts.settled()
  expect(heard).toEqual([])
})

it('reaches a customer’s pages after the commit, in order', async () => {
  const received: unknown[] = []
  const { facts } = start([], (uid, message) => received.push([uid, message]))
  await transact(database.db, (tx) =>
    publishEvents(
      tx,
      [1, 2, 3].map((id) => pushEvent({ uid: 7, event: 'WALLET_CHANGED', data: { id } })),
      0,
    ),
  )
  await facts.settled()
  expect(received).toEqual([1, 2, 3].map((id) => [7, { e: 'WALLET_CHANGED', data: { id } }]))
})

it('rolls back a failing handler, delivers later events, and retries after a wait', async () => {
  let fails = true
  const write: EventHandler = {
    name: 'write',
    kinds: ['a', 'b'],
    hear: async (tx, { kind }) => {
      await tx.insertInto('platform_state').values({ name: kind, value: '1' }).execute()
      if (kind === 'a' && fails) throw new Error('not now')
    },
  }
  const { facts, metrics } = start([write])
  const written = async () =>
    (await database.db.selectFrom('platform_state').select('name').execute()).map(({ name }) => name)
  await sendControl('a', 'b')
  await facts.settled()
  expect(await written()).toEqual(['b'])
  fails = false
  await facts.settled()
  expect(await written()).toEqual(['b'])
  clock.tick(250)
  await facts.settled()
  expect((await written()).sort()).toEqual(['a', 'b'])
  expect(await metrics.registry.metrics()).toContain('glasshouse_domain_events_total{outcome="failed"} 1')
})

it('moves an event that keeps failing to the dead letters, with the reason', async () => {
  const broken: EventHandler = {
    name: 'broken',
    kinds: ['a'],
    hear: async (tx) => {
      await sql`select 1 / 0`.execute(tx)
    },
  }
  const { facts, metrics } = start([broken])
  await sendControl('a')
  for (let round = 0; round < 12; round += 1) {
    await facts.settled()
    clock.tick(120_000)
  }
  expect([await countOf('platform_fact'), await countOf('platform_dead_fact')]).toEqual([0, 1])
  const dead = await database.db.selectFrom('platform_dead_fact').selectAll().executeTakeFirstOrThrow()
  expect(dead.failure).toBe('broken: division by zero')
  expect(await metrics.registry.metrics()).toContain('outcome="dead"} 1')
})

it('rolls back the first handler when the second one fails', async () => {
  const first: EventHandler = {
    name: 'first',
    kinds: ['a'],
    hear: async (tx) =>
      void (await tx.insertInto('platform_state').values({ name: 'first', value: '1' }).execute()),
  }
  const second: EventHandler = { name: 'second', kinds: ['a'], hear: () => Promise.reject(new Error('no')) }
  const { facts } = start([first, second])
  await sendControl('a')
  await facts.settled()
  expect(await database.db.selectFrom('platform_state').selectAll().execute()).toEqual([])
})

it('finds events left by a killed run and survives a lost connection in the middle', async () => {
  await sendControl('a', 'a', 'a')
  let heard = 0
  const cut: EventHandler = {
    name: 'cut',
    kinds: ['a'],
    hear: async (tx) => {
      heard += 1
      if (heard === 2) await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx)
      await tx
        .insertInto('platform_state')
        .values({ name: `told ${heard}`, value: '1' })
        .execute()
    },
  }
  const { facts } = start([cut])
  for (let waited = 0; waited < 5000 && (await countOf('platform_fact')) > 0; waited += 20)
    await new Promise((r) => setTimeout(r, 20))
  await facts.settled()
  expect(await countOf('platform_fact')).toBe(0)
  expect(await database.db.selectFrom('platform_state').select('name').execute()).toHaveLength(3)
})

it('delivers each event once with two dispatchers on one database', async () => {
  const heard = new Map<number, number>()
  const ear: EventHandler = {
    name: 'ear',
    kinds: ['a'],
    hear: async (_, { id }) => void heard.set(id, (heard.get(id) ?? 0) + 1),
  }
  const [one, two] = [start([ear]), start([ear])]
  await Promise.all(Array.from({ length: 40 }, () => sendControl('a', 'a', 'a')))
  await Promise.all([one.facts.settled(), two.facts.settled()])
  await Promise.all([one.facts.settled(), two.facts.settled()])
  expect(heard.size).toBe(120)
  expect([...heard.values()].every((times) => times === 1)).toBe(true)
})

it('pushes to open pages once each, directly after the commit, however long a handler takes', async () => {
  const received: unknown[] = []
  let release = (): void => undefined
  const slow: EventHandler = {
    name: 'slow',
    kinds: ['a'],
    hear: () =>
      new Promise<void>((go) => {
        release = go
      }),
  }
  const { facts } = start([slow], (_, { data }: { data?: unknown }) => received.push(data))
  await facts.settled()
  const publish = (n: number) =>
    transact(database.db, (tx) =>
      publishEvents(
        tx,
        [{ kind: 'a', body: {} }, pushEvent({ uid: 5, event: 'WALLET_CHANGED', data: { n } })],
        1,
      ),
    )
  await publish(1)
  // The round that takes the events is still in the slow handler.
  expect(received).toEqual([{ n: 1 }])
  for (let waited = 0; waited < 2000 && (await countOf('platform_fact')) > 0; waited += 5) {
    release()
    await new Promise((r) => setTimeout(r, 5))
  }
  await facts.settled()
  expect(received).toEqual([{ n: 1 }])
})

it('pushes grouped events to every page once each and in order', async () => {
  const received: number[] = []
  const heard: string[] = []
  const ear: EventHandler = {
    name: 'ear',
    kinds: ['pushedTogether'],
    hear: async (_, { kind }) => void heard.push(kind),
  }
  const { facts } = start([ear], (uid) => received.push(uid))
  const uids = Array.from({ length: 500 }, (_, at) => at + 1)
  const pushes = uids.map((uid) => pushEvent({ uid, event: 'WALLET_CHANGED', data: {} }))
  await transact(database.db, (tx) => publishEvents(tx, groupPushEvents(pushes), 1))
  expect(received).toEqual(uids)
  await facts.settled()
  expect([received.length, heard.length, await countOf('platform_fact')]).toEqual([500, 3, 0])
  // Events published by another process are pushed by the round that takes them.
  await sql`insert into platform_fact (kind, body, announced_ms)
    values ('pushedTogether', ${JSON.stringify({ pushes: [{ uid: 9, event: 'E', data: {} }] })}::jsonb, 1)`.execute(
    database.db,
  )
  await facts.settled()
  expect(received.slice(500)).toEqual([9])
})

it('pushes nothing to pages of another database', async () => {
  const other = await cloneDatabase(2)
  const received: unknown[] = []
  start([], (uid) => received.push(uid))
  await transact(other.db, (tx) =>
    publishEvents(tx, [pushEvent({ uid: 5, event: 'WALLET_CHANGED', data: {} })], 1),
  )
  expect(received).toEqual([])
  await other.drop()
})
