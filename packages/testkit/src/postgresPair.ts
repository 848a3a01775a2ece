import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, cp, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../../apps/server/src/platform/postgres/index.ts'
import { as, choosePlace, type Place } from '../../../apps/server/src/platform/postgres/place.ts'
import { withDatabase } from './database.ts'
import { waitUntil } from './manualFeed.ts'
import { killNow } from './ownPostgres.ts'
import { scratchFolder } from './scratch.ts'

/** A PostgreSQL with a synchronous standby, behind one address as a load balancer gives it. */
export type PostgresPair = {
  /** Leads to whichever is the primary. */
  readonly url: string
  /** Kills all processes of the primary with SIGKILL. */
  readonly killPrimary: () => Promise<void>
  /** Makes the standby the primary and leads the address to it. */
  readonly promote: () => Promise<void>
  readonly close: () => Promise<void>
}

const database = 'glasshouse'

/** Forwards connections to the address that is told last; those of the one before are cut. */
const startBalancer = async () => {
  let target: { readonly path: string } | null = null
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    if (target === null) return void socket.destroy()
    const other = connect(target)
    for (const one of [socket, other]) {
      open.add(one)
      one.on('close', () => {
        open.delete(one)
        socket.destroy()
        other.destroy()
      })
      one.on('error', () => undefined)
    }
    socket.pipe(other).pipe(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    leadTo: (path: string | null) => {
      target = path === null ? null : { path }
      for (const socket of open) socket.destroy()
    },
    close: async () => {
      for (const socket of open) socket.destroy()
      await new Promise((closed) => server.close(closed))
    },
  }
}

/** Runs PostgreSQL on a folder; a standby takes no writes, so it is not waited for as the embedded one is. */
const runPostgres = (place: Place): ChildProcess =>
  spawn(
    join(place.bin, 'postgres'),
    [
      ...['-D', place.folder, '-c', 'listen_addresses=', '-c', `unix_socket_directories=${place.folder}`],
      ...['-c', 'max_connections=100', '-c', 'shared_buffers=64MB', '-c', 'jit=off'],
    ],
    { ...as(place.account), cwd: '/', stdio: 'ignore', env: { ...process.env, LC_ALL: 'C' } },
  )

const ask = async <Row extends pg.QueryResultRow>(url: string, text: string): Promise<readonly Row[]> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end().catch(() => undefined)
  }
}

/**
 * Starts a primary and a standby from the same files. A commit is acknowledged when the standby shows it
 * (`synchronous_commit = remote_apply`).
 */
export const openPostgresPair = async (): Promise<PostgresPair> => {
  const [first, second] = await Promise.all([scratchFolder('primary'), scratchFolder('standby')])
  const embedded = await startEmbeddedPostgres(first.path, 0, database)
  const { password, username } = new URL(embedded.url)
  await embedded.stop()
  const places = await Promise.all([choosePlace(first.path), choosePlace(second.path)])
  const [primaryPlace, standbyPlace] = places
  await cp(primaryPlace.folder, standbyPlace.folder, { recursive: true, preserveTimestamps: true })
  const urlOf = ({ folder }: Place): string =>
    `postgresql://${username}:${password}@localhost:5432/${database}?host=${encodeURIComponent(folder)}`
  const source = `host=${primaryPlace.folder} port=5432 user=${username} password=${password} application_name=standby`
  await writeFile(join(standbyPlace.folder, 'standby.signal'), '')
  await appendFile(join(standbyPlace.folder, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`)
  await appendFile(
    join(primaryPlace.folder, 'postgresql.auto.conf'),
    `synchronous_standby_names = 'standby'\nsynchronous_commit = remote_apply\n`,
  )
  for (const { folder, account } of places)
    if (account !== null) execFileSync('chown', ['-R', `${account.uid}:${account.gid}`, folder])
  const primary = runPostgres(primaryPlace)
  const standby = runPostgres(standbyPlace)
  const isSynchronous = async (): Promise<boolean> => {
    const rows = await ask(urlOf(primaryPlace), `select from pg_stat_replication where sync_state = 'sync'`)
    return rows.length === 1
  }
  await waitUntil(() => isSynchronous().catch(() => false), 60_000)
  const balancer = await startBalancer()
  balancer.leadTo(join(primaryPlace.folder, '.s.PGSQL.5432'))
  const end = async (child: ChildProcess): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGQUIT')
    await gone
  }
  return {
    url: withDatabase(`postgresql://${username}:${password}@127.0.0.1:${balancer.port}/postgres`, database),
    killPrimary: async () => {
      const rows = await ask<{ pid: number }>(
        urlOf(primaryPlace),
        'select pid from pg_stat_activity where pid <> pg_backend_pid()',
      )
      const gone = once(primary, 'exit')
      for (const pid of [primary.pid ?? 0, ...rows.map(({ pid }) => pid)]) killNow(pid)
      await gone
      balancer.leadTo(null)
    },
    promote: async () => {
      await ask(urlOf(standbyPlace), 'select pg_promote(true, 60)')
      balancer.leadTo(join(standbyPlace.folder, '.s.PGSQL.5432'))
    },
    close: async () => {
      await balancer.close()
      await Promise.all([end(standby), end(primary)])
      await Promise.all([first.remove(), second.remove()])
    },
  }
}
