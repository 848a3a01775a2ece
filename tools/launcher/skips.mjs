// Tests that may be skipped on a machine, with the reason. Any other skip fails the run.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { root } from './install.mjs'

const marketData = join(root, '..', 'shared', 'market-data')
const natsFolders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
const anvil = join(root, 'packages', 'testkit', 'evm', 'node_modules', '.bin', 'anvil')

/** Where Debian installs each version of PostgreSQL. */
const debianPostgres = '/usr/lib/postgresql'
/** Programs of PostgreSQL that know where its extensions lie; more than one may be installed. */
const configs = [
  'pg_config',
  ...(existsSync(debianPostgres) ? readdirSync(debianPostgres) : []).map((version) =>
    join(debianPostgres, version, 'bin', 'pg_config'),
  ),
]
const hasCitus = configs.some((config) => {
  const { status, stdout } = spawnSync(config, ['--sharedir'], { encoding: 'utf8' })
  return status === 0 && existsSync(join(stdout.trim(), 'extension', 'citus.control'))
})
const hasOpenssl = (process.env.PATH ?? '')
  .split(delimiter)
  .some((folder) => existsSync(join(folder, 'openssl')))

const reasons = [
  {
    why: 'recorded market data is expected beside the repository and is missing',
    holds: ['raw', 'trades', 'candles'].some((folder) => !existsSync(join(marketData, folder))),
    files: [
      'apps/server/src/ai/recorded.long.pg.test.ts',
      'apps/server/src/contracts/service/engine/recordedMarkets.long.pg.test.ts',
      'apps/server/src/markets/feeds/simulatedStatistics.test.ts',
      'apps/server/src/markets/recorded.long.pg.test.ts',
      'apps/server/src/markets/replay.long.pg.test.ts',
      'apps/server/src/markets/restart.long.pg.test.ts',
      'apps/server/src/options/recorded.long.pg.test.ts',
      'apps/server/src/server.restart.long.pg.test.ts',
      'apps/web/e2e/exchange.long.web.test.ts',
    ],
  },
  {
    why: 'no local EVM chain exists for this platform',
    holds: !existsSync(anvil),
    files: [
      'apps/server/src/deposits/chains/evm.pg.test.ts',
      'apps/server/src/deposits/service/chainStatus.pg.test.ts',
    ],
  },
  {
    why: 'no nats-server is installed (Debian: apt-get install nats-server)',
    holds: !natsFolders.some((folder) => existsSync(join(folder, 'nats-server'))),
    files: [
      'apps/server/src/contracts/service/engine/followedMarkets.long.pg.test.ts',
      'apps/server/src/contracts/service/engine/partitionCalls.pg.test.ts',
      'apps/server/src/platform/events/messages.test.ts',
      'apps/server/src/server.failover.long.pg.test.ts',
      'apps/server/src/server.killedBackends.long.pg.test.ts',
      'apps/server/src/server.orders.pg.test.ts',
      'apps/server/src/server.orders.long.pg.test.ts',
      'apps/server/src/server.rolesApart.long.pg.test.ts',
      'apps/server/src/server.runs.long.pg.test.ts',
      'apps/server/src/server.severalProcesses.pg.test.ts',
      'apps/server/src/server.severalProcesses.long.pg.test.ts',
      'apps/server/src/server.networkCuts.long.pg.test.ts',
      'apps/server/src/server.tls.long.pg.test.ts',
      'apps/server/src/server.traders.long.pg.test.ts',
      'tools/verify/src/sharedOptions.long.pg.test.ts',
    ],
  },
  {
    why: 'no openssl is installed, which makes the certificates of the test',
    holds: !hasOpenssl,
    files: ['apps/server/src/server.tls.long.pg.test.ts'],
  },
  {
    why: 'no PostgreSQL with Citus is installed (docs/runbooks/citus.md)',
    holds: !hasCitus,
    files: ['apps/server/src/server.citus.long.pg.test.ts'],
  },
  {
    why: 'this system has no /proc',
    holds: !existsSync('/proc'),
    files: [
      'apps/server/src/platform/postgres/folder.test.ts',
      'apps/server/src/platform/postgres/killed.pg.test.ts',
      'tools/bench/src/processes.test.ts',
    ],
  },
]

/** Reason why a test file may skip tests on this machine; null if it must not. Paths are relative to the root. */
export const reasonToSkip = (file) =>
  reasons.find(({ holds, files }) => holds && files.includes(file))?.why ?? null
