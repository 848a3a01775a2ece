import { loadavg } from 'node:os'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import type { QuoteMessage } from '@glasshouse/core/markets/topics'
import { formatDecimal } from '@glasshouse/core/money/units'
import { type Member, openCluster } from '@glasshouse/testkit/cluster'
import { connectMessages, type Messages } from '../../../../apps/server/src/platform/events/index.ts'
import { databaseName } from '../../../../apps/server/src/platform/leadership/index.ts'
import { createLog } from '../../../../apps/server/src/platform/telemetry/index.ts'
import { openOwnDatabase } from '../ownDatabase.ts'
import { cpuOfTree, heldByTree } from '../processes.ts'
import type { Measurement } from '../row.ts'
import { p99Of, sum, updateAges } from './ages.ts'
import { connectClient } from './clients.ts'
import { type Arrivals, nowMs } from './load.ts'
import { answer, startPart } from './side.ts'

const sockets = 10_000
/** Each process of clients has so many: a process may have some ten thousand files open. */
const socketsPerCrowd = 2500
/** A web process accepts 2,000 sockets of one address. */
const socketsPerAddress = 500
const atOnce = 50
const watchersEach = 5
/** Every symbol changes five times a second, all at the same instant, so that a socket gets five frames a second. */
const load = { symbols: 20, bursts: 75, everyMs: 200 }

/** Holds sockets of one web process and tells its parent how many bytes came. Each has an address of its own block. */
export const holdSockets = async (port: number, count: number, block: number): Promise<void> => {
  let bytes = 0
  const hear = (chunk: Buffer): void => {
    bytes += chunk.length
  }
  for (let held = 0; held < count; held += atOnce) {
    const from = `127.0.${block + 1}.${Math.floor(held / socketsPerAddress) + 1}`
    const some = Array.from({ length: Math.min(atOnce, count - held) }, () =>
      connectClient('columns', port, 'visitor', hear, from),
    )
    await Promise.all(some)
  }
  process.on('message', () => process.send?.(bytes))
  process.on('disconnect', () => process.exit(0))
  process.send?.(count)
}

const quoteOf = (number: number): QuoteMessage => {
  const symbol = number % load.symbols
  const noise = Math.imul(number + 1, 0x9e37_79b1) >>> 8
  return {
    e: 'QUOTES',
    s: `S${symbol}USDT`,
    p: formatDecimal(BigInt(100_000 * (symbol + 1) + (number % 997) * 10 + (noise % 400)), 2),
    q: formatDecimal(BigInt(noise % 250_000), 5),
    T: Math.floor(nowMs()),
    n: number,
  }
}

/** Publishes as a leader does, over NATS; returns when each numbered update was published. */
const publishBursts = async (messages: Messages, first: number): Promise<readonly number[]> => {
  const startedMs = nowMs()
  const atMs: number[] = []
  for (let burst = 0; burst < load.bursts; burst += 1) {
    await wait(Math.max(0, startedMs + burst * load.everyMs - nowMs()))
    for (let symbol = 0; symbol < load.symbols; symbol += 1) {
      const message = quoteOf(first + atMs.length)
      atMs.push(nowMs())
      messages.publish('market', { topic: 'quotes', message, term: null })
    }
  }
  return atMs
}

type Part = ReturnType<typeof startPart>
type Round = {
  readonly webs: number
  /** Of all web processes, microseconds for each frame that a socket got. */
  readonly cpuPerFrame: number
  readonly framesPerSocket: number
  readonly memoryPerSocket: number
  readonly bytesPerSocket: number
  readonly p99Ms: number
  readonly missing: number
  readonly connectedInMs: number
}

const memoryOf = async (webs: readonly Member[]): Promise<number> =>
  sum((await Promise.all(webs.map(({ pid }) => heldByTree(pid)))).flat().map(({ bytes }) => bytes))
const cpuOf = async (webs: readonly Member[]): Promise<number> =>
  sum(await Promise.all(webs.map(({ pid }) => cpuOfTree(pid))))
/** What web processes wrote to sockets, by their own count: a slow one gets the newest of several flushes in one frame. */
const framesOf = async (webs: readonly Member[]): Promise<number> => {
  const texts = await Promise.all(webs.map(async ({ url }) => (await fetch(`${url}/metrics`)).text()))
  const lines = texts.flatMap((text) => [...text.matchAll(/^glasshouse_ws_writes_total\{.*\} (\d+)$/gm)])
  return sum(lines.map(([, count = '0']) => Number.parseInt(count, 10)))
}
const portOf = ({ url }: Member): string => new URL(url).port

