import { waitUntil } from '@glasshouse/testkit/manualFeed'
import {
  hasNatsServer,
  type NatsServer,
  startNatsCluster,
  startNatsServer,
} from '@glasshouse/testkit/natsServer'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createLog, UpstreamError } from '../telemetry/index.ts'
import { createOwnMessages, type Messages, NotDeliveredError } from './messages.ts'
import { connectMessages } from './nats.ts'

const log = createLog('silent')
const calendar = (aheadMs: number) => ({ aheadMs })

it('tells the listeners of a process that is alone at once and in order, whatever one of them throws', async () => {
  const failures: unknown[] = []
  const messages = createOwnMessages((error) => failures.push(error))
  const heard: unknown[] = []
  messages.subscribe('calendar', () => {
    throw new Error('no')
  })
  const stop = messages.subscribe('calendar', ({ aheadMs }, from) => heard.push([aheadMs, from]))
  for (const ahead of [1, 2]) messages.publish('calendar', calendar(ahead))
  stop()
  messages.publish('calendar', calendar(3))
  expect(heard).toEqual([
    [1, 'own'],
    [2, 'own'],
  ])
  expect(failures).toHaveLength(3)
  await expect(messages.request('calls.1', {}, 10)).rejects.toThrow(NotDeliveredError)
  const end = messages.serve('calls.1', async (body) => ({ body }))
  expect(await messages.request('calls.1', { n: 1 }, 10)).toEqual({ body: { n: 1 } })
  await end()
  await expect(messages.request('calls.1', {}, 10)).rejects.toThrow(NotDeliveredError)
})

describe.skipIf(!hasNatsServer())('over a NATS server', () => {
  let server: NatsServer
  let one: Messages
  let two: Messages
  beforeAll(async () => {
    server = await startNatsServer()
    one = await connectMessages([server.url], 'database', log)
    two = await connectMessages([server.url], 'database', log)
  })
  afterAll(async () => {
    await Promise.all([one.close(), two.close()])
    await server.close()
  })

  it('tells own listeners at once, those of other processes in order, and none of another database', async () => {
    const other = await connectMessages([server.url], 'otherDatabase', log)
    const heard: unknown[] = []
    const stops = [one, two, other].map((messages, at) =>
      messages.subscribe('calendar', ({ aheadMs }, from) => heard.push(`${at} ${aheadMs} ${from}`)),
    )
    one.publish('calendar', calendar(1))
    expect(heard).toEqual(['0 1 own'])
    for (let n = 2; n <= 100; n += 1) one.publish('calendar', calendar(n))
    await waitUntil(() => heard.length === 200)
    expect(heard.filter((line) => String(line).startsWith('1 '))).toEqual(
      Array.from({ length: 100 }, (_, at) => `1 ${at + 1} other`),
    )
    expect(heard.some((line) => String(line).startsWith('2 '))).toBe(false)
    for (const stop of stops) stop()
    await other.close()
  })

  it('answers requests, and tells what was not delivered from what was not answered', async () => {
    await expect(two.request('calls.1', {}, 1000)).rejects.toThrow(NotDeliveredError)
    const end = one.serve('calls.1', async (body) => ({ body }))
    // The server hears of it after the request that overtakes it.
    let answer: unknown = null
    await waitUntil(async () => {
      answer = await two.request('calls.1', { n: 1 }, 1000).catch(() => null)
      return answer !== null
    })
    expect(answer).toEqual({ body: { n: 1 } })
    expect(await one.request('calls.1', { n: 2 }, 1000)).toEqual({ body: { n: 2 } })
    // Longer than what NATS carries in one message, of characters of several bytes.
    const long = { rows: Array.from({ length: 150_000 }, (_, at) => `€${at}`) }
    await end()
    const endLong = one.serve('calls.3', async () => long)
    await waitUntil(async () => {
      answer = await two.request('calls.3', {}, 5000).catch(() => null)
      return answer !== null
    })
    expect(answer).toEqual(long)
    const both = [two.request('calls.3', {}, 5000), two.request('calls.3', {}, 5000)]
    expect(await Promise.all(both)).toEqual([long, long])
    await endLong()
    const endRefusing = one.serve('calls.5', async () => {
      throw new NotDeliveredError('not held any more')
    })
    // Once it answers, what it says is that it does not decide.
    await waitUntil(() =>
      two.request('calls.5', {}, 1000).then(
        () => false,
        (error: Error) => error.message === 'not held any more',
      ),
    )
    await expect(two.request('calls.5', {}, 1000)).rejects.toThrow(NotDeliveredError)
    await endRefusing()
    const silent = one.serve('calls.2', () => new Promise(() => undefined))
    await waitUntil(() =>
      two.request('calls.2', {}, 50).then(
        () => false,
        (error) => error instanceof UpstreamError,
      ),
    )
    void silent()
  })

  it('says that a connection is lost, keeps telling own listeners, and says when it is back', async () => {
    const heard: number[] = []
    const own: number[] = []
    let restored = 0
    two.subscribe('calendar', ({ aheadMs }) => heard.push(aheadMs))
    one.subscribe('calendar', ({ aheadMs }) => own.push(aheadMs))
    two.onRestored(() => {
      restored += 1
    })
    const stop = one.serve('calls.4', () => new Promise(() => undefined))
    await waitUntil(() =>
      two.request('calls.4', {}, 50).then(
        () => false,
        (error) => error instanceof UpstreamError,
      ),
    )
    // An answer is not waited for much longer than the connection is lost.
    const cut = expect(two.request('calls.4', {}, 60_000)).rejects.toThrow(UpstreamError)
    await server.kill()
    await cut
    void stop()
    await waitUntil(() => !one.isConnected() && !two.isConnected())
    await expect(two.request('calls.3', {}, 1000)).rejects.toThrow(NotDeliveredError)
    one.publish('calendar', calendar(1))
    expect(own).toEqual([1])
    await server.start()
    await waitUntil(() => one.isConnected() && two.isConnected() && restored === 1)
    one.publish('calendar', calendar(2))
    await waitUntil(() => heard.length > 0)
    // What was said while the connection was lost is not said later.
    expect(heard).toEqual([2])
  })

  it('refuses a server that is not there, or that refuses the user', async () => {
    const nowhere = server.url.replace(/:\d+$/, ':1')
    await expect(connectMessages([nowhere], 'database', log)).rejects.toThrow('NATS_URL')
    const stranger = server.url.replace('secret', 'guessed')
    await expect(connectMessages([stranger], 'database', log)).rejects.toThrow('NATS_URL')
  })
})

