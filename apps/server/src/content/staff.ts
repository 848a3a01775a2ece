import { type AnyRoute, type Platform, route } from '../platform/index.ts'
import { auditedRead } from '../staff/index.ts'
import { listSettings, setSetting } from './service.ts'

export const contentStaffRoutes = (deps: Pick<Platform, 'clock' | 'database'>): AnyRoute[] => [
  route('/staff/api/configList', async ({ staff, ip, userAgent }) => {
    await auditedRead(deps, staff, { ip, userAgent }, 'configList', 'settings')
    return listSettings(deps.database.db)
  }),
  route('/staff/api/configSet', async ({ body, staff, ip, userAgent }) =>
    setSetting(deps, staff, body, { ip, userAgent }),
  ),
]
