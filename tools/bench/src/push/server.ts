import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import type { QuoteMessage } from '@glasshouse/core/markets/topics'
import { formatDecimal } from '@glasshouse/core/money/units'
import { fastify } from 'fastify'
import { Server } from 'socket.io'
import { openDatabase } from '../../../../apps/server/src/platform/database/index.ts'
import {
  createOwnMessages,
  publishCommits,
  publishEvents,
  pushEvent,
  pushEventsTo,
  startEventDispatcher,
} from '../../../../apps/server/src/platform/events/index.ts'
import { openPush } from '../../../../apps/server/src/platform/push/index.ts'
import { readSettings } from '../../../../apps/server/src/platform/settings/index.ts'
import { createLog } from '../../../../apps/server/src/platform/telemetry/index.ts'
import { systemClock } from '../../../../apps/server/src/platform/time/index.ts'
import { transact } from '../../../../apps/server/src/platform/transactions/index.ts'
import type { Contender } from './clients.ts'
import { type Load, nowMs, type Published } from './load.ts'

/** No ping of either side during the measurement. */
const noPingMs = 3_600_000

/** A stream server as used by a load. */
type Stream = {
  readonly port: number
  readonly publish: (message: QuoteMessage) => void
  /** Commits an event of a customer and returns the time of the commit. */
  readonly commitEvent: (uid: number, id: number) => Promise<number>
}

/** The product's hub and domain events, on a separate database. */
const ours = async (databaseUrl: string): Promise<Stream> => {
  const database = openDatabase(databaseUrl, 4)
  const platform = { clock: systemClock(), log: createLog('silent'), settings: readSettings({}), database }
  const app = fastify()
  const push = openPush({
    app,
    platform,
    customerOf: async (token) => ({
      kind: 'ok',
      customer: { uid: Number.parseInt(token.slice(5), 10), sessionId: 1 },
    }),
    redeemTicket: async () => null,
    openSessionsOf: async (ids) => new Set(ids),
    isSymbol: () => true,
    perAddress: 5000,
    pingMs: noPingMs,
  })
  const messages = createOwnMessages((error) => platform.log.error({ err: error }, 'a push failed'))
  publishCommits(database.db, messages)
  pushEventsTo(push, messages)
  startEventDispatcher({ platform, listeners: [], messages })
  await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    port: (app.server.address() as AddressInfo).port,
    publish: (message) => push.publish('quotes', message),
    commitEvent: async (uid, id) => {
      const fact = pushEvent({ uid, event: 'CLOSE_LEVER_ORDER', data: { id } })
      await transact(database.db, (tx) => publishEvents(tx, [fact], 1))
      return nowMs()
    },
  }
}

/** The other side: socket.io with defaults, one `emit` to all clients per update. */
const socketIo = async (): Promise<Stream> => {
  const http = createServer()
  const io = new Server(http, { transports: ['websocket'], serveClient: false, pingInterval: noPingMs })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  return {
    port: (http.address() as AddressInfo).port,
    publish: ({ e, ...quote }) => {
      io.emit(e, quote)
    },
    commitEvent: async () => Number.NaN,
  }
}

/** A random-walk price and a quantity, varying from update to update like those of a market. */
const nextQuote = (number: number, symbols: number): QuoteMessage => {
  const symbol = number % symbols
  const noise = Math.imul(number + 1, 0x9e37_79b1) >>> 8
  return {
    e: 'QUOTES',
    s: `S${symbol}USDT`,
    // Without zeros at the end, like those of the product.
    p: formatDecimal(BigInt(100_000 * (symbol + 1) + (number % 997) * 10 + (noise % 400)), 2),
    q: formatDecimal(BigInt(noise % 250_000), 5),
    T: Math.floor(nowMs()),
    n: number,
  }
}

/** Publishes loads at their rate, as far as this machine permits. */
const createPublishing = (stream: Stream) => {
  let number = 100_000
  return async (load: Load): Promise<Published> => {
    const startedAt = nowMs()
    const first = number
    const atMs: number[] = []
    const committed: Promise<readonly [number, number]>[] = []
    const dueBy = (perSecond: number): number => Math.ceil(((nowMs() - startedAt) * perSecond) / 1000)
    while (atMs.length < load.updates) {
      for (const due = Math.min(load.updates, dueBy(load.perSecond)); atMs.length < due; number += 1) {
        atMs.push(nowMs())
        stream.publish(nextQuote(number, load.symbols))
      }
      for (const due = dueBy(load.eventsPerSecond); committed.length < due; ) {
        const id = committed.length
        committed.push(stream.commitEvent(1 + (id % load.owners), id).then((at) => [id, at] as const))
      }
      await wait(1)
    }
    return { first, atMs, committed: await Promise.all(committed) }
  }
}

/** Serves one side to its parent process, which sends loads and requests their cost. */
export const servePush = async (side: Contender, databaseUrl: string): Promise<void> => {
  const stream = side === 'socket.io' ? await socketIo() : await ours(databaseUrl)
  const publish = createPublishing(stream)
  let before = process.cpuUsage()
  process.on('message', (message: Load | 'cost') => {
    if (message === 'cost') {
      const { user, system } = process.cpuUsage(before)
      process.send?.((user + system) / 1000)
      return
    }
    before = process.cpuUsage()
    void publish(message).then((published) => process.send?.(published))
  })
  process.on('disconnect', () => process.exit(0))
  process.send?.(stream.port)
}
