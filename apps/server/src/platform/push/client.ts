import type { Duplex } from 'node:stream'
import { quoteColumnsProtocol } from '@glasshouse/core/markets/quoteColumns'
import type { ControlMessage, Topic } from '@glasshouse/core/markets/topics'
import type { WebSocket } from 'ws'
import type { ApiKeyIdentity, CustomerIdentity } from '../http/index.ts'
import { memoryRateLimiter } from '../limits/index.ts'
import { isTopic, readCommand, topicLimit } from './command.ts'
import { messageFrame } from './frame.ts'
import type { Hub, Subscriber } from './hub.ts'

/** The customer behind a socket, with a session or an API key. */
export type SocketUser = CustomerIdentity | ApiKeyIdentity

/** One open socket. */
export type Client = Subscriber & {
  readonly socket: WebSocket
  readonly guest: SocketUser | null
  /** Received a message since the last liveness check. */
  alive: boolean
}

const commandRate = { perSecond: 20, burst: 60 }
const strikesAllowed = 100

/** Creates a client for an accepted socket; shared frames are written directly to the underlying stream. */
export const makeClient = (socket: WebSocket, raw: Duplex, guest: SocketUser | null): Client => ({
  socket,
  guest,
  uid: guest?.uid ?? null,
  alive: true,
  inflates: socket.extensions.includes('permessage-deflate'),
  columns: socket.protocol === quoteColumnsProtocol,
  waiting: () => raw.writableLength,
  write: (frames) => {
    if (socket.readyState === socket.OPEN && frames.length > 0) raw.write(frames)
  },
  drop: () => socket.terminate(),
})

/** Not with the socket's send, whose compression context does not include the shared frames. */
const sendControl = (client: Client, message: ControlMessage): void => client.write(messageFrame(message))

const changeTopics = (
  client: Client,
  hub: Hub,
  isSymbol: (symbol: string) => boolean,
  op: 'subscribe' | 'unsubscribe',
  args: readonly string[],
): void => {
  const topics = new Set<Topic>(hub.topicsOf(client))
  const known = args.filter((text) => isTopic(text, isSymbol)) as Topic[]
  for (const topic of known) {
    if (op === 'unsubscribe') topics.delete(topic)
    else if (topics.size < topicLimit) topics.add(topic)
    else sendControl(client, { e: 'ERROR', message: `at most ${topicLimit} topics` })
  }
  hub.setTopics(client, topics)
  const unknown = args.find((text) => !isTopic(text, isSymbol))
  if (unknown !== undefined)
    sendControl(client, { e: 'ERROR', message: `no such topic: ${unknown.slice(0, 40)}` })
}

/** Handles the messages of a client within its command rate. */
export const handleMessages = (
  client: Client,
  hub: Hub,
  isSymbol: (symbol: string) => boolean,
  now: () => number,
): void => {
  const limiter = memoryRateLimiter()
  let strikes = 0
  const strike = (): void => {
    strikes += 1
    if (strikes > strikesAllowed) client.socket.close(1008, 'too many commands')
    else sendControl(client, { e: 'ERROR', message: 'too many commands' })
  }
  const hear = (text: string): void => {
    const understood = readCommand(text)
    if (limiter.take('', commandRate, now()) > 0) strike()
    else if ('problem' in understood) sendControl(client, { e: 'ERROR', message: understood.problem })
    else if (understood.command.op === 'ping') sendControl(client, { e: 'PONG' })
    else changeTopics(client, hub, isSymbol, understood.command.op, understood.command.args)
  }
  client.socket.on('message', (data, isBinary) => {
    client.alive = true
    if (isBinary) client.socket.close(1003, 'text only')
    else hear(data.toString())
  })
  client.socket.on('pong', () => {
    client.alive = true
  })
  // The close event that follows an error cleans up.
  client.socket.on('error', () => undefined)
}
