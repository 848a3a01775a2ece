import { addSampleTexts } from '../../community/index.ts'
import { type Platform, transact } from '../../platform/index.ts'
import { findState, lockSeedState, upsertState } from '../store.ts'

const name = 'practice.community'

/** Publishes the sample texts of the community once. Returns whether they were published. */
export const seedCommunity = async ({
  settings,
  clock,
  database,
}: Pick<Platform, 'settings' | 'clock' | 'database'>): Promise<boolean> => {
  if (settings.MODE !== 'practice') throw new Error('the sample is for practice mode only')
  return transact(database.db, async (tx) => {
    await lockSeedState(tx)
    if ((await findState(tx, name)) !== undefined) return false
    await addSampleTexts(tx, clock.business())
    await upsertState(tx, name, { version: 1, loadedMs: clock.now() })
    return true
  })
}
