import { argv, exit } from 'node:process'
import { parseArgs } from 'node:util'
import {
  RestoreError,
  restoreBackup,
  takeBaseBackup,
} from '../../../apps/server/src/platform/postgres/backup.ts'
import { lockDataDir, startEmbeddedPostgres } from '../../../apps/server/src/platform/postgres/index.ts'

const usage = `npm run backup -- --data <data folder> --out <new folder>
    copies the embedded database while the product runs, or while it is stopped
npm run backup -- restore --base <folder> --archive <folder> --data <new data folder> [--to <ISO instant>]
    prepares a data folder whose database is as it was at that instant; the next start recovers it`

/** Only used where there are no Unix sockets. */
const spareTcpPort = 54_330

const backUp = async (data: string, out: string): Promise<void> => {
  // While the product runs, its database is read and left alone.
  const lock = await lockDataDir(data).catch(() => null)
  const postgres = await startEmbeddedPostgres(data, spareTcpPort, undefined, undefined, null)
  try {
    await takeBaseBackup(postgres.url, data, out, lock !== null)
  } finally {
    if (lock !== null) {
      await postgres.stop()
      await lock.release()
    }
  }
  console.log(`Wrote a base backup to ${out}.`)
}

const instantOf = (text: string): number => {
  const ms = Date.parse(text)
  if (Number.isNaN(ms))
    throw new RestoreError(`--to ${text}: must be an instant such as 2026-06-16T12:00:00Z`)
  return ms
}

const run = async (): Promise<boolean> => {
  const { values, positionals } = parseArgs({
    args: argv.slice(2),
    allowPositionals: true,
    options: {
      data: { type: 'string' },
      out: { type: 'string' },
      base: { type: 'string' },
      archive: { type: 'string' },
      to: { type: 'string' },
    },
  })
  const { data, out, base, archive, to } = values
  if (positionals[0] === 'restore' && data !== undefined && base !== undefined && archive !== undefined) {
    await restoreBackup({ base, archive, dataFolder: data, toMs: to === undefined ? null : instantOf(to) })
    console.log(`Start the product with DATA_DIR=${data}: it recovers the database first.`)
    return true
  }
  if (positionals.length === 0 && data !== undefined && out !== undefined) {
    await backUp(data, out)
    return true
  }
  console.error(usage)
  return false
}

exit(
  (await run().catch((error: unknown) => {
    console.error(error instanceof RestoreError ? error.message : error)
    return false
  }))
    ? 0
    : 1,
)
