import process from 'node:process'
import { cpuOfTree } from './processes.ts'

/** What a load took: CPU of this process and of the database, and the longest stops of the event loop, milliseconds. */
export type LoadCost = {
  readonly wallMs: number
  readonly serverMs: number
  readonly databaseMs: number
  /** Includes waiting for a core, which others on this machine may have. */
  readonly stoppedMs: number
  /** CPU of the main thread between two turns of the timer: what it computed without a pause. */
  readonly computedMs: number
}

const threadMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

const everyMs = 1

/** Runs a load and measures its cost. */
export const measureLoad = async (load: () => Promise<void>): Promise<LoadCost> => {
  const server = process.cpuUsage()
  const all = await cpuOfTree(process.pid)
  const startedAt = performance.now()
  let [wall, cpu, stoppedMs, computedMs] = [performance.now(), threadMs(), 0, 0]
  const look = (): void => {
    const [now, used] = [performance.now(), threadMs()]
    stoppedMs = Math.max(stoppedMs, now - wall - everyMs)
    computedMs = Math.max(computedMs, used - cpu)
    ;[wall, cpu] = [now, used]
  }
  const timer = setInterval(look, everyMs)
  await load()
  look()
  clearInterval(timer)
  const wallMs = performance.now() - startedAt
  const { user, system } = process.cpuUsage(server)
  const serverMs = (user + system) / 1000
  return {
    wallMs,
    serverMs,
    databaseMs: (await cpuOfTree(process.pid)) - all - serverMs,
    stoppedMs,
    computedMs,
  }
}
