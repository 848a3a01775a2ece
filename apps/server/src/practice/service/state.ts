import type { DataOf } from '@glasshouse/core/calls'
import { checkInvariants, type Invariant } from '../../ledger/checks/index.ts'
import type { Markets } from '../../markets/index.ts'
import type { Platform } from '../../platform/services/index.ts'

export type StateDeps = Pick<Platform, 'clock' | 'database'> & {
  readonly markets: Pick<Markets, 'status'>
  readonly invariants: readonly Invariant[]
}

/** Business time, all markets, and the ledger check. */
export const readPracticeState = async ({
  clock,
  database,
  markets,
  invariants,
}: StateDeps): Promise<DataOf<'/api/practice/state'>> => {
  const { source, symbols } = markets.status()
  return {
    now: clock.business(),
    feed: {
      source,
      symbols: symbols.map(({ symbol, last, lastTime, stale }) => ({ symbol, last, lastTime, stale })),
    },
    ledger: await checkInvariants(database.reports, clock.now(), invariants),
  }
}
