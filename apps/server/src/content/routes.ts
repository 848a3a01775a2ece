import { dayOf } from '@glasshouse/core/calendar/days'
import { articleFromWire, bannersFromWire, listArticlesFromWire } from '@glasshouse/core/content/codec'
import { sortedPageFromWire } from '@glasshouse/core/wire/codec'
import { type AnyRoute, route } from '../platform/http/index.ts'
import type { Platform } from '../platform/services/index.ts'
import { listCountries } from './service/countries.ts'
import { createTextFiller } from './service/placeholders.ts'
import {
  createReadCounter,
  getAbout,
  getArticle,
  getBanners,
  getNav,
  listArticles,
  listNotices,
} from './service/published.ts'
import { getPublicSettings } from './service/settings.ts'

/** Calls of published content. */
export const contentRoutes = ({
  settings,
  clock,
  database,
  log,
  aboutRead,
}: Pick<Platform, 'settings' | 'clock' | 'database' | 'log'> & {
  /** Hears who read the introduction: the token of a visitor or a customer. */
  readonly aboutRead?: (token: string | null) => Promise<void>
}): AnyRoute[] => {
  const { db } = database
  const reads = createReadCounter(db, log)
  const fillerOf = createTextFiller({ settings, clock, database })
  return [
    route('/api/common/getKeys', async ({ body }) => getPublicSettings(db, settings.MODE, body.keys)),
    route('/api/common/countrys', async ({ lang }) => listCountries(db, lang)),
    route('/api/common/nav', async ({ body, lang }) => getNav(db, lang, body.bartype)),
    route('/api/common/banner', async ({ body, lang }) => getBanners(db, lang, bannersFromWire(body))),
    route('/api/common/about', async ({ lang, token }) => {
      await aboutRead?.(token)
      return getAbout(db, fillerOf, lang, dayOf(clock.business()))
    }),
    route('/api/common/homeMsg', async ({ body, lang }) => listNotices(db, lang, sortedPageFromWire(body))),
    route('/api/common/news', async ({ body, lang }) =>
      listArticles(db, fillerOf, lang, listArticlesFromWire(body)),
    ),
    route('/api/common/newinfo', async ({ body, lang }) =>
      getArticle(db, fillerOf, reads, lang, articleFromWire(body)),
    ),
  ]
}