/** Connects all sockets to some web processes, publishes, and counts. */
const measureRound = async (webs: readonly Member[], messages: Messages, first: number): Promise<Round> => {
  const emptyBytes = await memoryOf(webs)
  const startedMs = nowMs()
  const crowds: Part[] = []
  const each = sockets / webs.length
  for (const [at, web] of webs.entries())
    for (let held = 0; held < each; held += socketsPerCrowd) {
      const count = Math.min(socketsPerCrowd, each - held)
      const block = at * 50 + crowds.length
      const crowd = startPart('sockets', portOf(web), `${count}`, `${block}`)
      await answer(crowd)
      crowds.push(crowd)
    }
  const connectedInMs = nowMs() - startedMs
  const watchers = webs.map((web) => startPart('sockets-watch', portOf(web), `${watchersEach}`))
  await Promise.all(watchers.map((watcher) => answer(watcher)))
  const heldBytes = await memoryOf(webs)
  const bytesOf = async (): Promise<number> =>
    sum(await Promise.all(crowds.map((crowd) => answer<number>(crowd, 'tell'))))
  const before = { bytes: await bytesOf(), frames: await framesOf(webs), cpuMs: await cpuOf(webs) }
  const atMs = await publishBursts(messages, first)
  // What is still under way.
  await wait(2000)
  const after = { cpuMs: await cpuOf(webs), frames: await framesOf(webs), bytes: await bytesOf() }
  const seconds = (load.bursts * load.everyMs) / 1000
  const ages = await Promise.all(
    watchers.map(async (watcher) => {
      const { quotes } = await answer<Arrivals>(watcher, 'tell')
      return updateAges({ first, atMs, quotes }, { symbols: load.symbols, owners: watchersEach })
    }),
  )
  for (const part of [...crowds, ...watchers]) part.disconnect()
  return {
    webs: webs.length,
    cpuPerFrame: ((after.cpuMs - before.cpuMs) * 1000) / (after.frames - before.frames),
    framesPerSocket: (after.frames - before.frames) / sockets / seconds,
    memoryPerSocket: (heldBytes - emptyBytes) / sockets,
    bytesPerSocket: (after.bytes - before.bytes) / sockets / seconds,
    p99Ms: p99Of(ages.map(({ p99Ms }) => p99Ms)),
    missing: sum(ages.map(({ missing }) => missing)),
    connectedInMs,
  }
}

const format = (round: Round): string =>
  `${round.webs}: ${round.cpuPerFrame.toFixed(1)} µs of CPU a frame, p99 ${round.p99Ms.toFixed(0)} ms old, ${Math.round(round.memoryPerSocket / 1000)} kB of memory, ${round.framesPerSocket.toFixed(1)} frames with ${Math.round(round.bytesPerSocket)} bytes a second a socket, all connected in ${(round.connectedInMs / 1000).toFixed(1)} s${round.missing === 0 ? '' : `, ${round.missing} newest missing`}`

/** Row 19: sockets of real web processes, whose messages come over a real NATS server. */
export const measureSockets = async (): Promise<Measurement> => {
  const database = await openOwnDatabase(2)
  const cluster = await openCluster(1, database.url)
  const [nats] = cluster.nats
  if (nats === undefined) throw new Error('no NATS server runs')
  const name = await databaseName(database.db)
  const messages = await connectMessages([nats.url], name, createLog('silent'))
  const found: Round[] = []
  try {
    for (const [place, count] of [1, 2, 4].entries()) {
      const webs: Member[] = []
      for (let started = 0; started < count; started += 1) webs.push(await cluster.start('web'))
      found.push(await measureRound(webs, messages, (place + 1) * 1_000_000 * load.symbols))
      for (const web of webs) {
        web.signal('SIGKILL')
        await web.exit
      }
    }
  } finally {
    await messages.close()
    await cluster.close()
    await database.remove()
  }
  const [one, , four] = found
  const ratio = (four?.cpuPerFrame ?? Number.NaN) / (one?.cpuPerFrame ?? Number.NaN)
  const missing = sum(found.map((round) => round.missing))
  return {
    figures: `4 processes ${ratio.toFixed(2)}× the CPU of one; ${found.map(format).join('; ')}`,
    held: ratio <= 1.2 && missing === 0,
    remark: `${sockets.toLocaleString('en')} sockets in all, ${load.symbols} quotes ${1000 / load.everyMs} times a second in columns; ages are those of ${watchersEach} watchers per process, on a machine that clients and servers share; load average ${loadavg()[0]?.toFixed(0)}`,
  }
}
