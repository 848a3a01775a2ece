import { verifyTicks } from '../chains.ts'
import type { CheckReport } from '../difference.ts'
import { verifyOptions } from '../options.ts'
import { verifyOrders } from '../orders.ts'
import type { ExportBundle } from '../read.ts'
import { verifySettlements } from '../settlements.ts'
import { tickLogOf } from '../tickLog.ts'
import { verifyTriggers } from '../triggers.ts'
import { verifyAi } from './ai.ts'
import { verifyCopies } from './copies.ts'
import { verifyDay } from './day.ts'
import { verifyEntries } from './entries.ts'
import { type NotedHead, verifyHeads } from './heads.ts'
import { verifyPresence } from './presence.ts'
import { verifySettlementChain } from './settlementChain.ts'
import { verifyTerms } from './terms.ts'

/** Looks at one side of an export; a check is one file, and every one of them runs. */
type Check = (bundle: ExportBundle, noted: readonly NotedHead[]) => CheckReport

const checks: readonly Check[] = [
  verifyPresence,
  verifyDay,
  ({ ticks, writers }) => verifyTicks(ticks, writers),
  verifyHeads,
  verifySettlementChain,
  verifyTerms,
  verifyEntries,
  ({ receipts, ticks }) => verifySettlements(receipts, ticks),
  ({ receipts }) => verifyOrders(receipts),
  ({ receipts, ticks }) => verifyTriggers(receipts, ticks),
  verifyCopies,
  verifyAi,
  ({ options, ticks }) => verifyOptions(options, ticks),
]

/** Runs every check on an export. */
export const verifyBundle = (
  bundle: ExportBundle,
  noted: readonly NotedHead[] = [],
): readonly CheckReport[] => {
  // Packed once for all of them.
  const packed = { ...bundle, ticks: tickLogOf(bundle.ticks) }
  return checks.map((check) => check(packed, noted))
}
