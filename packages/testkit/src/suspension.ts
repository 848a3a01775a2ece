import { checkLedgerOnce } from '../../../apps/server/src/ledger/checks/index.fixture.ts'
import type { Invariant } from '../../../apps/server/src/ledger/checks/index.ts'
import type { Database } from '../../../apps/server/src/platform/database/index.ts'
import { createLog } from '../../../apps/server/src/platform/telemetry/index.ts'
import type { Clock } from '../../../apps/server/src/platform/time/index.ts'

type Deps = { readonly clock: Clock; readonly database: Database }

const brokenInvariant: Invariant = {
  name: 'planted',
  broken: async () => ['row 1'],
  recent: { series: 'transactions', broken: async () => ['row 1'] },
}

/** Has a check of the ledger find a broken invariant, so that it suspends what it suspends. */
export const suspendLedger = async ({ clock, database }: Deps): Promise<void> => {
  await checkLedgerOnce({ clock, database, log: createLog('silent'), invariants: [brokenInvariant] })
}

/** Has a check find everything clean again. */
export const resumeLedger = async ({ clock, database }: Deps): Promise<void> => {
  await checkLedgerOnce({ clock, database, log: createLog('silent'), invariants: [] })
}
