import pg from 'pg'
import { inject } from 'vitest'
import { cloneDatabase, onServer, type TestDatabase, withDatabase } from './database.ts'
import { patientLimits } from './patientLimits.ts'
import { startTestServer } from './testServer.ts'

const sampleName = 'glasshouse_sample'
/** Number of the advisory lock under which one worker makes the sample and the others wait. */
const sampleLock = 7_310_001

/** Starts the product once on a new database and keeps what it made under the name of the sample. */
const makeSample = async (server: string): Promise<void> => {
  const database = await cloneDatabase()
  const product = await startTestServer(database)
  await product.close()
  await database.close()
  const made = new URL(database.url).pathname.slice(1)
  await onServer(server, `alter database ${made} rename to ${sampleName}`)
}

const ensureSample = async (): Promise<void> => {
  const server = inject('postgresUrl')
  const client = new pg.Client({ connectionString: withDatabase(server, 'postgres') })
  // It says nothing while the sample is made, which takes a minute; lost meanwhile, it would end the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [sampleLock])
    const { rowCount } = await client.query('select from pg_database where datname = $1', [sampleName])
    if (rowCount === 0) await makeSample(server)
  } finally {
    await client.end()
  }
}

/**
 * A database in which the product ran once, with the sample of practice mode: a product started on it computes a tenth
 * of what a first start does. The first test that asks makes it.
 */
export const cloneSampleDatabase = async (): Promise<TestDatabase> => {
  await ensureSample()
  return cloneDatabase(8, patientLimits, sampleName)
}
