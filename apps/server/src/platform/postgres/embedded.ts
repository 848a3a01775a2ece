import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { OsAccount } from './account.ts'
import { livingPostmaster, socketPort } from './locks.ts'
import { as, choosePlace, own, type Place } from './place.ts'
import { type Postmaster, startPostmaster } from './postmaster.ts'

export type EmbeddedPostgres = Postmaster & {
  readonly url: string
  /** Restarts it after its postmaster has ended; the address stays the same. Never creates a new cluster. */
  readonly restart: () => Promise<EmbeddedPostgres>
}

const superuser = 'glasshouse'
/** How long a start waits for the processes of an earlier run to end; milliseconds. */
const defaultPatienceMs = 30_000

const run = (program: string, args: readonly string[], account: OsAccount | null): Promise<void> =>
  new Promise((done, failed) => {
    const child = spawn(program, args, { ...as(account), cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
    child.on('error', failed)
    child.on('exit', (code) =>
      code === 0 ? done() : failed(new Error(`${program} failed (${code}): ${said.trim()}`)),
    )
  })

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

/** Creates a new database cluster; an incomplete one (without marker) is created again. */
const initialise = async (place: Place, passwordFile: string): Promise<void> => {
  const marker = join(place.folder, 'glasshouse-ready')
  if (await exists(marker)) return
  if ((await exists(join(place.folder, 'global'))) && (await exists(passwordFile)))
    await rm(place.folder, { recursive: true, force: true })
  await mkdir(place.folder, { recursive: true, mode: 0o700 })
  await own(place.folder, place.account)
  await writeFile(passwordFile, randomBytes(24).toString('hex'), { mode: 0o600 })
  await own(passwordFile, place.account)
  await run(
    join(place.bin, 'initdb'),
    [
      '-D',
      place.folder,
      '-U',
      superuser,
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--data-checksums',
      '-E',
      'UTF8',
      '--locale=C',
    ],
    place.account,
  )
  await writeFile(marker, '')
}

const urlOf = (place: Place, password: string, database: string, tcpPort: number): string =>
  place.socketFolder === null
    ? `postgresql://${superuser}:${password}@127.0.0.1:${tcpPort}/${database}`
    : `postgresql://${superuser}:${password}@localhost:${socketPort}/${database}?host=${encodeURIComponent(place.socketFolder)}`

const createDatabase = async (adminUrl: string, name: string): Promise<void> => {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [name])
    if (found.rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(name)}`)
  } finally {
    await client.end()
  }
}

/**
 * Starts the embedded PostgreSQL of a data folder, or adopts the one left running by a killed process, and ensures that
 * the database `name` exists. With `archiveFolder` it keeps its write-ahead log there; null, of a program beside the product, leaves
 * the pieces in the data folder for the product to copy.
 *
 * Throws a readable error if the folder is not writable or PostgreSQL does not start.
 */
export const startEmbeddedPostgres = async (
  dataFolder: string,
  tcpPort: number,
  name = 'glasshouse',
  patienceMs = defaultPatienceMs,
  archiveFolder?: string | null,
): Promise<EmbeddedPostgres> => {
  const place = await choosePlace(dataFolder, archiveFolder)
  const passwordFile = `${place.folder}.password`
  if ((await livingPostmaster(place)) === null) await initialise(place, passwordFile)
  const password = (await readFile(passwordFile, 'utf8')).trim()
  const adminUrl = urlOf(place, password, 'postgres', tcpPort)
  const start = async (): Promise<EmbeddedPostgres> => {
    const postmaster = await startPostmaster(place, { url: adminUrl, tcpPort }, patienceMs)
    return {
      ...postmaster,
      url: urlOf(place, password, name, tcpPort),
      restart: start,
      stop: async () => {
        await postmaster.stop()
        if (place.socketFolder !== null) await rm(place.socketFolder, { recursive: true, force: true })
      },
    }
  }
  const running = await start()
  await createDatabase(adminUrl, name)
  return running
}
