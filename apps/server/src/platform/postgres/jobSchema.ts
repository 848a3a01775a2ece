import { sql } from 'kysely'
import type { Db } from '../database/index.ts'

/** The schema in which pg-boss keeps its tables. */
export const jobSchema = 'platform_jobs'

/** Version of the tables that the installed pg-boss works with; a test compares it with the library's own. */
export const jobSchemaVersion = 46

const findVersion = async (db: Db): Promise<number | null> => {
  const { rows } = await sql<{ found: string | null }>`
    select to_regclass(${`${jobSchema}.version`})::text as found`.execute(db)
  if (rows[0]?.found == null) return null
  const { rows: versions } = await sql<{ version: number }>`
    select version from ${sql.table(`${jobSchema}.version`)}`.execute(db)
  return versions[0]?.version ?? null
}

/**
 * Creates the tables of the job library, or brings them from an older version of it to the installed one, as the owner of
 * the database: the role of the product cannot. The library is loaded only for that.
 */
export const migrateJobSchema = (db: Db): Promise<void> =>
  db.connection().execute(async (owner) => {
    // Several processes may start at once; the lock ends with the connection, whatever happens.
    await sql`select pg_advisory_lock(hashtextextended(${jobSchema}, 0))`.execute(owner)
    try {
      const version = await findVersion(owner)
      if (version !== null && version >= jobSchemaVersion) return
      const { getConstructionPlans, getMigrationPlans } = await import('pg-boss')
      const plan = version === null ? getConstructionPlans(jobSchema) : getMigrationPlans(jobSchema, version)
      await sql.raw(plan).execute(owner)
    } finally {
      await sql`rollback; select pg_advisory_unlock(hashtextextended(${sql.lit(jobSchema)}, 0))`.execute(
        owner,
      )
    }
  })
