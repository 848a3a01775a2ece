import fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { UpstreamError } from '../telemetry/index.ts'
import { type Answer, NotDeliveredError } from './messages.ts'
import { createRequester, createResponder, type RequestMessage, type RequestTransport } from './requests.ts'

/** What happens to a message: it is delivered so often after a delay, or none hears its subject. */
type Fate = { readonly times: 0 | 1 | 2; readonly delayMs: number; readonly isUnheard?: boolean }
const delivered: Fate = { times: 1, delayMs: 1 }

const maxPayload = 64
/** Carries messages, each as `fateOf` says by its number. */
const createTransport = (fateOf: (message: RequestMessage, n: number) => Fate) => {
  const listeners = new Map<string, (message: RequestMessage) => void>()
  const sent: RequestMessage[] = []
  let connected = true
  const listenerOf = (subject: string) =>
    [...listeners].find(
      ([name]) => name === subject || subject.startsWith(name.replace(/>$/, '\u0000')),
    )?.[1] ??
    [...listeners].find(([name]) => name.endsWith('>') && subject.startsWith(name.slice(0, -1)))?.[1]
  const deliver = (message: RequestMessage, isUnheard: boolean): void => {
    const listener = listenerOf(message.subject)
    if (listener !== undefined && !isUnheard) listener(message)
    else
      listenerOf(message.reply)?.({
        ...{ subject: message.reply, reply: '', data: new Uint8Array(), header: () => '', isUnheard: true },
      })
  }
  const transport: RequestTransport = {
    send: (subject, data, { reply = '', headers = {} } = {}) => {
      if (data.length > maxPayload) throw new Error('too long')
      const message = {
        subject,
        reply,
        data,
        header: (name: string) => headers[name] ?? '',
        isUnheard: false,
      }
      const { times, delayMs, isUnheard = false } = fateOf(message, sent.push(message) - 1)
      for (let time = 0; time < times; time += 1)
        setTimeout(() => deliver(message, isUnheard), delayMs * (time + 1))
    },
    hear: (subject, handle) => {
      listeners.set(subject, handle)
      return async () => void listeners.delete(subject)
    },
    isConnected: () => connected,
    maxPayload: () => maxPayload,
  }
  const setConnected = (now: boolean): void => {
    connected = now
  }
  return { transport, sent, setConnected }
}

const open = (fateOf: (message: RequestMessage, n: number) => Fate, answer: Answer) => {
  const { transport, sent, setConnected } = createTransport(fateOf)
  const failures: unknown[] = []
  const requester = createRequester(transport, 'inbox')
  const responder = createResponder(transport, (error) => failures.push(error))
  const stop = responder.serve('calls.1', answer)
  return { request: requester.request, requester, responder, sent, failures, setConnected, stop }
}
/** What came of a promise. */
const outcomeOf = (promise: Promise<unknown>) => {
  const outcome: { value?: unknown; error?: unknown } = {}
  promise.then(
    (value) => {
      outcome.value = value
    },
    (error: unknown) => {
      outcome.error = error
    },
  )
  return outcome
}
/** An answer after some time, and how often it was given for each request. */
const countingAnswer = (takesMs: (n: number) => number) => {
  const executed = new Map<number, number>()
  const answer: Answer = async (body) => {
    const n = body as number
    executed.set(n, (executed.get(n) ?? 0) + 1)
    await new Promise((done) => setTimeout(done, takesMs(n)))
    return { n }
  }
  return { executed, answer }
}
const isFirst = ({ subject, header }: RequestMessage): boolean =>
  subject === 'calls.1' && header('Inquiry') === '' && header('Repeated') === ''

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

it('sends two messages for a request that is answered in time', async () => {
  const { answer } = countingAnswer(() => 400)
  const { request, sent } = open(() => delivered, answer)
  const outcome = outcomeOf(request('calls.1', 7, 15_000))
  await vi.advanceTimersByTimeAsync(20_000)
  expect(outcome).toEqual({ value: { n: 7 } })
  expect(sent).toHaveLength(2)
})

it.each([
  ['the request', isFirst],
  ['the request and the first inquiry', (_: RequestMessage, n: number) => n < 2],
  [
    'the answer',
    (message: RequestMessage) => message.subject === 'inbox.1' && message.header('State') === '',
  ],
])('answers once and within three seconds when %s was lost', async (_, isLost) => {
  const { executed, answer } = countingAnswer(() => 5)
  let lost = 0
  const fateOf = (message: RequestMessage, n: number): Fate => {
    if (lost >= 2 || !isLost(message, n)) return delivered
    lost += 1
    return { times: 0, delayMs: 0 }
  }
  const { request } = open(fateOf, answer)
  const outcome = outcomeOf(request('calls.1', 7, 15_000))
  await vi.advanceTimersByTimeAsync(3000)
  expect(outcome).toEqual({ value: { n: 7 } })
  expect(lost).toBeGreaterThan(0)
  expect([...executed]).toEqual([[7, 1]])
})

it('learns within two seconds what was answered after a long time, when that answer was lost', async () => {
  const { answer } = countingAnswer(() => 9000)
  let answers = 0
  const { request } = open(({ subject }) => {
    if (subject === 'inbox.1') answers += 1
    return subject === 'inbox.1' && answers === 1 ? { times: 0, delayMs: 0 } : delivered
  }, answer)
  const outcome = outcomeOf(request('calls.1', 7, 15_000))
  await vi.advanceTimersByTimeAsync(11_100)
  expect(outcome).toEqual({ value: { n: 7 } })
  expect(answers).toBe(2)
})

