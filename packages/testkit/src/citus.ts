import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { postgresOsAccount } from '../../../apps/server/src/platform/postgres/account.ts'
import { as, own } from '../../../apps/server/src/platform/postgres/place.ts'
import { waitUntil } from './manualFeed.ts'
import { freePort } from './natsServer.ts'
import { scratchFolder } from './scratch.ts'

const run = promisify(execFile)

/** Programs that know the folders of an installed PostgreSQL, newest first. */
const configs = ['pg_config', ...globSync('/usr/lib/postgresql/*/bin/pg_config').sort().reverse()]

const folderOf = (config: string, option: '--bindir' | '--sharedir'): string | null => {
  try {
    return execFileSync(config, [option], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return null
  }
}

/** The programs of a PostgreSQL of which Citus is an extension. */
const findPrograms = (): string | null => {
  for (const config of configs) {
    const shared = folderOf(config, '--sharedir')
    if (shared !== null && existsSync(join(shared, 'extension', 'citus.control')))
      return folderOf(config, '--bindir')
  }
  return null
}

const programs = findPrograms()

/** Whether a PostgreSQL with Citus is installed here. */
export const hasCitus = (): boolean => programs !== null

/** One PostgreSQL of a cluster. */
export type CitusNode = {
  readonly port: number
  /** Address of its database as the superuser. */
  readonly url: string
  readonly kill: () => Promise<void>
  readonly start: () => Promise<void>
}

/** A coordinator and two workers. */
export type CitusCluster = {
  readonly coordinator: CitusNode
  readonly workers: readonly CitusNode[]
  /** Address of the coordinator as the role that owns the tables, and as the one of the product. */
  readonly ownerUrl: string
  readonly productUrl: string
  readonly close: () => Promise<void>
}

const database = 'glasshouse'

/** Runs statements one after the other on a database of a test. */
export const runOn = async <Row extends pg.QueryResultRow>(
  url: string,
  ...texts: readonly string[]
): Promise<readonly Row[]> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    let rows: readonly Row[] = []
    for (const text of texts) rows = (await client.query<Row>(text)).rows
    return rows
  } finally {
    await client.end().catch(() => undefined)
  }
}

const urlOf = (port: number, user: string, name = database): string =>
  `postgresql://${user}@127.0.0.1:${port}/${name}`

const openNode = async (bin: string, folder: string): Promise<CitusNode & { end: () => Promise<void> }> => {
  const account = await postgresOsAccount()
  await mkdir(folder, { mode: 0o700 })
  await own(folder, account)
  const options = { ...as(account), cwd: '/', env: { ...process.env, LC_ALL: 'C' } }
  const initial = ['-D', folder, '-U', 'postgres', '--auth=trust', '-E', 'UTF8', '--locale=C', '-N']
  await run(join(bin, 'initdb'), initial, options)
  const port = await freePort()
  const settings = [
    ...['listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, 'fsync=off', 'jit=off'],
    ...['max_connections=150', 'max_prepared_transactions=150', 'shared_buffers=64MB'],
    ...['shared_preload_libraries=citus', 'wal_level=logical', 'citus.node_conninfo=sslmode=prefer'],
    // A prepared transaction that a crash left behind is decided within seconds instead of a minute.
    'citus.recover_2pc_interval=1s',
  ]
  let child: ChildProcess | null = null
  const start = async (): Promise<void> => {
    child = spawn(
      join(bin, 'postgres'),
      ['-D', folder, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
      { ...options, stdio: 'ignore' },
    )
    const answers = () =>
      runOn(urlOf(port, 'postgres', 'postgres'), 'select').then(
        () => true,
        () => false,
      )
    await waitUntil(answers, 60_000)
  }
  const stop = (signal: 'SIGKILL' | 'SIGQUIT') => async (): Promise<void> => {
    if (child === null || child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
  }
  await start()
  return { port, url: urlOf(port, 'postgres'), start, kill: stop('SIGKILL'), end: stop('SIGQUIT') }
}

/** Starts a coordinator with an empty database and two workers, which trust connections of loopback. */
export const openCitus = async (): Promise<CitusCluster> => {
  if (programs === null) throw new Error('Citus is not installed')
  const folder = await scratchFolder('citus')
  const names = ['coordinator', 'first', 'second']
  const nodes = await Promise.all(names.map((name) => openNode(programs, join(folder.path, name))))
  const [coordinator, ...workers] = nodes
  if (coordinator === undefined) throw new Error('a cluster has a coordinator')
  for (const { port, url } of nodes) {
    const roles = ['create role glasshouse login', 'create role glasshouse_product login']
    await runOn(urlOf(port, 'postgres', 'postgres'), ...roles, `create database ${database} owner glasshouse`)
    await runOn(url, 'create extension citus')
  }
  await runOn(
    coordinator.url,
    `select citus_set_coordinator_host('127.0.0.1', ${coordinator.port})`,
    ...workers.map(({ port }) => `select citus_add_node('127.0.0.1', ${port})`),
  )
  return {
    coordinator,
    workers,
    ownerUrl: urlOf(coordinator.port, 'glasshouse'),
    productUrl: urlOf(coordinator.port, 'glasshouse_product'),
    close: async () => {
      await Promise.all(nodes.map(({ end }) => end()))
      await folder.remove()
    },
  }
}
