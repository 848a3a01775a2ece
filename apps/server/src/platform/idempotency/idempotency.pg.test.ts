import { domainError } from '@glasshouse/core/errors/registry'
import { cloneDatabase, type TestDatabase } from '@glasshouse/testkit/database'
import { type FakeServer, orderFields, startFakeServer } from '@glasshouse/testkit/fakeServer'
import { post } from '@glasshouse/testkit/requests'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

let database: TestDatabase
let house: FakeServer
beforeAll(async () => {
  database = await cloneDatabase()
  house = await startFakeServer(database)
})
afterAll(async () => {
  await house.close()
  await database.drop()
})
beforeEach(() => {
  house.clock.tick(10_000)
  house.plan.fail = null
  house.plan.bought = 0
  house.plan.beforeCommit = async () => undefined
  house.plan.beforeAnswer = async () => undefined
})

/** A new instant for each request, so that only the idempotency key repeats. */
let step = 0
const later = (): number => {
  step = (step + 1) % 5000
  return house.clock.now() + step
}

it('never executes a replayed request twice, also after a restart', async () => {
  const time = house.clock.now()
  expect((await house.buy({ time })).retCode).toBe(0)
  expect((await house.buy({ time })).retCode).toBe(1003)
  const second = await startFakeServer(database)
  second.clock.set(time)
  const again = await second.buy({ time })
  await second.close()
  expect(again.retCode).toBe(1003)
  expect((await house.buy({ time, key: 'another-key' })).retCode).toBe(1003)
  expect((await house.buy({ time: time + 1, key: 'another-key' })).retCode).toBe(0)
  expect(house.plan.bought).toBe(2)
})

it('executes 100 concurrent replays once', async () => {
  const time = house.clock.now()
  const answers = await Promise.all(Array.from({ length: 100 }, () => house.buy({ time })))
  expect(answers.filter(({ retCode }) => retCode === 0)).toHaveLength(1)
  expect(answers.filter(({ retCode }) => retCode === 1003)).toHaveLength(99)
  expect(house.plan.bought).toBe(1)
})

it('allows identical reads', async () => {
  const time = house.clock.now()
  expect([(await house.kList({ time })).retCode, (await house.kList({ time })).retCode]).toEqual([0, 0])
})

it('returns the first response unchanged for the same key', async () => {
  const first = await house.buy({ key: 'key-1', time: later() })
  const again = await house.buy({ key: 'key-1', time: later() }, { ...orderFields, lang: 'ja' })
  expect(JSON.stringify(again.data)).toBe(JSON.stringify(first.data))
  expect(again.message).toBe('完了しました。')
  expect(house.plan.bought).toBe(1)
})

it('rejects the same key with another body or call, and separates users', async () => {
  await house.buy({ key: 'key-2', time: later() })
  expect((await house.buy({ key: 'key-2', time: later() }, { ...orderFields, number: 12 })).retCode).toBe(
    1003,
  )
  const transfer = { type: 1, typeReverse: 1, transfervalue: '1' }
  const moved = await post(house.url, '/api/user/walletTransfer', transfer, {
    ...{ time: later(), token: 'user-10001', key: 'key-2' },
  })
  expect(moved.retCode).toBe(1003)
  expect((await house.buy({ key: 'key-2', time: later(), token: 'user-10002' })).retCode).toBe(0)
})

it('takes a key with spaces in it, and counts it once', async () => {
  const first = await house.buy({ key: 'my first order', time: later() })
  expect(first.retCode).toBe(0)
  expect(await house.buy({ key: 'my first order', time: later() })).toMatchObject({ data: first.data })
  expect((await house.buy({ key: 'my second order', time: later() })).retCode).toBe(0)
  expect(house.plan.bought).toBe(2)
})

it('rejects a malformed key', async () => {
  expect(await house.buy({ key: 'x'.repeat(129) })).toMatchObject({
    retCode: 1001,
    data: { field: 'Idempotency-Key' },
  })
})

it('executes 100 concurrent requests with one key once', async () => {
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => house.buy({ key: 'hundred', time: later() })),
  )
  expect(house.plan.bought).toBe(1)
  expect(answers.every(({ retCode }) => retCode === 0 || retCode === 1003)).toBe(true)
  expect((await house.buy({ key: 'hundred', time: later() })).data).toMatchObject({ id: 1 })
})

it('reports a request that is still in progress', async () => {
  let finish = (): void => undefined
  const reached = new Promise<void>((resolve) => {
    house.plan.beforeAnswer = () =>
      new Promise<void>((end) => {
        finish = end
        resolve()
      })
  })
  const first = house.buy({ key: 'slow', time: later() })
  await reached
  expect((await house.buy({ key: 'slow', time: later() })).retCode).toBe(1003)
  finish()
  expect((await first).retCode).toBe(0)
  expect((await house.buy({ key: 'slow', time: later() })).data).toMatchObject({ id: 1 })
})

