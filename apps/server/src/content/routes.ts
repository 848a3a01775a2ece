import { dayOf } from '@glasshouse/core/calendar/days'
import {
  aboutToWire,
  articleFromWire,
  bannerRowsToWire,
  bannersFromWire,
  countriesToWire,
  homeNoticeToWire,
  listArticlesFromWire,
  listedArticleToWire,
  menuFromWire,
  neighboursToWire,
} from '@glasshouse/core/content/codec'
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
    route('/api/common/countrys', async ({ lang }) => countriesToWire(await listCountries(db, lang))),
    route('/api/common/nav', async ({ body, lang }) => getNav(db, lang, menuFromWire(body))),
    route('/api/common/banner', async ({ body, lang }) =>
      bannerRowsToWire(await getBanners(db, lang, bannersFromWire(body))),
    ),
    route('/api/common/about', async ({ lang, token }) => {
      await aboutRead?.(token)
      return aboutToWire(await getAbout(db, fillerOf, lang, dayOf(clock.business())))
    }),
    route('/api/common/homeMsg', async ({ body, lang }) => {
      const { rows, total } = await listNotices(db, lang, sortedPageFromWire(body))
      return { rows: rows.map(homeNoticeToWire), total }
    }),
    route('/api/common/news', async ({ body, lang }) => {
      const { rows, total } = await listArticles(db, fillerOf, lang, listArticlesFromWire(body))
      return { rows: rows.map(listedArticleToWire), total }
    }),
    route('/api/common/newinfo', async ({ body, lang }) =>
      neighboursToWire(await getArticle(db, fillerOf, reads, lang, articleFromWire(body))),
    ),
  ]
}
