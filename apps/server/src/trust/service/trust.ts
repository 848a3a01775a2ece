import type { Markets } from '../../markets/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { startDayFileJob } from '../jobs.ts'
import { openDayStore } from './dayFiles/openDayStore.ts'
import { startHeadPublisher } from './heads.ts'
import type { HoldingChains } from './holdings/read.ts'
import type { LiabilityPart } from './liabilities/collect.ts'
import { createLiabilityReports, type LiabilityReports } from './liabilities/publish.ts'
import { startReceiptWorker } from './receipts/worker.ts'
import { startSequencer } from './sequencer.ts'
import { openSigner } from './signing.ts'

/** What runs behind the settlements: their numbers, the signed heads of all chains, and the files of days. */
export type Trust = {
  /** Numbers and signs what is left. Called when nothing settles and no tick is recorded any more. */
  readonly close: () => Promise<void>
  readonly reports: LiabilityReports
}

/** Trees of so many customers take some hundredths of a second, less than starting a thread. */
const maxCustomersHere = 1_000

/** Starts numbering settlements, publishing heads, filing days and signing receipts; `parts` is what modules add to reports, `chains` what tells of proven holdings. */
export const openTrust = async (
  platform: Pick<Platform, 'clock' | 'database' | 'log' | 'secrets' | 'settings'>,
  markets: Pick<Markets, 'heads'>,
  parts: readonly LiabilityPart[],
  chains: HoldingChains,
): Promise<Trust> => {
  const signer = await openSigner(platform)
  const sequencer = startSequencer(platform)
  const heads = await startHeadPublisher({ ...platform, markets, sequencer, signer })
  const dayFiles = startDayFileJob({ ...platform, signer, store: openDayStore(platform.settings) })
  const receipts = startReceiptWorker({ ...platform, signer })
  return {
    reports: createLiabilityReports({ ...platform, signer, parts, chains, maxCustomersHere }),
    close: async () => {
      await receipts.close()
      await dayFiles.close()
      await sequencer.close()
      await heads.close()
    },
  }
}
