import { addSampleContent } from '../../content/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { findState, lockSeedState, upsertState } from '../store.ts'
import { sampleArticles } from './sampleArticles.ts'
import { sampleFirstTotal, sampleRewards } from './sampleRewards.ts'
import {
  aboutTexts,
  downloadTexts,
  moneyQuestion,
  newsTexts,
  noticeTexts,
  priceQuestion,
} from './sampleTexts.ts'

const sample = [
  { kind: 'about', position: 0, texts: aboutTexts, fields: { email: 'hello@glasshouse.test' } },
  { kind: 'nav', position: 0, texts: downloadTexts, fields: { place: '2', link: '/m' } },
  { kind: 'homeMsg', position: 0, texts: noticeTexts, fields: {} },
  { kind: 'news', position: 0, texts: newsTexts, fields: {} },
  { kind: 'faq', position: 0, texts: moneyQuestion, fields: {} },
  { kind: 'faq', position: 1, texts: priceQuestion, fields: {} },
] as const

/** Each part is loaded once under its own name, so that an installation receives only parts added later. */
const parts = [
  ['practice.content', sample],
  ['practice.rewards', sampleRewards],
  ['practice.articles', sampleArticles],
  ['practice.firstTotal', sampleFirstTotal],
] as const

/** Loads the sample texts once; texts deleted by an operator are not restored. Returns whether they were loaded. */
export const loadSampleContent = async ({
  settings,
  clock,
  database,
}: Pick<Platform, 'settings' | 'clock' | 'database'>): Promise<boolean> => {
  if (settings.MODE !== 'practice') throw new Error('the sample is for practice mode only')
  return transact(database.db, async (tx) => {
    await lockSeedState(tx)
    let loaded = false
    for (const [name, records] of parts) {
      if ((await findState(tx, name)) !== undefined) continue
      await addSampleContent(tx, records, clock.now())
      await upsertState(tx, name, { version: 1, loadedMs: clock.now() })
      loaded = true
    }
    return loaded
  })
}
