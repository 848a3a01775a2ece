import { PerformanceObserver } from 'node:perf_hooks'
import process from 'node:process'
import { cpuOfTree } from './processes.ts'

/** What a load took: CPU of this process and of the database, and the longest stops of the event loop, milliseconds. */
export type LoadCost = {
  readonly wallMs: number
  readonly serverMs: number
  readonly databaseMs: number
  /** Includes waiting for a core, which others on this machine may have. */
  readonly stoppedMs: number
  /** CPU of the main thread between two turns of the timer: what it computed without a pause, garbage collection included. */
  readonly computedMs: number
  /** The same of the stretches in which no garbage was collected. */
  readonly ownMs: number
  /** Garbage collection in all, wall time. */
  readonly collectedMs: number
}

const threadMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

const everyMs = 1

/** What passed between two looks of the timer and computed for long, by `performance.now()`. */
type LoopTurn = { readonly from: number; readonly to: number; readonly cpuMs: number }

/** Turns shorter than this are not looked at. */
const longMs = 2

const overlaps = (one: LoopTurn, from: number, durationMs: number): boolean =>
  from < one.to && from + durationMs > one.from

/** Runs a load and measures its cost. */
export const measureLoad = async (load: () => Promise<void>): Promise<LoadCost> => {
  const collections: { readonly from: number; readonly durationMs: number }[] = []
  const observer = new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      collections.push({ from: startTime, durationMs: duration })
  })
  observer.observe({ entryTypes: ['gc'] })
  const server = process.cpuUsage()
  const all = await cpuOfTree(process.pid)
  const startedAt = performance.now()
  const turns: LoopTurn[] = []
  let [wall, cpu, stoppedMs, computedMs] = [performance.now(), threadMs(), 0, 0]
  const look = (): void => {
    const [now, used] = [performance.now(), threadMs()]
    stoppedMs = Math.max(stoppedMs, now - wall - everyMs)
    computedMs = Math.max(computedMs, used - cpu)
    if (used - cpu > longMs) turns.push({ from: wall, to: now, cpuMs: used - cpu })
    ;[wall, cpu] = [now, used]
  }
  const timer = setInterval(look, everyMs)
  await load()
  look()
  clearInterval(timer)
  const wallMs = performance.now() - startedAt
  const { user, system } = process.cpuUsage(server)
  const serverMs = (user + system) / 1000
  const databaseMs = (await cpuOfTree(process.pid)) - all - serverMs
  // The observer is told of a collection by a later turn; the question about the processes took several.
  observer.disconnect()
  const own = turns.filter(
    (turn) => !collections.some(({ from, durationMs }) => overlaps(turn, from, durationMs)),
  )
  return {
    wallMs,
    serverMs,
    databaseMs,
    stoppedMs,
    computedMs,
    ownMs: own.reduce((most, { cpuMs }) => Math.max(most, cpuMs), 0),
    collectedMs: collections.reduce((sum, { durationMs }) => sum + durationMs, 0),
  }
}
