import { randomUUID } from 'node:crypto'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { inject } from 'vitest'
import type { StatementLimits } from '../../../apps/server/src/platform/database/connection.ts'
import { type Database, openDatabase } from '../../../apps/server/src/platform/database/index.ts'
import { refusingPool } from '../../../apps/server/src/platform/database/refusingPool.ts'
import type { PlatformTables } from '../../../apps/server/src/platform/database/schema.ts'
import { lendPool } from './lentPool.ts'
import { patientLimits } from './patientLimits.ts'
import { keepDatabase, type OwnedDatabase, stateOfClone, takeKept } from './reusedDatabases.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
    templateName: string
  }
}

export type TestDatabase = Database & { readonly url: string; readonly drop: () => Promise<void> }

/** The address of another database of the same server. */
export const withDatabase = (url: string, name: string): string => {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.toString()
}

/** One connection for each server and worker: a new one costs as much as half a clone. It keeps no process running. */
const administration = new Map<string, pg.Pool>()

const administrationOf = (url: string): pg.Pool => {
  const known = administration.get(url)
  if (known !== undefined) return known
  const opened = new pg.Pool({
    ...{ connectionString: withDatabase(url, 'postgres'), max: 1, allowExitOnIdle: true },
    idleTimeoutMillis: 0,
  })
  // A server that was stopped took the connection with it; the next statement opens another.
  opened.on('error', () => undefined)
  administration.set(url, opened)
  return opened
}

/** Runs one statement outside any test database. */
export const onServer = async (url: string, statement: string): Promise<void> => {
  await administrationOf(url).query(statement)
}

/** PostgreSQL reports that another process has the template open. */
const isInUse = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '55006'

/**
 * Copies the template as files: without flushing that is faster than through the log. A connection to the template may still
 * be ending; PostgreSQL waits 5 s for it, which a busy machine exceeds.
 */
const copyTemplate = async (server: string, template: string, name: string): Promise<void> => {
  for (let tries = 1; ; tries += 1)
    try {
      await onServer(server, `create database ${name} template ${template} strategy file_copy`)
      return
    } catch (error) {
      if (!isInUse(error) || tries === 6) throw error
    }
}

/** A database for one test, over a pool that stays open where another test may have it next. */
const lend = (owned: OwnedDatabase, opened: Database, url: string): TestDatabase => {
  const { pool, takeBack } = lendPool(owned.pool)
  const db = new Kysely<PlatformTables>({
    dialect: new PostgresDialect({ pool: { ...refusingPool(pool), end: async () => undefined } }),
  })
  const closeOthers = async (): Promise<void> => {
    takeBack()
    await Promise.all([db.destroy(), opened.reports.destroy(), opened.checks.destroy()])
  }
  const close = async (): Promise<void> => {
    await closeOthers()
    if (!owned.pool.ending) await owned.pool.end()
  }
  return {
    ...opened,
    ...{ db, pool, url, close },
    drop: async () => {
      await closeOthers()
      if (await keepDatabase(owned)) return
      await close()
      await dropDatabase(owned.name)
    },
  }
}

const dropDatabase = (name: string) => onServer(inject('postgresUrl'), `drop database ${name} with (force)`)

const createClone = async (server: string, template: string): Promise<string> => {
  const name = `t_${randomUUID().replaceAll('-', '')}`
  await copyTemplate(server, template, name)
  return name
}

/** A new clone with limits or a template of its own. */
const cloneOnce = async (
  connections: number,
  limits: StatementLimits,
  template: string,
): Promise<TestDatabase> => {
  const name = await createClone(inject('postgresUrl'), template)
  const url = withDatabase(inject('postgresUrl'), name)
  const database = openDatabase(url, connections, limits)
  return {
    ...database,
    url,
    drop: async () => {
      await database.close()
      await dropDatabase(name)
    },
  }
}

/**
 * A database of its own for one test, by default of the migrated template: the one that a test before has dropped, with the rows
 * of the template again, or a new clone. The superuser owns it, so a test can plant rows that the product's own rules forbid.
 */
export const cloneDatabase = async (
  connections = 8,
  limits = patientLimits,
  template = inject('templateName'),
): Promise<TestDatabase> => {
  const server = inject('postgresUrl')
  if (limits !== patientLimits || template !== inject('templateName'))
    return cloneOnce(connections, limits, template)
  const reused = takeKept(connections)
  const name = reused?.name ?? (await createClone(server, template))
  const url = withDatabase(server, name)
  const opened = openDatabase(url, connections, limits)
  if (reused !== null) return lend(reused, opened, url)
  const { pool } = opened
  return lend({ name, pool, state: await stateOfClone(pool) }, opened, url)
}
