import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import type { QuoteMessage } from '@glasshouse/core/markets/topics'
import { fastify } from 'fastify'
import { WebSocketServer } from 'ws'
import {
  announce,
  createLog,
  openDatabase,
  openPush,
  pushed,
  readSettings,
  startFacts,
  systemClock,
  transact,
} from '../../../../apps/server/src/platform/index.ts'
import type { Load, Spent } from './load.ts'

/** Times that two processes of one machine can compare, milliseconds. */
export const nowMs = (): number => performance.timeOrigin + performance.now()

/** A server of the stream as a load sees it. */
type Stream = {
  readonly port: number
  readonly publish: (message: QuoteMessage) => void
  /** Commits an event of a customer's own and tells when the commit was there. */
  readonly commitEvent: (uid: number, id: number) => Promise<number>
}

/** Ours: the product's hub and its facts, on a database of its own. */
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
    isSymbol: () => true,
    perAddress: 5000,
  })
  startFacts({ platform, listeners: [], tell: push.tell })
  await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    port: (app.server.address() as AddressInfo).port,
    publish: (message) => push.publish('quotes', message),
    commitEvent: async (uid, id) => {
      const fact = pushed({ uid, event: 'CLOSE_LEVER_ORDER', data: { id } })
      await transact(database.db, (tx) => announce(tx, [fact], 1))
      return nowMs()
    },
  }
}

/**
 * The other side: every update sent to every client as it comes, written as JSON for each. It is the least that
 * `emit` of a socket library does; namespaces, acknowledgements and packet headers would come on top.
 */
const plain = async (): Promise<Stream> => {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false })
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    publish: (message) => {
      for (const client of server.clients) client.send(JSON.stringify(message))
    },
    commitEvent: async () => Number.NaN,
  }
}

/** Publishes the load at its pace, as far as this machine keeps it, and tells what it cost this process. */
const publishLoad = async (stream: Stream, load: Load): Promise<Spent> => {
  const before = process.cpuUsage()
  const startedAt = nowMs()
  const committed: Promise<readonly [number, number]>[] = []
  let published = 0
  let events = 0
  while (published < load.updates) {
    const due = Math.min(load.updates, Math.ceil(((nowMs() - startedAt) * load.perSecond) / 1000))
    for (; published < due; published += 1) {
      const symbol = `S${published % load.symbols}USDT`
      stream.publish({ e: 'QUOTES', s: symbol, p: '65850.01', q: '0.0135', T: nowMs(), n: published })
    }
    const eventsDue = Math.floor(((nowMs() - startedAt) * load.eventsPerSecond) / 1000)
    for (; events < eventsDue; events += 1) {
      const id = events
      committed.push(stream.commitEvent(1 + (id % load.owners), id).then((at) => [id, at] as const))
    }
    await wait(1)
  }
  await wait(200)
  const { user, system } = process.cpuUsage(before)
  return { cpuMs: (user + system) / 1000, committed: await Promise.all(committed) }
}

/** Serves one side to the process that started it, which sends the load and is sent what it cost. */
export const servePush = async (side: string, databaseUrl: string): Promise<void> => {
  const stream = side === 'ours' ? await ours(databaseUrl) : await plain()
  process.on('message', (load: Load) => {
    void publishLoad(stream, load).then((spent) => process.send?.(spent))
  })
  process.on('disconnect', () => process.exit(0))
  process.send?.(stream.port)
}
