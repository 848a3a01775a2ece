// Which tests may be left out on which machine, and why. Any other skip makes the run red.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './install.mjs'

const marketData = join(root, '..', 'shared', 'market-data')
const anvil = join(root, 'packages', 'testkit', 'evm', 'node_modules', '.bin', 'anvil')

const reasons = [
  {
    why: 'recorded market data lies beside the repository and is not there',
    holds: ['raw', 'trades'].some((folder) => !existsSync(join(marketData, folder))),
    files: [
      'apps/server/src/contracts/service/engine/recordedMarkets.pg.test.ts',
      'apps/server/src/markets/recorded.pg.test.ts',
      'apps/server/src/markets/replay.pg.test.ts',
      'apps/server/src/markets/restart.pg.test.ts',
      'apps/server/src/options/recorded.pg.test.ts',
      'apps/web/e2e/exchange.web.test.ts',
    ],
  },
  {
    why: 'no local EVM chain exists for this platform',
    holds: !existsSync(anvil),
    files: [
      'apps/server/src/funding/chains/evm.pg.test.ts',
      'apps/server/src/funding/service/chainStatus.pg.test.ts',
    ],
  },
  {
    why: 'this system has no /proc',
    holds: !existsSync('/proc'),
    files: [
      'apps/server/src/platform/database/folder.test.ts',
      'apps/server/src/platform/database/killed.pg.test.ts',
      'tools/bench/src/processes.test.ts',
    ],
  },
]

/** Why a test file may leave tests out on this machine; null when it must not. Paths begin at the root. */
export const reasonToSkip = (file) =>
  reasons.find(({ holds, files }) => holds && files.includes(file))?.why ?? null
