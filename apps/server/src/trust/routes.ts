import { domainError } from '@glasshouse/core/errors/registry'
import type { FastifyInstance } from 'fastify'
import { type AnyRoute, type Platform, route } from '../platform/index.ts'
import { dayFilePages } from './service/dayFiles/download.ts'
import { listFilesOfDay } from './service/dayFiles/list.ts'
import { findHead } from './store/heads.ts'
import { listHouseKeys } from './store/keys.ts'

/** Public calls that return signed heads, the files of days, and keys. */
export const trustRoutes = ({ database: { db } }: Pick<Platform, 'database'>): readonly AnyRoute[] => [
  route('/api/trust/heads', async ({ body }) => {
    const head = await findHead(db, body.minute ?? null)
    if (head === null) throw domainError('notFound')
    return head
  }),
  route('/api/trust/day', async ({ body }) => ({ files: await listFilesOfDay(db, body.day ?? null) })),
  route('/api/trust/key', async () => listHouseKeys(db)),
]

/** Serves the files of days, and the list of keys where programs look for it. */
export const trustPages =
  (platform: Pick<Platform, 'clock' | 'database' | 'settings'>) =>
  (app: FastifyInstance): void => {
    app.get('/.well-known/glasshouse-keys.json', async () => listHouseKeys(platform.database.db))
    dayFilePages(platform)(app)
  }
