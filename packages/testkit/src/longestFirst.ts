import { relative, sep } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * The test files that take longest, the longest of each ring first: those of the integration ring with more than
 * 20 s, those of the web ring with more than 40 s.
 */
const longest: readonly string[] = [
  'apps/server/src/markets/binance.pg.test.ts',
  'tools/verify/src/dayFiles.pg.test.ts',
  'apps/server/src/privacy/privacy.pg.test.ts',
  'apps/server/src/contracts/service/engine/reached.pg.test.ts',
  'apps/server/src/identity/passkeys.pg.test.ts',
  'apps/server/src/server.takeover.pg.test.ts',
  'apps/server/src/console/grant.pg.test.ts',
  'apps/server/src/server.locks.pg.test.ts',
  'tools/sim/src/world.pg.test.ts',
  'apps/server/src/house.outage.long.pg.test.ts',
  'apps/server/src/withdrawals/service/crashSafety.long.pg.test.ts',
  'apps/server/src/markets/restart.long.pg.test.ts',
  'apps/server/src/markets/recorded.long.pg.test.ts',
  'tools/verify/src/export.long.pg.test.ts',
  'apps/server/src/contracts/service/engine/plain.long.pg.test.ts',
  'apps/server/src/contracts/service/engine/recordedMarkets.long.pg.test.ts',
  'apps/server/src/options/recorded.long.pg.test.ts',
  'apps/server/src/contracts/service/engine/lease.long.pg.test.ts',
  'apps/web/e2e/everyScreen.web.test.ts',
  'apps/web/e2e/everyScreen.long.web.test.ts',
  'apps/web/e2e/reading.long.web.test.ts',
  'apps/web/e2e/invest.long.web.test.ts',
  'apps/web/e2e/community.long.web.test.ts',
  'apps/web/e2e/loans.long.web.test.ts',
  'apps/web/e2e/console.web.test.ts',
  'apps/web/e2e/orders.web.test.ts',
  'apps/web/e2e/options.web.test.ts',
  'apps/web/e2e/money.web.test.ts',
  'apps/web/e2e/trust.web.test.ts',
  'apps/web/e2e/phone.web.test.ts',
  'apps/web/e2e/copy.long.web.test.ts',
  'apps/web/e2e/keyboard.long.web.test.ts',
  'apps/web/e2e/accountScreens.long.web.test.ts',
  'apps/web/e2e/giving.long.web.test.ts',
  'apps/web/e2e/access.long.web.test.ts',
]

/** The place of a path among the longest; a file that is not among them comes after all of them. */
export const rankOf = (path: string): number => {
  const place = longest.indexOf(path.split(sep).join('/'))
  return place === -1 ? longest.length : place
}

/**
 * Starts the longest files first, because one that is started last runs alone in the end. A clean clone has no
 * durations of earlier runs to go by, and long files are not always large.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const rank = ({ moduleId }: TestSpecification) => rankOf(relative(this.ctx.config.root, moduleId))
    return sorted.toSorted((a, b) => rank(a) - rank(b))
  }
}
