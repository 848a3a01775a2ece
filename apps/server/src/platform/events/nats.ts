import type { Msg, NatsConnection } from '@nats-io/transport-node'
import { InvalidSettingsError } from '../settings/index.ts'
import { type Log, UpstreamError } from '../telemetry/index.ts'
import {
  type Answer,
  createLocalListeners,
  createServer,
  type MessageBodies,
  type Messages,
  NotDeliveredError,
  noAnswerAt,
  type Subject,
} from './messages.ts'

const reconnectEveryMs = 250
/** A server that stands still is left after two pings without an answer. */
const pingEveryMs = 750
const connectTimeoutMs = 5000
/** Every subject, and from when on a process hears it; one that is missing does not compile. */
const subjects = {
  market: 'connected',
  events: 'connected',
  leader: 'connected',
  partitions: 'connected',
  feedReader: 'connected',
  // Hundreds of messages a second that only the leader, or an engine elsewhere, needs.
  feed: 'subscribed',
  ticks: 'subscribed',
  calendar: 'connected',
  deposits: 'connected',
} satisfies Record<Subject, 'connected' | 'subscribed'>

/** Loaded only where it is used: a process that is alone starts without it. */
const connectTo = async (servers: readonly string[], name: string): Promise<NatsConnection> => {
  const { connect } = await import('@nats-io/transport-node')
  const [first] = servers.map((server) => new URL(server))
  return connect({
    servers: servers.map((server) => new URL(server).host),
    ...(first?.username ? { user: decodeURIComponent(first.username) } : {}),
    ...(first?.password ? { pass: decodeURIComponent(first.password) } : {}),
    ...(first?.protocol === 'tls:' ? { tls: {} } : {}),
    name,
    // Own listeners are told without the detour, also while the connection is lost.
    noEcho: true,
    timeout: connectTimeoutMs,
    pingInterval: pingEveryMs,
    maxPingOut: 2,
    maxReconnectAttempts: -1,
    reconnectTimeWait: reconnectEveryMs,
    reconnectJitter: reconnectEveryMs,
    ignoreAuthErrorAbort: true,
  })
}

const isNoResponders = (error: unknown): boolean => error instanceof Error && error.name === 'NoResponders'

/** Header of a part of an answer: how many parts follow it. A message without it is the last one. */
const partsLeft = 'Parts-Left'
/** Header of an answer that is none: the request had no effect. */
const notDelivered = 'Not-Delivered'
const defaultMaxPayload = 1024 * 1024

/** Sends an answer, in several messages where it is longer than half of what the server carries in one. */
const respondInParts = async (message: Msg, text: string, maxPayload: number): Promise<void> => {
  const bytes = Buffer.from(text)
  const partBytes = Math.floor(maxPayload / 2)
  if (bytes.length <= partBytes) return void message.respond(bytes)
  const { headers } = await import('@nats-io/transport-node')
  for (let at = 0; at < bytes.length; at += partBytes) {
    const left = headers()
    left.set(partsLeft, String(Math.ceil((bytes.length - at) / partBytes) - 1))
    message.respond(bytes.subarray(at, at + partBytes), { headers: left })
  }
}

/** Says that a request was not for this process. */
const respondNotDelivered = async (message: Msg, { message: reason }: NotDeliveredError): Promise<void> => {
  const { headers } = await import('@nats-io/transport-node')
  const why = headers()
  why.set(notDelivered, reason)
  message.respond(new Uint8Array(), { headers: why })
}

/**
 * Joins the parts of an answer.
 *
 * @throws NotDeliveredError the answer says so
 * @throws Error a part is missing, or the last one did not come in time
 */
const readParts = async (messages: AsyncIterable<Msg>): Promise<unknown> => {
  const parts: Uint8Array[] = []
  let expected: number | null = null
  for await (const { data, headers } of messages) {
    const reason = headers?.get(notDelivered)
    if (reason) throw new NotDeliveredError(reason)
    const left = Number(headers?.get(partsLeft) || 0)
    if (expected !== null && left !== expected) throw new Error('a part of the answer was lost')
    parts.push(data)
    if (left === 0) return JSON.parse(Buffer.concat(parts).toString())
    expected = left - 1
  }
  throw new Error('the answer did not come in time')
}

