import { AsyncLocalStorage } from 'node:async_hooks'
import { domainError } from '@glasshouse/core/errors/registry'
import { fakeClock } from '@glasshouse/testkit/clock'
import { cloneDatabase, type TestDatabase } from '@glasshouse/testkit/database'
import { waitUntil } from '@glasshouse/testkit/manualFeed'
import { platformOf } from '@glasshouse/testkit/platform'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import {
  addresses,
  createHolders,
  createOwnMessages,
  type Messages,
  NotDeliveredError,
} from '../events/index.ts'
import { createIdempotency, currentClaimedKey } from '../idempotency/index.ts'
import { createLog, UpstreamError } from '../telemetry/index.ts'
import { transact } from '../transactions/index.ts'
import { answerForwardedCalls, createForwarder, type ForwardedCall } from './forwardedCalls.ts'
import { route } from './route.ts'

const path = '/api/practice/clock'
const clock = fakeClock()
const outside = AsyncLocalStorage.snapshot()
let database: TestDatabase
let messages: Messages
/** What the leader does within its transaction. */
let during: () => Promise<void>
let stores = 0
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  during = async () => undefined
  stores = 0
  const own = createOwnMessages((error) => {
    throw error
  })
  // Another process knows nothing of the request but what it was sent.
  messages = { ...own, request: (...sent) => outside(() => own.request(...sent)) }
  await database.db.deleteFrom('platform_state').execute()
})

/** A leader, or the engine of a partition, whose call stores what it was sent. */
const lead = (term: number, partition: number | null = null) => {
  const answer = route(path, async ({ body, ip }) =>
    transact(database.db, async (tx) => {
      stores += 1
      const value = JSON.stringify({ ...body, ip })
      await tx
        .insertInto('platform_state')
        .values({ name: `${stores} by ${term}`, value })
        .execute()
      await during()
      return { now: body.advanceMs }
    }),
  )
  const stepUpOf = async () => ({ confirmedBy: null, factors: ['password' as const] })
  const served = answerForwardedCalls([answer], { log: createLog('silent'), stepUpOf })
  const stop = messages.serve(addresses.calls({ partition, term }), served)
  if (partition === null) messages.publish('leader', { term })
  else messages.publish('partitions', { terms: [[partition, term]] })
  return stop
}
const call: ForwardedCall = {
  ...{ path, fields: [['advanceMs', '5']], malformed: [], apiKeyId: null, claimed: null },
  ...{ lang: 'en', ip: '192.0.2.1', userAgent: '', device: null, country: null, token: null, traceId: 't' },
}
const stored = async () =>
  (await database.db.selectFrom('platform_state').selectAll().execute()).map(({ name, value }) => [
    name,
    value,
  ])

it('is executed by the leader as it was sent, and its refusals come back as they are', async () => {
  const { forward } = createForwarder(createHolders(messages)).routeTo(path)
  await lead(1)
  expect(await forward(call)).toEqual({ now: 5 })
  expect(await stored()).toEqual([['1 by 1', { advanceMs: 5, ip: '192.0.2.1' }]])
  during = async () => {
    throw domainError('invalidState', { reason: 'closed', until: 7 })
  }
  await expect(forward(call)).rejects.toMatchObject({
    code: 'invalidState',
    data: { reason: 'closed', until: 7 },
  })
  await expect(forward({ ...call, fields: [['advanceMs', 'x']] })).rejects.toMatchObject({
    code: 'invalidField',
    data: { field: 'advanceMs' },
  })
  during = () => Promise.reject(new Error('a defect'))
  await expect(forward(call)).rejects.toThrow('the leader, whose log has the reason')
})

it('is refused before its fields are read where another process decides on its customer', async () => {
  const answered: object[] = []
  const served = answerForwardedCalls([route(path, async (context) => answered.push(context) as never)], {
    ...{ log: createLog('silent'), stepUpOf: async () => ({ confirmedBy: null, factors: ['password'] }) },
    assertDecides: async (asked, uid) => {
      expect(asked).toBe(path)
      if (uid !== 7) throw new NotDeliveredError(`not ${uid}`)
    },
  })
  const by = (uid: number, fields: ForwardedCall['fields']) =>
    served({ ...call, fields, customer: { uid, sessionId: 1 } } satisfies ForwardedCall)
  await expect(by(8, [['advanceMs', 'x']])).rejects.toThrow('not 8')
  expect(await by(7, [['advanceMs', 'x']])).toMatchObject({ kind: 'refused', code: 'invalidField' })
  expect(answered).toEqual([])
  await by(7, [['advanceMs', '5']])
  expect(answered).toMatchObject([{ body: { advanceMs: 5 }, customer: { uid: 7 } }])
})

