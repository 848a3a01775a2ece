import { domainError } from '@glasshouse/core/errors/registry'
import type { FastifyInstance } from 'fastify'
import { ledgerStatus } from '../ledger/index.ts'
import { type AnyRoute, type Platform, route } from '../platform/index.ts'
import { dayFilePages } from './service/dayFiles/download.ts'
import { listFilesOfDay } from './service/dayFiles/list.ts'
import { findHead } from './store/heads.ts'
import { listHouseKeys } from './store/keys.ts'

/** Public calls that return signed heads, the files of days, keys, and whether the ledger is sound. */
export const trustRoutes = ({ database }: Pick<Platform, 'database'>): readonly AnyRoute[] => {
  const { db } = database
  return [
    route('/api/trust/heads', async ({ body }) => {
      const head = await findHead(db, body.minute ?? null)
      if (head === null) throw domainError('notFound')
      return head
    }),
    route('/api/trust/day', async ({ body }) => ({ files: await listFilesOfDay(db, body.day ?? null) })),
    route('/api/trust/key', async () => listHouseKeys(db)),
    route('/api/trust/status', async () => {
      const { broken, sinceMs, checkedMs } = ledgerStatus(database)
      const names = broken.map(({ name }) => name)
      return { ledger: { sound: sinceMs === null, since: sinceMs, checked: checkedMs, broken: names } }
    }),
  ]
}

/** Serves the files of days, and the list of keys where programs look for it. */
export const trustPages =
  (platform: Pick<Platform, 'clock' | 'database' | 'settings'>) =>
  (app: FastifyInstance): void => {
    app.get('/.well-known/glasshouse-keys.json', async () => listHouseKeys(platform.database.db))
    dayFilePages(platform)(app)
  }
