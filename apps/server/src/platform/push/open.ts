import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { quoteColumnsProtocol } from '@glasshouse/core/markets/quoteColumns'
import type { PrivateMessage, PublicMessage, Topic } from '@glasshouse/core/markets/topics'
import type { FastifyInstance } from 'fastify'
import { type WebSocket, WebSocketServer } from 'ws'
import type { CustomerSession } from '../http/index.ts'
import { addressKey } from '../limits/index.ts'
import { clientAddress, parseTrustedProxies } from '../network/index.ts'
import type { Platform } from '../services/index.ts'
import { isCrossOrigin } from '../site/index.ts'
import type { Metrics } from '../telemetry/index.ts'
import { type Client, handleMessages, makeClient, type SocketUser } from './client.ts'
import { compression, filterCompressionOffers } from './compression.ts'
import { createHub, type Hub, type HubOptions, hubDefaults } from './hub.ts'
import {
  closeForEndedSession,
  monitorLiveness,
  monitorSessions,
  type OpenSessions,
} from './socketMonitors.ts'

export type PushParts = {
  readonly app: FastifyInstance
  readonly platform: Pick<Platform, 'clock' | 'log' | 'settings'>
  readonly customerOf: (token: string) => Promise<CustomerSession>
  /** Spends a one-time ticket of `/api/common/wsTicket`; null when it opens nothing. */
  readonly redeemTicket: (ticket: string) => Promise<SocketUser | null>
  readonly openSessionsOf: OpenSessions
  /** Which API keys can still be used; without it none. */
  readonly openApiKeysOf?: OpenSessions
  readonly isSymbol: (symbol: string) => boolean
  readonly metrics?: Metrics
  readonly hub?: Partial<HubOptions>
  /** Interval in milliseconds at which the sessions of open sockets are checked; 2 seconds by default. */
  readonly sessionCheckMs?: number
  /** Ping interval for silent sockets in milliseconds; 20 seconds by default. */
  readonly pingMs?: number
  /** Maximum sockets per address; 2000 by default. */
  readonly perAddress?: number
}

export type Push = {
  /** Sends a market message to all subscribers of the topic. */
  readonly publish: (topic: Topic, message: PublicMessage) => void
  /** Sends to one customer's open pages at once. */
  readonly sendToCustomer: (uid: number, message: PrivateMessage) => void
  /** Tells every open page to load what it shows again. */
  readonly reload: () => void
  /** Closes the sockets of a customer, or only those of one session. */
  readonly closeSessions: (uid: number, sessionId?: number) => void
  readonly clients: () => number
  readonly close: () => Promise<void>
}

const messageLimit = 16 * 1024

