import { sql } from 'kysely'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../../../apps/server/src/platform/database/index.ts'
import { startEmbeddedPostgres } from '../../../apps/server/src/platform/postgres/index.ts'
import { migrate } from '../../../apps/server/src/platform/postgres/migrate.ts'
import { scratchFolder } from './scratch.ts'

const templateName = 'glasshouse_template'

/** Starts one real PostgreSQL for the whole run and migrates the template that tests clone. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await scratchFolder('tests')
  const postgres = await startEmbeddedPostgres(folder.path, 0, templateName)
  const template = openDatabase(postgres.url, 2)
  // Tests kill processes, not machines: what a commit wrote is with the system at once, flushed or not.
  for (const name of ['fsync', 'full_page_writes'])
    await sql.raw(`alter system set ${name} = off`).execute(template.db)
  // Clones are alike only where nothing analyses the template meanwhile, and tests analyse what they ask the planner about.
  await sql`alter system set autovacuum = off`.execute(template.db)
  // Each connection computes the hash of its password, on both sides: 4096 times by default.
  await sql`alter system set scram_iterations = 1`.execute(template.db)
  await sql`select pg_reload_conf()`.execute(template.db)
  const { username, password } = new URL(postgres.url)
  const quoted = `${pg.escapeIdentifier(username)} password ${pg.escapeLiteral(password)}`
  await sql.raw(`set scram_iterations = 1; alter role ${quoted}`).execute(template.db)
  await migrate(template.db)
  await template.close()
  project.provide('postgresUrl', postgres.url)
  project.provide('templateName', templateName)
  return async () => {
    await postgres.stop()
    await folder.remove()
  }
}