/** Follows the state of a connection until it is closed. */
const watchState = (connection: NatsConnection, log: Log) => {
  const listeners = new Set<() => void>()
  const waiting = new Set<(reason: Error) => void>()
  let connected = true
  const follow = async (): Promise<void> => {
    for await (const status of connection.status()) {
      if (status.type === 'disconnect') {
        connected = false
        log.warn('connection to NATS lost, reconnecting')
        for (const end of waiting) end(new Error('the connection to NATS was lost'))
      }
      if (status.type === 'reconnect') {
        connected = true
        log.info('connected to NATS again')
        for (const listener of listeners) listener()
      }
      if (status.type === 'error') log.warn({ err: status.error }, 'NATS reported an error')
    }
  }
  void follow()
  return {
    isConnected: () => connected,
    /** Rejects as soon as the connection is lost: an answer that was under way does not come any more. */
    whileConnected: <T>(answer: Promise<T>): Promise<T> =>
      new Promise<T>((resolve, reject) => {
        waiting.add(reject)
        answer.then(resolve, reject).finally(() => waiting.delete(reject))
      }),
    onRestored: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/**
 * Connects to NATS. Subjects begin with the name of the database, so that several can share a server.
 *
 * @param servers addresses such as `nats://user:password@host:4222`; user, password and TLS of the first count for all
 * @throws InvalidSettingsError none of them answers, or it refuses the user
 */
export const connectMessages = async (
  servers: readonly string[],
  database: string,
  log: Log,
): Promise<Messages> => {
  const connection = await connectTo(servers, `glasshouse ${process.pid}`).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error)
    throw new InvalidSettingsError([`NATS_URL: no NATS server could be connected to (${why})`])
  })
  const failed = (err: unknown): void => log.error({ err }, 'a message could not be handled')
  const listeners = createLocalListeners(failed)
  const own = new Map<string, Answer>()
  const state = watchState(connection, log)
  const maxPayload = (): number => connection.info?.max_payload ?? defaultMaxPayload
  const nameOf = (subject: string): string => `${database}.${subject}`
  const hear = (subject: string, handle: (message: Msg) => void) =>
    connection.subscribe(nameOf(subject), {
      callback: (error, message) => {
        if (error !== null) failed(error)
        else handle(message)
      },
    })
  const pass = <S extends Subject>(subject: S) =>
    hear(subject, (message) => {
      try {
        listeners.notify(subject, message.json<MessageBodies[S]>(), 'other')
      } catch (error) {
        failed(error)
      }
    })
  const heard = new Set<Subject>()
  const hearOnce = (subject: Subject): void => {
    if (!heard.has(subject)) pass(subject)
    heard.add(subject)
  }
  for (const subject of Object.keys(subjects) as Subject[])
    if (subjects[subject] === 'connected') hearOnce(subject)
  await connection.flush()

  return {
    publish: (subject, body) => {
      listeners.notify(subject, body, 'own')
      // What waits for a lost connection would be old when it arrives, and without a limit.
      if (state.isConnected()) connection.publish(nameOf(subject), JSON.stringify(body))
    },
    subscribe: (subject, listener) => {
      hearOnce(subject)
      return listeners.add(subject, listener)
    },
    serve: (address, answer) => {
      const server = createServer(answer)
      own.set(address, server.answer)
      const subscription = hear(address, (message) => {
        Promise.resolve()
          .then(() => server.answer(message.json()))
          .then(
            (value) => respondInParts(message, JSON.stringify(value), maxPayload()),
            (error: unknown) => {
              if (error instanceof NotDeliveredError) return respondNotDelivered(message, error)
              throw error
            },
          )
          .catch(failed)
      })
      return async () => {
        own.delete(address)
        // What has arrived is answered.
        await subscription.drain().catch(() => undefined)
        await server.settled()
      }
    },
    request: async (address, body, timeoutMs) => {
      const answerHere = own.get(address)
      if (answerHere !== undefined) return answerHere(body)
      if (!state.isConnected()) throw noAnswerAt(address)
      try {
        const options = { strategy: 'timer' as const, maxWait: timeoutMs }
        const replies = await connection.requestMany(nameOf(address), JSON.stringify(body), options)
        return await state.whileConnected(readParts(replies))
      } catch (error) {
        if (error instanceof NotDeliveredError) throw error
        if (isNoResponders(error) || (error instanceof Error && isNoResponders(error.cause)))
          throw noAnswerAt(address)
        throw new UpstreamError(`no answer at ${address}`, { cause: error })
      }
    },
    isConnected: state.isConnected,
    onRestored: state.onRestored,
    close: async () => {
      await connection.drain().catch(() => connection.close())
    },
  }
}