describe.skipIf(!hasNatsServer())('over two NATS servers', () => {
  let nodes: readonly NatsServer[]
  let sender: Messages
  let receiver: Messages
  beforeEach(async () => {
    nodes = await startNatsCluster(2)
    const [ofSender, ofReceiver] = nodes.map(({ url }) => url)
    // Each learns the address of the other server from its own.
    sender = await connectMessages([ofSender ?? ''], 'database', log)
    receiver = await connectMessages([ofReceiver ?? ''], 'database', log)
  })
  afterEach(async () => {
    await Promise.all([sender.close(), receiver.close()])
    for (const node of nodes) await node.close()
  })
  /** A server that stands still keeps what it is sent, and loses it when it is killed. */
  const standStill = (node: NatsServer | undefined): void =>
    void process.kill(node?.pid() ?? Number.NaN, 'SIGSTOP')

  it.each(['request', 'answer'] as const)(
    'answers once when a killed one took the %s with it',
    async (lost) => {
      const [ofSender, ofReceiver] = nodes
      const answers = Promise.withResolvers<string>()
      let executed = 0
      receiver.serve('calls.1', async (body) => {
        if (body === 'ready') return body
        executed += 1
        return answers.promise
      })
      await waitUntil(() =>
        sender.request('calls.1', 'ready', 1000).then(
          () => true,
          () => false,
        ),
      )
      if (lost === 'request') standStill(ofSender)
      const answer = sender.request('calls.1', 'order', 15_000)
      if (lost === 'answer') {
        await waitUntil(() => executed === 1)
        standStill(ofReceiver)
      }
      answers.resolve('done')
      const killed = lost === 'request' ? ofSender : ofReceiver
      await new Promise((sent) => setImmediate(sent))
      const fromMs = performance.now()
      await killed?.kill()
      expect(await answer).toBe('done')
      expect(executed).toBe(1)
      expect(performance.now() - fromMs).toBeLessThan(5000)
    },
  )
})
