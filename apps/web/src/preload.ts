import type { DataOf } from '@glasshouse/core/calls'
import { seedCall } from './data/query.ts'
import { session } from './data/session.ts'
import { firstTextsOf } from './firstTexts.ts'
import { startLanguages } from './i18n/setup.ts'
import { preloadScreen } from './Site.tsx'
import { pagePath } from './site.ts'

/**
 * Loads the first view of a page: its texts, and the screens of the pages in `firstTexts`; markets that were requested before
 * are what their query finds. Resolves when it can be rendered; a screen that does not load is left to the page, which says so.
 *
 * @throws if the texts of every page cannot be loaded
 */
export const preloadPage = async (
  { pathname }: Pick<Location, 'pathname'>,
  markets: Promise<DataOf<'/api/market/kList'>> | undefined,
): Promise<void> => {
  if (markets !== undefined) seedCall('/api/market/kList', {}, session.current()?.token ?? null, markets)
  const texts = firstTextsOf(pathname)
  const [languages] = await Promise.allSettled([
    startLanguages(texts ?? []),
    // The frame of another page does not wait for its screen, whose files are not requested yet.
    texts && preloadScreen(pagePath(pathname)),
  ])
  if (languages.status === 'rejected') throw languages.reason
}
