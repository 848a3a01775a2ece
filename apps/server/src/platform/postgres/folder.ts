import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pid as ownPid } from 'node:process'
import { processStartId } from './processes.ts'

/** The data folder is unusable; the message says why and what to do. */
export class InvalidDataDirError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'BadDataFolder'
  }
}

export type DataFolder = { readonly path: string; readonly release: () => Promise<void> }

const whyNot = (error: unknown): string => {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return 'it cannot be written'
  if (code === 'ENOTDIR' || code === 'EEXIST') return 'a file of that name is in the way'
  if (code === 'ENOSPC') return 'the disk is full'
  return error instanceof Error ? error.message : String(error)
}

/**
 * Locks a data folder for this process: creates it, verifies that it is writable, and rejects it while another living
 * process holds the lock. The lock of a killed process is ignored.
 */
export const lockDataDir = async (folder: string): Promise<DataFolder> => {
  const path = resolve(folder)
  const holder = join(path, 'glasshouse.pid')
  try {
    await mkdir(path, { recursive: true })
    const [pid = '', life] = (await readFile(holder, 'utf8').catch(() => '')).trim().split(' ')
    const living = await processStartId(Number.parseInt(pid, 10))
    if (living !== null && living === life && pid !== String(ownPid))
      throw new InvalidDataDirError(
        `DATA_DIR ${path} is in use by process ${pid}. Stop it, or choose another DATA_DIR.`,
      )
    await writeFile(holder, `${ownPid} ${await processStartId(ownPid)}\n`)
  } catch (error) {
    if (error instanceof InvalidDataDirError) throw error
    throw new InvalidDataDirError(
      `DATA_DIR ${path} cannot be used: ${whyNot(error)}. Choose another DATA_DIR.`,
    )
  }
  return { path, release: () => rm(holder, { force: true }) }
}
