import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { postgresOsAccount } from './account.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts'
import { isTaken, processStartId } from './processes.ts'

// Real processes, killed as by kill -9. Only Linux shows whether a process is a zombie.
const onLinux = it.runIf(process.platform === 'linux')

let folder: string
let postgres: EmbeddedPostgres
const others: ChildProcess[] = []
/** Server processes stopped by a test; while they exist, no other test can start the database. */
const stopped: number[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'glasshouse-killed-'))
  await chmod(folder, 0o755)
  postgres = await startEmbeddedPostgres(folder, 0)
  // The tests kill processes, not machines.
  await query(postgres.url, 'alter system set fsync = off')
})
beforeEach(async () => {
  if (await postgres.hasEnded()) postgres = await startEmbeddedPostgres(folder, 0)
})
afterEach(() => {
  for (const other of others.splice(0)) other.kill('SIGKILL')
  for (const backend of stopped.splice(0)) if (isTaken(backend)) process.kill(backend, 'SIGKILL')
})
afterAll(async () => {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
})

const lockFile = () => join(folder, 'postgres', 'postmaster.pid')
const logText = () => readFile(join(folder, 'postgres', 'glasshouse.log'), 'utf8')

const asPostgres = async () => {
  const account = await postgresOsAccount()
  return account === null ? {} : { uid: account.uid, gid: account.gid }
}

/** Runs a shell as the PostgreSQL account, so that PostgreSQL can see its processes. */
const shell = async (script: string, args: readonly string[]): Promise<ChildProcess> => {
  const child = spawn('sh', ['-c', script, 'sh', ...args], {
    ...(await asPostgres()),
    cwd: '/',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  others.push(child)
  return child
}

const query = async (url: string, text: string): Promise<unknown> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(text)
  await client.end()
  return rows
}

/** A connection that survives the death of its server. */
const hold = async (url: string): Promise<number> => {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid ?? -1
}

/** Restarts the same postmaster below a parent that never reaps it; returns its process id. */
const startUnreaped = async (): Promise<number> => {
  const argv = (await readFile(`/proc/${postgres.pid}/cmdline`, 'utf8')).split('\0').slice(0, -1)
  await postgres.stop()
  // An orderly stop removes the socket folder.
  const sockets = argv.find((argument) => argument.startsWith('unix_socket_directories='))?.split('=')[1]
  // A shell that replaced itself by exec does not reap its earlier children.
  const parent = await shell('mkdir -p -m 700 "$1"; shift; "$@" & echo $!; exec sleep 600', [
    String(sockets),
    ...argv,
  ])
  if (parent.stdout === null) throw new Error('a shell without output')
  const pid = Number.parseInt(String((await once(parent.stdout, 'data'))[0]), 10)
  await expect
    .poll(() => query(postgres.url, 'select 1').catch(() => null), { timeout: 60_000 })
    .not.toBeNull()
  return pid
}

onLinux('starts at once although the killed postmaster is a zombie', async () => {
  const dead = await startUnreaped()
  await query(postgres.url, 'create table kept as select 7 as value')
  process.kill(dead, 'SIGKILL')
  await expect.poll(() => processStartId(dead)).toBeNull()
  expect(isTaken(dead)).toBe(true)
  expect(await readFile(lockFile(), 'utf8')).toMatch(new RegExp(`^${dead}\n`))
  postgres = await startEmbeddedPostgres(folder, 0)
  expect(postgres.adopted).toBe(false)
  expect(await query(postgres.url, 'select value from kept')).toEqual([{ value: 7 }])
  expect(isTaken(dead)).toBe(true)
})

onLinux('never starts beside a server process that outlived its zombie postmaster', async () => {
  const dead = await startUnreaped()
  const backend = await hold(postgres.url)
  process.kill(backend, 'SIGSTOP')
  stopped.push(backend)
  process.kill(dead, 'SIGKILL')
  const refused = startEmbeddedPostgres(folder, 0, 'glasshouse', 1000)
  await expect(refused).rejects.toThrow(/still in use by processes of an earlier run .* start again/)
  const starting = startEmbeddedPostgres(folder, 0)
  let isOpen = false
  starting.then(
    () => {
      isOpen = true
    },
    () => undefined,
  )
  const refusals = async () => (await logText()).match(/shared memory block .* is still in use/g)?.length ?? 0
  const before = await refusals()
  await expect.poll(refusals).toBeGreaterThan(before)
  expect(isOpen).toBe(false)
  process.kill(backend, 'SIGKILL')
  postgres = await starting
  expect(await query(postgres.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

onLinux('ignores a process id that another program has reused', async () => {
  const stranger = await shell('echo up; exec sleep 600', [])
  if (stranger.stdout === null) throw new Error('a shell without output')
  await once(stranger.stdout, 'data')
  const text = await readFile(lockFile(), 'utf8')
  process.kill(postgres.pid, 'SIGKILL')
  await expect.poll(() => postgres.hasEnded()).toBe(true)
  await writeFile(lockFile(), text.replace(/^\d+/, String(stranger.pid)))
  postgres = await startEmbeddedPostgres(folder, 0)
  expect(postgres.adopted).toBe(false)
  expect(await query(postgres.url, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(stranger.exitCode).toBeNull()
  expect(await processStartId(stranger.pid ?? -1)).not.toBeNull()
})

it('adopts a living postmaster and starts a new one when it is shutting down', async () => {
  const adopted = await startEmbeddedPostgres(folder, 0)
  expect(adopted).toMatchObject({ pid: postgres.pid, adopted: true })
  process.kill(postgres.pid, 'SIGINT')
  const next = await startEmbeddedPostgres(folder, 0)
  expect(next).toMatchObject({ adopted: false })
  expect(await adopted.hasEnded()).toBe(true)
  postgres = next
  expect(await query(postgres.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

it('restarts after kill -9 of the postmaster alone', async () => {
  await hold(postgres.url)
  process.kill(postgres.pid, 'SIGKILL')
  await expect.poll(() => postgres.hasEnded()).toBe(true)
  postgres = await postgres.restart()
  expect(await query(postgres.url, 'select 1 as one')).toEqual([{ one: 1 }])
})
