import { readdir, readFile } from 'node:fs/promises'
import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Db } from '../db.ts'

const folder = new URL('../../../migrations/', import.meta.url)

const readMigrations = async (): Promise<Record<string, Migration>> => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const entries = names.map(async (name): Promise<[string, Migration]> => {
    const text = await readFile(new URL(name, folder), 'utf8')
    return [
      name.replace(/\.sql$/, ''),
      {
        up: async (db: Kysely<unknown>) => {
          // Migrating a large table can take long; no requests are served meanwhile.
          await sql`set local statement_timeout = 0`.execute(db)
          await sql.raw(text).execute(db)
        },
      },
    ]
  })
  return Object.fromEntries(await Promise.all(entries))
}

/** Migrates the database to the newest schema, all missing steps in one transaction; returns their names. */
export const migrate = async (db: Db): Promise<readonly string[]> => {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: readMigrations },
    allowUnorderedMigrations: true,
  })
  const { error, results } = await migrator.migrateToLatest()
  if (error !== undefined) {
    const failed = results?.find((result) => result.status === 'Error')?.migrationName
    throw new Error(`database migration failed${failed ? ` (${failed})` : ''}`, {
      cause: error,
    })
  }
  return (results ?? []).map((result) => result.migrationName)
}
