import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { chmod, chown, mkdir, open, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { kill, platform } from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { accountForPostgres, isReachableBy, type PlainAccount } from './account.ts'
import { findBinaries } from './binaries.ts'
import { isProgram, lifeOf } from './processes.ts'

export type EmbeddedPostgres = {
  readonly url: string
  /** Process number of the postmaster. */
  readonly pid: number
  /** True when a postmaster left by a killed run was taken over. */
  readonly adopted: boolean
  readonly stop: () => Promise<void>
}

type Place = {
  readonly folder: string
  readonly account: PlainAccount | null
  readonly bin: string
  readonly socketFolder: string | null
}

const superuser = 'glasshouse'
const port = 5432

const own = async (path: string, account: PlainAccount | null): Promise<void> => {
  if (account !== null) await chown(path, account.uid, account.gid)
}

/** Where the files go: inside the data folder, or where the plain account can reach. */
const choosePlace = async (dataFolder: string): Promise<Place> => {
  const account = await accountForPostgres()
  const data = resolve(dataFolder)
  const mark = createHash('sha256').update(data).digest('hex').slice(0, 16)
  const reachable = account === null || (await isReachableBy(account, data))
  const home = reachable ? data : join('/var/lib/glasshouse', mark)
  await mkdir(home, { recursive: true })
  if (!reachable) {
    await chmod('/var/lib/glasshouse', 0o755)
    await writeFile(join(data, 'database-is-in.txt'), `${home}\n`)
  }
  const folder = join(home, 'postgres')
  const bin = await findBinaries(account, join(home, 'postgres-binaries'))
  const socketFolder = platform === 'win32' ? null : join('/tmp', `glasshouse-${mark}`)
  if (socketFolder !== null) {
    await mkdir(socketFolder, { recursive: true, mode: 0o700 })
    await own(socketFolder, account)
  }
  return { folder, account, bin, socketFolder }
}

const as = (account: PlainAccount | null) => (account === null ? {} : { uid: account.uid, gid: account.gid })

const run = (program: string, args: readonly string[], account: PlainAccount | null): Promise<void> =>
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

/** Makes a new database cluster; a half-made one (no marker yet) is made again. */
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
    : `postgresql://${superuser}:${password}@localhost:${port}/${database}?host=${encodeURIComponent(place.socketFolder)}`

const answers = async (url: string): Promise<boolean> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** The postmaster an earlier, killed run left behind, if it still lives. */
const leftBehind = async (place: Place): Promise<number | null> => {
  const text = await readFile(join(place.folder, 'postmaster.pid'), 'utf8').catch(() => null)
  if (text === null) return null
  const pid = Number.parseInt(text.split('\n')[0] ?? '', 10)
  return (await isProgram(pid, 'postgres')) ? pid : null
}

const launch = async (place: Place, tcpPort: number): Promise<ChildProcess> => {
  const log = await open(join(place.folder, 'glasshouse.log'), 'a')
  const listen =
    place.socketFolder === null
      ? ['-c', 'listen_addresses=127.0.0.1', '-p', String(tcpPort)]
      : ['-c', 'listen_addresses=', '-c', `unix_socket_directories=${place.socketFolder}`, '-p', String(port)]
  // A group of its own: Ctrl-C in the terminal must reach the product first, which then stops the database.
  const child = spawn(
    join(place.bin, 'postgres'),
    [
      '-D',
      place.folder,
      ...listen,
      '-c',
      'shared_buffers=64MB',
      '-c',
      'max_connections=60',
      '-c',
      'jit=off',
      '-c',
      // What is in use is in memory or on a disk without a needle: a row by its key is never far.
      'random_page_cost=1.1',
      '-c',
      'max_wal_size=512MB',
    ],
    { ...as(place.account), cwd: '/', detached: true, stdio: ['ignore', log.fd, log.fd] },
  )
  child.unref()
  await log.close()
  return child
}

const waitUntilReady = async (
  url: string,
  hasEnded: () => Promise<boolean>,
  logFile: string,
): Promise<void> => {
  for (let tries = 0; tries < 1200; tries += 1) {
    if (await answers(url)) return
    if (await hasEnded()) {
      const log = await readFile(logFile, 'utf8').catch(() => '')
      throw new Error(`PostgreSQL ended while starting:\n${log.trim().split('\n').slice(-8).join('\n')}`)
    }
    await wait(25)
  }
  throw new Error('PostgreSQL did not become ready within 30 s.')
}

const stopPostmaster = async (pid: number): Promise<void> => {
  if ((await lifeOf(pid)) === null) return
  // SIGINT is PostgreSQL's fast shutdown: connections end, everything committed is kept.
  kill(pid, 'SIGINT')
  for (let tries = 0; tries < 600 && (await lifeOf(pid)) !== null; tries += 1) await wait(25)
}

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
 * Starts the embedded PostgreSQL of a data folder, or takes over the one a killed run left alive, and makes
 * sure the database `name` exists. Throws a readable error when the folder cannot be written or PostgreSQL
 * does not come up.
 */
export const startEmbeddedPostgres = async (
  dataFolder: string,
  tcpPort: number,
  name = 'glasshouse',
): Promise<EmbeddedPostgres> => {
  const place = await choosePlace(dataFolder)
  const passwordFile = `${place.folder}.password`
  const previous = await leftBehind(place)
  if (previous === null) await initialise(place, passwordFile)
  const password = (await readFile(passwordFile, 'utf8')).trim()
  const adminUrl = urlOf(place, password, 'postgres', tcpPort)
  const logFile = join(place.folder, 'glasshouse.log')
  let pid = previous
  if (pid === null) {
    const child = await launch(place, tcpPort)
    let ended = child.pid === undefined
    child.on('error', () => {
      ended = true
    })
    child.on('exit', () => {
      ended = true
    })
    await waitUntilReady(adminUrl, async () => ended, logFile)
    pid = child.pid ?? -1
  } else {
    const adopted = pid
    await waitUntilReady(adminUrl, async () => (await lifeOf(adopted)) === null, logFile)
  }
  await createDatabase(adminUrl, name)
  const running = pid
  return {
    url: urlOf(place, password, name, tcpPort),
    pid: running,
    adopted: previous !== null,
    stop: async () => {
      await stopPostmaster(running)
      if (place.socketFolder !== null) await rm(place.socketFolder, { recursive: true, force: true })
    },
  }
}
