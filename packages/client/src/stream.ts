import type { PrivateMessage, PublicMessage, PushMessage, Topic } from '@glasshouse/core/markets/topics'
import { createConnection, type StreamStatus } from './connection.ts'
import { createListeners } from './listeners.ts'
import { createTopicRegistry } from './topics.ts'

export type { StreamStatus }

export type StreamOptions = {
  /** The address of the stream without its query, for example `wss://host/ws`. */
  readonly url: string
  /** The session token, or null for a visitor; it never stands in the address. */
  readonly session: () => string | null
  /** Gets a one-time ticket for the session (`/api/common/wsTicket`). */
  readonly ticket: () => Promise<string>
  /** A number from 0 to 1 that spreads reconnects of many pages over time. */
  readonly jitter: () => number
  /** How long an unused topic stays subscribed for a reader that returns soon; milliseconds. */
  readonly lingerMs?: number
  /** Delays between attempts in milliseconds; the last one repeats. */
  readonly backOffMs?: readonly number[]
  /** A connection without a response for this long after a ping is closed; milliseconds. */
  readonly pingMs?: number
}

export type Stream = {
  /** Subscribes a listener to a topic while it has listeners. Returns the function that removes the listener. */
  readonly subscribe: (topic: Topic, listener: (message: PublicMessage) => void) => () => void
  /** Adds a listener for events of the signed-in user. */
  readonly onPrivate: (listener: (message: PrivateMessage) => void) => () => void
  /** Called when messages may have been missed: holders of state fetch it again. */
  readonly onGap: (listener: () => void) => () => void
  readonly onStatus: (listener: (status: StreamStatus) => void) => () => void
  readonly status: () => StreamStatus
  /** Reconnects: the token changed, or the network is back. */
  readonly reopen: () => void
  /** Closes the stream permanently. */
  readonly close: () => void
}

/**
 * Opens the live stream: one WebSocket per page, topics counted by their readers, subscriptions sent in batches,
 * automatic reconnects.
 *
 * `onGap` is called after every reconnect, because messages were missed, and at the first connection of a signed-in
 * user, because data read before the connection may have changed.
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
    statuses.emit(next)
    if (next === 'live' && (everLive || options.session() !== null)) gaps.emit()
    everLive = everLive || next === 'live'
  }
  const receive = (message: PushMessage): void => {
    if (message.e === 'RELOAD') gaps.emit()
    else if (message.e === 'PONG' || message.e === 'ERROR') return
    else if ('data' in message) privates.emit(message)
    else topics.deliver(message)
  }
  const connection = createConnection({
    address: async () =>
      options.session() === null
        ? `${options.url}?token=visitor`
        : `${options.url}?ticket=${encodeURIComponent(await options.ticket())}`,
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
  /** The subscriptions of one turn are sent in one frame. */
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
