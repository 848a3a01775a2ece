import { type AnyRoute, type Platform, route } from '../platform/index.ts'
import { listCountries } from './service/countries.ts'
import {
  listArticles,
  listNotices,
  openReads,
  readAbout,
  readArticle,
  readBanners,
  readNav,
} from './service/published.ts'
import { publicSettings } from './service/settings.ts'

export const contentRoutes = ({
  settings,
  database: { db },
  log,
}: Pick<Platform, 'settings' | 'database' | 'log'>): AnyRoute[] => {
  const reads = openReads(db, log)
  return [
    route('/api/common/getKeys', async ({ body }) => publicSettings(db, settings.MODE, body.keys)),
    route('/api/common/countrys', async ({ lang }) => listCountries(db, lang)),
    route('/api/common/nav', async ({ body, lang }) => readNav(db, lang, body.bartype)),
    route('/api/common/banner', async ({ body, lang }) => readBanners(db, lang, body)),
    route('/api/common/about', async ({ lang }) => readAbout(db, lang)),
    route('/api/common/homeMsg', async ({ body, lang }) => listNotices(db, lang, body)),
    route('/api/common/news', async ({ body, lang }) => listArticles(db, lang, body)),
    route('/api/common/newinfo', async ({ body, lang }) => readArticle(db, reads, lang, body)),
  ]
}
