import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('./markets.main.ts', import.meta.url))

/** What the process is started with. */
export type MarketsStart = {
  readonly databaseUrl: string
  readonly environment: Readonly<Record<string, string>>
  /** How far its wall clock is ahead of the machine's. */
  readonly aheadMs: number
  /** Whether it has options, and settles them or leaves them open as a process that is too slow does. */
  readonly options: 'none' | 'settle' | 'leaveOpen'
  /** How long ticks wait for their batch; the product's own is 250. */
  readonly batchMs: number
}

export type MarketsCommand =
  | { readonly kind: 'place'; readonly uid: number }
  | { readonly kind: 'killAfter'; readonly instantMs: number }

/** What is told of a tick. */
export type ReportedTick = {
  readonly n: number
  readonly kind: 'trade' | 'book'
  readonly symbol: string
  readonly sourceTimeMs: number
  readonly receivedTimeMs: number
}

export type MarketsMessage =
  | { readonly kind: 'open' }
  | { readonly kind: 'tick'; readonly tick: ReportedTick }
  | { readonly kind: 'placed'; readonly id: number; readonly expiresMs: number }

/** Markets and settlement in a process of their own. */
export type SpawnedMarkets = {
  /** Every tick it reported so far, also those that were lost with it. */
  readonly ticks: readonly ReportedTick[]
  readonly place: (uid: number) => Promise<{ readonly id: number; readonly expiresMs: number }>
  /** Has it killed with SIGKILL 100 ms after the first trade of a later time; resolves when it has ended. */
  readonly killAfter: (instantMs: number) => Promise<void>
  /** Ends it as Ctrl-C does; returns its exit code. */
  readonly stop: () => Promise<number | null>
  /** Ends it as `kill -9` does. */
  readonly kill: () => Promise<void>
}

const messageOf = async <Kind extends MarketsMessage['kind']>(
  child: ChildProcess,
  kind: Kind,
  printed: () => string,
): Promise<Extract<MarketsMessage, { kind: Kind }>> =>
  new Promise((resolve, reject) => {
    const hear = (message: MarketsMessage): void => {
      if (message.kind !== kind) return
      stop()
      resolve(message as Extract<MarketsMessage, { kind: Kind }>)
    }
    const end = (): void => {
      stop()
      reject(new Error(`the markets ended before they said ${kind}:\n${printed()}`))
    }
    const stop = (): void => {
      child.off('message', hear)
      child.off('exit', end)
    }
    child.on('message', hear)
    child.on('exit', end)
  })

/** Starts the process and waits until its markets are open. Throws with what it printed when it ends before. */
export const spawnMarkets = async (start: MarketsStart): Promise<SpawnedMarkets> => {
  const child = spawn(process.execPath, [program, JSON.stringify(start)], {
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
  })
  // Its channel is read to its end, so that nothing it reported is lost.
  const closed = Promise.all([once(child, 'exit'), once(child, 'disconnect')])
  let printed = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    printed += chunk.toString()
  })
  const ticks: ReportedTick[] = []
  child.on('message', (message: MarketsMessage) => {
    if (message.kind === 'tick') ticks.push(message.tick)
  })
  await messageOf(child, 'open', () => printed)
  const sendCommand = (command: MarketsCommand): void => void child.send(command)
  return {
    ticks,
    place: async (uid) => {
      const placed = messageOf(child, 'placed', () => printed)
      sendCommand({ kind: 'place', uid })
      return placed
    },
    killAfter: async (instantMs) => {
      sendCommand({ kind: 'killAfter', instantMs })
      await closed
    },
    stop: async () => {
      child.kill('SIGINT')
      await closed
      return child.exitCode
    },
    kill: async () => {
      child.kill('SIGKILL')
      await closed
    },
  }
}