it('waits for a leader while there is none, and follows the newest one', async () => {
  const holders = createHolders(messages)
  const { forward } = createForwarder(holders).routeTo(path)
  const early = forward(call)
  const stopFirst = lead(3)
  expect(await early).toEqual({ now: 5 })
  const stopSecond = lead(4)
  // The replaced leader does not know it yet.
  messages.publish('leader', { term: 3 })
  await forward(call)
  expect(holders.leader()?.term).toBe(4)
  await stopSecond()
  const between = forward(call)
  const stopThird = lead(5)
  await between
  expect((await stored()).map(([name]) => name)).toEqual(['1 by 3', '2 by 4', '3 by 5'])
  await Promise.all([stopFirst(), stopThird()])
})

it('goes to the engine that holds its partition, and to the next one when that one does not decide on it any more', async () => {
  const { forward } = createForwarder(createHolders(messages), () => ({
    partition: 7,
    group: 'contracts',
  })).routeTo(path)
  await lead(1)
  expect(await forward(call)).toEqual({ now: 5 })
  const stopFirst = lead(2, 7)
  await forward(call)
  during = () => Promise.reject(new NotDeliveredError('not held any more'))
  const refused = forward(call)
  await waitUntil(() => stores === 3)
  during = async () => undefined
  const stopSecond = lead(3, 7)
  expect(await refused).toEqual({ now: 5 })
  // What was refused is not stored: its transaction was rolled back.
  expect((await stored()).map(([name]) => name)).toEqual(['1 by 1', '2 by 2', '4 by 3'])
  await Promise.all([stopFirst(), stopSecond()])
})

it('is a fault as soon as another process leads, where the one before has not answered', async () => {
  const { forward } = createForwarder(createHolders(messages)).routeTo(path)
  const stop = lead(1)
  const { promise, resolve } = Promise.withResolvers<void>()
  let isUnderWay = false
  during = () => {
    isUnderWay = true
    return promise
  }
  const sent = forward(call).catch((error: unknown) => error)
  await waitUntil(() => isUnderWay)
  // The same leader again, and one before it, change nothing.
  for (const term of [1, 0]) messages.publish('leader', { term })
  await new Promise((passed) => setImmediate(passed))
  messages.publish('leader', { term: 2 })
  const error = await sent
  expect(error).toBeInstanceOf(UpstreamError)
  expect((error as Error).message).toBe('another process took over before the call was answered')
  resolve()
  await stop()
})

it('executes nothing once its idempotency key was given up or taken by another process', async () => {
  const { forward } = createForwarder(createHolders(messages)).routeTo(path)
  await lead(1)
  const request = { caller: 'u7', signature: null, key: 'k', path, fields: new Map() }
  const { secrets } = platformOf(database, clock)
  const send = () =>
    createIdempotency(database.db, secrets).once(request, clock.now(), async () => ({
      data: await forward({ ...call, claimed: currentClaimedKey() }),
    }))
  let release = (): void => undefined
  let isUnderWay = false
  during = () => {
    isUnderWay = true
    return new Promise((resume) => {
      release = resume
    })
  }
  const first = send().catch((error: unknown) => error)
  await waitUntil(() => isUnderWay)
  const goOn = release
  // The process that took it is killed, and the customer repeats it at another one.
  during = async () => undefined
  await database.db.deleteFrom('platform_answer').execute()
  goOn()
  expect(await first).toMatchObject({ code: 'duplicateRequest' })
  expect(await stored()).toEqual([])
  expect(await send()).toEqual({ data: { now: 5 } })
  expect(await send()).toEqual({ data: { now: 5 } })
  expect(await stored()).toHaveLength(1)
})
