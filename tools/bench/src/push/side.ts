import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Contender, connectClient, loopback } from './clients.ts'
import type { Arrivals, Load, Published } from './load.ts'

/** Cost and results of one load on one side. */
export type RoundResult = Published &
  Arrivals & {
    readonly cpuMs: number
    /** Bytes sent to one counting client. */
    readonly bytesEach: number
  }

const atOnce = 50

/** Starts a part of a measurement as a process of its own. */
export const startPart = (...words: readonly string[]): ChildProcess =>
  fork(join(import.meta.dirname, '..', 'main.ts'), words)

/** Sends a request to a child process, or waits for its first message; fails if the process ends. */
export const answer = <Answer>(part: ChildProcess, question?: unknown): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const ended = (): void => reject(new Error('a part of the measurement ended early'))
    part.once('exit', ended)
    part.once('message', (said) => {
      part.off('exit', ended)
      resolve(said as Answer)
    })
    if (question !== undefined) part.send(question as string)
  })

/** Clients that count bytes without parsing them. */
const connectCounting = async (side: Contender, port: number, clients: number) => {
  let bytes = 0
  const count = (chunk: Buffer): void => {
    bytes += chunk.length
  }
  const sockets: Awaited<ReturnType<typeof connectClient>>[] = []
  // A few at a time: the queue of pending connections is short.
  while (sockets.length < clients) {
    const many = Math.min(atOnce, clients - sockets.length)
    const few = Array.from({ length: many }, () => connectClient(side, port, 'visitor', count, loopback))
    sockets.push(...(await Promise.all(few)))
  }
  return {
    bytes: () => bytes,
    /** Waits until nothing has arrived for a while. */
    quiet: async (): Promise<void> => {
      for (let before = -1; before !== bytes; ) {
        before = bytes
        await wait(300)
      }
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** One side: its server in a separate process, counting clients, and a few watching clients in a third process. */
export const openSide = async (
  side: Contender,
  databaseUrl: string,
  { counting, watching }: { counting: number; watching: number },
) => {
  const server = startPart('push', side, databaseUrl)
  const port = await answer<number>(server)
  const watchers = startPart('push-watch', side, `${port}`, `${watching}`)
  await answer(watchers)
  const crowd = await connectCounting(side, port, counting)
  await crowd.quiet()
  return {
    measure: async (load: Load): Promise<RoundResult> => {
      await answer(watchers, 'forget')
      const before = crowd.bytes()
      const published = await answer<Published>(server, load)
      await crowd.quiet()
      const cpuMs = await answer<number>(server, 'cost')
      const bytesEach = (crowd.bytes() - before) / counting
      return { ...published, ...(await answer<Arrivals>(watchers, 'tell')), cpuMs, bytesEach }
    },
    close: (): void => {
      crowd.close()
      watchers.disconnect()
      server.disconnect()
    },
  }
}
