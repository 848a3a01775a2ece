import { readdir, readFile } from 'node:fs/promises'

/** Memory of one process. */
export type ProcessMemory = {
  readonly pid: number
  readonly name: string
  readonly bytes: number
  /** `pss` divides a shared page among the processes that use it; `rss` counts it for each of them. */
  readonly kind: 'pss' | 'rss'
}

const read = (path: string): Promise<string | null> => readFile(path, 'utf8').catch(() => null)

/** Parent of every process of this machine, from /proc. */
const parents = async (): Promise<ReadonlyMap<number, number>> => {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const pairs = await Promise.all(
    pids.map(async (pid): Promise<readonly [number, number] | null> => {
      const stat = await read(`/proc/${pid}/stat`)
      if (stat === null) return null
      // The name is in brackets and may contain anything, so the fields are counted from its end.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return [Number.parseInt(pid, 10), Number.parseInt(fields[1] ?? '0', 10)]
    }),
  )
  return new Map(pairs.filter((pair) => pair !== null))
}

/** A process and all its descendants. */
export const processTree = async (root: number): Promise<readonly number[]> => {
  const parentOf = await parents()
  const found = new Set([root])
  for (let grew = true; grew; ) {
    grew = false
    for (const [pid, parent] of parentOf)
      if (found.has(parent) && !found.has(pid)) {
        found.add(pid)
        grew = true
      }
  }
  return [...found]
}

const kilobytes = (text: string | null, field: string): number | null => {
  const match = text === null ? null : new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(text)
  return match === null ? null : Number.parseInt(match[1] ?? '', 10) * 1024
}

/** Memory of one process; null if it has ended. */
const memoryOf = async (pid: number): Promise<ProcessMemory | null> => {
  const status = await read(`/proc/${pid}/status`)
  const rss = kilobytes(status, 'VmRSS')
  if (status === null || rss === null) return null
  const pss = kilobytes(await read(`/proc/${pid}/smaps_rollup`), 'Pss')
  const name = /^Name:\s+(.*)$/m.exec(status)?.[1] ?? '?'
  return pss === null ? { pid, name, bytes: rss, kind: 'rss' } : { pid, name, bytes: pss, kind: 'pss' }
}

/** Memory of a process and of all its descendants. */
export const heldByTree = async (root: number): Promise<readonly ProcessMemory[]> =>
  (await Promise.all((await processTree(root)).map(memoryOf))).filter((held) => held !== null)

/** Milliseconds of one clock tick in /proc. */
const tickMs = 10

/**
 * CPU time that a process and all its descendants have used, milliseconds. Those that ended are counted by the process that
 * started them: a session of the database that ends must not take back what it used.
 */
export const cpuOfTree = async (root: number): Promise<number> => {
  const stats = await Promise.all((await processTree(root)).map((pid) => read(`/proc/${pid}/stat`)))
  return stats.reduce((sum, stat) => {
    const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? []
    // Of itself in the program and the kernel, and the same of those of its children that ended.
    const ticks = fields.slice(11, 15).reduce((total, field) => total + Number.parseInt(field, 10), 0)
    return sum + ticks * tickMs
  }, 0)
}