const refuseUpgrade = (socket: Duplex, status: string): void => {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

/** The subprotocol of an upgrade: columns where offered, else the first, which changes nothing. */
const chooseProtocol = (offered: ReadonlySet<string>): string | false =>
  offered.has(quoteColumnsProtocol) ? quoteColumnsProtocol : ([...offered][0] ?? false)

type Credential = { readonly ticket: string } | { readonly token: string }

/** How an upgrade request says whose socket it is; null for another path. */
const credentialOf = (request: IncomingMessage): Credential | null => {
  const target = URL.canParse(request.url ?? '', 'http://x') ? new URL(request.url ?? '', 'http://x') : null
  if (target?.pathname !== '/ws') return null
  const ticket = target.searchParams.get('ticket')
  return ticket === null ? { token: target.searchParams.get('token') ?? 'visitor' } : { ticket }
}

/**
 * Authenticates an upgrade request: the customer, null for a visitor, `unknown` for what opens nothing.
 *
 * Addresses end up in the logs of proxies, so a token in one is accepted from compatible clients in practice mode
 * only; a ticket is worthless once used.
 */
const authenticateSocket = async (
  parts: PushParts,
  credential: Credential,
): Promise<SocketUser | null | 'unknown'> => {
  if ('ticket' in credential) return (await parts.redeemTicket(credential.ticket)) ?? 'unknown'
  if (credential.token === 'visitor' || credential.token === '') return null
  if (parts.platform.settings.MODE === 'live') return 'unknown'
  const session = await parts.customerOf(credential.token)
  return session.kind === 'ok' ? session.customer : 'unknown'
}

const hasSession = (user: SocketUser, id: number): boolean => 'sessionId' in user && user.sessionId === id

/** Open sockets, counted per address. */
const createConnectionRegistry = (parts: PushParts, hub: Hub) => {
  const clients = new Set<Client>()
  const addresses = new Map<string, number>()
  const count = (address: string, by: 1 | -1): void => {
    const left = (addresses.get(address) ?? 0) + by
    if (left > 0) addresses.set(address, left)
    else addresses.delete(address)
    parts.metrics?.pushClients.set(clients.size)
  }
  return {
    clients,
    isFull: (address: string): boolean => (addresses.get(address) ?? 0) >= (parts.perAddress ?? 2000),
    welcome: (socket: WebSocket, raw: Duplex, guest: SocketUser | null, address: string): void => {
      const client = makeClient(socket, raw, guest)
      clients.add(client)
      count(address, 1)
      hub.add(client)
      handleMessages(client, hub, parts.isSymbol, parts.platform.clock.now)
      socket.on('close', () => {
        clients.delete(client)
        hub.remove(client)
        count(address, -1)
      })
    },
    /** Closes all sockets with 1001 and terminates those still open after 500 ms. */
    empty: async (): Promise<void> => {
      for (const { socket } of clients) socket.close(1001, 'the server stops')
      for (let waited = 0; waited < 500 && clients.size > 0; waited += 25) await wait(25)
      for (const { socket } of clients) socket.terminate()
    },
  }
}

/**
 * Opens the push stream at `/ws` of the listener. Must be called before it listens; it is closed with it.
 * A foreign `Origin` gets 403, a ticket or token without an open session 401, and so does every token in live mode.
 */
export const openPush = (parts: PushParts): Push => {
  const { app, metrics } = parts
  const count: HubOptions['count'] = (kind, writes) => metrics?.pushFrames.inc({ kind }, writes)
  const hub = createHub({ ...hubDefaults, count, ...parts.hub })
  const registry = createConnectionRegistry(parts, hub)
  const upgrades = new WebSocketServer({
    noServer: true,
    perMessageDeflate: compression,
    handleProtocols: chooseProtocol,
    maxPayload: messageLimit,
    clientTracking: false,
  })
  const isProxy = parseTrustedProxies(parts.platform.settings.TRUSTED_PROXIES)
  let closed = false

  const admit = async (request: IncomingMessage, raw: Duplex, head: Buffer): Promise<void> => {
    const credential = credentialOf(request)
    const address = addressKey(
      clientAddress(request.socket.remoteAddress ?? '', request.headers['x-forwarded-for'], isProxy),
    )
    if (closed || credential === null) return refuseUpgrade(raw, '404 Not Found')
    if (isCrossOrigin(request.headers)) return refuseUpgrade(raw, '403 Forbidden')
    if (registry.isFull(address)) return refuseUpgrade(raw, '429 Too Many Requests')
    const guest = await authenticateSocket(parts, credential)
    if (guest === 'unknown') return refuseUpgrade(raw, '401 Unauthorized')
    if (closed) return refuseUpgrade(raw, '503 Service Unavailable')
    filterCompressionOffers(request.headers)
    upgrades.handleUpgrade(request, raw, head, (socket) => registry.welcome(socket, raw, guest, address))
  }
  app.server.on('upgrade', (request: IncomingMessage, raw: Duplex, head: Buffer) => {
    raw.on('error', () => raw.destroy())
    admit(request, raw, head).catch((err: unknown) => {
      parts.platform.log.warn({ err }, 'websocket upgrade failed')
      refuseUpgrade(raw, '503 Service Unavailable')
    })
  })
  const stopSessions = monitorSessions(
    registry.clients,
    { sessions: parts.openSessionsOf, apiKeys: parts.openApiKeysOf ?? (async () => new Set()) },
    parts.sessionCheckMs ?? 2000,
  )
  const stopLiveness = monitorLiveness(registry.clients, parts.pingMs ?? 20_000)
  const close = async (): Promise<void> => {
    if (closed) return
    closed = true
    stopSessions()
    stopLiveness()
    hub.stop()
    await registry.empty()
  }
  app.addHook('preClose', close)
  const closeSessions: Push['closeSessions'] = (uid, sessionId) => {
    for (const client of registry.clients)
      if (client.guest?.uid === uid && (sessionId === undefined || hasSession(client.guest, sessionId)))
        closeForEndedSession(client)
  }
  return {
    publish: hub.publish,
    sendToCustomer: hub.sendToCustomer,
    reload: hub.reload,
    closeSessions,
    clients: () => registry.clients.size,
    close,
  }
}
