import { type Database, openDatabase } from './platform/database/index.ts'
import {
  embeddedRole,
  findNewerMigrations,
  holdDatabase,
  lockDataDir,
  migrateDatabase,
  migrateForProduct,
  openProductRole,
  pinMode,
  startEmbeddedPostgres,
  supervise,
} from './platform/postgres/index.ts'
import { openSecrets, randomToken } from './platform/secrets/index.ts'
import type { Platform } from './platform/services/index.ts'
import type { Settings } from './platform/settings/index.ts'
import { createLog, type Log } from './platform/telemetry/index.ts'
import { systemClock } from './platform/time/index.ts'
import { practiceModule } from './practice/module.ts'

/** What was opened, so that it can be closed in the opposite order, also when a later step fails. */
export const createShutdown = () => {
  const steps: (() => Promise<unknown>)[] = []
  return {
    later: (step: () => Promise<unknown>): void => void steps.unshift(step),
    /** Takes every step, also when one before it fails; throws the first failure. */
    now: async (): Promise<void> => {
      const failures: unknown[] = []
      for (const step of steps.splice(0)) await step().catch((error: unknown) => void failures.push(error))
      if (failures.length > 0) throw failures[0]
    },
  }
}

export type Shutdown = ReturnType<typeof createShutdown>

const throwIt = (reason: Error): never => {
  throw reason
}

/** Starts the embedded database and keeps it running; returns its address. */
const openEmbedded = async (
  folder: string,
  { PORT, DATABASE_ARCHIVE_DIR }: Settings,
  log: Log,
  closing: Shutdown,
  gaveUp: (reason: Error) => void,
): Promise<string> => {
  const embedded = await startEmbeddedPostgres(folder, PORT + 1, undefined, undefined, DATABASE_ARCHIVE_DIR)
  if (embedded.adopted) log.warn({ pid: embedded.pid }, 'adopted running embedded postgres')
  closing.later(supervise(embedded, { log, gaveUp }).stop)
  return embedded.url
}

/** Migrates as the owner of the database and returns the address the product works with, as a role that owns nothing. */
const openOwned = async (
  { DATABASE_URL, DATABASE_MIGRATION_URL }: Settings,
  embedded: () => Promise<string>,
): Promise<{ readonly url: string; readonly migrated: readonly string[] }> => {
  if (DATABASE_URL !== undefined)
    return { url: DATABASE_URL, migrated: await migrateDatabase(DATABASE_URL, DATABASE_MIGRATION_URL) }
  const owner = await embedded()
  const url = await openProductRole(owner, randomToken())
  return { url, migrated: await migrateForProduct(owner, embeddedRole) }
}

/** Opens settings, log, database, clock and secrets; what it opened is closed by `closing`. */
export const openPlatform = async (
  settings: Settings,
  closing: Shutdown,
  databaseLost: (reason: Error) => void = throwIt,
  databaseTaken: (reason: Error) => void = throwIt,
): Promise<Platform> => {
  const log = createLog(settings.LOG_LEVEL)
  const folder = await lockDataDir(settings.DATA_DIR)
  closing.later(folder.release)
  const { url, migrated } = await openOwned(settings, () =>
    openEmbedded(folder.path, settings, log, closing, databaseLost),
  )
  const database: Database = openDatabase(url, settings.DATABASE_POOL)
  closing.later(database.close)
  if (migrated.length > 0) log.info({ migrated }, 'brought the database up to date')
  const newer = await findNewerMigrations(database.db)
  if (newer.length > 0) log.warn({ newer }, 'the database is newer than this release, working with it')
  await pinMode(database.db, settings.MODE, () => practiceModule.provides.findStoredMode(database.db))
  // The lock of the data folder keeps an embedded database to one process.
  if (settings.DATABASE_URL !== undefined) {
    const tenancy = settings.NATS_URL === undefined ? 'alone' : 'shared'
    closing.later((await holdDatabase(url, log, tenancy, databaseTaken)).release)
  }
  const clock = systemClock(
    settings.MODE === 'practice' ? await practiceModule.provides.calendarOffset(database.db) : 0,
  )
  return {
    settings,
    log,
    clock,
    database,
    secrets: await openSecrets(database.db, settings.SECRET_KEY, settings.SECRET_KEY_FORMER),
  }
}
