import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { type Database, openDatabase } from '../../../apps/server/src/platform/database/index.ts'
import { patientLimits } from './patientLimits.ts'

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
 * Copies the template as files: without flushing that is faster than through the log. Autovacuum may have the template
 * open; PostgreSQL waits 5 s for it, which a busy machine exceeds.
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

/**
 * A database of its own for one test file, cloned in about 50 ms from a template, by default the migrated one. The
 * superuser owns it, so a test can plant rows that the product's own rules forbid.
 */
export const cloneDatabase = async (
  connections = 8,
  limits = patientLimits,
  template = inject('templateName'),
): Promise<TestDatabase> => {
  const server = inject('postgresUrl')
  const name = `t_${randomUUID().replaceAll('-', '')}`
  await copyTemplate(server, template, name)
  const url = withDatabase(server, name)
  const database = openDatabase(url, connections, limits)
  return {
    ...database,
    url,
    drop: async () => {
      await database.close()
      await onServer(server, `drop database ${name} with (force)`)
    },
  }
}
