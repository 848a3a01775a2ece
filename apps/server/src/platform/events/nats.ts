import type { Msg, MsgHdrs, NatsConnection } from '@nats-io/transport-node'
import { InvalidSettingsError } from '../settings/index.ts'
import { type Log, UpstreamError } from '../telemetry/index.ts'
import {
  type Answer,
  createLocalListeners,
  createServer,
  type MessageBodies,
  type Messages,
  noAnswerAt,
  type Subject,
} from './messages.ts'
import { createRequester, createResponder, type RequestMessage, type RequestTransport } from './requests.ts'

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

/** A connection, a subject of this process alone, and how headers are made. */
type Connected = {
  readonly connection: NatsConnection
  readonly inbox: string
  readonly headers: () => MsgHdrs
}

/** Loaded only where it is used: a process that is alone starts without it. */
const connectTo = async (servers: readonly string[], name: string): Promise<Connected> => {
  const { connect, createInbox, headers } = await import('@nats-io/transport-node')
  const [first] = servers.map((server) => new URL(server))
  const connection = await connect({
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
  return { connection, inbox: createInbox(), headers }
}

/** What is waiting for answers is given up when the connection is not back by then; milliseconds. */
const backWithinMs = 3000
const defaultMaxPayload = 1024 * 1024
const noResponders = 503

/** Follows the state of a connection until it is closed. */
const watchState = (connection: NatsConnection, log: Log) => {
  const restored = new Set<() => void>()
  const lost = new Set<(reason: Error) => void>()
  let connected = true
  let patience: NodeJS.Timeout | undefined
  const giveUp = (): void => {
    for (const listener of lost) listener(new UpstreamError('the connection to NATS was lost'))
  }
  const follow = async (): Promise<void> => {
    for await (const status of connection.status()) {
      if (status.type === 'disconnect') {
        connected = false
        log.warn('connection to NATS lost, reconnecting')
        clearTimeout(patience)
        patience = setTimeout(giveUp, backWithinMs).unref()
      }
      if (status.type === 'reconnect') {
        connected = true
        log.info('connected to NATS again')
        clearTimeout(patience)
        for (const listener of restored) listener()
      }
      if (status.type === 'error') log.warn({ err: status.error }, 'NATS reported an error')
    }
  }
  void follow()
  return {
    isConnected: () => connected,
    onRestored: (listener: () => void) => {
      restored.add(listener)
      return () => void restored.delete(listener)
    },
    /** Told when a lost connection does not come back in time: answers that were under way are not waited for any longer. */
    onLost: (listener: (reason: Error) => void) => void lost.add(listener),
  }
}

const transportOf = (
  { connection, headers }: Connected,
  isConnected: () => boolean,
  failed: (error: unknown) => void,
): RequestTransport => ({
  isConnected,
  maxPayload: () => connection.info?.max_payload ?? defaultMaxPayload,
  send: (subject, data, { reply, headers: fields } = {}) => {
    const options = reply === undefined ? {} : { reply }
    if (fields === undefined) {
      connection.publish(subject, data, options)
      return
    }
    const all = headers()
    for (const [name, value] of Object.entries(fields)) all.set(name, value)
    connection.publish(subject, data, { ...options, headers: all })
  },
  hear: (subject, handle) => {
    const subscription = connection.subscribe(subject, {
      callback: (error, message) => (error === null ? handle(messageOf(message)) : failed(error)),
    })
    return () => subscription.drain().catch(() => undefined)
  },
})

const messageOf = (message: Msg): RequestMessage => {
  const { headers } = message
  return {
    subject: message.subject,
    reply: message.reply ?? '',
    data: message.data,
    header: (name) => headers?.get(name) ?? '',
    isUnheard: headers?.code === noResponders && message.data.length === 0,
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
  const connected = await connectTo(servers, `glasshouse ${process.pid}`).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error)
    throw new InvalidSettingsError([`NATS_URL: no NATS server could be connected to (${why})`])
  })
  const { connection } = connected
  const failed = (err: unknown): void => log.error({ err }, 'a message could not be handled')
  const listeners = createLocalListeners(failed)
  const own = new Map<string, Answer>()
  const state = watchState(connection, log)
  const transport = transportOf(connected, state.isConnected, failed)
  const nameOf = (subject: string): string => `${database}.${subject}`
  const requester = createRequester(transport, connected.inbox)
  const responder = createResponder(transport, failed)
  state.onRestored(requester.inquireAll)
  state.onLost(requester.giveUpAll)
  const heard = new Set<Subject>()
  const hearOnce = (subject: Subject): void => {
    if (heard.has(subject)) return
    heard.add(subject)
    transport.hear(nameOf(subject), ({ data }) => {
      try {
        const body = JSON.parse(Buffer.from(data).toString()) as MessageBodies[typeof subject]
        listeners.notify(subject, body, 'other')
      } catch (error) {
        failed(error)
      }
    })
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
      const stop = responder.serve(nameOf(address), server.answer)
      return async () => {
        own.delete(address)
        // What has arrived is answered.
        await stop()
        await server.settled()
      }
    },
    request: async (address, body, timeoutMs) => {
      const answerHere = own.get(address)
      if (answerHere !== undefined) return answerHere(body)
      if (!state.isConnected()) throw noAnswerAt(address)
      return requester.request(nameOf(address), body, timeoutMs)
    },
    isConnected: state.isConnected,
    onRestored: state.onRestored,
    close: async () => {
      responder.close()
      requester.giveUpAll(new UpstreamError('this process ends'))
      await connection.drain().catch(() => connection.close())
    },
  }
}
