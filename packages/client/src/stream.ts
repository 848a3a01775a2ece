import type { PrivateMessage, PublicMessage, PushMessage, Topic } from '@glasshouse/core/markets/topics'
import { createConnection, type StreamStatus } from './connection.ts'
import { createListeners } from './listeners.ts'
import { createTopicRegistry } from './topics.ts'

export type { StreamStatus }

export type StreamOptions = {
  /** The address of the stream without its token, for example `wss://host/ws`. */
  readonly url: string
  readonly session: () => string | null
  /** A number from 0 to 1 that spreads reconnects of many pages over time. */
  readonly jitter: () => number
  /** How long an unused topic stays subscribed, for a reader who comes right back. */
  readonly lingerMs?: number
  /** Waiting times between attempts; the last one repeats. */
  readonly backOffMs?: readonly number[]
  /** A connection that stays silent for this long after a ping is given up. */
  readonly pingMs?: number
}

export type Stream = {
  /** Listens to a topic; the topic is subscribed as long as somebody does. Returns how to stop. */
  readonly subscribe: (topic: Topic, listener: (message: PublicMessage) => void) => () => void
  /** Listens to the events of the signed-in user. */
  readonly onPrivate: (listener: (message: PrivateMessage) => void) => () => void
  /** Told when messages may have been missed: whoever keeps state fetches it again. */
  readonly onGap: (listener: () => void) => () => void
  readonly onStatus: (listener: (status: StreamStatus) => void) => () => void
  readonly status: () => StreamStatus
  /** Connects anew: the token changed, or the network is back. */
  readonly reopen: () => void
  /** Ends the stream for good. */
  readonly close: () => void
}

/**
 * Opens the live stream: one WebSocket for the whole page, topics counted by their readers, subscriptions
 * sent in batches, reconnecting by itself. After every reconnect `onGap` is told, because messages were
 * missed; and when somebody signed in is connected for the first time, because what the page read of him
 * before may have changed before anybody could tell it.
 *
 * @example const stop = createStream(options).subscribe('quotes', (message) => show(message))
 */
export const createStream = (options: StreamOptions): Stream => {
  const privates = createListeners<PrivateMessage>()
  const gaps = createListeners<void>()
  const statuses = createListeners<StreamStatus>()
  let status: StreamStatus = 'connecting'
  let phase: 'unused' | 'open' | 'ended' = 'unused'
  let everLive = false
  let flushing = false

  const flush = (): void => {
    flushing = false
    if (status === 'live') for (const command of topics.pending()) connection.send(command)
  }
  const become = (next: StreamStatus): void => {
    if (next === 'live') topics.forget()
    if (next === status) return
    status = next
    if (next === 'live') flush()
    statuses.tell(next)
    if (next === 'live' && (everLive || options.session() !== null)) gaps.tell()
    everLive = everLive || next === 'live'
  }
  const receive = (message: PushMessage): void => {
    if (message.e === 'RELOAD') gaps.tell()
    else if (message.e === 'PONG' || message.e === 'ERROR') return
    else if ('data' in message) privates.tell(message)
    else topics.deliver(message)
  }
  const connection = createConnection({
    address: () => `${options.url}?token=${encodeURIComponent(options.session() ?? 'visitor')}`,
    pingMs: options.pingMs ?? 10_000,
    backOffMs: options.backOffMs ?? [250, 500, 1000, 2000, 4000, 8000],
    jitter: options.jitter,
    onStatus: become,
    onMessage: receive,
  })
  const start = (): void => {
    if (phase !== 'unused') return
    phase = 'open'
    connection.open()
  }
  /** Everything asked for in one turn travels in one frame. */
  const topics = createTopicRegistry(options.lingerMs ?? 3000, () => {
    start()
    if (flushing) return
    flushing = true
    queueMicrotask(flush)
  })

  return {
    subscribe: topics.add,
    onPrivate: (listener) => {
      start()
      return privates.add(listener)
    },
    onGap: gaps.add,
    onStatus: statuses.add,
    status: () => status,
    reopen: () => {
      if (phase !== 'open') return
      become('down')
      connection.open()
    },
    close: () => {
      phase = 'ended'
      topics.stop()
      connection.close()
    },
  }
}
