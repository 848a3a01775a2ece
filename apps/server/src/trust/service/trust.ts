import type { Markets } from '../../markets/index.ts'
import type { Platform } from '../../platform/index.ts'
import { startHeadPublisher } from './heads.ts'
import { startSequencer } from './sequencer.ts'
import { openSigner } from './signing.ts'

/** What runs behind the settlements: their numbers, and the signed heads of all chains. */
export type Trust = {
  /** Numbers and signs what is left. Called when nothing settles and no tick is recorded any more. */
  readonly close: () => Promise<void>
}

/** Starts numbering settlements and publishing heads. */
export const openTrust = async (
  platform: Pick<Platform, 'clock' | 'database' | 'log' | 'secrets'>,
  markets: Pick<Markets, 'heads'>,
): Promise<Trust> => {
  const signer = await openSigner(platform)
  const sequencer = startSequencer(platform)
  const heads = await startHeadPublisher({ ...platform, markets, sequencer, signer })
  return {
    close: async () => {
      await sequencer.close()
      await heads.close()
    },
  }
}
