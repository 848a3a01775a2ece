import { access } from 'node:fs/promises'
import { InvalidDataDirError } from '../../../apps/server/src/platform/postgres/folder.ts'
import { lockDataDir, startEmbeddedPostgres } from '../../../apps/server/src/platform/postgres/index.ts'

import { InvalidExportError } from './read.ts'

/** A database to read from, and how to let go of it. */
export type LedgerReader = { readonly url: string; readonly close: () => Promise<void> }

/** Only used where there are no Unix sockets. */
const spareTcpPort = 54_329

/**
 * Opens the embedded database of a data folder. While the product runs, its own is read and left alone;
 * otherwise it is started for the reading and stopped afterwards.
 */
export const openLedgerReader = async (dataFolder: string): Promise<LedgerReader> => {
  await access(dataFolder).catch(() => {
    throw new InvalidExportError(`There is no data folder ${dataFolder}.`)
  })
  const taken = await lockDataDir(dataFolder).catch((error: unknown) => {
    if (error instanceof InvalidDataDirError && error.message.includes('in use')) return null
    throw error
  })
  const postgres = await startEmbeddedPostgres(dataFolder, spareTcpPort, undefined, undefined, null)
  return {
    url: postgres.url,
    close: async () => {
      if (taken === null) return
      await postgres.stop()
      await taken.release()
    },
  }
}
