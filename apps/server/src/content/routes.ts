import { type AnyRoute, type Platform, route } from '../platform/index.ts'
import { publicSettings } from './service/settings.ts'

export const contentRoutes = ({ database }: Pick<Platform, 'database'>): AnyRoute[] => [
  route('/api/common/getKeys', async ({ body }) => publicSettings(database.db, body.keys)),
]
