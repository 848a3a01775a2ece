import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { openDatabase } from '../../../apps/server/src/platform/database/index.ts'
import type { EmbeddedPostgres } from '../../../apps/server/src/platform/postgres/embedded.ts'
import { startEmbeddedPostgres } from '../../../apps/server/src/platform/postgres/index.ts'
import { migrate } from '../../../apps/server/src/platform/postgres/migrate.ts'
import { onServer, withDatabase } from './database.ts'
import { patientLimits } from './patientLimits.ts'
import { scratchFolder } from './scratch.ts'

/** A PostgreSQL of a test's own, which it may kill without disturbing others. */
export type OwnPostgres = {
  /** Creates a migrated database and returns its address, which stays the same over crashes. */
  readonly createDatabase: () => Promise<string>
  /** Kills all its processes with SIGKILL and starts it again. */
  readonly crash: () => Promise<void>
  readonly close: () => Promise<void>
}

const template = 'glasshouse'

const processesOf = async (url: string): Promise<readonly number[]> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ pid: number }>(
    'select pid from pg_stat_activity where pid <> pg_backend_pid()',
  )
  await client.end()
  return rows.map(({ pid }) => pid)
}

/** Kills a process that may have ended meanwhile. */
export const killNow = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    // It ended by itself when the postmaster did.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/** Starts it in a temporary folder and migrates the template of its databases. */
export const openOwnPostgres = async (): Promise<OwnPostgres> => {
  const folder = await scratchFolder('own')
  let postgres: EmbeddedPostgres = await startEmbeddedPostgres(folder.path, 0, template)
  const database = openDatabase(postgres.url, 2, patientLimits)
  await migrate(database.db)
  await database.close()
  return {
    createDatabase: async () => {
      const name = `t_${randomUUID().replaceAll('-', '')}`
      await onServer(postgres.url, `create database ${name} template ${template}`)
      return withDatabase(postgres.url, name)
    },
    crash: async () => {
      const pids = [postgres.pid, ...(await processesOf(postgres.url))]
      for (const pid of pids) killNow(pid)
      while (!(await postgres.hasEnded())) await wait(10)
      postgres = await postgres.restart()
    },
    close: async () => {
      await postgres.stop()
      await folder.remove()
    },
  }
}