it('asks for the whole of a long answer again when a part of it was lost', async () => {
  const long = 'x'.repeat(200)
  let parts = 0
  const fateOf = ({ header }: RequestMessage): Fate => {
    if (header('Parts-Left') !== '') parts += 1
    return parts === 3 ? { times: 0, delayMs: 0 } : delivered
  }
  const { request } = open(fateOf, async () => ({ long }))
  const outcome = outcomeOf(request('calls.1', 7, 15_000))
  await vi.advanceTimersByTimeAsync(400)
  expect(outcome).toEqual({})
  await vi.advanceTimersByTimeAsync(400)
  expect(outcome).toEqual({ value: { long } })
})

it('does not send again what is under way, however long that takes', async () => {
  const { executed, answer } = countingAnswer(() => 100_000)
  const { request, sent } = open(() => delivered, answer)
  const outcome = outcomeOf(request('calls.1', 7, 120_000))
  await vi.advanceTimersByTimeAsync(100_500)
  expect(outcome).toEqual({ value: { n: 7 } })
  expect([...executed]).toEqual([[7, 1]])
  expect(sent.filter(({ header }) => header('Repeated') !== '')).toEqual([])
})

it('tells what no process hears from what is not answered any more, and says why one that hears is not the one to decide', async () => {
  const { request, stop, requester } = open(
    () => delivered,
    async (body) => {
      if (body === 'refuse') throw new NotDeliveredError('not held any more')
      await new Promise(() => undefined)
    },
  )
  const refused = outcomeOf(request('calls.1', 'refuse', 15_000))
  const never = outcomeOf(request('calls.1', 7, 15_000))
  const cut = outcomeOf(request('calls.1', 8, 60_000))
  await vi.advanceTimersByTimeAsync(1000)
  expect(refused.error).toEqual(new NotDeliveredError('not held any more'))
  await stop()
  const unheard = outcomeOf(request('calls.1', 9, 15_000))
  await vi.advanceTimersByTimeAsync(13_000)
  expect(unheard.error).toBeInstanceOf(NotDeliveredError)
  // It was received, so no process hearing the inquiry does not mean that it had no effect.
  expect(never).toEqual({})
  await vi.advanceTimersByTimeAsync(1500)
  expect(never.error).toBeInstanceOf(UpstreamError)
  expect(cut).toEqual({})
  requester.giveUpAll(new UpstreamError('lost'))
  await vi.advanceTimersByTimeAsync(1)
  expect(cut.error).toEqual(new UpstreamError('lost'))
})

it('inquires as soon as a lost connection is back, and sends nothing while it is lost', async () => {
  const { executed, answer } = countingAnswer(() => 5)
  const { request, requester, sent, setConnected } = open(
    (message) => (isFirst(message) ? { times: 0, delayMs: 0 } : delivered),
    answer,
  )
  const outcome = outcomeOf(request('calls.1', 7, 15_000))
  setConnected(false)
  await vi.advanceTimersByTimeAsync(2600)
  expect(sent).toHaveLength(1)
  setConnected(true)
  requester.inquireAll()
  await vi.advanceTimersByTimeAsync(20)
  expect(outcome).toEqual({ value: { n: 7 } })
  expect([...executed]).toEqual([[7, 1]])
})

it('reports what ended without an answer as lost at the next inquiry, and does not execute it again', async () => {
  let executed = 0
  const { request, failures } = open(
    () => delivered,
    async () => {
      executed += 1
      throw new Error('a defect')
    },
  )
  const outcome = outcomeOf(request('calls.1', 7, 15_000))
  await vi.advanceTimersByTimeAsync(600)
  expect(outcome.error).toBeInstanceOf(UpstreamError)
  expect(failures).toEqual([new Error('a defect')])
  expect(executed).toBe(1)
})

it('does not send again what it learns to be lost after fifteen seconds', async () => {
  const { executed, answer } = countingAnswer(() => 5)
  let isLost = true
  const { request } = open(() => (isLost ? { times: 0, delayMs: 0 } : delivered), answer)
  const outcome = outcomeOf(request('calls.1', 7, 60_000))
  await vi.advanceTimersByTimeAsync(15_100)
  isLost = false
  await vi.advanceTimersByTimeAsync(3000)
  expect(outcome.error).toBeInstanceOf(UpstreamError)
  expect([...executed]).toEqual([])
})

const anyFate: fc.Arbitrary<Fate> = fc.record({
  times: fc.constantFrom(0 as const, 1 as const, 1 as const, 2 as const),
  delayMs: fc.constantFrom(1, 1, 400, 1500, 4000),
  isUnheard: fc.constantFrom(false, false, false, true),
})

it('executes no request twice, and answers each with its own answer or says that its fate is not known, whatever is lost, doubled or late', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyFate, { maxLength: 40 }),
      fc.array(fc.constantFrom(1, 300, 700, 5000), { minLength: 1, maxLength: 4 }),
      async (fates, takes) => {
        const { executed, answer } = countingAnswer((n) => takes[n] ?? 1)
        const fateOf = (_: RequestMessage, n: number): Fate => {
          const { times, delayMs, isUnheard = false } = fates[n] ?? delivered
          return { times: isUnheard ? 1 : times, delayMs, isUnheard }
        }
        const { request, responder } = open(fateOf, answer)
        const outcomes = takes.map((_, n) => outcomeOf(request('calls.1', n, 30_000)))
        await vi.advanceTimersByTimeAsync(60_000)
        responder.close()
        for (const [n, { value, error }] of outcomes.entries()) {
          const times = executed.get(n) ?? 0
          expect(times).toBeLessThanOrEqual(1)
          if (error === undefined) expect([times, value]).toEqual([1, { n }])
          else if (error instanceof NotDeliveredError) expect(times).toBe(0)
          else expect(error).toBeInstanceOf(UpstreamError)
          if (fates.length === 0) expect(value).toEqual({ n })
        }
      },
    ),
    { numRuns: 300 },
  )
})
