import { startTemporaryPostgres } from '@glasshouse/testkit/temporaryPostgres'
import type { StatementLimits } from '../../../apps/server/src/platform/database/connection.ts'
import { type Database, openDatabase } from '../../../apps/server/src/platform/database/index.ts'
import { migrate } from '../../../apps/server/src/platform/postgres/migrate.ts'

/** What is measured may be slow, and is told so instead of being cancelled. */
export const patientLimits: StatementLimits = { statementMs: 600_000, commandMs: 600_000 }

/** A separate migrated PostgreSQL, as durable as the product's: every commit waits for the disk. */
export type OwnDatabase = Database & { readonly url: string; readonly remove: () => Promise<void> }

/** Starts it in a temporary folder. */
export const openOwnDatabase = async (connections: number): Promise<OwnDatabase> => {
  const postgres = await startTemporaryPostgres('bench-database')
  const database = openDatabase(postgres.url, connections, patientLimits)
  await migrate(database.db)
  return {
    ...database,
    url: postgres.url,
    remove: async () => {
      await database.close()
      await postgres.stop()
    },
  }
}
