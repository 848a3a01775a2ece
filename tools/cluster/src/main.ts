import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { argv, env, execPath, exit } from 'node:process'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { parseArgs } from 'node:util'
import { openBucket } from '@glasshouse/testkit/bucket'
import { hasNatsServer, startNatsCluster } from '@glasshouse/testkit/natsServer'
import { openProductRole, startEmbeddedPostgres } from '../../../apps/server/src/platform/postgres/index.ts'
import { randomToken } from '../../../apps/server/src/platform/secrets/index.ts'

const usage = `npm run cluster -- [--web 2] [--leaders 2] [--orders 1] [--markets 0] [--nats 3] [--port 3000] [--data data/cluster]
    starts several processes of the product on this machine, with NATS and a database of their own; Ctrl-C ends all.
    --orders 1: one process shares the customers' orders with the leader
    --markets 2: two processes read the source, the leaders do not`

const root = join(import.meta.dirname, '..', '..', '..')
const main = join(root, 'apps', 'server', 'src', 'main.ts')
/** Only used where there are no Unix sockets. */
const spareTcpPort = 54_340
/** A process that does not end in order by then is killed. */
const patienceMs = 20_000

const giveUp = (sentence: string): never => {
  console.error(sentence)
  return exit(1)
}

const count = (name: string, text: string, min: number, max: number): number => {
  const value = Number.parseInt(text, 10)
  return value >= min && value <= max
    ? value
    : giveUp(`--${name} ${text}: must be ${min} to ${max}.\n${usage}`)
}

const optionsOf = () => {
  const { values } = parseArgs({
    args: argv.slice(2),
    options: {
      web: { type: 'string', default: '2' },
      leaders: { type: 'string', default: '2' },
      orders: { type: 'string', default: '1' },
      markets: { type: 'string', default: '0' },
      nats: { type: 'string', default: '3' },
      port: { type: 'string', default: '3000' },
      data: { type: 'string', default: join(root, 'data', 'cluster') },
    },
  })
  return {
    data: values.data,
    port: count('port', values.port, 1024, 65_000),
    // The embedded database has 60 connections.
    web: count('web', values.web, 1, 4),
    leaders: count('leaders', values.leaders, 1, 2),
    orders: count('orders', values.orders, 0, 2),
    markets: count('markets', values.markets, 0, 2),
    nats: count('nats', values.nats, 1, 5),
  }
}

const sayLines = (name: string, stream: Readable): void => {
  createInterface({ input: stream }).on('line', (line) => console.log(`${name.padEnd(9)} ${line}`))
}

/** Starts one process of the product, whose lines are printed behind its name. */
const startProcess = async (
  name: string,
  data: string,
  settings: Readonly<Record<string, string>>,
): Promise<ChildProcess> => {
  const DATA_DIR = join(data, name)
  await mkdir(DATA_DIR, { recursive: true })
  const child = spawn(execPath, [main], {
    cwd: root,
    // Ctrl-C reaches this program alone, which ends the others in order.
    detached: true,
    env: {
      ...env,
      NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled'),
      ...settings,
      DATA_DIR,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  sayLines(name, child.stdout)
  sayLines(name, child.stderr)
  child.once('exit', (code, signal) => console.log(`${name.padEnd(9)} ended (${signal ?? code})`))
  console.log(`${name.padEnd(9)} process ${child.pid}, ${settings.ROLES}, port ${settings.PORT}`)
  return child
}

const endProcess = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs)
  await gone
  clearTimeout(timer)
}

const run = async (): Promise<void> => {
  const { data, port, web, leaders, orders, markets, nats } = optionsOf()
  if (!hasNatsServer())
    giveUp(
      'Several processes talk over NATS, and nats-server is not installed (Debian: apt-get install nats-server).',
    )
  const pages = spawnSync(execPath, [join(root, 'tools', 'launcher', 'pages.mjs')], { stdio: 'inherit' })
  if (pages.status !== 0) giveUp('The pages could not be built.')
  await mkdir(data, { recursive: true })
  const postgres = await startEmbeddedPostgres(data, spareTcpPort)
  const [servers, bucket] = await Promise.all([startNatsCluster(nats), openBucket()])
  for (const { pid, url } of servers) console.log(`nats      process ${pid()}, ${new URL(url).host}`)
  const settings = {
    DATABASE_URL: await openProductRole(postgres.url, randomToken()),
    DATABASE_MIGRATION_URL: postgres.url,
    DATABASE_POOL: '6',
    NATS_URL: servers.map(({ url }) => url).join(','),
    PUBLIC_URL: `http://localhost:${port}`,
    ...bucket.settings,
  }
  const children: ChildProcess[] = []
  let isEnding = false
  const end = async (): Promise<void> => {
    if (isEnding) return
    isEnding = true
    console.log('Stopping …')
    await Promise.all(children.map(endProcess))
    await Promise.all([...servers.map(({ close }) => close()), bucket.close()])
    await postgres.stop()
    exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end())
  for (let at = 0; at < leaders; at += 1)
    children.push(
      await startProcess(`leader-${at + 1}`, data, {
        ...settings,
        ...{ ROLES: markets > 0 ? 'engine,jobs' : 'market,engine,jobs', PORT: String(port + 10 + at) },
      }),
    )
  for (let at = 0; at < markets; at += 1)
    children.push(
      await startProcess(`market-${at + 1}`, data, {
        ...settings,
        ...{ ROLES: 'market', PORT: String(port + 20 + at) },
      }),
    )
  for (let at = 0; at < orders; at += 1)
    children.push(
      await startProcess(`orders-${at + 1}`, data, {
        ...settings,
        ...{ ROLES: 'orders', PORT: String(port + 30 + at) },
      }),
    )
  for (let at = 0; at < web; at += 1)
    children.push(
      await startProcess(`web-${at + 1}`, data, { ...settings, ROLES: 'web', PORT: String(port + at) }),
    )
  console.log(`
Not started here, see deploy/compose.yaml: a load balancer (each web process has its own port), a standby of PostgreSQL,
Prometheus and Grafana (/metrics of each port). Pictures are kept in the memory of this program.
Kill a process (kill -9 <process>) and see the others go on.
`)
}

await run()
