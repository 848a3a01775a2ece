import { createReadStream } from 'node:fs'
import { mkdir, open, rename, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { DayStore } from './dayStore.ts'

const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** The folder of the files of a day under the data folder. */
export const dayFolder = (dataDir: string, day: string): string => resolve(dataDir, 'day-files', day)

/** Keeps the files of days in folders of the data folder. */
export const folderDayStore = (dataDir: string): DayStore => ({
  scratchFolder: async (day) => {
    const folder = dayFolder(dataDir, day)
    await mkdir(folder, { recursive: true })
    return folder
  },
  put: async (day, name, path) => {
    const folder = dayFolder(dataDir, day)
    // Atomic within one folder; the folder is flushed too, so that the name survives a loss of power.
    await rename(path, join(folder, name))
    await syncFolder(folder)
    await syncFolder(resolve(folder, '..'))
  },
  open: async (day, name, range) => {
    const path = join(dayFolder(dataDir, day), name)
    const isThere = await stat(path).then(
      (found) => found.isFile(),
      () => false,
    )
    if (!isThere) return null
    return createReadStream(path, range === null ? {} : { start: range.from, end: range.to })
  },
})
