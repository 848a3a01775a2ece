import { type AnyRoute, type Platform, route } from '../platform/index.ts'
import { listAudit, login, logout } from './service.ts'

export const staffRoutes = (platform: Platform): AnyRoute[] => [
  route('/staff/api/login', async ({ body, ip, userAgent }) => login(platform, body, { ip, userAgent })),
  route('/staff/api/logout', async ({ staff, ip, userAgent }) => {
    await logout(platform, staff, { ip, userAgent })
    return {}
  }),
  route('/staff/api/me', async ({ staff: { id, email, name, role } }) => ({ id, email, name, role })),
  route('/staff/api/auditLog', async ({ body, staff, ip, userAgent }) =>
    listAudit(platform, staff, { ip, userAgent }, body),
  ),
]