it('does not let a repeat take over a request that runs for minutes', async () => {
  let finish = (): void => undefined
  const reached = new Promise<void>((resolve) => {
    house.plan.beforeCommit = () =>
      new Promise<void>((end) => {
        finish = end
        resolve()
      })
  })
  const first = house.buy({ key: 'minutes', time: later() })
  await reached
  house.plan.beforeCommit = async () => undefined
  house.clock.tick(300_000)
  expect((await house.buy({ key: 'minutes', time: later() })).retCode).toBe(1003)
  finish()
  expect((await first).retCode).toBe(0)
  expect(house.plan.bought).toBe(1)
})

it('says that a request was executed whose response was lost behind its commit, as of a leader that was killed', async () => {
  house.plan.beforeAnswer = () => Promise.reject(new Error('no answer came'))
  expect((await house.buy({ key: 'lost', time: later() })).retCode).toBe(5000)
  house.plan.beforeAnswer = async () => undefined
  expect(await house.buy({ key: 'lost', time: later() })).toMatchObject({
    retCode: 1003,
    data: { executed: true },
  })
  expect(house.plan.bought).toBe(1)
})

it('releases the key of a rejected request, and of a fault before the commit', async () => {
  house.plan.fail = domainError('insufficientBalance')
  expect((await house.buy({ key: 'refused', time: later() })).retCode).toBe(2001)
  house.plan.fail = new Error('before the commit')
  expect((await house.buy({ key: 'refused', time: later() })).retCode).toBe(5000)
  house.plan.fail = null
  expect((await house.buy({ key: 'refused', time: later() })).retCode).toBe(0)
})

it('releases the key when the rejection itself was stored, like a wrong code', async () => {
  house.plan.beforeAnswer = async () => {
    throw domainError('invalidVerificationCode')
  }
  expect((await house.buy({ key: 'wrong-code', time: later() })).retCode).toBe(1008)
  house.plan.beforeAnswer = async () => undefined
  expect((await house.buy({ key: 'wrong-code', time: later() })).retCode).toBe(0)
})

it('keeps the key of a request that failed after its commit', async () => {
  house.plan.beforeAnswer = async () => {
    throw new Error('after the commit')
  }
  expect((await house.buy({ key: 'late', time: later() })).retCode).toBe(5000)
  house.plan.beforeAnswer = async () => undefined
  expect((await house.buy({ key: 'late', time: later() })).retCode).toBe(1003)
  expect(house.plan.bought).toBe(1)
})

const asAnotherRun = async (key: string, executed: boolean): Promise<void> => {
  await sql`update platform_answer set claim = 'dead:1', executed = ${executed}, answer = null
            where key = ${`key:${key}`}`.execute(database.db)
}

it('releases a key whose process was killed before the commit, and keeps one killed after it', async () => {
  await house.buy({ key: 'killed-before', time: later() })
  await asAnotherRun('killed-before', false)
  expect((await house.buy({ key: 'killed-before', time: later() })).retCode).toBe(0)
  await house.buy({ key: 'killed-after', time: later() })
  await asAnotherRun('killed-after', true)
  expect(await house.buy({ key: 'killed-after', time: later() })).toMatchObject({
    retCode: 1003,
    data: { executed: true },
  })
  expect(house.plan.bought).toBe(3)
})

it('rolls back a request whose key was taken over', async () => {
  const counted = async () =>
    (await sql<{ n: number }>`select count(*) as n from platform_state`.execute(database.db)).rows[0]?.n ?? 0
  const before = await counted()
  const taken = sql`create function lose_key() returns trigger language plpgsql as
    $$ begin update platform_answer set claim = 'other' where key = 'key:lost'; return new; end $$`
  await taken.execute(database.db)
  await sql`create trigger lose_key after insert on platform_state execute function lose_key()`.execute(
    database.db,
  )
  expect((await house.buy({ key: 'lost', time: later() })).retCode).toBe(1003)
  await sql`drop trigger lose_key on platform_state`.execute(database.db)
  expect(await counted()).toBe(before)
})

it('stores no response in clear, because responses contain tokens and secrets', async () => {
  const first = await house.buy({ time: later(), key: 'sealed' })
  const { rows } = await sql<{ answer: string }>`
    select answer from platform_answer where key = 'key:sealed'`.execute(database.db)
  expect(rows).toHaveLength(1)
  expect(rows[0]?.answer).not.toContain('BTCUSDT')
  expect(await house.buy({ time: later(), key: 'sealed' })).toEqual(first)
  // A response stored by an earlier version is plain JSON.
  await sql`update platform_answer set answer = '{"data":{"kept":1}}' where key = 'key:sealed'`.execute(
    database.db,
  )
  expect((await house.buy({ time: later(), key: 'sealed' })).data).toEqual({ kept: 1 })
})
