import type { ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { kill, platform } from 'node:process'

const answersSignals = (pid: number): boolean => {
  try {
    kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/**
 * Identifier that distinguishes processes with a reused id: on Linux the start time, elsewhere only that the process
 * lives. Null if there is no such process, or only a zombie.
 */
export const processStartId = async (pid: number): Promise<string | null> => {
  if (!Number.isSafeInteger(pid) || pid <= 0) return null
  if (platform !== 'linux') return answersSignals(pid) ? 'alive' : null
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  // The program's name is in brackets and may contain anything; the fields follow the last bracket.
  const [state, ...fields] = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? []
  if (state === undefined || state === 'Z' || state === 'X') return null
  return fields[18] ?? 'alive'
}

/**
 * Whether a process runs a program with an argument, such as the `postgres` of one data folder. On other systems than
 * Linux this cannot be determined, and every living process counts.
 *
 * @example await isRunning(4711, 'postgres', '/srv/data/postgres')
 */
export const isRunning = async (pid: number, program: string, argument: string): Promise<boolean> => {
  if ((await processStartId(pid)) === null) return false
  if (platform !== 'linux') return true
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  const [name = '', ...given] = command.split('\0')
  return basename(name) === program && given.includes(argument)
}

/** Whether a process id is in use, including by a zombie. */
export const isTaken = (pid: number): boolean => Number.isSafeInteger(pid) && pid > 0 && answersSignals(pid)

/**
 * Whether a process started here has ended, or never began. It is read from what the child itself remembers: a listener of its
 * end misses one that was before it.
 */
export const hasChildEnded = ({ pid, exitCode, signalCode }: ChildProcess): boolean =>
  pid === undefined || exitCode !== null || signalCode !== null
