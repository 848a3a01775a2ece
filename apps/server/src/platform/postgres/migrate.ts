import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Db } from '../database/index.ts'
import { InvalidSettingsError } from '../settings/index.ts'
import { migrateJobSchema } from './jobSchema.ts'

const folder = new URL('../../../migrations/', import.meta.url)
/** How long a migration waits for a lock before it gives way to what works on the database; milliseconds. */
const lockTimeoutMs = 5000
const attempts = 10
const retryMs = 1000
/** PostgreSQL: a lock was not available in time. */
const lockNotAvailable = '55P03'

/** Migrations as SQL by name. */
export type MigrationTexts = Readonly<Record<string, string>>

const readTexts = async (): Promise<MigrationTexts> => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const entries = names.map(
    async (name): Promise<[string, string]> => [
      name.replace(/\.sql$/, ''),
      await readFile(new URL(name, folder), 'utf8'),
    ],
  )
  return Object.fromEntries(await Promise.all(entries))
}

const migrationOf = (text: string, lockMs: number): Migration => ({
  up: async (db: Kysely<unknown>) => {
    // Migrating a large table can take long.
    await sql`set local statement_timeout = 0`.execute(db)
    // A process of the former release may be working: what waits for a lock stops everything behind it.
    await sql.raw(`set local lock_timeout = ${lockMs}`).execute(db)
    await sql.raw(text).execute(db)
  },
})

/** Migrations that ran on a database and that this release does not know. */
const findUnknown = async (db: Db, own: MigrationTexts): Promise<readonly string[]> => {
  const { rows: tables } = await sql`select where to_regclass('kysely_migration') is not null`.execute(db)
  if (tables.length === 0) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name).filter((name) => !(name in own))
}

/** Migrations of a newer release on a database that this one works with all the same. */
export const findNewerMigrations = async (db: Db): Promise<readonly string[]> =>
  findUnknown(db, await readTexts())

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined

/**
 * Runs the migrations that are missing, all in one transaction; returns their names. Those of a newer release stay.
 *
 * @throws InvalidSettingsError a newer release removed what this one needs
 */
export const runMigrations = async (
  db: Db,
  own: MigrationTexts,
  lockMs: number,
): Promise<readonly string[]> => {
  const newer = await findUnknown(db, own)
  const removed = newer.filter((name) => name.endsWith('_contract'))
  if (removed.length > 0)
    throw new InvalidSettingsError([
      `DATABASE_URL: a newer release has removed from this database what this one needs (${removed.join(', ')}). Start the newer release`,
    ])
  const known = Object.entries(own).map(([name, text]) => [name, migrationOf(text, lockMs)] as const)
  const past = newer.map((name) => [name, { up: async () => undefined }] as const)
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => Object.fromEntries([...known, ...past]) },
    allowUnorderedMigrations: true,
  })
  for (let attempt = 1; ; attempt += 1) {
    const { error, results } = await migrator.migrateToLatest()
    if (error === undefined) return (results ?? []).map((result) => result.migrationName)
    if (codeOf(error) === lockNotAvailable && attempt < attempts) {
      await pause(retryMs)
      continue
    }
    const failed = results?.find((result) => result.status === 'Error')?.migrationName
    throw new Error(`database migration failed${failed ? ` (${failed})` : ''}`, { cause: error })
  }
}

/**
 * Migrates the database to the newest schema, and the tables of the job library behind it; returns the names of what was
 * missing.
 */
export const migrate = async (db: Db): Promise<readonly string[]> => {
  const migrated = await runMigrations(db, await readTexts(), lockTimeoutMs)
  await migrateJobSchema(db)
  return migrated
}
