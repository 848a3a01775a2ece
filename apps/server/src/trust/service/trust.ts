import type { Markets } from '../../markets/index.ts'
import type { Platform } from '../../platform/index.ts'
import { startDayFileJob } from '../jobs.ts'
import { openDayStore } from './dayFiles/openDayStore.ts'
import { startHeadPublisher } from './heads.ts'
import { startSequencer } from './sequencer.ts'
import { openSigner } from './signing.ts'

/** What runs behind the settlements: their numbers, the signed heads of all chains, and the files of days. */
export type Trust = {
  /** Numbers and signs what is left. Called when nothing settles and no tick is recorded any more. */
  readonly close: () => Promise<void>
}

/** Starts numbering settlements, publishing heads and filing days. */
export const openTrust = async (
  platform: Pick<Platform, 'clock' | 'database' | 'log' | 'secrets' | 'settings'>,
  markets: Pick<Markets, 'heads'>,
): Promise<Trust> => {
  const signer = await openSigner(platform)
  const sequencer = startSequencer(platform)
  const heads = await startHeadPublisher({ ...platform, markets, sequencer, signer })
  const dayFiles = startDayFileJob({ ...platform, signer, store: openDayStore(platform.settings) })
  return {
    close: async () => {
      await dayFiles.close()
      await sequencer.close()
      await heads.close()
    },
  }
}
